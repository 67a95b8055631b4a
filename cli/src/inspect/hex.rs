//! Hexadecimal digits.

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// Returns the digit of the lowest four bits.
pub(super) fn digit(bits: u64) -> u8 {
    DIGITS[(bits & 0xf) as usize]
}

/// Returns the digits of a byte.
pub(super) fn digits(byte: u8) -> [u8; 2] {
    [digit(u64::from(byte) >> 4), digit(byte.into())]
}
