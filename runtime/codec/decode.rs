use crate::wire::cursor::Cursor;
use crate::{Decode, DecodeError, DecodeOptions, Engine, Reader};
#[cfg(feature = "std")]
use alloc::vec::Vec;

impl<'de, E: Engine> Reader<'de, E> {
    /// Creates a reader at the start of the input.
    #[inline]
    pub fn new(input: &'de [u8], options: DecodeOptions) -> Self {
        Self::of_layout(E::LAYOUT, input, options)
    }
}

/// Decodes a value that spans the whole input.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{DecodeOptions, Godot4, generic};
///
/// let bytes = [2, 0, 0, 0, 42, 0, 0, 0];
/// assert_eq!(generic::from_slice::<Godot4, u8>(&bytes, DecodeOptions::new())?, 42);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the input is not such a value, or if more bytes follow it and the options
/// are not lenient.
#[inline]
pub fn from_slice<'de, E: Engine, T: Decode<'de, E>>(
    input: &'de [u8],
    options: DecodeOptions,
) -> Result<T, DecodeError> {
    // Fast path: with a reader, `rpc/decode derive, borrowed` takes a quarter more instructions.
    if options.allow_cursor(0, T::CURSOR_LEVELS) {
        let mut cursor = Cursor::new(input);
        if let Some(value) = T::take_field(&mut cursor, [])
            && cursor.rest().is_empty()
        {
            return Ok(value);
        }
    }
    read::<E, T>(input, options)
}

/// Decodes a value that spans the whole input with a reader, which finds errors.
#[inline(never)]
fn read<'de, E: Engine, T: Decode<'de, E>>(
    input: &'de [u8],
    options: DecodeOptions,
) -> Result<T, DecodeError> {
    let mut reader = Reader::new(input, options);
    // Moving a value costs more than decoding most values, so the value is never moved out of its
    // `Result`, which is the only one that the function returns.
    let mut value = T::decode(&mut reader);
    if value.is_ok()
        && let Err(error) = reader.finish()
    {
        value = Err(error);
    }
    value
}

/// Decodes the value at the start of the input, and returns it with its length in bytes.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{DecodeOptions, Godot4, generic};
///
/// let bytes = [2, 0, 0, 0, 42, 0, 0, 0, 0xff];
/// assert_eq!(generic::from_slice_prefix::<Godot4, u8>(&bytes, DecodeOptions::new())?, (42, 8));
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the input does not start with such a value.
pub fn from_slice_prefix<'de, E: Engine, T: Decode<'de, E>>(
    input: &'de [u8],
    options: DecodeOptions,
) -> Result<(T, usize), DecodeError> {
    let mut reader = Reader::new(input, options);
    let value = T::decode(&mut reader)?;
    Ok((value, reader.position()))
}

/// Reads to the end and decodes a value that spans the whole input.
///
/// [`Read::take`](std::io::Read::take) limits the length of the input.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{DecodeOptions, Godot4, generic};
///
/// let file: &[u8] = &[2, 0, 0, 0, 42, 0, 0, 0]; // or a File
/// assert_eq!(generic::from_reader::<Godot4, u8>(file, DecodeOptions::new())?, 42);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns [`ReadError::Io`](crate::ReadError) if reading fails, and
/// [`ReadError::Decode`](crate::ReadError) if the input is not such a value.
#[cfg(feature = "std")]
pub fn from_reader<E: Engine, T: crate::DecodeOwned<E>>(
    mut reader: impl std::io::Read,
    options: DecodeOptions,
) -> Result<T, crate::ReadError> {
    let mut input = Vec::new();
    reader.read_to_end(&mut input)?;
    Ok(from_slice::<E, T>(&input, options)?)
}
