//! Decodes values: the traits and the functions.

use crate::codec::container::push;
use crate::table::layout::HasLayout;
use crate::wire::cursor::Cursor;
use crate::wire::reader::Header;
use crate::{DecodeError, DecodeOptions, Engine, Kind, Reader};
use alloc::vec::Vec;

value_notes! {
/// A value that can be decoded from the engine `E`, borrowing from the input for `'de`.
///
/// Decoding coerces types that scripts commonly mix: an `f64` accepts an int that it represents
/// exactly, a `String` accepts a StringName, and a `Vec<T>` accepts an Array, a typed array or the
/// packed array of `T`. Any other mismatch is an error that names both types.
///
/// ```
/// use gdvariant::{Decode, DecodeError, Engine, Reader};
///
/// struct Celsius(f64);
///
/// impl<'de, E: Engine> Decode<'de, E> for Celsius {
///     fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
///         f64::decode(reader).map(Celsius)
///     }
/// }
/// # #[cfg(feature = "godot4")]
/// assert_eq!(gdvariant::godot4::from_slice::<Celsius>(&[2, 0, 0, 0, 7, 0, 0, 0]).unwrap().0, 7.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from the layout `{E}`",
    label = "no value of the layout `{E}` becomes this"
)]
pub trait Decode<'de, E: HasLayout>: Sized {
    /// What [`take_field`](Self::take_field) and the decoding of lists may rely on.
    #[doc(hidden)]
    const CURSOR_LEVELS: Option<u32> = None;

    /// Consumes a key and a value that has the most common encoding, or returns `None`; the cursor
    /// is then at an unspecified position.
    ///
    /// The value is that of strict decoding, whatever the position. Only fields of derived types
    /// are decoded with a key.
    #[doc(hidden)]
    #[inline]
    fn take_field<const N: usize>(cursor: &mut Cursor<'de>, key: [u8; N]) -> Option<Self> {
        let _ = (cursor, key);
        None
    }

    /// Decodes one value: its header and its body.
    ///
    /// The implementation for a smart pointer of your own should call `Box::<T>::decode`.
    /// Otherwise, recursive types that never consume a byte overflow the stack instead of returning
    /// an error.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not such a value, see
    /// [`DecodeErrorKind`](crate::DecodeErrorKind). The reader is then at an unspecified position
    /// within the value.
    fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError>;

    /// Returns the value for a key that a Dictionary lacks, or `None` if the key is required.
    ///
    /// An `Option` returns `Some(None)`.
    fn absent() -> Option<Self> {
        None
    }

    /// Decodes `count` consecutive values and appends them: the elements of an Array.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`decode`](Self::decode), with the index in the path.
    fn decode_elements(
        reader: &mut Reader<'de, E>,
        count: usize,
        elements: &mut Vec<Self>,
    ) -> Result<(), DecodeError> {
        let total = elements.len().saturating_add(count);
        for index in 0..count {
            let element = reader.element(index)?;
            push(elements, element, total);
        }
        Ok(())
    }

    /// Decodes the body of a packed array, and appends its elements, converted to this type.
    ///
    /// # Errors
    ///
    /// The default implementation always returns an error, because the value is not an Array.
    fn decode_packed(
        reader: &mut Reader<'de, E>,
        header: Header,
        elements: &mut Vec<Self>,
    ) -> Result<(), DecodeError> {
        let _ = elements;
        Err(reader.wrong_type(header, &[Kind::Array]))
    }
}
}

/// A value that borrows nothing, so it can be decoded from any input.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{DecodeOwned, Godot4, godot4};
///
/// fn load<T: DecodeOwned<Godot4>>(bytes: Vec<u8>) -> Option<T> {
///     godot4::from_slice(&bytes).ok() // `bytes` is dropped here
/// }
///
/// assert_eq!(load(vec![2, 0, 0, 0, 7, 0, 0, 0]), Some(7));
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from the layout `{E}`",
    label = "no value of the layout `{E}` becomes this",
    note = "your own type needs `#[derive(gdvariant::Variant)]` or an implementation of `Decode<'de, E>`, and every field has to own its data (`String`, not `&str`)"
)]
pub trait DecodeOwned<E: Engine>: for<'de> Decode<'de, E> {}

#[diagnostic::do_not_recommend]
impl<E: Engine, T: for<'de> Decode<'de, E>> DecodeOwned<E> for T {}

impl<'de, E: Engine> Reader<'de, E> {
    /// Creates a reader at the start of the input.
    #[inline]
    pub fn new(input: &'de [u8], options: DecodeOptions) -> Self {
        Self::for_layout(E::LAYOUT, input, options)
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
