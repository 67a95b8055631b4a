//! Literals of masks and flags.

use proc_macro2::Literal;

/// Returns a hexadecimal literal with all digits.
pub(super) fn hex(value: u32) -> Literal {
    format!("0x{:04x}_{:04x}", value >> 16, value & 0xffff)
        .parse()
        .expect("a hexadecimal number is a literal")
}
