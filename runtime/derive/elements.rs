//! Tuples, and structs encoded as Arrays.

use crate::{Decode, DecodeError, Layout, Reader};

/// Decodes an Array: calls `element` with each index to decode the element, and returns the number
/// of elements.
///
/// # Errors
///
/// Fails if the value is not an Array, is nested too deeply, has an invalid count, or has more
/// elements than `expected`. Also returns the errors of `element`.
pub fn elements<'de, L: Layout>(
    reader: &mut Reader<'de, L>,
    expected: usize,
    mut element: impl FnMut(usize, &mut Reader<'de, L>) -> Result<(), DecodeError>,
) -> Result<usize, DecodeError> {
    let start = reader.position();
    let mut found = 0;
    reader.array(|reader, index| {
        found = index + 1;
        if index < expected {
            element(index, reader)
        } else {
            reader.skip()
        }
    })?;
    if found > expected {
        return Err(DecodeError::wrong_length(start, expected, found));
    }
    Ok(found)
}

/// Returns the value of an element, without a fallback of its type.
///
/// # Errors
///
/// Fails if the element is missing.
pub fn present_element<T>(
    value: Option<T>,
    start: usize,
    expected: usize,
    found: usize,
) -> Result<T, DecodeError> {
    value.ok_or_else(|| DecodeError::wrong_length(start, expected, found))
}

/// Returns the value of an element, or the fallback of its type if the element is missing.
///
/// # Errors
///
/// Fails if the element is missing and its type has no fallback.
pub fn required_element<'de, L: Layout, T: Decode<'de, L>>(
    value: Option<T>,
    start: usize,
    expected: usize,
    found: usize,
) -> Result<T, DecodeError> {
    present_element(value.or_else(T::absent), start, expected, found)
}
