//! The arguments of the commands that change a file: `set`, `rm`, `mv`, `cp` and `edit`.

use super::files::FilesArgs;
use super::layouts::layout;
use super::{
    AcceptArgs, FileArgs, FrameArgs, InputArgs, LayerArgs, LayoutArgs, OutputArgs, OutputFormat,
    PrintArgs,
};
use crate::terminal::batch::Batch;
use crate::terminal::failure::{Failure, edit_error, note};
use crate::terminal::input::no_such_value;
use crate::terminal::open;
use crate::terminal::output::Output;
use clap::Args;
use gdvariant::Condition;
use gdvariant::schema::Layout;
use gdvariant_files::change::EditError;
use std::path::PathBuf;

/// The options of every command that changes a file.
#[derive(Debug, Clone, Args)]
#[command(
    mut_arg("file", |arg| arg.help("The file to change, which is replaced in one step unless -o names another file").required(true)),
    mut_arg("output", |arg| arg.help("Write to OUTPUT instead of replacing FILE; - is standard output").value_name("OUTPUT")),
)]
pub(crate) struct ChangeArgs {
    #[command(flatten)]
    pub(crate) layout: LayoutArgs,
    /// Change only value NUMBER, counted from 1, of a file with several values
    #[arg(long, value_name = "NUMBER", value_parser = super::number)]
    pub(crate) value: Option<u64>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// Print the changes, and write nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Keep a copy of each replaced file as FILE.bak; FILE.bak2 and so on if that exists
    #[arg(long)]
    pub(crate) backup: bool,
    #[command(flatten)]
    pub(crate) accept: AcceptArgs,
    #[command(flatten)]
    pub(crate) frame: FrameArgs,
    #[command(flatten)]
    pub(crate) layer: LayerArgs,
    #[command(flatten)]
    pub(crate) file: FileArgs,
    /// The batch with which the file is replaced, if there are several files.
    #[arg(skip)]
    pub(crate) batch: Option<Batch>,
    /// Whether the file is the one after --into.
    #[arg(skip)]
    pub(crate) is_target: bool,
}

impl ChangeArgs {
    /// Creates the output: the file itself, another output, or none in a dry run.
    pub(crate) fn create(&self) -> Result<Output, Failure> {
        let output = match self.file.path() {
            _ if self.dry_run => Output::discarded(),
            Some(path) if !self.output.is_given() => Output::replacing(path)?,
            _ => {
                self.output.check_bytes("")?;
                Output::for_values(&self.output, &self.file)?
            }
        };
        Ok(output.replaced_with(self.backup, self.batch.as_ref()))
    }

    /// Returns the options for another file.
    pub(crate) fn with_file(&self, file: FileArgs, batch: Option<Batch>) -> Self {
        Self {
            file,
            batch,
            ..self.clone()
        }
    }

    /// Returns the failure to change a value, with advice.
    pub(crate) fn failure(&self, error: &EditError) -> Failure {
        match error {
            EditError::Uncertain(others) => {
                open::uncertain(&self.file, self.layout.chosen(), others)
            }
            error => self.file.failure(edit_error(error)),
        }
    }

    /// Returns the message that several values leave the choice open.
    pub(crate) fn several_values(&self) -> String {
        let option = if self.is_target {
            "--into-value"
        } else {
            "--value"
        };
        format!("the file has several values; choose one with {option} NUMBER")
    }

    /// Returns the failure for a `--value` that exceeds the number of values.
    pub(crate) fn no_such_value(&self, count: u64) -> Failure {
        no_such_value(&self.file, self.value.unwrap_or_default(), count)
    }

    /// Returns whether the changed values go to standard output.
    pub(crate) fn writes_stdout(&self) -> bool {
        self.output.is_given() && self.output.path().is_none()
    }

    /// Writes a note about the file to standard error, after the file is replaced.
    pub(crate) fn note(&self, message: &str) {
        let message = format!("{}: {message}", self.file.label());
        match &self.batch {
            Some(batch) => batch.add_note(message),
            None => note(&message),
        }
    }

    /// Returns the file as an input.
    pub(crate) fn input(&self) -> InputArgs {
        let mut input = InputArgs {
            frame: self.frame.clone(),
            ..InputArgs::raw(self.file.clone(), self.layer.clone())
        };
        self.accept.set(&mut input);
        input
    }
}

/// The arguments of `gdvariant set`.
#[derive(Debug, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of the command line"
)]
#[command(
    after_help = include_str!("help/set.txt"),
    mut_arg("files", |arg| arg.conflicts_with("output")),
    override_usage = "gdvariant set [OPTIONS] <FILE> <PATH> <VALUE> [<PATH> <VALUE>]...\n       gdvariant set [OPTIONS] <PATH> <VALUE> [<PATH> <VALUE>]... --files <FILE>..."
)]
pub(crate) struct SetArgs {
    /// Parse each VALUE as the JSON form that `gdvariant encode --help` describes
    #[arg(long)]
    pub(crate) json: bool,
    /// Set each VALUE, or the text of its @FILE, as a String
    #[arg(short, long, conflicts_with = "json")]
    pub(crate) string: bool,
    /// Set the bytes of the file in each VALUE, which is @FILE, as a PackedByteArray
    #[arg(long, conflicts_with_all = ["json", "string"])]
    pub(crate) bytes: bool,
    /// Accept the empty path '', which replaces the whole value
    #[arg(long)]
    pub(crate) root: bool,
    /// Add the last key of a PATH if it is missing, which is an error otherwise. Scenes, resources and
    /// ConfigFiles do not need this option: in them, a missing key has its default
    #[arg(long)]
    pub(crate) new: bool,
    #[command(flatten)]
    pub(crate) select: WhereArgs,
    #[command(flatten)]
    pub(crate) files: FilesArgs,
    #[command(flatten)]
    pub(crate) edit: ChangeArgs,
    /// The path of a value, and the new value, or @FILE to read the value from a file; further pairs
    /// can follow
    #[arg(value_names = ["PATH", "VALUE"], num_args = 1.., required = true, allow_negative_numbers = true)]
    pub(crate) changes: Vec<String>,
}

/// The options that select some of the values for which a path stands.
#[derive(Debug, Default, Args)]
pub(crate) struct WhereArgs {
    /// Change only values that satisfy CONDITION: id=7 (the value at the path id in the value is 7),
    /// id!=7 (there is another value at id; a value without id is kept), id (it exists), =7 or !=7 (the
    /// value itself). With [*] in PATH, the condition is about the members for which the last [*] stands;
    /// repeat the option for further conditions
    #[arg(long = "where", value_name = "CONDITION", allow_hyphen_values = true)]
    conditions: Vec<String>,
}

impl WhereArgs {
    /// Parses the conditions.
    pub(crate) fn conditions(&self) -> Result<Vec<Condition>, Failure> {
        let conditions = self.conditions.iter().map(|text| {
            text.parse()
                .map_err(|error| Failure::usage(format!("invalid condition {text:?}: {error:#}")))
        });
        conditions.collect()
    }
}

/// The arguments of `gdvariant rm`.
#[derive(Debug, Args)]
#[command(
    after_help = include_str!("help/rm.txt"),
    mut_arg("files", |arg| arg.conflicts_with("output")),
    override_usage = "gdvariant rm [OPTIONS] <FILE> <PATH>...\n       gdvariant rm [OPTIONS] <PATH>... --files <FILE>..."
)]
pub(crate) struct RemoveArgs {
    #[command(flatten)]
    pub(crate) select: WhereArgs,
    #[command(flatten)]
    pub(crate) files: FilesArgs,
    #[command(flatten)]
    pub(crate) edit: ChangeArgs,
    /// The paths of the values to remove; [*] stands for every element, entry or property
    #[arg(value_name = "PATH", required_unless_present = "files")]
    pub(crate) paths: Vec<String>,
}

/// The arguments of `gdvariant mv` and `gdvariant cp`.
#[derive(Debug, Args)]
#[command(mut_arg("files", |arg| arg.conflicts_with("output")))]
pub(crate) struct TransferArgs {
    /// Replace the value at TO, if there is one
    #[arg(short, long)]
    pub(crate) force: bool,
    /// Accept the empty path '' as TO, which replaces the whole value
    #[arg(long)]
    pub(crate) root: bool,
    #[command(flatten)]
    pub(crate) into: IntoArgs,
    #[command(flatten)]
    pub(crate) files: FilesArgs,
    #[command(flatten)]
    pub(crate) edit: ChangeArgs,
    /// The path of the value, and its new path, which can be omitted with --into if it is the same
    #[arg(value_names = ["FROM", "TO"], num_args = 1..=2, required = true)]
    pub(crate) paths: Vec<String>,
}

/// The file to which a value goes, if it is not the file that has the value.
#[derive(Debug, Args)]
pub(crate) struct IntoArgs {
    /// Write the value to the file OTHER, which is changed; `mv` also removes it from FILE. Options
    /// for the layout and the framing are for both files
    #[arg(long = "into", value_name = "OTHER", conflicts_with_all = ["files", "output"])]
    pub(crate) other: Option<PathBuf>,
    /// Write the value even if its conversion to the layout of OTHER loses something
    #[arg(long, requires = "other")]
    pub(crate) lossy: bool,
    /// Change value NUMBER of OTHER, counted from 1, if it has several values
    #[arg(long, value_name = "NUMBER", value_parser = super::number, requires = "other")]
    into_value: Option<u64>,
    /// Use this layout for OTHER instead of that of --layout
    #[arg(
        long,
        value_parser = layout(),
        value_name = "LAYOUT",
        hide_possible_values = true,
        requires = "other"
    )]
    into_layout: Option<&'static Layout>,
    /// Read the password of OTHER from FILE, if it differs from that of the first file
    #[arg(long, value_name = "FILE", requires = "other")]
    into_password_file: Option<PathBuf>,
    /// Use this key for OTHER, if it differs from that of the first file
    #[arg(
        long,
        value_name = "HEX",
        conflicts_with = "into_password_file",
        requires = "other"
    )]
    into_key: Option<String>,
}

impl IntoArgs {
    /// Returns the options of the other file, or `None` if no option names it.
    pub(crate) fn target(&self, source: &ChangeArgs) -> Option<ChangeArgs> {
        let mut target = source.with_file(self.other.clone()?.into(), None);
        target.value = self.into_value;
        target.is_target = true;
        if let Some(layout) = self.into_layout {
            target.layout.set(layout);
        }
        let (password_file, key) = (self.into_password_file.as_ref(), self.into_key.as_ref());
        target.layer.set_key(password_file, key);
        Some(target)
    }
}

/// The arguments of `gdvariant edit`.
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/edit.txt"))]
pub(crate) struct EditArgs {
    /// Edit the lossless JSON form that `gdvariant encode --help` describes
    #[arg(long)]
    json: bool,
    /// Write the changes without asking
    #[arg(short, long)]
    pub(crate) yes: bool,
    #[command(flatten)]
    pub(crate) edit: ChangeArgs,
}

impl EditArgs {
    /// Returns the form in which the values are edited.
    pub(crate) fn form(&self) -> PrintArgs {
        PrintArgs::pretty(if self.json {
            OutputFormat::Json
        } else {
            OutputFormat::Text
        })
    }
}
