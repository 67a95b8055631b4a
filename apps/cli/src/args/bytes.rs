//! The forms of bytes in input and output, and the framing of values.

use super::COMMON;
use crate::terminal::failure::Failure;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use gdvariant::framing::FrameOptions;
use gdvariant_files::detect::Framing;
use gdvariant_files::notation::{MAX_LENGTH, Notation};

/// Returns the parser of the form of the bytes in an output.
pub(super) fn output_form() -> impl TypedValueParser<Value = Notation> {
    form([
        (Notation::Raw, RAW),
        (Notation::Hex, "Hex digits, one value per line"),
        (Notation::Base64, "Base64, one value per line"),
    ])
}

/// Returns the parser of the form of the bytes in an input.
pub(super) fn input_form() -> impl TypedValueParser<Value = Notation> {
    form([
        (Notation::Raw, RAW),
        (
            Notation::Hex,
            "Hex digits, one value per line, or over lines of one width as xxd -p prints them: \
             12000000 09000000, 12:00:00:00 or 0x12, 0x00",
        ),
        (
            Notation::Base64,
            "Base64 or base64url, one value per line, or over lines of one width",
        ),
        (
            Notation::Dump,
            "A dump of all bytes by xxd, hexdump -Cv, od -v -A x -t x1 or Wireshark",
        ),
        (
            Notation::Bytes,
            "An array or string of a programming language, one value per line or up to the \
             closing bracket: [18, 0], { 0x12, 0x00 }, PackedByteArray(18, 0), <Buffer 12 00>, \
             b'\\x12\\x00' or \\x12\\x00",
        ),
    ])
}

const RAW: &str = "Raw bytes: one value, or several with --framed";

/// Returns a parser of forms, with their help.
fn form<const N: usize>(
    forms: [(Notation, &'static str); N],
) -> impl TypedValueParser<Value = Notation> {
    let names = forms.map(|(form, help)| PossibleValue::new(form.name()).help(help));
    // Other names are errors of the command line.
    PossibleValuesParser::new(names).map(|name| Notation::named(&name).unwrap_or_default())
}

/// The framing of values.
#[derive(Debug, Clone, Default, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of the command line"
)]
pub(crate) struct FrameArgs {
    /// Expect the length of each value before it, in four bytes, as store_var and put_var write it
    #[arg(long, help_heading = COMMON)]
    pub(crate) framed: bool,
    /// Expect one value without a length, as var_to_bytes and PacketPeer encode it
    #[arg(long, help_heading = COMMON, conflicts_with = "framed")]
    pub(crate) bare: bool,
    /// Expect several values one after another, without lengths
    #[arg(long = "values", help_heading = COMMON, conflicts_with_all = ["framed", "bare"])]
    pub(crate) concatenated: bool,
    /// Use big-endian lengths, as with File.endian_swap and StreamPeer.big_endian
    #[arg(long, help_heading = COMMON, requires = "framed")]
    big_endian: bool,
    /// Reject values of more than BYTES bytes, with --framed or in lines of text [default:
    /// 67108864]
    #[arg(long, help_heading = COMMON, value_name = "BYTES")]
    pub(crate) max_length: Option<u32>,
    /// Whether bytes after the last length-prefixed value that are not values are ignored.
    #[arg(skip)]
    pub(crate) ignores_rest: bool,
}

impl FrameArgs {
    /// Returns the framing that the options name, or `None` if they name none.
    pub(crate) fn requested(&self) -> Option<Framing> {
        Some(if self.concatenated {
            Framing::Concatenated
        } else if self.bare {
            Framing::Bare
        } else if !self.framed {
            return None;
        } else if self.big_endian {
            Framing::BigEndian
        } else {
            Framing::LittleEndian
        })
    }

    /// Sets the detected framing.
    pub(crate) fn set(&mut self, framing: Framing) {
        self.bare = framing == Framing::Bare;
        self.concatenated = framing == Framing::Concatenated;
        self.framed = framing.options().is_some();
        self.big_endian = framing == Framing::BigEndian;
    }

    /// Returns whether there can be several values.
    pub(crate) fn has_several(&self) -> bool {
        self.framed || self.concatenated
    }

    /// Returns the equivalent `FrameOptions`.
    pub(crate) fn options(&self) -> FrameOptions {
        FrameOptions::new()
            .big_endian(self.big_endian)
            .max_length(self.max_length())
    }

    /// Returns the maximum length of a value, in bytes.
    pub(crate) fn max_length(&self) -> u32 {
        self.max_length.unwrap_or(MAX_LENGTH)
    }

    /// Checks the options of a command that writes values in this form.
    pub(crate) fn check_output(&self, to: Notation) -> Result<(), Failure> {
        if self.max_length.is_some() && !self.framed {
            return Err(Failure::usage(
                "--max-length requires --framed: other output has no limit; omit it or add --framed",
            ));
        }
        if !(self.framed && to != Notation::Raw) {
            return Ok(());
        }
        Err(Failure::usage(format!(
            "--framed requires raw bytes: with --to {} each line is a value; omit one of the two",
            to.name()
        )))
    }
}
