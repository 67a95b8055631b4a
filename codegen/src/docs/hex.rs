//! Bytes in hex.

use super::page::joined;

/// Formats bytes in one line.
pub(super) fn line(bytes: &[u8]) -> String {
    joined(bytes.iter().map(|byte| format!("{byte:02x}")), " ")
}

/// Formats bytes in lines of 16 and groups of 4, like the rulers.
pub(super) fn lines(bytes: &[u8]) -> String {
    let grouped = |bytes: &[u8]| joined(bytes.chunks(4).map(line), "  ");
    joined(bytes.chunks(16).map(grouped), "\n")
}
