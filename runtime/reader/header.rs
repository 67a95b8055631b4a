//! The header of a value.

use crate::Kind;
use crate::numbering::Numbering;

/// The header of a value: its type and its flags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    pub(super) number: u8,
    pub(super) flags: u32,
}

impl Header {
    /// Returns the number of the type; the layout has it.
    #[must_use]
    pub fn number(self) -> u8 {
        self.number
    }

    /// Returns the flags that the type has, in place: bits above the low 8.
    #[must_use]
    pub fn flags(self) -> u32 {
        self.flags
    }

    /// Returns the header without its flags.
    pub(crate) fn without_flags(self) -> Self {
        Self { flags: 0, ..self }
    }

    /// Returns whether the value is of a kind.
    #[must_use]
    pub fn is<L: Numbering>(self, kind: Kind) -> bool {
        self.number == L::NUMBERS[kind as usize]
    }
}
