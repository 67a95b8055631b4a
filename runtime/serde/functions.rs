//! The functions of the layouts' modules, for code that is generic over the layout.

use super::{Deserializer, Serializer};
use crate::{
    Decode, DecodeError, DecodeOptions, Encode, EncodeError, Engine, Reader, Writer, codec,
};
use alloc::vec::Vec;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A wrapper that encodes and decodes a value through serde.
///
/// The wrapper implements [`Encode`] and [`Decode`], which functions such as those with
/// [`EncodeOptions`](crate::EncodeOptions) require.
///
/// ```
/// # #[cfg(all(feature = "godot4", feature = "std"))] {
/// use gdvariant::godot4;
/// use gdvariant::serde::Serde;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Debug, PartialEq, Serialize, Deserialize)]
/// struct Score {
///     points: u32,
/// }
///
/// let mut file = Vec::new();
/// godot4::write_framed(&mut file, &Serde(Score { points: 7 }))?;
/// let scores: Vec<Serde<Score>> = godot4::iter_framed(file.as_slice()).collect::<Result<_, _>>()?;
/// assert_eq!(scores, [Serde(Score { points: 7 })]);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Serde<T>(pub T);

impl<E: Engine, T: Serialize> Encode<E> for Serde<T> {
    #[inline]
    fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
        self.0.serialize(Serializer::new(writer))
    }
}

impl<'de, E: Engine, T: Deserialize<'de>> Decode<'de, E> for Serde<T> {
    #[inline]
    fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
        deserialize(reader).map(Self)
    }
}

/// Decodes a value through serde.
#[inline]
fn deserialize<'de, E: Engine, T: Deserialize<'de>>(
    reader: &mut Reader<'de, E>,
) -> Result<T, DecodeError> {
    let offset = reader.position();
    let mut value = T::deserialize(Deserializer::new(reader));
    // The value stays in its `Result`: moving it costs more than decoding most values.
    if let Err(error) = &mut value {
        error.place(offset);
    }
    value
}

/// Encodes a value into a new buffer.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Godot4, serde};
///
/// assert_eq!(serde::to_vec::<Godot4, _>(&true)?, [1, 0, 0, 0, 1, 0, 0, 0]);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the value cannot be represented in the format, see
/// [`EncodeErrorKind`](crate::EncodeErrorKind).
pub fn to_vec<E: Engine, T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, EncodeError> {
    codec::to_vec::<E, _>(&Serde(value))
}

/// Appends the encoding of a value to a buffer.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Godot4, serde};
///
/// let mut packet = Vec::new();
/// serde::encode_into::<Godot4, _>(&true, &mut packet)?;
/// assert_eq!(packet, [1, 0, 0, 0, 1, 0, 0, 0]);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the value cannot be represented in the format. The buffer is then unchanged.
pub fn encode_into<E: Engine, T: Serialize + ?Sized>(
    value: &T,
    buffer: &mut Vec<u8>,
) -> Result<(), EncodeError> {
    codec::encode_into::<E, _>(&Serde(value), buffer)
}

/// Encodes a value and writes it in one call of `write_all`.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Godot4, serde};
///
/// let mut file = Vec::new(); // or a File
/// serde::to_writer::<Godot4, _>(&mut file, &true)?;
/// assert_eq!(file.len(), 8);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the value cannot be represented in the format, and writes nothing. Returns
/// an error if writing fails.
#[cfg(feature = "std")]
pub fn to_writer<E: Engine, T: Serialize + ?Sized>(
    writer: impl std::io::Write,
    value: &T,
) -> Result<(), crate::WriteError> {
    codec::to_writer::<E, _>(writer, &Serde(value))
}

/// Decodes a value that spans the whole input.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{DecodeOptions, Godot4, serde};
///
/// let bytes = [2, 0, 0, 0, 42, 0, 0, 0];
/// assert_eq!(serde::from_slice::<Godot4, u8>(&bytes, DecodeOptions::new())?, 42);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the input is not such a value, or if more bytes follow it.
pub fn from_slice<'de, E: Engine, T: Deserialize<'de>>(
    input: &'de [u8],
    options: DecodeOptions,
) -> Result<T, DecodeError> {
    let mut reader = Reader::<E>::new(input, options);
    // The value stays in its `Result`, as in `deserialize`.
    let mut value = deserialize(&mut reader);
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
/// use gdvariant::{DecodeOptions, Godot4, serde};
///
/// let bytes = [2, 0, 0, 0, 42, 0, 0, 0, 0xff];
/// assert_eq!(serde::from_slice_prefix::<Godot4, u8>(&bytes, DecodeOptions::new())?, (42, 8));
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the input does not start with such a value.
pub fn from_slice_prefix<'de, E: Engine, T: Deserialize<'de>>(
    input: &'de [u8],
    options: DecodeOptions,
) -> Result<(T, usize), DecodeError> {
    codec::from_slice_prefix::<E, Serde<T>>(input, options).map(|(value, taken)| (value.0, taken))
}

/// Reads to the end and decodes a value that spans the whole input.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{DecodeOptions, Godot4, serde};
///
/// let file: &[u8] = &[2, 0, 0, 0, 42, 0, 0, 0]; // or a File
/// assert_eq!(serde::from_reader::<Godot4, u8>(file, DecodeOptions::new())?, 42);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if reading fails, if the input is not such a value, or if more bytes follow it.
#[cfg(feature = "std")]
pub fn from_reader<E: Engine, T: DeserializeOwned>(
    reader: impl std::io::Read,
    options: DecodeOptions,
) -> Result<T, crate::ReadError> {
    codec::from_reader::<E, Serde<T>>(reader, options).map(|value| value.0)
}

/// Converts a value to the Variant that its encoding decodes to.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::godot4::{self, Variant};
/// use std::collections::BTreeMap;
///
/// let scores = BTreeMap::from([("Ada", 7)]);
/// let variant = godot4::serde::to_variant(&scores)?;
/// assert_eq!(variant["Ada"], Variant::Int(7));
/// # }
/// # Ok::<(), gdvariant::EncodeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the value cannot be represented in the format.
pub fn to_variant<E: Engine, T: Serialize + ?Sized>(value: &T) -> Result<E::Variant, EncodeError> {
    codec::to_variant::<E, _>(&Serde(value))
}

/// Converts a Variant to the value that its encoding decodes to.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::godot4::{self, Variant};
///
/// let array = Variant::from(vec![Variant::from("Ada"), Variant::from(7)]);
/// let (name, points): (String, u8) = godot4::serde::from_variant(&array)?;
/// assert_eq!((name.as_str(), points), ("Ada", 7));
/// # }
/// # Ok::<(), gdvariant::DecodeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the Variant is not such a value, or if it cannot be represented in the
/// format.
pub fn from_variant<E: Engine, T: DeserializeOwned>(value: &E::Variant) -> Result<T, DecodeError> {
    codec::from_variant::<E, Serde<T>>(value).map(|value| value.0)
}
