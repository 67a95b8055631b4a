//! The arguments of `gdvariant convert`.

use super::bytes::output_form;
use super::{AcceptArgs, DetectionArgs, InputArgs, OutputArgs};
use crate::args::layouts::{LayoutOption, Selection, layout, layout_or_auto};
use crate::terminal::failure::Failure;
use crate::terminal::output::Output;
use clap::Args;
use gdvariant::schema::{LAYOUTS, Layout};
use gdvariant_files::forms::ByteForm;
use std::path::PathBuf;

/// The arguments of `gdvariant convert`.
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/convert.txt"))]
pub(crate) struct ConvertArgs {
    /// Decode the input in this layout
    #[arg(long, value_parser = layout_or_auto(), value_name = "LAYOUT", default_value = "auto")]
    pub(crate) from_layout: LayoutOption,
    #[command(flatten)]
    pub(crate) detection: DetectionArgs,
    /// Encode the output in this layout
    #[arg(long, value_parser = layout(), value_name = "LAYOUT")]
    pub(crate) to_layout: &'static Layout,
    /// Write to FILE, in one step after every value is converted; - is standard output
    #[arg(short, long, value_name = "FILE", required_unless_present = "in_place")]
    output: Option<PathBuf>,
    /// Replace the input file, in one step after every value is converted
    #[arg(short, long, conflicts_with = "output", requires = "file")]
    pub(crate) in_place: bool,
    /// Keep a copy of the replaced file as FILE.bak; FILE.bak2 and so on if that exists
    #[arg(long)]
    backup: bool,
    /// Write the values even if the conversion loses something
    #[arg(long)]
    pub(crate) lossy: bool,
    /// Write the bytes in this form [default: the form of the input; raw for a dump, hex for --from
    /// bytes]
    #[arg(long, value_parser = output_form(), value_name = "FORM")]
    to: Option<ByteForm>,
    #[command(flatten)]
    pub(crate) accept: AcceptArgs,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

impl ConvertArgs {
    /// Returns the layout of the input, and the option that names it.
    pub(crate) fn source(&self) -> Selection {
        Selection {
            layout: self.from_layout.unwrap_or(&LAYOUTS[0]),
            option: "--from-layout",
        }
    }

    /// Creates the output.
    pub(crate) fn create(&self) -> Result<Output, Failure> {
        let output = match (&self.output, self.input.file.path()) {
            (Some(path), _) => {
                let output = OutputArgs::from(path.clone());
                if self.to() == ByteForm::Raw {
                    output.check_bytes("use --to hex, or ")?;
                }
                Output::of_values(&output, &self.input.file)?.deferred()
            }
            (None, Some(path)) => Output::replacing(path)?,
            (None, None) => {
                return Err(Failure::usage(
                    "--in-place requires a file: standard input cannot be replaced",
                ));
            }
        };
        Ok(output.replaced_with(self.backup, None))
    }

    /// Returns the form of the output.
    pub(crate) fn to(&self) -> ByteForm {
        self.to.unwrap_or_else(|| self.input.from.output())
    }
}
