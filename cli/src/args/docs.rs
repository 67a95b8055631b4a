//! The arguments of `gdvariant types`, `docs`, `completions` and `man`.

use super::NamedArgs;
use crate::layouts::LayoutName;
use clap::{Args, ValueEnum};
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
    #[arg(value_name = "TYPE")]
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

/// The arguments of `gdvariant docs`.
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/docs.txt"))]
pub(crate) struct DocsArgs {
    #[command(flatten)]
    pub(crate) page: PageArgs,
    /// Write all pages, in every language, into this folder. Without --format, in every format
    #[arg(long, value_name = "DIR", conflicts_with_all = ["layout", "lang", "double", "as_published", "errata"])]
    pub(crate) out: Option<PathBuf>,
    /// Write nothing, and report whether the pages in the folder are up to date
    #[arg(long, requires = "out")]
    pub(crate) check: bool,
}

/// Options that select the printed page.
#[derive(Debug, Args)]
pub(crate) struct PageArgs {
    /// Describe this layout
    #[arg(long, value_enum, value_name = "LAYOUT", default_value_t)]
    pub(crate) layout: LayoutName,
    /// Write pages in this format [default: md]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<PageFormat>,
    /// Print the page in this language: en, fr
    #[arg(long, value_name = "LANG", default_value = "en")]
    pub(crate) lang: String,
    /// Describe the layout in double precision
    #[arg(long)]
    pub(crate) double: bool,
    /// Print the facts of the page that the engine's manual publishes, errors included, table by
    /// table
    #[arg(long, conflicts_with_all = ["double", "errata"])]
    pub(crate) as_published: bool,
    /// Print the errors and gaps of the published page, with its line numbers, as a report for its
    /// maintainers
    #[arg(long, conflicts_with = "double")]
    pub(crate) errata: bool,
}

/// The format of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum PageFormat {
    /// Markdown, as GitHub shows it
    #[default]
    Md,
    /// reStructuredText, for docutils and Sphinx
    Rst,
    /// A self-contained HTML file
    Html,
}
