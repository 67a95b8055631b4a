//! Maps and options as flattened fields: a map takes the keys that nobody else does.

use super::again::again;
use super::record::{ReadFields, Taken, WithFields, WriteFields};
use crate::{Decode, DecodeError, Dictionary, DictionaryWriter, Encode, EncodeError, Key, Layout, Reader};
use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
#[cfg(feature = "std")]
use std::collections::HashMap;

/// A key that may belong to somebody else, and the place to read it from again.
struct AnyKey<'de, L> {
    text: Option<Cow<'de, str>>,
    place: Reader<'de, L>,
}

impl<'de, L: Layout> Decode<'de, L> for AnyKey<'de, L> {
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        let place = reader.clone();
        let text = reader.text_if_any()?;
        if text.is_none() {
            reader.skip()?;
        }
        Ok(Self { text, place })
    }
}

impl<L: Layout> AnyKey<'_, L> {
    fn is_in(&self, taken: &Taken<'_>) -> bool {
        self.text.as_ref().is_some_and(|text| taken.has(text))
    }
}

/// Takes a Dictionary and hands out the pairs whose keys are not taken.
fn remaining<'de, L: Layout, K: Decode<'de, L>, V: Decode<'de, L>>(
    reader: &mut Reader<'de, L>,
    taken: &Taken<'_>,
    mut pair: impl FnMut(K, V),
) -> Result<(), DecodeError> {
    reader.entries(|mut key: AnyKey<'de, L>, reader| {
        if key.is_in(taken) {
            return reader.skip();
        }
        pair(K::decode(&mut key.place)?, V::decode(reader)?);
        Ok(())
    })
}

macro_rules! maps {
    ($(#[$gate:meta])? $map:ty, [$($bounds:tt)*], $key:ty: [$($key_bounds:tt)*], $value:ty: [$($value_bounds:tt)*]) => {
        $(#[$gate])?
        impl<$($bounds)*> WithFields for $map {}

        $(#[$gate])?
        impl<L: Layout, $($bounds)*> WriteFields<L> for $map
        where
            $key: Encode<L>,
            $value: Encode<L>,
        {
            fn write_fields(&self, pairs: &mut DictionaryWriter<'_, '_, L>) -> Result<(), EncodeError> {
                self.iter().try_for_each(|(key, value)| pairs.pair(key, value))
            }
        }

        $(#[$gate])?
        impl<'de, L: Layout, $($bounds)*> ReadFields<'de, L> for $map
        where
            $key: Decode<'de, L> + $($key_bounds)*,
            $value: Decode<'de, L> + $($value_bounds)*,
        {
            fn read_fields(reader: &mut Reader<'de, L>, taken: &Taken<'_>) -> Result<Self, DecodeError> {
                let mut map = Self::default();
                remaining(reader, taken, |key: $key, value: $value| {
                    map.insert(key, value);
                })?;
                Ok(map)
            }

            fn owns(_: &str) -> bool {
                false
            }
        }
    };
}

maps!(BTreeMap<K, V>, [K, V], K: [Ord], V: [Sized]);
maps!(#[cfg(feature = "std")] HashMap<K, V, S>, [K, V, S: Default + core::hash::BuildHasher], K: [Eq + core::hash::Hash], V: [Sized]);
maps!(Dictionary<V>, [V], V: [Key], V: [Sized]);

impl<T: WithFields> WithFields for Option<T> {}

/// None is no pair at all.
impl<L: Layout, T: WriteFields<L>> WriteFields<L> for Option<T> {
    fn write_fields(&self, pairs: &mut DictionaryWriter<'_, '_, L>) -> Result<(), EncodeError> {
        self.as_ref().map_or(Ok(()), |fields| fields.write_fields(pairs))
    }
}

/// None where none of the keys is there.
impl<'de, L: Layout, T: ReadFields<'de, L>> ReadFields<'de, L> for Option<T> {
    fn read_fields(reader: &mut Reader<'de, L>, taken: &Taken<'_>) -> Result<Self, DecodeError> {
        let start = reader.clone();
        let mut is_there = false;
        reader.entries(|key: AnyKey<'de, L>, reader| {
            is_there |= key.text.as_ref().is_some_and(|text| T::owns(text)) && !key.is_in(taken);
            reader.skip()
        })?;
        if is_there { again(reader, &start, |reader| T::read_fields(reader, taken)).map(Some) } else { Ok(None) }
    }

    fn owns(key: &str) -> bool {
        T::owns(key)
    }
}
