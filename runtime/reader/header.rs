//! The header of a value.

use crate::{Kind, Layout};

/// The header of a value: its type, and whether the flag of a 64-bit body is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    pub(super) number: u8,
    pub(super) wide: bool,
}

impl Header {
    /// The number of the type; one that the layout has.
    #[must_use]
    pub fn number(self) -> u8 {
        self.number
    }

    /// Whether the flag is set: a 64-bit body of an int or float, the id of an Object.
    #[must_use]
    pub fn is_wide(self) -> bool {
        self.wide
    }

    /// Whether the value is of this kind.
    #[must_use]
    pub fn is<L: Layout>(self, kind: Kind) -> bool {
        self.number == L::NUMBERS[kind as usize]
    }
}
