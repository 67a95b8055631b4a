use crate::table::layout::{HasLayout, Layout};
use crate::{Encode, EncodeError, EncodeOptions, Engine, Writer};
use alloc::vec::Vec;

impl<'w, E: Engine> Writer<'w, E> {
    /// Creates a writer that appends to a buffer.
    #[inline]
    pub fn new(out: &'w mut Vec<u8>) -> Self {
        Self::of_layout(E::LAYOUT, out)
    }
}

/// The initial capacity of a buffer, in bytes; enough for most messages.
pub(crate) const SMALL: usize = 128;

/// Encodes a value into a new buffer.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{EncodeOptions, Godot4, generic};
///
/// let short = EncodeOptions::new().max_length(8);
/// assert_eq!(generic::to_vec::<Godot4, _>(&true, short)?, [1, 0, 0, 0, 1, 0, 0, 0]);
/// assert!(generic::to_vec::<Godot4, _>("too long", short).is_err());
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the value cannot be represented in the format,
/// [`ValueTooLong`](crate::EncodeErrorKind::ValueTooLong) if its encoding is longer than allowed,
/// [`NotInTarget`](crate::EncodeErrorKind::NotInTarget) if the target lacks a type, and
/// [`UnknownTarget`](crate::EncodeErrorKind::UnknownTarget) if the target is not a version of the
/// layout's engine.
pub fn to_vec<E: Engine, T: Encode<E> + ?Sized>(
    value: &T,
    options: EncodeOptions,
) -> Result<Vec<u8>, EncodeError> {
    let mut bytes = Vec::with_capacity(SMALL);
    encode_into(value, &mut bytes, options)?;
    Ok(bytes)
}

/// Appends the encoding of a value to a buffer.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{EncodeOptions, Godot4, generic};
///
/// let mut packet = vec![7];
/// generic::encode_into::<Godot4, _>(&true, &mut packet, EncodeOptions::packets())?;
/// assert_eq!(packet, [7, 1, 0, 0, 0, 1, 0, 0, 0]);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the errors of [`to_vec`]. The buffer is then unchanged.
#[inline]
pub fn encode_into<E: Engine, T: Encode<E> + ?Sized>(
    value: &T,
    buffer: &mut Vec<u8>,
    options: EncodeOptions,
) -> Result<(), EncodeError> {
    encode_in_layout(E::LAYOUT, value, buffer, options)
}

/// Appends the encoding of a value in the layout of the engine; in any layout for
/// [`AnyEngine`](crate::AnyEngine).
pub(crate) fn encode_in_layout<E: HasLayout, T: Encode<E> + ?Sized>(
    layout: &'static Layout,
    value: &T,
    buffer: &mut Vec<u8>,
    options: EncodeOptions,
) -> Result<(), EncodeError> {
    options.target.check(layout)?;
    let start = buffer.len();
    let mut writer = Writer::<E>::of_layout(layout, buffer).for_target(options.target);
    let encoded = value.encode(&mut writer);
    let is_allowed = options.allows(writer.length_from(start));
    if encoded.is_ok() && writer.is_complete() && is_allowed {
        return Ok(());
    }
    rejected(encoded, writer, start, options)
}

/// Restores the buffer and returns the error of a value that was rejected.
#[cold]
#[inline(never)]
fn rejected<E: HasLayout>(
    encoded: Result<(), EncodeError>,
    writer: Writer<'_, E>,
    start: usize,
    options: EncodeOptions,
) -> Result<(), EncodeError> {
    let length = writer.length_from(start);
    writer.out.truncate(start);
    encoded
        .and_then(|()| writer.finish())
        .and_then(|()| options.check(length))
}

/// Encodes a value into a temporary buffer and returns the number of bytes, a multiple of 4.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{EncodeOptions, Godot4, generic};
///
/// assert_eq!(generic::encoded_len::<Godot4, _>("abc", EncodeOptions::packets())?, 12);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the errors of [`to_vec`].
pub fn encoded_len<E: Engine, T: Encode<E> + ?Sized>(
    value: &T,
    options: EncodeOptions,
) -> Result<usize, EncodeError> {
    to_vec::<E, T>(value, options).map(|bytes| bytes.len())
}

/// Encodes a value, and writes the bytes in one call of `write_all`.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{EncodeOptions, Godot4, generic};
///
/// let mut file = Vec::new(); // or a File
/// generic::to_writer::<Godot4, _>(&mut file, &true, EncodeOptions::new())?;
/// assert_eq!(file.len(), 8);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns [`WriteError::Encode`](crate::WriteError) if the value cannot be represented in the
/// format, and writes nothing. Returns [`WriteError::Io`](crate::WriteError) if writing fails.
#[cfg(feature = "std")]
pub fn to_writer<E: Engine, T: Encode<E> + ?Sized>(
    mut writer: impl std::io::Write,
    value: &T,
    options: EncodeOptions,
) -> Result<(), crate::WriteError> {
    let bytes = to_vec::<E, T>(value, options)?;
    writer.write_all(&bytes)?;
    Ok(())
}
