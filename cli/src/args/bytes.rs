//! How bytes are written down, and the lengths of values.

use crate::failure::Failure;
use clap::{Args, ValueEnum};
use gdvariant::FrameOptions;
use gdvariant::detect::Framing;

/// The forms that `--from` reads, and where a value ends in each.
pub(super) const FORMS: &str = "\
How the bytes are written down

With hex and base64 each line is a value, unless its form says that the value continues.
--from hex reads these forms:
  12000000 09000000             digits, with spaces anywhere and 0x before the first
  0x12, 0x00  12, 00            hex bytes; the value continues after a comma at the end
  12:00:00  12-00-00            hex bytes
  \\x12\\x00  b'\\x04\\x00id'       escapes, and literals of Python and Rust
  [18, 0]  { 0x12, 0x00 }       decimal or 0x bytes; the value continues up to the bracket
  PackedByteArray(18, 0)        the same; also what xxd -i prints
  00000000: 1200 0000  ....     rows of xxd, hexdump -C, od -t x1, Wireshark or tcpdump; the
                                value continues up to a row with offset 0 or a line without one
  60 digits                     a row of xxd -p; the value continues up to a shorter row
--from base64 also reads wrapped lines: after one of 64 or 76 digits that is no value by
itself, the value continues up to a shorter line. An empty line always ends a value.
";

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
    /// The longest value with --framed, or as hex or base64, in bytes [default: 67108864]
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
            let message = "--max-length needs --framed: other output has no limit";
            return Err(Failure::Usage(message.into()));
        }
        self.check(to, "--to")
    }

    /// Rejects `--framed` for values that are lines of text.
    pub(super) fn check(&self, bytes: Bytes, option: &str) -> Result<(), Failure> {
        let name = match bytes {
            Bytes::Raw => return Ok(()),
            Bytes::Hex => "hex",
            Bytes::Base64 => "base64",
        };
        if !self.framed {
            return Ok(());
        }
        let or = if option == "--from" {
            ", or turn the text into bytes first, as `xxd -r` does"
        } else {
            ""
        };
        Err(Failure::Usage(format!(
            "--framed needs raw bytes: with {option} {name} each line is a value; leave one of the two out{or}"
        )))
    }
}
