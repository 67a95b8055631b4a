//! Sequences and sets as an Array, maps as a Dictionary.

use crate::{Decode, DecodeError, Encode, EncodeError, Layout, Reader, Writer};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::vec::Vec;
#[cfg(feature = "std")]
use std::collections::{HashMap, HashSet};

/// An Array; [`Pool`](crate::Pool) writes a pool array.
impl<L: Layout, T: Encode<L>> Encode<L> for [T] {
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        writer.elements(self)
    }
}

/// An Array; [`Pool`](crate::Pool) writes a pool array.
impl<L: Layout, T: Encode<L>> Encode<L> for Vec<T> {
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        writer.elements(self)
    }
}

impl<L: Layout, T: Encode<L>> Encode<L> for VecDeque<T> {
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        writer.list(self)
    }
}

impl<L: Layout, T: Encode<L>, const N: usize> Encode<L> for [T; N] {
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        writer.elements(self)
    }
}

/// From an Array or a typed array, or from the pool array of the element.
impl<'de, L: Layout, T: Decode<'de, L>> Decode<'de, L> for Vec<T> {
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        let header = reader.header()?;
        let mut elements = Self::new();
        match reader.sequence_start(header)? {
            Some(count) => reader.values(count, &mut elements)?,
            None => T::decode_pool(reader, header, &mut elements)?,
        }
        Ok(elements)
    }
}

impl<'de, L: Layout, T: Decode<'de, L>> Decode<'de, L> for VecDeque<T> {
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        Vec::decode(reader).map(Into::into)
    }
}

impl<'de, L: Layout, T: Decode<'de, L>> Decode<'de, L> for Box<[T]> {
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        Vec::decode(reader).map(Into::into)
    }
}

impl<'de, L: Layout, T: Decode<'de, L>, const N: usize> Decode<'de, L> for [T; N] {
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        let offset = reader.position();
        let elements = Vec::decode(reader)?;
        let found = elements.len();
        Self::try_from(elements).map_err(|_| DecodeError::wrong_length(offset, N, found))
    }
}

macro_rules! maps {
    ($(#[$gate:meta])? $map:ident<K, V $(, $state:ident)?>, $($bound:tt)*) => {
        $(#[$gate])?
        impl<L: Layout, K: Encode<L>, V: Encode<L> $(, $state)?> Encode<L> for $map<K, V $(, $state)?> {
            fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
                writer.pairs(self)
            }
        }

        $(#[$gate])?
        impl<'de, L: Layout, K: Decode<'de, L> + $($bound)*, V: Decode<'de, L> $(, $state: Default + core::hash::BuildHasher)?> Decode<'de, L>
            for $map<K, V $(, $state)?>
        {
            fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
                let mut map = Self::default();
                reader.dictionary(|key, value| {
                    map.insert(key, value);
                })?;
                Ok(map)
            }
        }
    };
}

maps!(BTreeMap<K, V>, Ord);
maps!(#[cfg(feature = "std")] HashMap<K, V, S>, Eq + core::hash::Hash);

macro_rules! sets {
    ($(#[$gate:meta])? $set:ident<T $(, $state:ident)?>, $($bound:tt)*) => {
        $(#[$gate])?
        impl<L: Layout, T: Encode<L> $(, $state)?> Encode<L> for $set<T $(, $state)?> {
            fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
                writer.list(self)
            }
        }

        $(#[$gate])?
        impl<'de, L: Layout, T: Decode<'de, L> + $($bound)* $(, $state: Default + core::hash::BuildHasher)?> Decode<'de, L>
            for $set<T $(, $state)?>
        {
            fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
                Vec::decode(reader).map(|elements| elements.into_iter().collect())
            }
        }
    };
}

sets!(BTreeSet<T>, Ord);
sets!(#[cfg(feature = "std")] HashSet<T, S>, Eq + core::hash::Hash);
