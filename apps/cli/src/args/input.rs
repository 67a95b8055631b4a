//! Options of the input: the file, the form, the accepted values, and the number of threads.

use super::bytes::input_form;
use super::{COMMON, FrameArgs};
use crate::terminal::failure::Failure;
use clap::Args;
use gdvariant::{DecodeOptions, EncodeOptions};
use gdvariant_files::change::steps::StepOptions;
use gdvariant_files::notation::Notation;
use gdvariant_files::packages::options::decoding;
use std::fmt::Display;
use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

/// The conditions for reporting compression, encryption and skipped headers on standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Notices {
    /// Only if standard error is a terminal.
    #[default]
    OnTerminal,
    Always,
    Never,
}

/// Options for opening compressed and encrypted files.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct LayerArgs {
    /// Read the password of an encrypted file from the first line of FILE [default: the variable
    /// GDVARIANT_PASSWORD, or a prompt]
    #[arg(long, help_heading = COMMON, value_name = "FILE")]
    pub(crate) password_file: Option<PathBuf>,
    /// Use this key of 64 hex digits for an encrypted file
    #[arg(long, help_heading = COMMON, value_name = "HEX", conflicts_with = "password_file")]
    pub(crate) key: Option<String>,
    /// Reject a compressed or encrypted file with more than BYTES bytes of content [default:
    /// 1073741824]
    #[arg(long, help_heading = COMMON, value_name = "BYTES")]
    max_content: Option<u64>,
    /// Skip N bytes before the first value, or in each line of text, such as a header that the game
    /// adds
    #[arg(long, help_heading = COMMON, value_name = "N")]
    pub(crate) skip: Option<u64>,
    #[arg(skip)]
    pub(crate) reported: Notices,
    /// Whether no password is asked for.
    #[arg(skip)]
    pub(crate) is_unattended: bool,
}

impl LayerArgs {
    /// Replaces the password and the key if one of the two is given.
    pub(super) fn set_key(&mut self, password_file: Option<&PathBuf>, key: Option<&String>) {
        if password_file.is_some() || key.is_some() {
            self.password_file = password_file.cloned();
            self.key = key.cloned();
        }
    }

    pub(crate) fn with_notices(self, reported: Notices) -> Self {
        Self { reported, ..self }
    }

    /// Returns the options of a command that never reports the layer.
    pub(crate) fn unreported(self) -> Self {
        self.with_notices(Notices::Never)
    }

    /// Returns whether the command can report the layer.
    pub(crate) fn is_reported(&self) -> bool {
        self.reported != Notices::Never
    }

    /// Returns the maximum length of the content, in bytes.
    pub(crate) fn max_content(&self) -> u64 {
        self.max_content.unwrap_or(1 << 30)
    }
}

/// An input of encoded values.
#[derive(Debug, Clone, Args)]
pub(crate) struct InputArgs {
    /// Read the bytes in this form
    #[arg(
        long,
        help_heading = COMMON,
        value_parser = input_form(),
        value_name = "FORM",
        default_value = "raw"
    )]
    pub(crate) from: Notation,
    #[command(flatten)]
    pub(crate) frame: FrameArgs,
    #[command(flatten)]
    pub(crate) layer: LayerArgs,
    #[command(flatten)]
    pub(crate) file: FileArgs,
    /// Whether the values are written as text, in which an engine reads objects without an option.
    #[arg(skip)]
    pub(crate) is_text: bool,
}

impl InputArgs {
    /// Creates an input of raw bytes.
    pub(crate) fn raw(file: FileArgs, layer: LayerArgs) -> Self {
        Self {
            from: Notation::Raw,
            frame: FrameArgs::default(),
            layer,
            file,
            is_text: false,
        }
    }

    /// Returns the options for another file.
    pub(crate) fn with_file(&self, file: &FileArgs) -> Self {
        Self {
            file: file.clone(),
            ..self.clone()
        }
    }

    /// Returns whether there can be several values.
    pub(crate) fn has_several(&self) -> bool {
        self.frame.has_several() || self.from.is_lines()
    }

    /// Returns the options for the content of steps in paths.
    pub(crate) fn steps(&self, accept: &AcceptArgs) -> StepOptions {
        StepOptions {
            decode: accept.options(),
            encode: accept.encode_options(),
            max_content: usize::try_from(self.layer.max_content()).unwrap_or(usize::MAX),
        }
    }

    /// Rejects conflicting options.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        let is_one = self.frame.requested().is_some() && !self.frame.framed;
        if self.frame.max_length.is_some() && is_one && self.from == Notation::Raw {
            return Err(Failure::usage(
                "--max-length requires --framed or --from: raw input is one value; omit it",
            ));
        }
        Ok(())
    }
}

/// The form of the values in all files of a command.
#[derive(Debug, Clone, Args)]
pub(crate) struct FormArgs {
    /// Read the bytes in this form
    #[arg(
        long,
        help_heading = COMMON,
        value_parser = input_form(),
        value_name = "FORM",
        default_value = "raw"
    )]
    pub(crate) from: Notation,
    #[command(flatten)]
    pub(crate) frame: FrameArgs,
    #[command(flatten)]
    pub(crate) layer: LayerArgs,
}

impl FormArgs {
    /// Returns a file as an input.
    pub(crate) fn input(&self, file: PathBuf) -> InputArgs {
        InputArgs {
            from: self.from,
            frame: self.frame.clone(),
            ..InputArgs::raw(file.into(), self.layer.clone())
        }
    }
}

/// A file, or standard input.
#[derive(Debug, Clone, Args)]
pub(crate) struct FileArgs {
    /// The file to read; standard input if omitted or -
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

impl From<PathBuf> for FileArgs {
    fn from(path: PathBuf) -> Self {
        Self { file: Some(path) }
    }
}

impl FileArgs {
    /// Returns the length of the file in bytes, unless it is a stream.
    pub(crate) fn length(&self) -> Option<u64> {
        let metadata = fs::metadata(self.path()?).ok()?;
        metadata.is_file().then_some(metadata.len())
    }

    /// Returns the file's path, or `None` for standard input.
    pub(crate) fn path(&self) -> Option<&PathBuf> {
        self.file.as_ref().filter(|path| path.as_os_str() != "-")
    }

    /// Takes the argument, which is then standard input.
    pub(crate) fn take(&mut self) -> Option<PathBuf> {
        self.file.take()
    }

    /// Returns the argument of the command line.
    pub(crate) fn argument(&self) -> Option<&PathBuf> {
        self.file.as_ref()
    }

    /// Returns a failure of this input: its name, then the message.
    pub(crate) fn failure(&self, message: impl Display) -> Failure {
        Failure::at(self.label(), message)
    }

    /// Returns the failure for an error while the input is opened or read.
    pub(crate) fn unreadable(&self, error: &io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::NotFound => self.failure("the file does not exist; check the path"),
            io::ErrorKind::IsADirectory => self.failure("this is a directory; pass a file"),
            io::ErrorKind::PermissionDenied => self.failure("no permission to read it"),
            _ => self.failure(error),
        }
    }

    /// Returns the name of the input in errors.
    pub(crate) fn label(&self) -> String {
        self.path().map_or_else(
            || "standard input".into(),
            |path| path.display().to_string(),
        )
    }
}

/// Options that select the accepted values.
#[derive(Debug, Clone, Args)]
pub(crate) struct AcceptArgs {
    /// Accept only bytes that engines write, and a few equivalent forms (default)
    #[arg(long, help_heading = COMMON, conflicts_with = "engine")]
    strict: bool,
    /// Accept all input that the engine accepts, and ignore bytes after the value
    #[arg(long, help_heading = COMMON)]
    engine: bool,
    /// Accept objects with class and properties, and decode them as data
    #[arg(long, help_heading = COMMON)]
    allow_objects: bool,
}

impl AcceptArgs {
    /// Accepts objects, whatever the options are.
    pub(crate) fn accept_objects(&mut self) {
        self.allow_objects = true;
    }

    /// Sets whether the input can end with bytes that are not values, which the engine ignores.
    pub(crate) fn set(&self, input: &mut InputArgs) {
        input.frame.ignores_rest = self.engine;
    }

    /// Returns whether all input that the engine accepts is accepted.
    pub(crate) fn is_engine(&self) -> bool {
        self.engine
    }

    /// Returns the equivalent `DecodeOptions`.
    pub(crate) fn options(&self) -> DecodeOptions {
        decoding(self.engine, self.allow_objects)
    }

    /// Returns the options that encode what [`options`](Self::options) decodes.
    pub(crate) fn encode_options(&self) -> EncodeOptions {
        if self.engine {
            EncodeOptions::engine()
        } else {
            EncodeOptions::new()
        }
    }
}

/// The number of files that are read at once.
#[derive(Debug, Clone, Args)]
pub(crate) struct ThreadArgs {
    /// Read at most NUMBER files at once [default: the number of processors]
    #[arg(long, value_name = "NUMBER")]
    threads: Option<NonZeroUsize>,
}

impl ThreadArgs {
    /// Returns the number of threads that read `files` files.
    pub(crate) fn count(&self, files: usize) -> usize {
        let threads = self
            .threads
            .or_else(|| thread::available_parallelism().ok());
        threads.map_or(1, NonZeroUsize::get).min(files)
    }
}
