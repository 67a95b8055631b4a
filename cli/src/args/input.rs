//! Where values come from, what decoding accepts, and how many files are read at once.

use super::{FrameArgs, InputForm};
use crate::failure::Failure;
use clap::Args;
use gdvariant::DecodeOptions;
use std::fmt::Display;
use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

/// When a wrapper is reported on standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Reported {
    /// If standard error is a terminal.
    #[default]
    OnTerminal,
    Always,
    Never,
}

/// How compressed and encrypted files are opened.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct WrapperArgs {
    /// Read the password of an encrypted file from the first line of FILE; GDVARIANT_PASSWORD or a
    /// prompt is the alternative
    #[arg(long, value_name = "FILE")]
    pub(crate) password_file: Option<PathBuf>,
    /// The key of an encrypted file: 64 hex digits
    #[arg(long, value_name = "HEX", conflicts_with = "password_file")]
    pub(crate) key: Option<String>,
    /// The longest content of a compressed or encrypted file, in bytes [default: 1073741824]
    #[arg(long, value_name = "BYTES")]
    max_content: Option<u64>,
    /// Skip a header of the game's own before the first value, of N bytes
    #[arg(long, value_name = "N")]
    pub(crate) skip: Option<u64>,
    /// When the wrapper is reported on standard error.
    #[arg(skip)]
    pub(crate) reported: Reported,
}

impl WrapperArgs {
    /// Returns the options of a command that always reports wrappers.
    pub(super) fn reported(self) -> Self {
        Self {
            reported: Reported::Always,
            ..self
        }
    }

    /// Returns the options without notes about wrappers.
    pub(crate) fn unreported(self) -> Self {
        Self {
            reported: Reported::Never,
            ..self
        }
    }

    /// Returns whether the command reports what its input is.
    pub(crate) fn is_reported(&self) -> bool {
        self.reported != Reported::Never
    }

    /// Returns the longest content in bytes.
    pub(crate) fn max_content(&self) -> u64 {
        self.max_content.unwrap_or(1 << 30)
    }

    /// Returns the library's options.
    pub(crate) fn options(&self) -> gdvariant::files::FileOptions {
        gdvariant::files::FileOptions::new().max_length(self.max_content())
    }
}

/// Where encoded values come from.
#[derive(Debug, Clone, Args)]
pub(crate) struct InputArgs {
    /// How the bytes are written down
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    pub(crate) from: InputForm,
    #[command(flatten)]
    pub(crate) frame: FrameArgs,
    #[command(flatten)]
    pub(crate) wrapper: WrapperArgs,
    #[command(flatten)]
    pub(crate) file: FileArgs,
}

impl InputArgs {
    /// Returns whether there can be several values.
    pub(crate) fn has_several(&self) -> bool {
        self.frame.has_several() || self.from.is_lines()
    }

    /// Rejects conflicting options.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        let is_one = self.frame.stated().is_some() && !self.frame.framed;
        if self.frame.max_length.is_some() && is_one && self.from == InputForm::Raw {
            return Err(Failure::usage(
                "--max-length needs --framed or --from: raw input is one value",
            ));
        }
        let option = format!("--from {}", self.from.name());
        self.frame.check(self.from.is_lines(), &option)
    }
}

/// How values are written down in every file of a command.
#[derive(Debug, Clone, Args)]
pub(crate) struct FormArgs {
    /// How the bytes are written down
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    pub(crate) from: InputForm,
    #[command(flatten)]
    pub(crate) frame: FrameArgs,
    #[command(flatten)]
    pub(crate) wrapper: WrapperArgs,
}

impl FormArgs {
    /// Returns a file as an input.
    pub(crate) fn input(&self, file: PathBuf) -> InputArgs {
        InputArgs {
            from: self.from,
            frame: self.frame.clone(),
            wrapper: self.wrapper.clone(),
            file: file.into(),
        }
    }
}

/// A file, or standard input.
#[derive(Debug, Clone, Args)]
pub(crate) struct FileArgs {
    /// What to read; standard input without it, or when it is -
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

impl From<PathBuf> for FileArgs {
    fn from(path: PathBuf) -> Self {
        Self { file: Some(path) }
    }
}

impl FileArgs {
    /// Returns the file's path, or none for standard input.
    pub(crate) fn path(&self) -> Option<&PathBuf> {
        self.file.as_ref().filter(|path| path.as_os_str() != "-")
    }

    /// Returns the failure of the input: its name, then the message.
    pub(crate) fn failure(&self, message: impl Display) -> Failure {
        Failure::at(self.label(), message)
    }

    /// Returns the failure to read the input.
    pub(crate) fn unreadable(&self, error: &io::Error) -> Failure {
        let not_found = "there is no such file; check the path";
        Failure::of_io(self.label(), error, not_found, "no permission to read it")
    }

    /// Returns the name of the input in errors.
    pub(crate) fn label(&self) -> String {
        self.path().map_or_else(
            || "standard input".into(),
            |path| path.display().to_string(),
        )
    }
}

/// What decoding accepts.
#[derive(Debug, Args)]
pub(crate) struct AcceptArgs {
    /// Accept only what an engine writes, and a few forms that mean the same (default)
    #[arg(long, conflicts_with = "engine")]
    strict: bool,
    /// Accept what the engine accepts: one value, ignoring what follows it
    #[arg(long)]
    engine: bool,
    /// Accept objects with class and properties; they are read as data
    #[arg(long)]
    allow_objects: bool,
}

impl AcceptArgs {
    /// Returns the library's options.
    pub(crate) fn options(&self) -> DecodeOptions {
        let options = if self.engine {
            DecodeOptions::engine()
        } else {
            DecodeOptions::new()
        };
        options.allow_objects(self.allow_objects)
    }
}

/// How many files are read at once.
#[derive(Debug, Clone, Args)]
pub(crate) struct ThreadArgs {
    /// The number of files that are read at once [default: the number of processors]
    #[arg(long, value_name = "NUMBER")]
    threads: Option<NonZeroUsize>,
}

impl ThreadArgs {
    /// Returns the number of threads for a number of files.
    pub(crate) fn count(&self, files: usize) -> usize {
        let threads = self
            .threads
            .or_else(|| thread::available_parallelism().ok());
        threads.map_or(1, NonZeroUsize::get).min(files)
    }
}
