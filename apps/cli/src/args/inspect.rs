//! The arguments of `gdvariant inspect` and `gdvariant detect`.

use super::bytes::input_form;
use super::{AcceptArgs, COMMON, FileArgs, InputArgs, LayerArgs, LayoutArgs, Notices, OutputArgs};
use clap::Args;
use gdvariant_files::notation::Notation;

/// The arguments of `gdvariant inspect`.
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/inspect.txt"))]
pub(crate) struct InspectArgs {
    #[command(flatten)]
    pub(crate) layout: LayoutArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// Print each row as a JSON object, one per line
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) select: SelectArgs,
    #[command(flatten)]
    pub(crate) accept: AcceptArgs,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

/// Options that select rows.
#[derive(Debug, Args)]
pub(crate) struct SelectArgs {
    /// Show only the rows of the value at PATH, as in `get`, and of nested values
    #[arg(long, value_name = "PATH")]
    pub(crate) path: Option<gdvariant::Path>,
    /// Show only the bytes from OFFSET on, such as 8000 or 0x1f40
    #[arg(long, value_name = "OFFSET", value_parser = offset)]
    pub(crate) offset: Option<u64>,
    /// Stop after N rows
    #[arg(long, value_name = "N", value_parser = super::number)]
    pub(crate) limit: Option<u64>,
}

/// Parses an offset.
fn offset(text: &str) -> Result<u64, String> {
    let number = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    number.map_err(|_| "expected a number such as 8000 or 0x1f40".into())
}

/// The arguments of `gdvariant detect`.
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/detect.txt"))]
pub(crate) struct DetectArgs {
    /// Read the bytes in this form
    #[arg(
        long,
        help_heading = COMMON,
        value_parser = input_form(),
        value_name = "FORM",
        default_value = "raw"
    )]
    pub(crate) from: Notation,
    /// Print the ranking as a JSON object
    ///
    /// `choice` is what the other commands open, or null if they ask; its `also_valid` lists the candidates that fit as well. `candidates` lists all candidates, the likeliest first.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    layer: LayerArgs,
    #[command(flatten)]
    pub(crate) file: FileArgs,
}

impl DetectArgs {
    /// Returns the input without framing options, because `detect` determines the framing.
    pub(crate) fn input(&self) -> InputArgs {
        InputArgs {
            from: self.from,
            ..InputArgs::raw(
                self.file.clone(),
                self.layer.clone().with_notices(Notices::Always),
            )
        }
    }
}
