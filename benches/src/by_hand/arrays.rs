//! Packed arrays.

use bytemuck::{AnyBitPattern, NoUninit};

/// Copies the elements of a packed array in bulk.
#[inline]
pub(super) fn elements<T: NoUninit + AnyBitPattern>(bytes: &[u8]) -> Vec<T> {
    match bytemuck::try_cast_slice(bytes) {
        Ok(elements) => elements.to_vec(),
        Err(_) => bytemuck::pod_collect_to_vec(bytes),
    }
}
