//! `gdvariant edit`.

use super::{EditArgs, PrintArgs, Text};
use clap::Args;

/// `gdvariant edit`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gdvariant edit save.dat
  EDITOR='code --wait' gdvariant edit save.dat
  gdvariant edit --json --value 2 save.dat -o copy.dat

The editor is VISUAL or EDITOR, with arguments if it has some. It opens the text of `gdvariant decode --pretty --to text`, which `gdvariant encode --help` describes. In a file with lengths, values can be added and removed: each starts on a line of its own.

A text that is invalid can be edited again. Changes are shown before they are written; on a terminal, a question comes first. The file is replaced in one step and stays compressed or encrypted; values that are not changed keep their bytes. If nothing is written, the error names a file with the edited text, which `gdvariant encode --from text --like save.dat DRAFT -o save.dat` writes.")]
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
