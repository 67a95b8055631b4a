//! Values that serde's data model has no type for: a map from a mark to the bytes.

use crate::DecodeError;
use crate::json::Mark;
use alloc::borrow::Cow;
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde::forward_to_deserialize_any;

/// A map with one entry.
pub(super) struct Entry<V> {
    key: Option<&'static str>,
    value: Option<V>,
}

impl<V> Entry<V> {
    #[inline]
    fn new(key: &'static str, value: V) -> Self {
        Self {
            key: Some(key),
            value: Some(value),
        }
    }
}

impl<'de> Entry<Bytes<'de>> {
    /// The bytes of a value, marked.
    #[inline]
    pub(super) fn marked(mark: Mark, bytes: Cow<'de, [u8]>) -> Self {
        Self::new(mark.key(), Bytes(bytes))
    }
}

impl<'de> Entry<Marked<Bytes<'de>>> {
    /// The bytes of a whole value, marked, under the name of the layout that they belong to.
    pub(super) fn in_layout(mark: Mark, layout: &'static str, bytes: Cow<'de, [u8]>) -> Self {
        Self::new(mark.key(), Marked(Entry::new(layout, Bytes(bytes))))
    }
}

impl<'de, V: Deserializer<'de, Error = DecodeError>> MapAccess<'de> for Entry<V> {
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

/// The entry as a value of its own.
pub(super) struct Marked<B>(pub(super) Entry<B>);

impl<'de, B: Deserializer<'de, Error = DecodeError>> Deserializer<'de> for Marked<B> {
    type Error = DecodeError;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_map(self.0)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// The bytes of a value.
pub(super) struct Bytes<'de>(Cow<'de, [u8]>);

impl<'de> Deserializer<'de> for Bytes<'de> {
    type Error = DecodeError;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.0 {
            Cow::Borrowed(bytes) => visitor.visit_borrowed_bytes(bytes),
            Cow::Owned(bytes) => visitor.visit_byte_buf(bytes),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
