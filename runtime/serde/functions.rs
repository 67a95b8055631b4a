//! The wrapper that turns serde's traits into those of the codec.

use super::{Deserializer, Serializer};
use crate::table::layout::AnyEngine;
use crate::{Decode, DecodeError, Encode, EncodeError, Engine, Reader, Writer};
use serde::{Deserialize, Serialize};

/// A wrapper that encodes and decodes a value through serde. Requires the feature `serde`.
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
        reader.shared(deserialize).map(Self)
    }
}

/// Decodes a value through serde.
#[inline]
fn deserialize<'de, T: Deserialize<'de>>(
    reader: &mut Reader<'de, AnyEngine>,
) -> Result<T, DecodeError> {
    let offset = reader.position();
    let mut value = T::deserialize(Deserializer::new(reader));
    // The value stays in its `Result`: moving it costs more than decoding most values.
    if let Err(error) = &mut value {
        error.place(offset);
    }
    value
}
