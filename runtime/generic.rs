//! The functions of the layouts' modules, for code that is generic over the layout.

use crate::{
    Decode, DecodeError, DecodeOptions, Encode, EncodeError, EncodeOptions, Layout, Reader, Writer,
};
use alloc::vec::Vec;

/// Encodes a value into a new buffer.
///
/// # Errors
///
/// When the format cannot say the value, see [`EncodeErrorKind`](crate::EncodeErrorKind).
pub fn to_vec<L: Layout, T: Encode<L> + ?Sized>(value: &T) -> Result<Vec<u8>, EncodeError> {
    to_vec_with(value, EncodeOptions::new())
}

/// Bytes of most messages: room for them is made at once.
const SMALL: usize = 128;

/// Encodes a value into a new buffer, if it is no longer than the options allow.
///
/// # Errors
///
/// When the format cannot say the value, and [`ValueTooLong`](crate::EncodeErrorKind::ValueTooLong).
pub fn to_vec_with<L: Layout, T: Encode<L> + ?Sized>(
    value: &T,
    options: EncodeOptions,
) -> Result<Vec<u8>, EncodeError> {
    let mut bytes = Vec::with_capacity(SMALL);
    encode_into_with(value, &mut bytes, options)?;
    Ok(bytes)
}

/// Encodes a value behind what a buffer holds; with a buffer that is used again, nothing is allocated.
///
/// # Errors
///
/// When the format cannot say the value; the buffer is then as it was before.
pub fn encode_into<L: Layout, T: Encode<L> + ?Sized>(
    value: &T,
    buffer: &mut Vec<u8>,
) -> Result<(), EncodeError> {
    encode_into_with(value, buffer, EncodeOptions::new())
}

/// Encodes a value behind what a buffer holds, if it is no longer than the options allow.
///
/// # Errors
///
/// When the format cannot say the value, and [`ValueTooLong`](crate::EncodeErrorKind::ValueTooLong); the buffer is then as it was before.
#[inline]
pub fn encode_into_with<L: Layout, T: Encode<L> + ?Sized>(
    value: &T,
    buffer: &mut Vec<u8>,
    options: EncodeOptions,
) -> Result<(), EncodeError> {
    let start = buffer.len();
    let mut writer = Writer::new(buffer);
    let encoded = value.encode(&mut writer);
    let is_allowed = options.allows(writer.length_from(start));
    if encoded.is_ok() && writer.is_complete() && is_allowed {
        return Ok(());
    }
    rejected(encoded, writer, start, options)
}

/// Restores the buffer and returns why a value is rejected; cold, since most values are short.
#[cold]
#[inline(never)]
fn rejected<L: Layout>(
    encoded: Result<(), EncodeError>,
    mut writer: Writer<'_, L>,
    start: usize,
    options: EncodeOptions,
) -> Result<(), EncodeError> {
    let length = writer.length_from(start);
    writer.truncate(start);
    encoded
        .and_then(|()| writer.finish())
        .and_then(|()| options.check(length))
}

/// Encodes a value and puts it into any buffer of the crate `bytes`; where it cannot be encoded or does not fit, nothing is put.
///
/// The value is encoded in a buffer of its own and copied from there, because the count of a container is known only behind its elements.
///
/// # Errors
///
/// When the format cannot say the value, and [`BufferFull`](crate::EncodeErrorKind::BufferFull) when the buffer has too few bytes left.
#[cfg(feature = "bytes")]
pub fn encode_into_buf<L: Layout, T: Encode<L> + ?Sized>(
    value: &T,
    mut buffer: impl bytes::BufMut,
) -> Result<(), EncodeError> {
    let bytes = to_vec::<L, T>(value)?;
    let (needed, left) = (bytes.len(), buffer.remaining_mut());
    if needed > left {
        return Err(EncodeError::new(crate::EncodeErrorKind::BufferFull {
            needed,
            left,
        }));
    }
    buffer.put_slice(&bytes);
    Ok(())
}

/// How many bytes a value takes, without keeping them: a multiple of 4.
///
/// # Errors
///
/// When the format cannot say the value.
pub fn encoded_len<L: Layout, T: Encode<L> + ?Sized>(value: &T) -> Result<usize, EncodeError> {
    let mut scratch = Vec::new();
    let mut writer = Writer::counting(&mut scratch);
    value.encode(&mut writer)?;
    let length = writer.counted();
    writer.finish().map(|()| length)
}

/// Encodes a value and writes it in one go; where it cannot be encoded, nothing is written.
///
/// # Errors
///
/// [`WriteError::Encode`](crate::WriteError) when the format cannot say the value, [`WriteError::Io`](crate::WriteError) when writing fails.
#[cfg(feature = "std")]
pub fn to_writer<L: Layout, T: Encode<L> + ?Sized>(
    mut writer: impl std::io::Write,
    value: &T,
) -> Result<(), crate::WriteError> {
    let bytes = to_vec::<L, T>(value)?;
    writer.write_all(&bytes)?;
    Ok(())
}

/// Decodes the one value that the input holds.
///
/// # Errors
///
/// When the bytes are not such a value, or more bytes follow it.
pub fn from_slice<'de, L: Layout, T: Decode<'de, L>>(
    input: &'de [u8],
    options: DecodeOptions,
) -> Result<T, DecodeError> {
    let mut reader = Reader::new(input, options);
    // Not taken out of its result, and returned in one place: to move a value costs more than to read most of them.
    let mut value = T::decode(&mut reader);
    if value.is_ok()
        && let Err(error) = reader.finish()
    {
        value = Err(error);
    }
    value
}

/// Decodes the value at the front of the input, and says how many bytes it took.
///
/// # Errors
///
/// When the input does not start with such a value.
pub fn from_slice_prefix<'de, L: Layout, T: Decode<'de, L>>(
    input: &'de [u8],
    options: DecodeOptions,
) -> Result<(T, usize), DecodeError> {
    let mut reader = Reader::new(input, options);
    let value = T::decode(&mut reader)?;
    Ok((value, reader.position()))
}

/// Reads to the end and decodes the one value that comes; [`Read::take`](std::io::Read::take) bounds how much is read.
///
/// # Errors
///
/// [`ReadError::Io`](crate::ReadError) when reading fails, [`ReadError::Decode`](crate::ReadError) when the bytes are not such a value.
#[cfg(feature = "std")]
pub fn from_reader<L: Layout, T: crate::DecodeOwned<L>>(
    mut reader: impl std::io::Read,
    options: DecodeOptions,
) -> Result<T, crate::ReadError> {
    let mut input = Vec::new();
    reader.read_to_end(&mut input)?;
    Ok(from_slice::<L, T>(&input, options)?)
}

/// Writes a value behind its length, in one go; where it cannot be encoded or is longer than the options allow, nothing is written.
///
/// [`Frames`](crate::Frames) reads what it writes.
///
/// # Errors
///
/// [`WriteError::Encode`](crate::WriteError) when the format cannot say the value, [`WriteError::TooLong`](crate::WriteError) when it is
/// longer than the options allow, [`WriteError::Io`](crate::WriteError) when writing fails.
#[cfg(feature = "std")]
pub fn write_framed<L: Layout, T: Encode<L> + ?Sized>(
    writer: impl std::io::Write,
    value: &T,
    options: crate::FrameOptions,
) -> Result<(), crate::WriteError> {
    crate::framing::write_framed(writer, value, options)
}
