//! The arguments of `gdvariant decode`, `gdvariant get` and `gdvariant keys`.

use super::files::FilesArgs;
use super::{AcceptArgs, InputArgs, LayoutArgs, OutputArgs, PrintArgs};
use crate::terminal::failure::Failure;
use crate::terminal::several::Files;
use clap::Args;
use gdvariant::Path;
use std::mem;

/// The arguments of `gdvariant decode`.
#[derive(Debug, Args)]
#[command(
    after_help = include_str!("help/decode.txt"),
    mut_arg("files", |arg| arg.conflicts_with("file"))
)]
pub(crate) struct DecodeArgs {
    #[command(flatten)]
    pub(crate) layout: LayoutArgs,
    #[command(flatten)]
    pub(crate) print: PrintArgs,
    /// Print the error of an invalid value in its place, and continue with the next value
    #[arg(long)]
    pub(crate) keep_going: bool,
    /// Print FILE for `git diff`: the values on several lines, text as it is, and for bytes that cannot
    /// be decoded the reason, the length and a checksum, with exit status 0
    #[arg(long, requires = "file", conflicts_with_all = ["keep_going", "output"])]
    pub(crate) textconv: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) accept: AcceptArgs,
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) files: FilesArgs,
}

/// The files of `gdvariant get` and `gdvariant keys`.
#[derive(Debug, Args)]
pub(crate) struct ReadArgs {
    #[command(flatten)]
    pub(crate) layout: LayoutArgs,
    /// Read only value NUMBER, counted from 1, of an input with several values
    #[arg(long, value_name = "NUMBER", value_parser = super::number)]
    pub(crate) value: Option<u64>,
    #[command(flatten)]
    pub(crate) accept: AcceptArgs,
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    files: FilesArgs,
}

/// The arguments of `gdvariant get`.
#[derive(Debug, Args)]
#[command(
    after_help = include_str!("help/get.txt"),
    override_usage = "gdvariant get [OPTIONS] [FILE] <PATH>...\n       gdvariant get [OPTIONS] <PATH>... --files <FILE>..."
)]
pub(crate) struct GetArgs {
    #[command(flatten)]
    pub(crate) print: PrintArgs,
    /// Print strings without quotes and escapes, and write the bytes of a PackedByteArray
    #[arg(short, long)]
    pub(crate) raw: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
    /// The paths of the values to print
    #[arg(value_name = "PATH")]
    paths: Vec<String>,
}

impl GetArgs {
    /// Returns the files and the paths. FILE is a path if it is the only argument.
    pub(crate) fn take(&mut self) -> Result<(Files, Vec<Path>), Failure> {
        let mut paths = mem::take(&mut self.paths);
        let read = &mut self.read;
        let mut files = read.files.take(&read.input.file, &mut paths)?;
        let missing = |file: &str| {
            Failure::usage(format!(
                "the path of a value is missing; expected gdvariant get {file} PATH"
            ))
        };
        if paths.is_empty() {
            let argument = read.input.file.take().ok_or_else(|| missing("FILE"))?;
            if argument.is_file() {
                return Err(missing(&argument.display().to_string()));
            }
            paths.push(argument.to_string_lossy().into());
            files = Files::one(read.input.file.clone());
        }
        let paths: Result<_, _> = paths.iter().map(|path| parse(path)).collect();
        Ok((files, paths?))
    }
}

/// Parses a path in the place of FILE.
fn parse(text: &str) -> Result<Path, Failure> {
    text.parse()
        .map_err(|error| Failure::usage(format!("invalid value '{text}' for '<PATH>': {error}")))
}

/// The arguments of `gdvariant keys`.
#[derive(Debug, Args)]
#[command(
    after_help = include_str!("help/keys.txt"),
    override_usage = "gdvariant keys [OPTIONS] [FILE] [PATH]\n       gdvariant keys [OPTIONS] [PATH] --files <FILE>..."
)]
pub(crate) struct KeysArgs {
    /// Print each key as a JSON object, one per line
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
    /// The path of the value whose keys are listed; the whole value if omitted
    #[arg(
        value_name = "PATH",
        default_value = "",
        hide_default_value = true,
        conflicts_with = "files"
    )]
    path: Path,
}

impl KeysArgs {
    /// Returns the files and the path.
    pub(crate) fn take(&self) -> Result<(Files, Path), Failure> {
        let mut arguments = Vec::new();
        let read = &self.read;
        let files = read.files.take(&read.input.file, &mut arguments)?;
        let path = arguments.first().map(|text| parse(text));
        Ok((files, path.unwrap_or_else(|| Ok(self.path.clone()))?))
    }
}
