//! The forms of pasted bytes, with the names that the program has for them.

/// The form of bytes in the output of the program.
#[allow(dead_code, reason = "only the program prints bytes")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ByteForm {
    Raw,
    Hex,
    Base64,
}

/// The form of pasted bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InputForm {
    Hex,
    Base64,
    Dump,
    Bytes,
}

impl InputForm {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Hex => "hex",
            Self::Base64 => "base64",
            Self::Dump => "dump",
            Self::Bytes => "bytes",
        }
    }
}
