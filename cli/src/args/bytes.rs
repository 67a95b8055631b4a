//! How bytes are written down, and the lengths of values.

use crate::failure::Failure;
use clap::{Args, ValueEnum};
use gdvariant::FrameOptions;
use gdvariant::detect::Framing;

/// How bytes are written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Bytes {
    /// The bytes themselves: one value, or many with --framed
    #[default]
    Raw,
    /// Hex digits, one value a line
    Hex,
    /// Base64, one value a line
    Base64,
}

/// How the bytes of an input are written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum InputForm {
    /// The bytes themselves: one value, or many with --framed
    #[default]
    Raw,
    /// Hex digits, one value a line: 12000000 09000000, 12:00:00:00 or 0x12, 0x00
    Hex,
    /// Base64, one value a line
    Base64,
    /// What xxd, hexdump -C, od -t x1 or Wireshark print of raw bytes; * stands for at most
    /// --max-length bytes
    Dump,
    /// What languages print, one value a line or up to the bracket: [18, 0], { 0x12, 0x00 },
    /// PackedByteArray(18, 0), b'\x12\x00' or \x12\x00
    Bytes,
}

impl InputForm {
    /// Returns the name in `--from`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Raw => "raw",
            Self::Hex => "hex",
            Self::Base64 => "base64",
            Self::Dump => "dump",
            Self::Bytes => "bytes",
        }
    }

    /// Returns whether lines are values.
    pub(crate) fn is_lines(self) -> bool {
        !matches!(self, Self::Raw | Self::Dump)
    }

    /// Returns the form of output that is most like this one.
    pub(super) fn output(self) -> Bytes {
        match self {
            Self::Raw | Self::Dump => Bytes::Raw,
            Self::Hex | Self::Bytes => Bytes::Hex,
            Self::Base64 => Bytes::Base64,
        }
    }
}

/// The lengths of values.
#[derive(Debug, Clone, Default, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of the command line"
)]
pub(crate) struct FrameArgs {
    /// Each value follows its length in four bytes, as store_var and put_var write it
    #[arg(long)]
    pub(crate) framed: bool,
    /// One value without a length, as var_to_bytes and PacketPeer encode it
    #[arg(long, conflicts_with = "framed")]
    pub(crate) bare: bool,
    /// Several values in a row without lengths
    #[arg(long = "values", conflicts_with_all = ["framed", "bare"])]
    pub(crate) in_a_row: bool,
    /// The lengths are big-endian, as with File.endian_swap and StreamPeer.big_endian
    #[arg(long, requires = "framed")]
    big_endian: bool,
    /// The longest value with --framed or in lines of text, in bytes [default: 67108864]
    #[arg(long, value_name = "BYTES")]
    pub(super) max_length: Option<u32>,
}

/// The longest value in bytes, unless the command line says otherwise.
pub(crate) const MAX_LENGTH: u32 = 64 << 20;

impl FrameArgs {
    /// Returns the framing that the options state.
    pub(crate) fn stated(&self) -> Option<Framing> {
        match self {
            Self { in_a_row: true, .. } => Some(Framing::InARow),
            Self { bare: true, .. } => Some(Framing::Bare),
            Self { framed: false, .. } => None,
            Self {
                big_endian: true, ..
            } => Some(Framing::BigEndian),
            Self { .. } => Some(Framing::LittleEndian),
        }
    }

    /// Sets the framing that was detected.
    pub(crate) fn set(&mut self, framing: Framing) {
        self.bare = framing == Framing::Bare;
        self.in_a_row = framing == Framing::InARow;
        self.framed = framing.options().is_some();
        self.big_endian = framing == Framing::BigEndian;
    }

    /// Returns whether there can be several values.
    pub(crate) fn has_several(&self) -> bool {
        self.framed || self.in_a_row
    }

    /// Returns the length of a value.
    pub(crate) fn length(&self, prefix: [u8; 4]) -> u32 {
        if self.big_endian {
            u32::from_be_bytes(prefix)
        } else {
            u32::from_le_bytes(prefix)
        }
    }

    /// Returns the bytes of a length.
    pub(crate) fn prefix(&self, length: usize) -> [u8; 4] {
        // A value that was read has a length of 32 bits.
        let length = u32::try_from(length).unwrap_or(u32::MAX);
        if self.big_endian {
            length.to_be_bytes()
        } else {
            length.to_le_bytes()
        }
    }

    /// Returns the library's options.
    pub(crate) fn options(&self) -> FrameOptions {
        FrameOptions::new()
            .big_endian(self.big_endian)
            .max_length(self.max_length())
    }

    /// Returns the longest value in bytes.
    pub(crate) fn max_length(&self) -> u32 {
        self.max_length.unwrap_or(MAX_LENGTH)
    }

    /// Checks the options of a command that writes values in this form.
    pub(crate) fn check_output(&self, to: Bytes) -> Result<(), Failure> {
        if self.max_length.is_some() && !self.framed {
            return Err(Failure::usage(
                "--max-length needs --framed: other output has no limit",
            ));
        }
        let option = if to == Bytes::Hex {
            "--to hex"
        } else {
            "--to base64"
        };
        self.check(to != Bytes::Raw, option)
    }

    /// Rejects `--framed` for values that are lines of text.
    pub(super) fn check(&self, is_lines: bool, option: &str) -> Result<(), Failure> {
        if !(self.framed && is_lines) {
            return Ok(());
        }
        Err(Failure::usage(format!(
            "--framed needs raw bytes: with {option} each line is a value; leave one of the two out"
        )))
    }
}
