//! `gdvariant set`, `gdvariant rm` and `gdvariant edit`: what the commands that change a file have
//! in common.

use super::{
    AcceptArgs, FileArgs, FrameArgs, InputArgs, InputForm, LayoutArgs, OutputArgs, PrintArgs,
    ValueForm, WrapperArgs,
};
use crate::encode;
use crate::failure::{Failure, note};
use crate::layouts::JsonLayout;
use crate::missing_path::no_such_value;
use crate::output::Output;
use clap::Args;
use gdvariant::EncodeOptions;

/// What the commands that change a file have in common.
#[derive(Debug, Args)]
#[command(
    mut_arg("file", |arg| arg.help("The file to change; it is replaced in one step, unless -o names another file").required(true)),
    mut_arg("output", |arg| arg.help("Write to this file, and leave FILE as it is; - is standard output").value_name("OTHER")),
)]
pub(crate) struct EditArgs {
    #[command(flatten)]
    pub(crate) layout: LayoutArgs,
    /// The number of the value to change, from 1, if the file has several
    #[arg(long, value_name = "NUMBER", value_parser = super::number)]
    pub(crate) value: Option<u64>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// Show the changes, and write nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Keep the file that is replaced, as FILE.bak, or as FILE.bak2 and so on if there is one
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

impl EditArgs {
    /// Creates the output: it replaces the file itself, unless the options name another one or ask
    /// for a dry run.
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

    /// Returns whether a value, by its number from 1, is changed.
    pub(crate) fn is_chosen(&self, number: u64) -> bool {
        self.value.is_none_or(|chosen| chosen == number)
    }

    /// Returns a value that stays as it is, after its length if it has one.
    pub(crate) fn kept(&self, bytes: &[u8]) -> Vec<u8> {
        let mut framed = Vec::new();
        if self.frame.framed {
            framed.extend(self.frame.prefix(bytes.len()));
        }
        framed.extend_from_slice(bytes);
        framed
    }

    /// Encodes a new value, after its length if it has one.
    pub(crate) fn encoded<L: JsonLayout>(&self, value: &L::Variant) -> Result<Vec<u8>, String> {
        let frame = self.frame.framed.then(|| self.frame.options());
        encode::to_vec::<L>(value, EncodeOptions::new(), frame)
    }

    /// Returns the failure of a number beyond the number of values.
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
            from: InputForm::Raw,
            frame: self.frame.clone(),
            wrapper: self.wrapper.clone(),
            file: self.file.clone(),
        }
    }
}

/// `gdvariant set`.
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/set.txt"))]
pub(crate) struct SetArgs {
    /// The values are in the JSON form of `gdvariant encode --help`
    #[arg(long)]
    pub(crate) json: bool,
    /// Accept the empty path, whose value replaces the whole one
    #[arg(long)]
    pub(crate) root: bool,
    #[command(flatten)]
    pub(crate) edit: EditArgs,
    /// The path of a value, and the new value
    #[arg(value_names = ["PATH", "VALUE"], num_args = 2.., required = true, allow_negative_numbers = true)]
    pub(crate) changes: Vec<String>,
}

/// `gdvariant rm`.
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/rm.txt"))]
pub(crate) struct RemoveArgs {
    #[command(flatten)]
    pub(crate) edit: EditArgs,
    /// The paths of the values
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<String>,
}

/// `gdvariant edit`.
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/edit.txt"))]
pub(crate) struct EditorArgs {
    /// Edit the JSON form of `gdvariant encode --help`, which loses nothing
    #[arg(long)]
    json: bool,
    /// Write the changes without a question
    #[arg(short, long)]
    pub(crate) yes: bool,
    #[command(flatten)]
    pub(crate) edit: EditArgs,
}

impl EditorArgs {
    /// Returns the form that is edited.
    pub(crate) fn form(&self) -> PrintArgs {
        let to = if self.json {
            ValueForm::Json
        } else {
            ValueForm::Text
        };
        PrintArgs { to, pretty: true }
    }
}
