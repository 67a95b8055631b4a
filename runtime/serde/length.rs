//! The length of containers.

use crate::DecodeError;

/// Returns an error at `start` if a container does not have the expected length.
#[inline]
pub(super) fn check_length(
    start: usize,
    expected: Option<usize>,
    found: usize,
) -> Result<(), DecodeError> {
    match expected {
        Some(expected) if expected != found => {
            Err(DecodeError::wrong_length(start, expected, found))
        }
        _ => Ok(()),
    }
}
