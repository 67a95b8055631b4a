//! The options of the output: its file, and the form of printed values.

use crate::terminal::failure::Failure;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

/// The form of printed values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum OutputFormat {
    /// JSON, one value per line, which `encode` parses without loss
    #[default]
    Json,
    /// The text of the engine's var2str, with keys in insertion order
    Text,
}

/// The options that print values.
#[derive(Debug, Clone, Copy, Default, Args)]
pub(crate) struct PrintArgs {
    /// Print the values in this form [default: json, and `decode` prints a file that is text as it
    /// is]
    #[arg(long, value_enum, value_name = "FORM")]
    to: Option<OutputFormat>,
    /// Print values on several lines, indented; with --to text, print floats with all digits
    #[arg(long)]
    pub(crate) pretty: bool,
    /// Print JSON for other tools, without the types: vectors as arrays, StringNames and NodePaths
    /// as strings, Dictionaries as objects if all keys are strings; lossy
    #[arg(long)]
    pub(crate) plain: bool,
}

impl PrintArgs {
    /// Returns the options that print values in a form on several lines.
    pub(crate) fn pretty(to: OutputFormat) -> Self {
        Self {
            to: Some(to),
            pretty: true,
            plain: false,
        }
    }

    /// Returns the form of the values.
    pub(crate) fn format(self) -> OutputFormat {
        self.to.unwrap_or_default()
    }

    /// Returns whether no option sets the form of the values.
    pub(crate) fn is_default(self) -> bool {
        self.to.is_none() && !self.pretty && !self.plain
    }

    /// Rejects conflicting options.
    pub(crate) fn check(self) -> Result<(), Failure> {
        if self.plain && self.format() == OutputFormat::Text {
            return Err(Failure::usage(
                "--plain requires --to json: text always has the types; omit one of the two",
            ));
        }
        Ok(())
    }
}

/// The paths of standard output.
const STDOUT: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// The file of the output.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct OutputArgs {
    /// Write to FILE instead of standard output, in one step at the end
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl From<PathBuf> for OutputArgs {
    fn from(path: PathBuf) -> Self {
        Self { output: Some(path) }
    }
}

impl OutputArgs {
    /// Returns whether the options name an output, standard output included.
    pub(crate) fn is_given(&self) -> bool {
        self.output.is_some()
    }

    /// Returns the file's path, or `None` for standard output.
    pub(crate) fn path(&self) -> Option<&Path> {
        let path = self.output.as_deref()?;
        let is_stdout = |name| path.as_os_str() == name;
        (!STDOUT.into_iter().any(is_stdout)).then_some(path)
    }
}
