//! The arguments of `gdvariant types`, `completions` and `man`.

use super::NamedArgs;
use super::layouts::type_name;
use clap::Args;
use std::path::PathBuf;

/// The arguments of `gdvariant types`.
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/types.txt"))]
pub(crate) struct TypesArgs {
    #[command(flatten)]
    pub(crate) layout: NamedArgs,
    /// Print the types as one JSON document
    #[arg(long)]
    pub(crate) json: bool,
    /// The types to print; all types if omitted
    #[arg(
        value_name = "TYPE",
        value_parser = type_name(),
        ignore_case = true,
        hide_possible_values = true
    )]
    pub(crate) names: Vec<String>,
}

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
