//! `gdvariant grep`.

use super::input::FormArgs;
use super::{AcceptArgs, InputArgs, LayoutArgs, ThreadArgs};
use crate::failure::Failure;
use clap::Args;
use std::path::PathBuf;

/// `gdvariant grep`.
#[derive(Debug, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of the command line"
)]
#[command(after_help = include_str!("help/grep.txt"))]
pub(crate) struct GrepArgs {
    #[command(flatten)]
    pub(crate) layout: LayoutArgs,
    /// Ignore case
    #[arg(short, long)]
    pub(crate) ignore_case: bool,
    /// The pattern is a string, not a regular expression
    #[arg(short = 'F', long)]
    pub(crate) fixed: bool,
    /// Search keys and names of properties only
    #[arg(long, conflicts_with = "no_keys")]
    keys: bool,
    /// Search neither keys nor names of properties
    #[arg(long)]
    no_keys: bool,
    /// Search values of this type of the layout only, and their keys; `gdvariant types` lists the
    /// types
    #[arg(long = "type", value_name = "TYPE")]
    pub(crate) type_name: Option<String>,
    /// Print the number of values found in each file
    #[arg(short, long, conflicts_with_all = ["files_with_matches", "json"])]
    pub(crate) count: bool,
    /// Print the names of files in which something is found
    #[arg(short = 'l', long, conflicts_with = "json")]
    pub(crate) files_with_matches: bool,
    /// Print nothing, and end at the first value found
    #[arg(short, long, conflicts_with_all = ["count", "files_with_matches", "json"])]
    pub(crate) quiet: bool,
    /// Print each value found as a JSON object on a line
    #[arg(long)]
    pub(crate) json: bool,
    /// Do not shorten long values and paths
    #[arg(long)]
    pub(crate) full: bool,
    #[command(flatten)]
    pub(crate) accept: AcceptArgs,
    #[command(flatten)]
    pub(crate) form: FormArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    /// What to search for
    #[arg(value_name = "PATTERN", allow_negative_numbers = true)]
    pub(crate) pattern: String,
    /// What to read; standard input without it, or when it is -
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl GrepArgs {
    /// Rejects conflicting options.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        self.form.input("-".into()).check()
    }

    /// Returns the inputs: standard input without files.
    pub(crate) fn inputs(&self) -> Vec<InputArgs> {
        if self.files.is_empty() {
            return vec![self.form.input("-".into())];
        }
        let files = self.files.iter();
        files.map(|file| self.form.input(file.clone())).collect()
    }

    /// Returns whether lines start with the name of their file.
    pub(crate) fn names_files(&self) -> bool {
        self.files.len() > 1
    }

    /// Returns whether standard input is searched.
    pub(crate) fn reads_stdin(&self) -> bool {
        let inputs = self.inputs();
        inputs.iter().any(|input| input.file.path().is_none())
    }

    /// Returns whether keys are searched.
    pub(crate) fn searches_keys(&self) -> bool {
        !self.no_keys
    }

    /// Returns whether values are searched.
    pub(crate) fn searches_values(&self) -> bool {
        !self.keys
    }
}
