//! Where output goes, and how values are printed.

use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

/// How values are written down for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum ValueForm {
    /// JSON, one value a line; `encode` reads it back, and no value is lost
    #[default]
    Json,
    /// The text of the engine's var2str, keys in their own order
    Text,
}

/// How values are printed.
#[derive(Debug, Clone, Copy, Default, Args)]
pub(crate) struct PrintArgs {
    /// How the values are printed
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    pub(crate) to: ValueForm,
    /// Print over several lines and indented; --to text with every digit of floats
    #[arg(long)]
    pub(crate) pretty: bool,
}

/// Paths that stand for standard output.
const STDOUT: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// Where output goes.
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
    /// Returns whether the options name an output, be it standard output.
    pub(crate) fn is_given(&self) -> bool {
        self.output.is_some()
    }

    /// Returns the file's path, or none for standard output.
    pub(crate) fn path(&self) -> Option<&Path> {
        let path = self.output.as_deref()?;
        let is_stdout = |name| path.as_os_str() == name;
        (!STDOUT.into_iter().any(is_stdout)).then_some(path)
    }
}
