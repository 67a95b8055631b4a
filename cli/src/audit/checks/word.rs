//! The numbers of rows.

use gdvariant::inspect::InspectRow;

/// Returns the header, count or flags of a row.
pub(in crate::audit) fn word(row: &InspectRow<'_>) -> Option<u32> {
    row.bytes.try_into().ok().map(u32::from_le_bytes)
}
