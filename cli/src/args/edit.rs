//! `gdvariant set` and `gdvariant rm`.

use super::{AcceptArgs, FrameArgs, InputArgs, InputForm, LayoutArgs, OutputArgs, WrapperArgs};
use clap::Args;
use std::path::PathBuf;

/// What the commands that change a file have in common.
#[derive(Debug, Args)]
#[command(mut_arg("output", |arg| arg.help("Write to this file, and leave FILE as it is; - is standard output").value_name("OTHER")))]
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
    /// The file to change; it is replaced in one step, unless -o names another file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}

impl EditArgs {
    /// Returns the file as an input.
    pub(crate) fn input(&self) -> InputArgs {
        InputArgs {
            from: InputForm::Raw,
            frame: self.frame.clone(),
            wrapper: self.wrapper.clone(),
            file: self.file.clone().into(),
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
