//! The options and commands of the program.

mod audit;
mod bytes;
mod convert;
mod decode;
mod diff;
mod edit;
mod encode;
mod files;
mod folder;
mod grep;
mod input;
mod inspect;
pub(crate) mod layouts;
mod output;
mod pack;
mod reference;

use crate::args::layouts::{LayoutOption, Selection, layout_or_auto};
pub(crate) use audit::AuditArgs;
pub(crate) use bytes::FrameArgs;
use clap::{Args, ColorChoice, Parser, Subcommand};
pub(crate) use convert::ConvertArgs;
pub(crate) use decode::{DecodeArgs, GetArgs, KeysArgs, ReadArgs};
pub(crate) use diff::{DiffArgs, FolderPairs};
pub(crate) use edit::{ChangeArgs, EditArgs, RemoveArgs, SetArgs, TransferArgs};
pub(crate) use encode::{EncodeArgs, InputFormat, MAX_TEXT, TargetArgs};
use gdvariant::schema::{LAYOUTS, Layout};
pub(crate) use grep::{GrepArgs, GrepInput};
pub(crate) use input::{AcceptArgs, FileArgs, InputArgs, LayerArgs, Notices, ThreadArgs};
pub(crate) use inspect::{DetectArgs, InspectArgs, SelectArgs};
pub(crate) use output::{OutputArgs, OutputFormat, PrintArgs};
pub(crate) use pack::{PackArgs, PackingArgs, UnpackArgs};
pub(crate) use reference::{CompletionsArgs, ManArgs};

/// The heading of the options that mean the same in every command that has them.
pub const COMMON: &str = "Options for every command";

/// Parses a positive number.
fn number(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| "expected a positive number".into())
}

/// Decode, encode, edit and inspect binary values of Godot 3, Godot 4 and Pandemonium.
#[derive(Debug, Parser)]
#[command(
    name = "gdvariant",
    version,
    propagate_version = true,
    after_help = EXAMPLES,
    override_usage = "gdvariant [OPTIONS] <COMMAND>\n       gdvariant [OPTIONS] <FILE>"
)]
pub(crate) struct Cli {
    /// Use colors: auto (on a terminal, unless NO_COLOR is set), always or never
    #[arg(
        long,
        global = true,
        help_heading = COMMON,
        value_enum,
        value_name = "WHEN",
        default_value_t,
        hide_possible_values = true
    )]
    pub(crate) color: ColorChoice,
    /// Print no notes, only warnings and errors
    #[arg(short, long, global = true, help_heading = COMMON)]
    pub(crate) quiet: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = include_str!("help/gdvariant.txt");

fn transfer_usage(name: &str) -> String {
    format!(
        "gdvariant {name} [OPTIONS] <FILE> <FROM> <TO>
       gdvariant {name} [OPTIONS] <FILE> <FROM> [TO] --into <OTHER>
       gdvariant {name} [OPTIONS] <FROM> <TO> --files <FILE>..."
    )
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Decode bytes to JSON, or to the text of var2str
    Decode(DecodeArgs),
    /// Encode JSON, or the text of var2str, to bytes
    Encode(EncodeArgs),
    /// Print the value at a path
    Get(GetArgs),
    /// List the keys at a path, with the types of their values
    Keys(KeysArgs),
    /// Set values of a file by their paths
    Set(SetArgs),
    /// Remove values of a file by their paths
    Rm(RemoveArgs),
    /// Move a value to another path, in its file or into another file
    #[command(after_help = include_str!("help/mv.txt"), override_usage = transfer_usage("mv"))]
    Mv(TransferArgs),
    /// Copy a value to another path, in its file or into another file
    #[command(after_help = include_str!("help/cp.txt"), override_usage = transfer_usage("cp"))]
    Cp(TransferArgs),
    /// Edit the values of a file as text, in an editor
    Edit(EditArgs),
    /// Compare the values of two files, or of the files in two folders
    Diff(DiffArgs),
    /// Search for values that match a pattern
    Grep(GrepArgs),
    /// Convert values to another layout, such as from Godot 3 to Godot 4
    Convert(ConvertArgs),
    /// Write the content of a compressed or encrypted file, whatever it is
    Unpack(UnpackArgs),
    /// Compress and encrypt any content, in the same way as another file
    Pack(PackArgs),
    /// Show every byte with its meaning
    Inspect(InspectArgs),
    /// Detect the layout of an input, with reasons
    Detect(DetectArgs),
    /// Report risks before a game loads values: objects, scripts, paths, unusual values
    Audit(AuditArgs),
    /// Print a shell completion script
    Completions(CompletionsArgs),
    /// Print or write the manual pages of the program
    Man(ManArgs),
}

/// The option `--layout`.
#[derive(Debug, Clone, Args)]
pub(crate) struct NamedArgs {
    /// Use the layout of this engine; the variable GDVARIANT_LAYOUT sets the default
    #[arg(
        long, help_heading = COMMON,
        env = "GDVARIANT_LAYOUT",
        hide_env = true,
        value_parser = layout_or_auto(),
        value_name = "LAYOUT",
        default_value = "auto"
    )]
    pub(crate) layout: LayoutOption,
}

/// The options that choose a layout.
#[derive(Debug, Clone, Args)]
pub(crate) struct LayoutArgs {
    #[command(flatten)]
    named: NamedArgs,
    #[command(flatten)]
    pub(crate) detection: DetectionArgs,
}

/// The behavior if the layout is ambiguous.
#[derive(Debug, Clone, Args)]
pub(crate) struct DetectionArgs {
    /// Exit with status 3 if several layouts decode the input to different values, instead of
    /// choosing the engine with the most users
    #[arg(long, help_heading = COMMON)]
    pub(crate) strict_detect: bool,
}

impl LayoutArgs {
    pub(crate) fn new(layout: LayoutOption, detection: DetectionArgs) -> Self {
        let named = NamedArgs { layout };
        Self { named, detection }
    }

    /// Returns the layout that the options name, or `None` if it is detected.
    pub(crate) fn requested(&self) -> Option<&'static Layout> {
        self.named.layout
    }

    /// Sets the detected layout.
    pub(crate) fn set(&mut self, layout: &'static Layout) {
        self.named.layout = Some(layout);
    }

    /// Returns the requested or detected layout, or the default before detection.
    pub(crate) fn layout(&self) -> &'static Layout {
        self.requested().unwrap_or(&LAYOUTS[0])
    }

    /// Returns the layout, and the option that names it.
    pub(crate) fn chosen(&self) -> Selection {
        Selection {
            layout: self.layout(),
            option: "--layout",
        }
    }
}
