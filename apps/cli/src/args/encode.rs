//! The arguments of `gdvariant encode`.

use super::bytes::output_form;
use super::{FileArgs, FrameArgs, LayerArgs, NamedArgs, OutputArgs, PackingArgs};
use crate::terminal::failure::Failure;
use clap::{Args, ValueEnum};
use gdvariant::schema::Layout;
use gdvariant::{EncodeOptions, EngineVersion};
use gdvariant_files::notation::Notation;
use std::path::PathBuf;

/// The form of the values that `encode` parses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum InputFormat {
    /// JSON values, one per line or separated by other whitespace
    #[default]
    Json,
    /// The text of var2str, or values as in scripts; each value starts on its own line
    Text,
}

/// The engine version that must be able to decode the output.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct TargetArgs {
    /// Encode for this version of the layout's engine and later ones, such as 4.2; a type that the
    /// version lacks is an error
    #[arg(long, value_name = "VERSION")]
    target: Option<EngineVersion>,
    /// Replace types that the target lacks: typed containers become untyped, packed arrays become
    /// Arrays
    #[arg(long, requires = "target")]
    fallback: bool,
}

impl TargetArgs {
    /// Adds the target to the options; rejects a version that the layout's engine does not have.
    pub(crate) fn options(
        &self,
        layout: &'static Layout,
        options: EncodeOptions,
    ) -> Result<EncodeOptions, Failure> {
        let options = options.fallback(self.fallback);
        let Some(version) = self.target else {
            return Ok(options);
        };
        let (oldest, newest) = (layout.oldest, layout.newest);
        if (oldest..=newest).contains(&version) {
            return Ok(options.target(version));
        }
        Err(Failure::usage(format!(
            "--target {version} is not a known version of the layout {}, expected {oldest} to {newest}; omit --target for the newest",
            layout.name
        )))
    }
}

/// The arguments of `gdvariant encode`.
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/encode.txt"))]
pub(crate) struct EncodeArgs {
    #[command(flatten)]
    pub(crate) layout: NamedArgs,
    /// Parse the input in this form
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    pub(crate) from: InputFormat,
    /// Reject an input of more than BYTES bytes with --from text [default: 268435456]
    #[arg(long, value_name = "BYTES")]
    max_text: Option<u64>,
    /// Write the bytes in this form
    #[arg(long, value_parser = output_form(), value_name = "FORM", default_value = "raw")]
    pub(crate) to: Notation,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// Take the layout, the lengths, the compression and the encryption of the output from this
    /// file, keep its floats, and report types that changed
    #[arg(long, value_name = "ORIGINAL")]
    pub(crate) like: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) packing: PackingArgs,
    #[command(flatten)]
    pub(crate) layer: LayerArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) frame: FrameArgs,
    #[command(flatten)]
    pub(crate) file: FileArgs,
}

/// The default of `--max-text`, in bytes.
pub(crate) const MAX_TEXT: u64 = 256 << 20;

impl EncodeArgs {
    /// Returns the maximum length of the input with `--from text`, in bytes.
    pub(crate) fn max_text(&self) -> u64 {
        self.max_text.unwrap_or(MAX_TEXT)
    }

    /// Returns whether the options name the compression and the encryption of the output.
    pub(crate) fn is_packed(&self) -> bool {
        self.like.is_some() || !self.packing.is_none()
    }

    /// Rejects conflicting options.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if self.max_text.is_some() && self.from != InputFormat::Text {
            return Err(Failure::usage(
                "--max-text requires --from text: JSON is parsed value by value, without a limit",
            ));
        }
        let option = if self.like.is_some() {
            "--like"
        } else {
            "--compress and --encrypt"
        };
        if self.is_packed() && self.to != Notation::Raw {
            return Err(Failure::usage(format!(
                "{option} requires raw output: lines of text are neither compressed nor encrypted; omit {option} or --to"
            )));
        }
        self.frame.check_output(self.to)
    }
}
