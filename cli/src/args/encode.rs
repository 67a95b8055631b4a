//! `gdvariant encode`.

use super::{Bytes, FileArgs, FrameArgs, NamedArgs, OutputArgs, WrapperArgs};
use crate::failure::Failure;
use clap::{Args, ValueEnum};
use gdvariant::{EncodeOptions, EngineVersion, Layout};
use std::path::PathBuf;

/// What `encode` reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum SourceForm {
    /// JSON values, one per line or separated by other whitespace
    #[default]
    Json,
    /// The text of var2str, or values as in scripts; each starts on a line of its own
    Text,
}

/// The engine version that must be able to decode the output.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct TargetArgs {
    /// The oldest version of the layout's engine that must be able to decode the output, such as
    /// 4.2; a type that it lacks is an error
    #[arg(long, value_name = "VERSION")]
    target: Option<EngineVersion>,
    /// Replace what the target lacks: typed containers become untyped, packed arrays become Arrays
    #[arg(long, requires = "target")]
    fallback: bool,
}

impl TargetArgs {
    /// Returns the library's options; rejects a version that the layout's engine does not have.
    pub(crate) fn options<L: Layout>(&self) -> Result<EncodeOptions, Failure> {
        let options = EncodeOptions::new().fallback(self.fallback);
        let Some(version) = self.target else {
            return Ok(options);
        };
        if L::VERSIONS.contains(&version) {
            return Ok(options.target(version));
        }
        let (oldest, newest) = L::VERSIONS.into_inner();
        Err(Failure::usage(format!(
            "--target {version} is not a known version of the layout {}, whose versions are {oldest} to {newest}; leave it out for the newest",
            L::NAME
        )))
    }
}

/// `gdvariant encode`.
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/encode.txt"))]
pub(crate) struct EncodeArgs {
    #[command(flatten)]
    pub(crate) layout: NamedArgs,
    /// What is read
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    pub(crate) from: SourceForm,
    /// The longest input with --from text, in bytes [default: 268435456]
    #[arg(long, value_name = "BYTES")]
    max_text: Option<u64>,
    /// How the bytes are written down
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    pub(crate) to: Bytes,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// Write the output like this file: in its layout, compressed or encrypted like it, with lengths
    /// if it has some
    #[arg(long, value_name = "ORIGINAL")]
    pub(crate) like: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) wrapper: WrapperArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) frame: FrameArgs,
    #[command(flatten)]
    pub(crate) file: FileArgs,
}

/// The longest text in bytes, unless the command line says otherwise.
pub(crate) const MAX_TEXT: u64 = 256 << 20;

impl EncodeArgs {
    /// Returns the longest text in bytes.
    pub(crate) fn max_text(&self) -> u64 {
        self.max_text.unwrap_or(MAX_TEXT)
    }

    /// Rejects conflicting options.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if self.max_text.is_some() && self.from != SourceForm::Text {
            return Err(Failure::usage(
                "--max-text needs --from text: JSON is read value by value",
            ));
        }
        if self.like.is_some() && self.to != Bytes::Raw {
            return Err(Failure::usage(
                "--like needs raw output: lines of text are neither compressed nor encrypted",
            ));
        }
        self.frame.check_output(self.to)
    }
}
