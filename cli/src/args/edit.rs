//! The arguments of `gdvariant set`, `gdvariant rm` and `gdvariant edit`.

use super::{
    AcceptArgs, FileArgs, FrameArgs, InputArgs, LayoutArgs, OutputArgs, PrintArgs, ValueForm,
    WrapperArgs,
};
use crate::terminal::failure::{Failure, advised, edit_error, note};
use crate::terminal::input::no_such_value;
use crate::terminal::output::Output;
use clap::Args;
use gdvariant::detect::Framing;
use gdvariant_files::change::EditError;
use gdvariant_files::document::Document;
use gdvariant_files::forms::ByteForm;
use gdvariant_files::wrapper::Wrapper;

/// The options of every command that changes a file.
#[derive(Debug, Args)]
#[command(
    mut_arg("file", |arg| arg.help("The file to change, which is replaced in one step unless -o names another file").required(true)),
    mut_arg("output", |arg| arg.help("Write to OTHER instead of replacing FILE; - is standard output").value_name("OTHER")),
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
    /// Keep a copy of the replaced file as FILE.bak; FILE.bak2 and so on if that exists
    #[arg(long)]
    pub(crate) backup: bool,
    #[command(flatten)]
    pub(crate) accept: AcceptArgs,
    #[command(flatten)]
    pub(crate) frame: FrameArgs,
    #[command(flatten)]
    pub(crate) wrapper: WrapperArgs,
    #[command(flatten)]
    pub(crate) file: FileArgs,
}

impl ChangeArgs {
    /// Creates the output: the file itself, another output, or a buffer in a dry run.
    pub(crate) fn create(&self) -> Result<Output, Failure> {
        let output = match self.file.path() {
            _ if self.dry_run => Output::collected(),
            Some(path) if !self.output.is_given() => Output::replacing(path)?,
            _ => {
                self.output.check_bytes("")?;
                Output::of_values(&self.output, &self.file)?
            }
        };
        Ok(output.with_backup(self.backup))
    }

    /// Returns whether the command changes the value with this number, counted from 1.
    pub(crate) fn is_chosen(&self, number: u64) -> bool {
        self.value.is_none_or(|chosen| chosen == number)
    }

    /// Creates the document of a file with these wrappers.
    pub(crate) fn document(&self, bytes: &[u8], wrappers: Vec<Wrapper>) -> Document {
        let framing = self.frame.requested().unwrap_or(Framing::Bare);
        let layout = self.layout.chosen().layout.info();
        Document::new(bytes.to_vec(), wrappers, layout, framing)
            .max_length(self.frame.max_length())
            .decode_options(self.accept.options())
    }

    /// Returns the failure to change a value, with advice.
    pub(crate) fn failure(&self, error: &EditError) -> Failure {
        self.file.failure(self.message(error))
    }

    /// Returns the message of an error, with advice.
    pub(crate) fn message(&self, error: &EditError) -> String {
        let advice = match error {
            EditError::Container { hint: None, .. }
                if self.frame.framed && self.value.is_none() =>
            {
                Some("--value NUMBER chooses another value".into())
            }
            EditError::TooLong { .. } => Some("raise --max-length".into()),
            EditError::Unkept { .. } => Some(
                "`gdvariant decode` and `gdvariant encode --like` write all values anew".into(),
            ),
            EditError::Count {
                offset,
                is_prefix: true,
                ..
            } => Some(format!(
                "use --framed --skip {offset}, which updates the number, without --values and --value"
            )),
            error => return edit_error(error),
        };
        advised(error, advice)
    }

    /// Returns the failure for a `--value` that exceeds the number of values.
    pub(crate) fn no_such_value(&self, count: u64) -> Failure {
        no_such_value(&self.file, self.value.unwrap_or_default(), count)
    }

    /// Returns whether the changed values go to standard output.
    pub(crate) fn writes_stdout(&self) -> bool {
        self.output.is_given() && self.output.path().is_none()
    }

    /// Writes a note about the file to standard error.
    pub(crate) fn note(&self, message: &str) {
        note(&format!("{}: {message}", self.file.label()));
    }

    /// Returns the file as an input.
    pub(crate) fn input(&self) -> InputArgs {
        InputArgs {
            from: ByteForm::Raw,
            frame: self.frame.clone(),
            wrapper: self.wrapper.clone(),
            file: self.file.clone(),
            is_text: false,
        }
    }
}

/// The arguments of `gdvariant set`.
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/set.txt"))]
pub(crate) struct SetArgs {
    /// Parse each VALUE as the JSON form that `gdvariant encode --help` describes
    #[arg(long)]
    pub(crate) json: bool,
    /// Set the bytes of the file in each VALUE, which is @FILE, as a PackedByteArray
    #[arg(long, conflicts_with = "json")]
    pub(crate) bytes: bool,
    /// Accept the empty path '', which replaces the whole value
    #[arg(long)]
    pub(crate) root: bool,
    #[command(flatten)]
    pub(crate) edit: ChangeArgs,
    /// The path of a value, and the new value, or @FILE to read the value from a file; further pairs
    /// can follow
    #[arg(value_names = ["PATH", "VALUE"], num_args = 2.., required = true, allow_negative_numbers = true)]
    pub(crate) changes: Vec<String>,
}

/// The arguments of `gdvariant rm`.
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/rm.txt"))]
pub(crate) struct RemoveArgs {
    #[command(flatten)]
    pub(crate) edit: ChangeArgs,
    /// The paths of the values to remove
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<String>,
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
            ValueForm::Json
        } else {
            ValueForm::Text
        })
    }
}
