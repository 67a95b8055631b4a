//! The arguments of `gdvariant grep`.

use super::files::named;
use super::folder::{Folder, Walk};
use super::input::FormArgs;
use super::layouts::type_name;
use super::{AcceptArgs, FileArgs, InputArgs, LayoutArgs, ThreadArgs};
use crate::terminal::failure::Failure;
use clap::Args;
use gdvariant::Path;
use std::path::PathBuf;

/// The arguments of `gdvariant grep`.
#[derive(Debug, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of the command line"
)]
#[command(after_help = include_str!("help/grep.txt"))]
pub(crate) struct GrepArgs {
    #[command(flatten)]
    pub(crate) layout: LayoutArgs,
    /// Search all files in folders, in the current folder if no FILE is named; files without
    /// values, such as images, hidden folders, and links in folders are skipped
    #[arg(short, long)]
    pub(crate) recursive: bool,
    /// Ignore the case of the letters a to z
    #[arg(short, long)]
    pub(crate) ignore_case: bool,
    /// Search for PATTERN as a string, not as a regular expression
    #[arg(short = 'F', long)]
    pub(crate) fixed: bool,
    /// Search only keys and names of properties
    #[arg(long, conflicts_with = "no_keys")]
    pub(crate) keys: bool,
    /// Search neither keys nor names of properties
    #[arg(long)]
    pub(crate) no_keys: bool,
    /// Search only values of this type, such as Vector2, and their keys
    #[arg(
        long = "type",
        value_name = "TYPE",
        value_parser = type_name(),
        ignore_case = true,
        hide_possible_values = true
    )]
    pub(crate) type_name: Option<String>,
    /// Search only the values at PATH and in them; PATH can have patterns and steps, which `gdvariant
    /// get --help` explains
    #[arg(long, value_name = "PATH")]
    pub(crate) path: Option<Path>,
    /// Print the number of matching values of each file
    #[arg(short, long, conflicts_with_all = ["files_with_matches", "json"])]
    pub(crate) count: bool,
    /// Print the names of the files with matching values
    #[arg(short = 'l', long, conflicts_with = "json")]
    pub(crate) files_with_matches: bool,
    /// Print nothing, and stop at the first matching value
    #[arg(short, long, conflicts_with_all = ["count", "files_with_matches", "json"])]
    pub(crate) quiet: bool,
    /// Print each matching value as a JSON object, one per line
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
    /// The regular expression to search for
    #[arg(value_name = "PATTERN", allow_negative_numbers = true)]
    pub(crate) pattern: String,
    /// The files to search, and with -r folders; standard input if omitted or -
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// A file to search.
pub(crate) struct GrepInput {
    pub(crate) input: InputArgs,
    /// Whether the file was found in a folder. Such a file is skipped if it has no values.
    pub(crate) is_listed: bool,
}

impl GrepArgs {
    /// Rejects conflicting options.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        self.form.input("-".into()).check()
    }

    /// Returns the inputs, and the folders that cannot be listed.
    pub(crate) fn inputs(&self) -> (Vec<GrepInput>, Vec<Failure>) {
        let files = named(&self.files, if self.recursive { "." } else { "-" });
        let (mut inputs, mut failures) = (Vec::new(), Vec::new());
        for file in &files {
            if !(self.recursive && file.is_dir()) {
                inputs.push(GrepInput {
                    input: self.form.input(file.clone()),
                    is_listed: false,
                });
                continue;
            }
            let folder = Folder::list(file, Walk::Visible);
            inputs.extend(folder.files.into_iter().map(|path| {
                // As grep does, names in the current folder are relative to it; - is standard input.
                let path = match path.strip_prefix(".") {
                    Ok(relative) if self.files.is_empty() && relative.as_os_str() != "-" => {
                        relative.to_owned()
                    }
                    _ => path,
                };
                GrepInput {
                    input: self.form.input(path),
                    is_listed: true,
                }
            }));
            let unreadable = folder.unreadable.into_iter();
            failures
                .extend(unreadable.map(|(path, error)| FileArgs::from(path).unreadable(&error)));
        }
        (inputs, failures)
    }

    /// Returns whether lines start with the name of their file.
    pub(crate) fn names_files(&self) -> bool {
        self.recursive || self.files.len() > 1
    }

    /// Returns whether standard input is searched.
    pub(crate) fn reads_stdin(&self) -> bool {
        let is_stdin = |file: &PathBuf| file.as_os_str() == "-";
        self.files.iter().any(is_stdin) || self.files.is_empty() && !self.recursive
    }
}
