//! Tuples, and structs as an Array.

use crate::{Decode, DecodeError, DecodeErrorKind, Layout, Reader};

/// Takes an Array and hands the index of each element to `element`, which takes it; says how many there were.
///
/// # Errors
///
/// When the value is no Array, lies too deep or its count lies, or has more elements than `expected`; and those of `element`.
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
        return Err(DecodeError::new(
            start,
            DecodeErrorKind::WrongLength { expected, found },
        ));
    }
    Ok(found)
}

/// The value of an element that may have been missing, and whose type is not asked what stands for it.
///
/// # Errors
///
/// When it was.
pub fn present_element<T>(
    value: Option<T>,
    start: usize,
    expected: usize,
    found: usize,
) -> Result<T, DecodeError> {
    value.ok_or_else(|| DecodeError::new(start, DecodeErrorKind::WrongLength { expected, found }))
}

/// The value of an element that may have been missing.
///
/// # Errors
///
/// When it was, and its type has nothing that stands for it.
pub fn required_element<'de, L: Layout, T: Decode<'de, L>>(
    value: Option<T>,
    start: usize,
    expected: usize,
    found: usize,
) -> Result<T, DecodeError> {
    present_element(value.or_else(T::absent), start, expected, found)
}
