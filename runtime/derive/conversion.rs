//! Types that are encoded and decoded as other types: `from`, `try_from`, `into`.

use crate::{Decode, DecodeError, DecodeErrorKind, Encode, EncodeError, Layout, Reader, Writer};
use alloc::string::ToString;
use core::fmt::Display;

/// Decodes a `T` and converts it.
///
/// # Errors
///
/// Returns the errors of decoding. Also fails if conversions form a cycle.
pub fn decode_from<'de, L: Layout, T: Decode<'de, L>, U: From<T>>(
    reader: &mut Reader<'de, L>,
) -> Result<U, DecodeError> {
    reader.enter_pointer()?;
    T::decode(reader).map(U::from)
}

/// Converts the value of a missing `T`, if it has one.
#[must_use]
pub fn absent_from<'de, L: Layout, T: Decode<'de, L>, U: From<T>>() -> Option<U> {
    T::absent().map(U::from)
}

/// Decodes a `T` and converts it.
///
/// # Errors
///
/// Returns the errors of decoding and of the conversion. Also fails if conversions form a cycle.
pub fn decode_try_from<'de, L: Layout, T: Decode<'de, L>, U: TryFrom<T, Error: Display>>(
    reader: &mut Reader<'de, L>,
) -> Result<U, DecodeError> {
    let start = reader.position();
    reader.enter_pointer()?;
    U::try_from(T::decode(reader)?)
        .map_err(|error| DecodeError::new(start, DecodeErrorKind::Custom(error.to_string().into())))
}

/// Converts the value of a missing `T`, if it has one that can be converted.
#[must_use]
pub fn absent_try_from<'de, L: Layout, T: Decode<'de, L>, U: TryFrom<T>>() -> Option<U> {
    T::absent().and_then(|value| U::try_from(value).ok())
}

/// Converts a clone of a value and encodes it.
///
/// # Errors
///
/// Returns the errors of encoding. Also fails if conversions form a cycle.
pub fn encode_into<L: Layout, U: Clone + Into<T>, T: Encode<L>>(
    value: &U,
    writer: &mut Writer<'_, L>,
) -> Result<(), EncodeError> {
    writer.enter_pointer()?;
    value.clone().into().encode(writer)
}
