//! The arguments of `gdvariant convert`.

use super::bytes::output_form;
use super::files::FilesArgs;
use super::{AcceptArgs, DetectionArgs, InputArgs, OutputArgs, TargetArgs};
use crate::args::layouts::{LayoutOption, Selection, layout, layout_or_auto};
use crate::terminal::batch::Batch;
use crate::terminal::failure::Failure;
use crate::terminal::output::Output;
use clap::{ArgGroup, Args};
use gdvariant::EncodeOptions;
use gdvariant::schema::{LAYOUTS, Layout};
use gdvariant_files::notation::Notation;
use std::path::PathBuf;

/// The arguments of `gdvariant convert`.
#[derive(Debug, Clone, Args)]
#[command(
    after_help = include_str!("help/convert.txt"),
    mut_arg("files", |arg| arg.conflicts_with("file")),
    group(ArgGroup::new("destination").args(["output", "in_place"]).required(true))
)]
pub(crate) struct ConvertArgs {
    /// Decode the input in this layout
    #[arg(long, value_parser = layout_or_auto(), value_name = "LAYOUT", default_value = "auto")]
    pub(crate) from_layout: LayoutOption,
    #[command(flatten)]
    pub(crate) detection: DetectionArgs,
    /// Encode the output in this layout
    #[arg(long, value_parser = layout(), value_name = "LAYOUT")]
    pub(crate) to_layout: &'static Layout,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// Write to FILE, in one step after every value is converted; - is standard output. With --files,
    /// write files with the names of the inputs into this folder
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace the input files, in one step after every value is converted
    #[arg(short, long)]
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
    to: Option<Notation>,
    #[command(flatten)]
    pub(crate) accept: AcceptArgs,
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) files: FilesArgs,
    /// The batch with which the file is replaced, if there are several files.
    #[arg(skip)]
    pub(crate) batch: Option<Batch>,
}

impl ConvertArgs {
    /// Returns the layout of the input, and the option that names it.
    pub(crate) fn source(&self) -> Selection {
        Selection {
            layout: self.from_layout.unwrap_or(&LAYOUTS[0]),
            option: "--from-layout",
        }
    }

    /// Returns the options that encode the output.
    pub(crate) fn encode_options(&self) -> Result<EncodeOptions, Failure> {
        let options = self.accept.encode_options();
        self.target.options(self.to_layout, options)
    }

    /// Creates the output.
    pub(crate) fn create(&self) -> Result<Output, Failure> {
        let output = match (&self.output, self.input.file.path()) {
            (Some(path), file) => {
                let name = file.filter(|_| self.batch.is_some());
                let name = name.and_then(|file| file.file_name());
                let output =
                    OutputArgs::from(name.map_or_else(|| path.clone(), |it| path.join(it)));
                if self.to() == Notation::Raw {
                    output.check_bytes("use --to hex, or ")?;
                }
                Output::for_values(&output, &self.input.file)?.deferred()
            }
            (None, Some(path)) => Output::replacing(path)?,
            (None, None) => {
                return Err(Failure::usage(
                    "--in-place requires a file: standard input cannot be replaced",
                ));
            }
        };
        Ok(output.replaced_with(self.backup, self.batch.as_ref()))
    }

    /// Returns the name of the file, if there are several, as the prefix of a line.
    pub(crate) fn prefix(&self) -> String {
        if self.batch.is_none() {
            return String::new();
        }
        self.input.file.label() + ": "
    }

    /// Returns the form of the output.
    pub(crate) fn to(&self) -> Notation {
        self.to.unwrap_or_else(|| self.input.from.output())
    }
}
