//! Values that serde's data model has no type for: the bytes, under a mark.

use crate::DecodeError;
use crate::serde::json::Mark;
use alloc::borrow::Cow;
use core::array;
use core::iter::Flatten;
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde::forward_to_deserialize_any;

/// The bytes of a value in nested maps of one entry: `{mark: bytes}` or `{mark: {layout: bytes}}`.
pub(super) struct Marked<'de> {
    /// The keys of the maps.
    keys: Flatten<array::IntoIter<Option<&'static str>, 2>>,
    bytes: Cow<'de, [u8]>,
}

impl<'de> Marked<'de> {
    /// Marks the bytes of a value.
    #[inline]
    pub(super) fn new(mark: Mark, bytes: Cow<'de, [u8]>) -> Self {
        let keys = [Some(mark.key()), None].into_iter().flatten();
        Self { keys, bytes }
    }

    /// Marks the bytes of a whole value, under the name of the layout that they belong to.
    pub(super) fn in_layout(mark: Mark, layout: &'static str, bytes: Cow<'de, [u8]>) -> Self {
        let keys = [Some(mark.key()), Some(layout)].into_iter().flatten();
        Self { keys, bytes }
    }
}

impl<'de> Deserializer<'de> for Marked<'de> {
    type Error = DecodeError;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, DecodeError> {
        match (self.keys.next(), self.bytes) {
            (Some(key), bytes) => {
                let keys = self.keys;
                visitor.visit_map(Entry {
                    key: Some(key),
                    value: Some(Marked { keys, bytes }),
                })
            }
            (None, Cow::Borrowed(bytes)) => visitor.visit_borrowed_bytes(bytes),
            (None, Cow::Owned(bytes)) => visitor.visit_byte_buf(bytes),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// A map with one entry.
struct Entry<'de> {
    key: Option<&'static str>,
    value: Option<Marked<'de>>,
}

impl<'de> MapAccess<'de> for Entry<'de> {
    type Error = DecodeError;

    #[inline]
    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, DecodeError> {
        self.key
            .take()
            .map(|key| seed.deserialize(BorrowedStrDeserializer::new(key)))
            .transpose()
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<S::Value, DecodeError> {
        match self.value.take() {
            Some(value) => seed.deserialize(value),
            None => Err(serde::de::Error::custom("the value was already taken")),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(usize::from(self.key.is_some()))
    }
}
