//! Flattened fields: structs, maps, boxes and options. A map collects the keys that no other field
//! owns.

use super::structs::{
    AnyKey, CycleGuard, OwnsKeys, ReadFields, ReservedKeys, WriteFields, duplicate,
};
use crate::dictionary::KeyEquality;
use crate::error::Result;
use crate::value::view::AsView;
use crate::wire::writer::too_deep;
use crate::{
    Decode, DecodeErrorKind, Dictionary, DictionaryWriter, Encode, EncodeError, Engine, Reader,
};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use core::fmt::Display;
#[cfg(feature = "std")]
use core::hash::{BuildHasher, Hash};
#[cfg(feature = "std")]
use std::collections::HashMap;

/// Rewinds to an earlier position, decodes from there, and restores the current position.
///
/// # Errors
///
/// Returns the errors of `read`. Also fails if the input has been decoded too often.
pub fn again<'de, E: Engine, T>(
    reader: &mut Reader<'de, E>,
    place: &Reader<'de, E>,
    read: impl FnOnce(&mut Reader<'de, E>) -> Result<T>,
) -> Result<T> {
    let end = reader.clone();
    reader.rewind(place)?;
    let value = read(reader)?;
    reader.go_to(&end);
    Ok(value)
}

/// Decodes a Dictionary and passes the entries without reserved keys to `pair`.
///
/// Keys that are not strings are skipped if the map cannot hold them, as in a struct.
fn remaining<'de, E: Engine, K: Decode<'de, E>, V: Decode<'de, E>>(
    reader: &mut Reader<'de, E>,
    reserved: &ReservedKeys<'_>,
    mut pair: impl FnMut(K, V),
) -> Result<()> {
    let mut first = 8;
    reader.entries(|mut key: AnyKey<'de, E>, reader| {
        if key.text.as_ref().is_some_and(|text| reserved.has(text)) {
            return reader.skip();
        }
        let is_text = key.text.is_some();
        match K::decode(&mut key.place) {
            Ok(key) => {
                // As much room as a map that is collected, see `Reader::collect`.
                reader.charge::<(K, V)>(4 + core::mem::take(&mut first))?;
                pair(key, V::decode(reader)?);
            }
            Err(error) if !is_text && matches!(error.kind(), DecodeErrorKind::WrongType { .. }) => {
                reader.skip()?;
            }
            Err(error) => return Err(error),
        }
        Ok(())
    })
}

macro_rules! maps {
    ($($(#[$gate:meta])? $map:ty: [$($bounds:tt)*] $key:ident: [$($read_key:tt)*] [$($written_key:tt)*], $value:ty, $text:expr, $check:expr, $new:expr;)*) => {$(
        $(#[$gate])?
        impl<$($bounds)*> OwnsKeys for $map {}

        $(#[$gate])?
        impl<E: Engine, $($bounds)*> WriteFields<E> for $map
        where
            $key: Encode<E> + $($written_key)*,
            $value: Encode<E>,
        {
            fn write_fields(&self, pairs: &mut DictionaryWriter<'_, '_, E>, reserved: &ReservedKeys<'_>) -> Result<(), EncodeError> {
                let text: fn(&$key) -> Option<&str> = $text;
                let check: fn(&Self) -> Result<(), EncodeError> = $check;
                check(self).map_err(|error| pairs.fail(error))?;
                self.iter().try_for_each(|(key, value)| {
                    match text(key).filter(|key| reserved.has(key)) {
                        Some(key) => Err(pairs.fail(duplicate(key))),
                        None => pairs.entry(key, value),
                    }
                })
            }
        }

        $(#[$gate])?
        impl<'de, E: Engine, $($bounds)*> ReadFields<'de, E> for $map
        where
            $key: Decode<'de, E> + $($read_key)*,
            $value: Decode<'de, E>,
        {
            fn read_fields(reader: &mut Reader<'de, E>, reserved: &ReservedKeys<'_>) -> Result<Self> {
                let mut map: Self = $new;
                remaining(reader, reserved, |key: $key, value: $value| {
                    map.insert(key, value);
                })?;
                Ok(map)
            }
        }
    )*};
}

maps! {
    BTreeMap<K, V>: [K, V] K: [Ord] [AsRef<str>], V, |key| Some(key.as_ref()), |_| Ok(()), Self::default();
    #[cfg(feature = "std")]
    HashMap<K, V, S>: [K, V, S: Default + BuildHasher] K: [Eq + Hash] [AsRef<str>], V, |key| Some(key.as_ref()), |_| Ok(()), Self::default();
    Dictionary<V>: [V] V: [KeyEquality] [AsView + Display], V, V::text, |map| Self::check_keys(map, E::LAYOUT), Self::with_rule(E::const_layout(E::LAYOUT).keys);
}

macro_rules! pointers {
    ($($bound:ident $pointer:ty $(: $new:expr)?;)*) => {$(
        impl<T: OwnsKeys + $bound> OwnsKeys for $pointer {
            fn owns(key: &str, asked: Option<&CycleGuard<'_>>) -> bool {
                CycleGuard::ask(asked, T::owns, key)
            }
        }

        impl<E: Engine, T: WriteFields<E> + $bound> WriteFields<E> for $pointer {
            fn write_fields(&self, pairs: &mut DictionaryWriter<'_, '_, E>, reserved: &ReservedKeys<'_>) -> Result<(), EncodeError> {
                if reserved.is_endless() {
                    return Err(pairs.fail(too_deep()));
                }
                (**self).write_fields(pairs, reserved)
            }
        }

        $(impl<'de, E: Engine, T: ReadFields<'de, E> + $bound> ReadFields<'de, E> for $pointer {
            fn read_fields(reader: &mut Reader<'de, E>, reserved: &ReservedKeys<'_>) -> Result<Self> {
                if reserved.is_endless() {
                    return Err(reader.too_deep());
                }
                reader.charge::<T>(1)?;
                T::read_fields(reader, reserved).map($new)
            }
        })?
    )*};
}

pointers! {
    Sized &T;
    Sized Box<T>: Self::new;
    Clone Cow<'_, T>: Self::Owned;
}

impl<T: OwnsKeys> OwnsKeys for Option<T> {
    fn owns(key: &str, asked: Option<&CycleGuard<'_>>) -> bool {
        T::owns(key, asked)
    }
}

/// `None` encodes no entries.
impl<E: Engine, T: WriteFields<E>> WriteFields<E> for Option<T> {
    fn write_fields(
        &self,
        pairs: &mut DictionaryWriter<'_, '_, E>,
        reserved: &ReservedKeys<'_>,
    ) -> Result<(), EncodeError> {
        self.as_ref()
            .map_or(Ok(()), |fields| fields.write_fields(pairs, reserved))
    }
}

/// Decodes `None` if no key of `T` is present.
impl<'de, E: Engine, T: ReadFields<'de, E> + OwnsKeys> ReadFields<'de, E> for Option<T> {
    fn read_fields(reader: &mut Reader<'de, E>, reserved: &ReservedKeys<'_>) -> Result<Self> {
        let start = reader.clone();
        let mut is_there = false;
        reader.entries(|key: AnyKey<'de, E>, reader| {
            let is_owned = |text: &Cow<'_, str>| T::owns(text, None) && !reserved.has(text);
            is_there |= key.text.as_ref().is_some_and(is_owned);
            reader.skip()
        })?;
        is_there
            .then(|| again(reader, &start, |reader| T::read_fields(reader, reserved)))
            .transpose()
    }
}
