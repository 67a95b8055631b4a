//! `Encode` and `Decode` for collections. Sequences and sets are encoded as an Array, and maps as a
//! Dictionary.

use crate::{Decode, DecodeError, Encode, EncodeError, Engine, Kind, Reader, Writer};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::vec::Vec;
#[cfg(feature = "std")]
use core::hash::{BuildHasher, Hash};
#[cfg(feature = "std")]
use std::collections::{HashMap, HashSet};

macro_rules! encode_with {
    ($($(#[$note:meta])* $method:ident: [$($bounds:tt)*] $container:ty;)*) => {$(
        $(#[$note])*
        impl<E: Engine, $($bounds)*> Encode<E> for $container {
            fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
                writer.$method(self)
            }
        }
    )*};
}

encode_with! {
    /// Encodes an Array; [`Packed`](crate::Packed) encodes a packed array.
    elements: [T: Encode<E>] [T];
    /// Encodes an Array; [`Packed`](crate::Packed) encodes a packed array.
    elements: [T: Encode<E>] Vec<T>;
    /// Encodes an Array; [`Packed`](crate::Packed) encodes a packed array.
    elements: [T: Encode<E>, const N: usize] [T; N];
    list: [T: Encode<E>] VecDeque<T>;
    list: [T: Encode<E>] BTreeSet<T>;
    #[cfg(feature = "std")]
    list: [T: Encode<E>, S] HashSet<T, S>;
    pairs: [K: Encode<E>, V: Encode<E>] BTreeMap<K, V>;
    #[cfg(feature = "std")]
    pairs: [K: Encode<E>, V: Encode<E>, S] HashMap<K, V, S>;
}

/// Decodes an Array, a typed array, or the packed array of the element type.
impl<'de, E: Engine, T: Decode<'de, E>> Decode<'de, E> for Vec<T> {
    fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
        match reader.take_flagged(Kind::Array, 0) {
            Some([]) => reader.array_body(),
            None => other_elements(reader),
        }
    }
}

/// Decodes an Array with a declared type, a typed array or a packed array.
#[inline(never)]
fn other_elements<'de, E: Engine, T: Decode<'de, E>>(
    reader: &mut Reader<'de, E>,
) -> Result<Vec<T>, DecodeError> {
    let header = reader.header()?;
    if let Some(count) = reader.sequence_start(header)? {
        return reader.values(count);
    }
    let mut elements = Vec::new();
    T::decode_packed(reader, header, &mut elements)?;
    Ok(elements)
}

impl<'de, E: Engine, T: Decode<'de, E>, const N: usize> Decode<'de, E> for [T; N] {
    fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
        let offset = reader.position();
        let elements = Vec::decode(reader)?;
        let found = elements.len();
        Self::try_from(elements).map_err(|_| DecodeError::wrong_length(offset, N, found))
    }
}

macro_rules! collect_elements {
    ($($(#[$gate:meta])? [$($bounds:tt)*] $list:ty;)*) => {$(
        $(#[$gate])?
        impl<'de, E: Engine, T: Decode<'de, E> + $($bounds)*> Decode<'de, E> for $list {
            fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
                Vec::decode(reader).map(|elements| elements.into_iter().collect())
            }
        }
    )*};
}

collect_elements! {
    [] VecDeque<T>;
    [] Box<[T]>;
    [Ord] BTreeSet<T>;
    #[cfg(feature = "std")]
    [Eq + Hash, S: Default + BuildHasher] HashSet<T, S>;
}

macro_rules! collect_entries {
    ($($(#[$gate:meta])? [$($bounds:tt)*] $map:ty;)*) => {$(
        $(#[$gate])?
        impl<'de, E: Engine, V: Decode<'de, E>, K: Decode<'de, E> + $($bounds)*> Decode<'de, E> for $map {
            /// Collecting all entries at once takes a third of the instructions of inserting each
            /// entry in the benchmark `keys/decode derive, owned`.
            fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
                let count = reader.entry_count()?;
                let mut entries = Vec::with_capacity(reader.reserve::<(K, V)>(count));
                reader.keys(count, &mut |key, reader| {
                    entries.push((key, V::decode(reader)?));
                    Ok(())
                })?;
                Ok(entries.into_iter().collect())
            }
        }
    )*};
}

collect_entries! {
    [Ord] BTreeMap<K, V>;
    #[cfg(feature = "std")]
    [Eq + Hash, S: Default + BuildHasher] HashMap<K, V, S>;
}
