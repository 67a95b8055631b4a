use super::{Deserializer, SerdeLayout, Serializer};
use crate::{Decode, DecodeError, Encode, EncodeError, Layout, Reader, Writer};
use serde::{Deserialize, Serialize};

/// A value that the library encodes and decodes through serde: for functions that take an
/// [`Encode`] or a [`Decode`], such as those with [`EncodeOptions`](crate::EncodeOptions).
///
/// ```
/// # #[cfg(all(feature = "godot3", feature = "std"))] {
/// use gdvariant::godot3;
/// use gdvariant::serde::Serde;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Debug, PartialEq, Serialize, Deserialize)]
/// struct Score {
///     points: u32,
/// }
///
/// let mut file = Vec::new();
/// godot3::write_framed(&mut file, &Serde(Score { points: 7 }))?;
/// let scores: Vec<Serde<Score>> = godot3::iter_framed(file.as_slice()).collect::<Result<_, _>>()?;
/// assert_eq!(scores, [Serde(Score { points: 7 })]);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Serde<T>(pub T);

impl<L: SerdeLayout, T: Serialize> Encode<L> for Serde<T> {
    #[inline]
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        self.0.serialize(Serializer::new(writer))
    }
}

impl<'de, L: Layout, T: Deserialize<'de>> Decode<'de, L> for Serde<T> {
    #[inline]
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        deserialize(reader).map(Self)
    }
}

/// Decodes a value through serde.
#[inline]
pub(super) fn deserialize<'de, L: Layout, T: Deserialize<'de>>(
    reader: &mut Reader<'de, L>,
) -> Result<T, DecodeError> {
    let offset = reader.position();
    let mut value = T::deserialize(Deserializer::new(reader));
    // The value stays in its result: moving it costs more than decoding most values.
    if let Err(error) = &mut value {
        error.place(offset);
    }
    value
}
