//! Containers whose elements a module of the caller encodes and decodes: `each_with`.

use super::EncodeBy;
use crate::error::Result;
use crate::{Decode, Encode, EncodeError, Engine, Reader, Writer};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::vec::Vec;
#[cfg(feature = "std")]
use std::collections::{HashMap, HashSet};

/// A container that can be encoded with a function for its elements.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a container whose elements can be encoded one by one",
    label = "not a container that `each_with` supports",
    note = "`#[variant(each_with = \"module\")]` takes an Option, a Vec, a VecDeque, a boxed slice, a set, or a map whose keys can be encoded; for the whole field, use `with`"
)]
pub trait EncodeEach<E: Engine> {
    /// The type of a list's or set's elements, of a map's values or of an `Option`'s value.
    type Element;

    /// Encodes the container, and its elements with `encode`.
    ///
    /// # Errors
    ///
    /// Returns the errors of `encode`, with the index or the key in the path.
    fn encode_each(
        &self,
        writer: &mut Writer<'_, E>,
        encode: impl Fn(&Self::Element, &mut Writer<'_, E>) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError>;
}

/// A container that can be decoded with a function for its elements.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a container whose elements can be decoded one by one",
    label = "not a container that `each_with` supports",
    note = "`#[variant(each_with = \"module\")]` takes an Option, a Vec, a VecDeque, a boxed slice, a set, or a map whose keys can be decoded; for the whole field, use `with`"
)]
pub trait DecodeEach<'de, E: Engine>: Sized {
    /// The type of a list's or set's elements, of a map's values or of an `Option`'s value.
    type Element;

    /// Decodes the container, and its elements with `decode`.
    ///
    /// # Errors
    ///
    /// Fails if the value is not such a container. Also returns the errors of `decode`, with the
    /// index or the key in the path.
    fn decode_each(
        reader: &mut Reader<'de, E>,
        decode: impl FnMut(&mut Reader<'de, E>) -> Result<Self::Element>,
    ) -> Result<Self>;

    /// Returns the value of a missing field, if it is optional.
    fn absent() -> Option<Self> {
        None
    }
}

impl<E: Engine, T> EncodeEach<E> for Option<T> {
    type Element = T;

    fn encode_each(
        &self,
        writer: &mut Writer<'_, E>,
        encode: impl Fn(&T, &mut Writer<'_, E>) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        writer.optional(self.as_ref(), encode)
    }
}

impl<'de, E: Engine, T> DecodeEach<'de, E> for Option<T> {
    type Element = T;

    fn decode_each(
        reader: &mut Reader<'de, E>,
        decode: impl FnMut(&mut Reader<'de, E>) -> Result<T>,
    ) -> Result<Self> {
        reader.optional(decode)
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

macro_rules! lists {
    ($($(#[$gate:meta])? [$($state:ident)?] $list:ty;)*) => {$(
        $(#[$gate])?
        impl<E: Engine, T $(, $state)?> EncodeEach<E> for $list {
            type Element = T;

            fn encode_each(
                &self,
                writer: &mut Writer<'_, E>,
                encode: impl Fn(&T, &mut Writer<'_, E>) -> Result<(), EncodeError>,
            ) -> Result<(), EncodeError> {
                let array = &mut writer.array();
                self.iter().try_for_each(|element| {
                    array.element(&EncodeBy(|writer: &mut Writer<'_, E>| encode(element, writer)))
                })
            }
        }

        $(#[$gate])?
        impl<'de, E: Engine, T $(, $state)?> DecodeEach<'de, E> for $list
        where
            Self: FromIterator<T>,
        {
            type Element = T;

            fn decode_each(
                reader: &mut Reader<'de, E>,
                mut decode: impl FnMut(&mut Reader<'de, E>) -> Result<T>,
            ) -> Result<Self> {
                let mut elements = Vec::new();
                reader.array(|reader, _| {
                    elements.push(decode(reader)?);
                    Ok(())
                })?;
                Ok(elements.into_iter().collect())
            }
        }
    )*};
}

lists! {
    [] Vec<T>;
    [] Box<[T]>;
    [] VecDeque<T>;
    [] BTreeSet<T>;
    #[cfg(feature = "std")]
    [S] HashSet<T, S>;
}

macro_rules! maps {
    ($($(#[$gate:meta])? [$($state:ident)?] $map:ty;)*) => {$(
        $(#[$gate])?
        impl<E: Engine, K: Encode<E>, V $(, $state)?> EncodeEach<E> for $map {
            type Element = V;

            fn encode_each(
                &self,
                writer: &mut Writer<'_, E>,
                encode: impl Fn(&V, &mut Writer<'_, E>) -> Result<(), EncodeError>,
            ) -> Result<(), EncodeError> {
                let pairs = &mut writer.dictionary();
                self.iter().try_for_each(|(key, value)| {
                    pairs.pair(key, &EncodeBy(|writer: &mut Writer<'_, E>| encode(value, writer)))
                })
            }
        }

        $(#[$gate])?
        impl<'de, E: Engine, K: Decode<'de, E>, V $(, $state)?> DecodeEach<'de, E> for $map
        where
            Self: Default + Extend<(K, V)>,
        {
            type Element = V;

            fn decode_each(
                reader: &mut Reader<'de, E>,
                mut decode: impl FnMut(&mut Reader<'de, E>) -> Result<V>,
            ) -> Result<Self> {
                let mut map = Self::default();
                reader.entries(|key: K, reader| {
                    map.extend([(key, decode(reader)?)]);
                    Ok(())
                })?;
                Ok(map)
            }
        }
    )*};
}

maps! {
    [] BTreeMap<K, V>;
    #[cfg(feature = "std")]
    [S] HashMap<K, V, S>;
}
