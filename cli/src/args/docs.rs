//! The commands that describe the format and the program.

use super::NamedArgs;
use crate::layouts::LayoutName;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `gdvariant types`.
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/types.txt"))]
pub(crate) struct TypesArgs {
    #[command(flatten)]
    pub(crate) layout: NamedArgs,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
    /// The types to print; all without names
    #[arg(value_name = "TYPE")]
    pub(crate) names: Vec<String>,
}

/// `gdvariant completions`.
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/completions.txt"))]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

/// `gdvariant man`.
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/man.txt"))]
pub(crate) struct ManArgs {
    /// Write the page of every command into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

/// `gdvariant docs`.
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/docs.txt"))]
pub(crate) struct DocsArgs {
    #[command(flatten)]
    pub(crate) page: PageArgs,
    /// Write every page in every language into this folder, in every format or the one of --format
    #[arg(long, value_name = "DIR", conflicts_with_all = ["layout", "lang", "double", "as_published", "errata"])]
    pub(crate) out: Option<PathBuf>,
    /// Write nothing, and say whether the folder holds these pages
    #[arg(long, requires = "out")]
    pub(crate) check: bool,
}

/// Which page is printed.
#[derive(Debug, Args)]
pub(crate) struct PageArgs {
    /// The engine's numbering of types
    #[arg(long, value_enum, value_name = "LAYOUT", default_value_t)]
    pub(crate) layout: LayoutName,
    /// What the page is written in [default: md]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<PageFormat>,
    /// The code of the page's language: en, fr
    #[arg(long, value_name = "LANG", default_value = "en")]
    pub(crate) lang: String,
    /// The layout in double precision
    #[arg(long)]
    pub(crate) double: bool,
    /// The facts of the engine's published page, table by table, errors included
    #[arg(long, conflicts_with_all = ["double", "errata"])]
    pub(crate) as_published: bool,
    /// What the published page gets wrong or leaves out, with its lines, as a report for its maintainers
    #[arg(long, conflicts_with = "double")]
    pub(crate) errata: bool,
}

/// What a page is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum PageFormat {
    /// Markdown, as GitHub shows it
    #[default]
    Md,
    /// reStructuredText, for docutils and Sphinx
    Rst,
    /// One file that needs no other
    Html,
}
