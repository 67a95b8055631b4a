//! Tuples, and structs encoded as Arrays.

use crate::{DecodeError, Layout, Reader};

/// Decodes an Array and returns the number of elements.
///
/// `element` is called with each index to decode the element.
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
