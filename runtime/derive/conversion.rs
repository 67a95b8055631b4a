//! Types that are encoded and decoded as other types: `from`, `try_from`, `into`.

use crate::{Decode, DecodeError, DecodeErrorKind, Encode, EncodeError, Engine, Reader, Writer};
use alloc::string::ToString;
use core::error::Error;
use core::fmt::Display;

/// Decodes a `T` and converts it.
///
/// # Errors
///
/// Returns the errors of decoding. Also fails if conversions form a cycle.
pub fn decode_from<'de, E: Engine, T: Decode<'de, E>, U: From<T>>(
    reader: &mut Reader<'de, E>,
) -> Result<U, DecodeError> {
    reader.enter_pointer()?;
    T::decode(reader).map(U::from)
}

/// Decodes a `T` and attempts to convert it.
///
/// # Errors
///
/// Returns the errors of decoding. If the conversion fails, returns the result of `failed` for its
/// error and the offset of the value. Also fails if conversions form a cycle.
pub fn decode_try_from<'de, E: Engine, T: Decode<'de, E>, U: TryFrom<T, Error: Display>>(
    reader: &mut Reader<'de, E>,
    failed: impl FnOnce(U::Error, usize) -> DecodeError,
) -> Result<U, DecodeError> {
    let start = reader.position();
    reader.enter_pointer()?;
    U::try_from(T::decode(reader)?).map_err(|error| failed(error, start))
}

/// The error of a conversion by `TryFrom`.
///
/// Method calls prefer the inherent method `at` to the method of [`FailedWithMessage`]. Expansions
/// therefore keep the error as the source if the type of the error allows that, and otherwise only
/// the message.
#[derive(Debug)]
pub struct Failed<E>(pub E);

impl<E: Error + Send + Sync + 'static> Failed<E> {
    /// Returns the error at an offset, with its source.
    #[cold]
    pub fn at(self, offset: usize) -> DecodeError {
        failed(&self.0, offset).with_source(self.0)
    }
}

/// A conversion error of which only the message is kept.
pub trait FailedWithMessage {
    /// Returns the error at an offset.
    fn at(self, offset: usize) -> DecodeError;
}

impl<E: Display> FailedWithMessage for Failed<E> {
    #[cold]
    fn at(self, offset: usize) -> DecodeError {
        failed(&self.0, offset)
    }
}

fn failed(error: &impl Display, offset: usize) -> DecodeError {
    let message = error.to_string().into();
    DecodeError::new(offset, DecodeErrorKind::Custom(message))
}

/// Converts the value of a missing `T`; returns `None` if there is none or the conversion fails.
pub fn absent<'de, E: Engine, T: Decode<'de, E>, U: TryFrom<T>>() -> Option<U> {
    T::absent().and_then(|value| U::try_from(value).ok())
}

/// Converts a clone of a value and encodes it.
///
/// # Errors
///
/// Returns the errors of encoding. Also fails if conversions form a cycle.
pub fn encode_into<E: Engine, U: Clone + Into<T>, T: Encode<E>>(
    value: &U,
    writer: &mut Writer<'_, E>,
) -> Result<(), EncodeError> {
    writer.enter_pointer()?;
    value.clone().into().encode(writer)
}
