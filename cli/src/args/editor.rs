//! `gdvariant edit`.

use super::{EditArgs, PrintArgs, Text};
use clap::Args;

/// `gdvariant edit`.
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/edit.txt"))]
pub(crate) struct EditorArgs {
    /// Edit the JSON form of `gdvariant encode --help`, which loses nothing
    #[arg(long)]
    json: bool,
    /// Write the changes without a question
    #[arg(short, long)]
    pub(crate) yes: bool,
    #[command(flatten)]
    pub(crate) edit: EditArgs,
}

impl EditorArgs {
    /// Returns the form that is edited.
    pub(crate) fn form(&self) -> PrintArgs {
        let to = if self.json { Text::Json } else { Text::Text };
        PrintArgs { to, pretty: true }
    }
}
