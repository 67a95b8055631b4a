//! The command line.

mod audit;
mod bytes;
mod convert;
mod decode;
mod diff;
mod docs;
mod edit;
mod encode;
mod grep;
mod input;
mod inspect;
mod output;

use crate::layouts::{Chosen, LayoutName, LayoutOption};
use anstream::ColorChoice;
pub(crate) use audit::{AuditArgs, FailOn, ReportArgs};
pub(crate) use bytes::{Bytes, FrameArgs, InputForm, MAX_LENGTH};
use clap::{Args, Parser, Subcommand, ValueEnum};
pub(crate) use convert::ConvertArgs;
pub(crate) use decode::{DecodeArgs, GetArgs};
pub(crate) use diff::DiffArgs;
pub(crate) use docs::{CompletionsArgs, DocsArgs, ManArgs, PageArgs, PageFormat, TypesArgs};
pub(crate) use edit::{EditArgs, EditorArgs, RemoveArgs, SetArgs};
pub(crate) use encode::{EncodeArgs, MAX_TEXT, SourceForm};
pub(crate) use grep::GrepArgs;
pub(crate) use input::{AcceptArgs, FileArgs, InputArgs, Reported, ThreadArgs, WrapperArgs};
pub(crate) use inspect::{DetectArgs, InspectArgs, SelectArgs};
pub(crate) use output::{OutputArgs, PrintArgs, ValueForm};

/// Parses a number of something that is counted from 1.
fn number(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| "expected a number from 1".into())
}

/// Read, write and look at the bytes of Godot 3, Godot 4 and Pandemonium values.
#[derive(Debug, Parser)]
#[command(name = "gdvariant", version, propagate_version = true, after_help = EXAMPLES)]
pub(crate) struct Cli {
    /// When to use colors: auto, always or never
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "WHEN",
        default_value_t,
        hide_possible_values = true
    )]
    pub(crate) color: Color,
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = include_str!("help/gdvariant.txt");

/// When the output has colors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless the variable NO_COLOR is set
    #[default]
    Auto,
    Always,
    Never,
}

impl Color {
    /// Sets when everything that the program writes has colors.
    pub(crate) fn apply(self) {
        match self {
            Self::Auto => {}
            Self::Always => ColorChoice::Always.write_global(),
            Self::Never => ColorChoice::Never.write_global(),
        }
    }
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Bytes to JSON, or to the text of var2str
    Decode(DecodeArgs),
    /// JSON, or the text of var2str, to bytes
    Encode(EncodeArgs),
    /// The value at a path
    Get(GetArgs),
    /// Sets values of a file by their paths
    Set(SetArgs),
    /// Removes values of a file by their paths
    Rm(RemoveArgs),
    /// Opens the values of a file in an editor, as text
    Edit(EditorArgs),
    /// The differences of two files, by path
    Diff(DiffArgs),
    /// Values that match a pattern, with their paths
    Grep(GrepArgs),
    /// Values of one layout to another, such as Godot 3 to Godot 4
    Convert(ConvertArgs),
    /// Every byte with its meaning
    Inspect(InspectArgs),
    /// The layouts that an input may have, with reasons
    Detect(DetectArgs),
    /// What to know of values before a game loads them: objects, scripts, paths, odd values
    Audit(AuditArgs),
    /// The types of a layout: number, size and fields
    Types(TypesArgs),
    /// The documentation of the format, as pages
    Docs(DocsArgs),
    /// A script that completes the command line in a shell
    Completions(CompletionsArgs),
    /// The manual pages of the program
    Man(ManArgs),
}

/// The layout that the command line names.
#[derive(Debug, Clone, Args)]
pub(crate) struct NamedArgs {
    /// The layout of an engine; GDVARIANT_LAYOUT sets the default
    #[arg(
        long,
        env = "GDVARIANT_LAYOUT",
        hide_env = true,
        value_enum,
        value_name = "LAYOUT",
        default_value = "auto"
    )]
    layout: LayoutOption,
}

impl NamedArgs {
    /// Returns the layout, unless it is `auto`.
    pub(crate) fn layout(&self) -> Option<LayoutName> {
        self.layout.0
    }
}

/// How a layout is chosen.
#[derive(Debug, Clone, Args)]
pub(crate) struct LayoutArgs {
    #[command(flatten)]
    named: NamedArgs,
    #[command(flatten)]
    pub(crate) detection: DetectionArgs,
}

/// What happens if the layout is unclear.
#[derive(Debug, Clone, Args)]
pub(crate) struct DetectionArgs {
    /// Stop with status 3 if several layouts fit and print different values, instead of taking the
    /// engine with the most users
    #[arg(long)]
    pub(crate) strict_detect: bool,
}

impl LayoutArgs {
    pub(crate) fn new(layout: LayoutOption, detection: DetectionArgs) -> Self {
        let named = NamedArgs { layout };
        Self { named, detection }
    }

    /// Returns the layout that the command line names.
    pub(crate) fn stated(&self) -> Option<LayoutName> {
        self.named.layout()
    }

    /// Sets the layout that was detected.
    pub(crate) fn set(&mut self, layout: LayoutName) {
        self.named.layout = LayoutOption(Some(layout));
    }

    /// Returns the layout, which is known once the input is opened.
    pub(crate) fn layout(&self) -> LayoutName {
        self.stated().unwrap_or_default()
    }

    /// Returns the layout, and the option that names it.
    pub(crate) fn chosen(&self) -> Chosen {
        Chosen {
            layout: self.layout(),
            option: "--layout",
        }
    }
}
