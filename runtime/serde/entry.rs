//! A value that serde has no word for: a map from its name to its bytes.

use crate::DecodeError;
use alloc::borrow::Cow;
use serde::de::value::{BorrowedBytesDeserializer, BorrowedStrDeserializer, BytesDeserializer};
use serde::de::{DeserializeSeed, IntoDeserializer, MapAccess};

/// The one entry of the map.
pub(super) struct Entry<'de> {
    name: Option<&'static str>,
    bytes: Cow<'de, [u8]>,
}

impl<'de> Entry<'de> {
    #[inline]
    pub(super) fn new(name: &'static str, bytes: Cow<'de, [u8]>) -> Self {
        Self {
            name: Some(name),
            bytes,
        }
    }
}

impl<'de> MapAccess<'de> for Entry<'de> {
    type Error = DecodeError;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, DecodeError> {
        self.name
            .take()
            .map(|name| seed.deserialize(BorrowedStrDeserializer::new(name)))
            .transpose()
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, DecodeError> {
        match &self.bytes {
            Cow::Borrowed(bytes) => seed.deserialize(BorrowedBytesDeserializer::new(bytes)),
            Cow::Owned(bytes) => {
                let bytes: BytesDeserializer<'_, DecodeError> =
                    bytes.as_slice().into_deserializer();
                seed.deserialize(bytes)
            }
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(usize::from(self.name.is_some()))
    }
}
