//! The arguments of `gdvariant completions` and `gdvariant man`.

use clap::Args;
use std::path::PathBuf;

/// The arguments of `gdvariant completions`.
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/completions.txt"))]
pub(crate) struct CompletionsArgs {
    /// The shell that loads the script
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

/// The arguments of `gdvariant man`.
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/man.txt"))]
pub(crate) struct ManArgs {
    /// Write the page of each command into this folder, instead of the page of the program to
    /// standard output
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}
