//! Bytes in hex.

use super::page::joined;

/// Formats bytes in one line.
pub(super) fn line(bytes: &[u8]) -> String {
    joined(bytes.iter().map(|byte| format!("{byte:02x}")), " ")
}
