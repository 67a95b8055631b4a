//! The commands that describe the format and the program.

use super::NamedArgs;
use crate::layouts::LayoutName;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `gdvariant types`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gdvariant types --layout godot4
  gdvariant types Vector2 Transform
  gdvariant types --json | jq '.types[] | select(.name == \"Vector2\").tables[0].fields'

With --json a type has its number, its name in the engine, its kind (the name in all layouts), the first version that has it, and its tables. A table has a name (empty for the first one), a size as in the text, and fields with name, offset, length (null if it is not fixed), wire type and description. An offset is
  {\"at\": 8}                     in bytes from the start of the value, its header included
  {\"part\": 4}                   from the start of a repeated part
  {\"first\": 8, \"stride\": 12}    first + stride * index, in an array
  {\"after\": true}               directly after the preceding field and its padding")]
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
#[command(after_help = "\
Examples:
  gdvariant completions bash > ~/.local/share/bash-completion/completions/gdvariant
  gdvariant completions fish > ~/.config/fish/completions/gdvariant.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

/// `gdvariant man`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gdvariant man | man -l -
  gdvariant man --out ~/.local/share/man/man1")]
pub(crate) struct ManArgs {
    /// Write the page of every command into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

/// `gdvariant docs`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gdvariant docs                              the page of Godot 3, in Markdown
  gdvariant docs --layout pandemonium --lang fr --format html > page.html
  gdvariant docs --as-published --lang fr     the manual's page about Godot 3, with its errors
  gdvariant docs --errata                     what the published page gets wrong or leaves out
  gdvariant docs --out docs                   every page in every language and format
  gdvariant docs --out docs --check           whether these are up to date

With --check a stale page is shown as a diff, and the exit status is 1.")]
pub(crate) struct DocsArgs {
    #[command(flatten)]
    pub(crate) page: PageArgs,
    /// Write every page in every language and format into this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["layout", "format", "lang", "double", "as_published", "errata"])]
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
    /// What the page is written in
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub(crate) format: PageFormat,
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
