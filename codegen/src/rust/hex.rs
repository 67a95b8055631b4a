//! Literals of masks and flags.

use crate::model::BitField;
use proc_macro2::Literal;

/// Returns a hexadecimal literal with all digits.
pub(super) fn hex(value: u32) -> Literal {
    format!("0x{:04x}_{:04x}", value >> 16, value & 0xffff)
        .parse()
        .expect("a hexadecimal number is a literal")
}

/// Returns the mask of a bit field, and a value in its place.
pub(super) fn placed(bits: &BitField, value: u32) -> [Literal; 2] {
    [hex(bits.mask), hex(bits.place(value))]
}
