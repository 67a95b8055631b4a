//! Attributes that change how a field or a type is encoded: `packed`, `string_name`, `node_path`,
//! `typed`, `each_with`, `from`, `try_from`, `into`.

use crate::error::Result;
use crate::{
    DeclaredType, Decode, DecodeError, DecodeErrorKind, Encode, EncodeError, Engine, Kind,
    NodePath, Packable, PackedElement, Reader, StringName, TypedLayout, Writer,
};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt::Display;
use core::marker::PhantomData;
#[cfg(feature = "std")]
use std::collections::{HashMap, HashSet};

/// The form of `#[variant(packed)]`.
pub struct AsPacked;

/// The form of `#[variant(string_name)]`.
pub struct AsStringName;

/// The form of `#[variant(node_path)]`, which also applies to decoding.
pub struct AsNodePath;

/// A value that can be encoded in the form `F`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be encoded in the form `{F}` in the layout `{E}`",
    note = "`packed` takes lists whose element has a packed array in the layout; `string_name` and `node_path` take strings"
)]
pub trait EncodeAs<E: Engine, F> {
    /// Encodes the pre-encoded `key` of a field, or `[]`, then the value.
    ///
    /// # Errors
    ///
    /// Returns an error if the value cannot be represented in the format.
    fn encode_as<const N: usize>(
        &self,
        key: [u8; N],
        writer: &mut Writer<'_, E>,
    ) -> Result<(), EncodeError>;
}

/// A field that is encoded in the form `F`.
pub struct EncodedAs<'t, F, T>(&'t T, PhantomData<F>);

impl<'t, F, T> EncodedAs<'t, F, T> {
    /// Borrows the value of a field.
    #[inline]
    pub const fn new(value: &'t T) -> Self {
        Self(value, PhantomData)
    }
}

impl<E: Engine, F, T: EncodeAs<E, F>> Encode<E> for EncodedAs<'_, F, T> {
    #[inline]
    fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
        self.0.encode_as([], writer)
    }

    #[inline]
    fn encode_field<const N: usize>(
        &self,
        key: [u8; N],
        writer: &mut Writer<'_, E>,
    ) -> Result<(), EncodeError> {
        self.0.encode_as(key, writer)
    }
}

/// A value that can be decoded in the form `F`. Expansions use [`Decode`] for all other forms.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded in the form `{F}`",
    note = "`node_path` takes owned strings"
)]
pub trait DecodeAs<'de, E: Engine, F>: Sized {
    /// Decodes the value.
    ///
    /// # Errors
    ///
    /// Returns an error if the input is not in the form.
    fn decode_as(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError>;
}

/// A value that a function encodes.
pub struct EncodeBy<W>(pub W);

impl<E: Engine, W: Fn(&mut Writer<'_, E>) -> Result<(), EncodeError>> Encode<E> for EncodeBy<W> {
    #[inline]
    fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
        self.0(writer)
    }
}

/// A list that can be encoded as a packed array in some layout.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list that a packed array can hold",
    label = "not such a list",
    note = "`#[variant(packed)]` takes a Vec, an array or a boxed slice whose element has a packed array, `&[u8]` or `Cow<[u8]>`, or an Option of one; a PackedView borrows other elements"
)]
pub trait PackedField {}

/// Fails to compile for lists that no packed array can hold.
pub const fn fits_packed<T: PackedField + ?Sized>() {}

macro_rules! lists {
    ($([$($bounds:tt)*] $list:ty),*) => {$(
        impl<E: Engine, $($bounds)*> EncodeAs<E, AsPacked> for $list where T: PackedElement<E> {
            #[inline]
            fn encode_as<const LENGTH: usize>(&self, key: [u8; LENGTH], writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
                T::encode_packed(self, key, writer)
            }
        }
    )*};
}

lists!([T] Vec<T>, [T] Box<[T]>, [T] &[T], [T: Clone] Cow<'_, [T]>, [T, const N: usize] [T; N]);

macro_rules! fields {
    ($([$($bounds:tt)*] $list:ty),*) => {$(
        impl<$($bounds)*> PackedField for $list {}
    )*};
}

// Fields are decoded as well, so `&[u8]` is the only slice: other elements cannot be borrowed.
fields!([T: Packable] Vec<T>, [T: Packable] Box<[T]>, [T: Packable, const N: usize] [T; N], [] &[u8], [] Cow<'_, [u8]>);
fields!([T: PackedField] Option<T>);

macro_rules! texts {
    ($($text:ty),*) => {$(
        impl<E: Engine> EncodeAs<E, AsStringName> for $text
        where
            StringName: Encode<E>,
        {
            #[inline]
            fn encode_as<const N: usize>(&self, key: [u8; N], writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
                writer.text(key, Kind::StringName, self)
            }
        }

        impl<E: Engine> EncodeAs<E, AsNodePath> for $text {
            fn encode_as<const N: usize>(&self, key: [u8; N], writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
                NodePath::from(AsRef::<str>::as_ref(self)).encode_field(key, writer)
            }
        }
    )*};
}

texts!(String, &str, Cow<'_, str>, Box<str>);

/// `None` is encoded as Nil.
impl<E: Engine, F, T: EncodeAs<E, F>> EncodeAs<E, F> for Option<T> {
    #[inline]
    fn encode_as<const N: usize>(
        &self,
        key: [u8; N],
        writer: &mut Writer<'_, E>,
    ) -> Result<(), EncodeError> {
        self.as_ref()
            .map(EncodedAs::<F, T>::new)
            .encode_field(key, writer)
    }
}

/// `None` is decoded from Nil.
impl<'de, E: Engine, F, T: DecodeAs<'de, E, F>> DecodeAs<'de, E, F> for Option<T> {
    fn decode_as(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
        reader.optional(T::decode_as)
    }
}

macro_rules! owned_texts {
    ($($text:ty),*) => {$(
        /// Decodes from a NodePath or a string, because scripts use both.
        impl<'de, E: Engine> DecodeAs<'de, E, AsNodePath> for $text {
            fn decode_as(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
                if let Some(text) = reader.text_if_any()? {
                    return Ok(text.into_owned().into());
                }
                NodePath::decode(reader).map(|path| path.to_string().into())
            }
        }
    )*};
}

owned_texts!(String, Cow<'_, str>, Box<str>);

/// The form of `#[variant(typed)]`.
pub struct AsTyped;

/// A container that can be encoded as a typed container.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a container that can declare a type",
    label = "not a container",
    note = "`#[variant(typed)]` takes a Vec, a VecDeque, an array, a boxed slice, a set or a map, or an Option of one; a TypedArray and a TypedDictionary need no attribute"
)]
pub trait TypedField {}

/// Fails to compile for types that are not containers.
pub const fn fits_typed<T: TypedField + ?Sized>() {}

impl<T: TypedField> TypedField for Option<T> {}

macro_rules! containers {
    ($($(#[$gate:meta])? [$($held:ident)*] [$($other:tt)*] $container:ty: $encode:ident;)*) => {$(
        $(#[$gate])?
        impl<$($held,)* $($other)*> TypedField for $container {}

        $(#[$gate])?
        impl<E: TypedLayout, $($held: Encode<E> + DeclaredType<E>,)* $($other)*> EncodeAs<E, AsTyped> for $container {
            #[inline]
            fn encode_as<const LENGTH: usize>(&self, key: [u8; LENGTH], writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
                writer.bytes(&key);
                writer.$encode(self)
            }
        }
    )*};
}

containers! {
    [T] [] Vec<T>: typed_elements;
    [T] [] Box<[T]>: typed_elements;
    [T] [const N: usize] [T; N]: typed_elements;
    [T] [] VecDeque<T>: typed_list;
    [T] [] BTreeSet<T>: typed_list;
    #[cfg(feature = "std")]
    [T] [S] HashSet<T, S>: typed_list;
    [K V] [] BTreeMap<K, V>: typed_pairs;
    #[cfg(feature = "std")]
    [K V] [S] HashMap<K, V, S>: typed_pairs;
}

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
                    // A growing list has room for twice its elements while it copies them, and the
                    // smallest one for 4.
                    reader.charge::<T>(4)?;
                    elements.push(decode(reader)?);
                    Ok(())
                })?;
                reader.collect(elements)
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
                    pairs.entry(key, &EncodeBy(|writer: &mut Writer<'_, E>| encode(value, writer)))
                })
            }
        }

        $(#[$gate])?
        impl<'de, E: Engine, K: Decode<'de, E>, V $(, $state)?> DecodeEach<'de, E> for $map
        where
            Self: FromIterator<(K, V)>,
        {
            type Element = V;

            fn decode_each(
                reader: &mut Reader<'de, E>,
                decode: impl FnMut(&mut Reader<'de, E>) -> Result<V>,
            ) -> Result<Self> {
                reader.map(decode)
            }
        }
    )*};
}

maps! {
    [] BTreeMap<K, V>;
    #[cfg(feature = "std")]
    [S] HashMap<K, V, S>;
}

/// Decodes a `T` and attempts to convert it. A conversion by `From` does not fail.
///
/// # Errors
///
/// Returns the errors of decoding. If the conversion fails, returns the result of `failed` for its
/// error and the offset of the value. Also fails if conversions form a cycle.
pub fn decode_from<'de, E: Engine, T: Decode<'de, E>, U: TryFrom<T, Error: Display>>(
    reader: &mut Reader<'de, E>,
    failed: impl FnOnce(U::Error, usize) -> DecodeError,
) -> Result<U, DecodeError> {
    let start = reader.position();
    reader.enter_pointer()?;
    U::try_from(T::decode(reader)?).map_err(|error| failed(error, start))
}

/// The error of a conversion by `TryFrom`.
///
/// Method calls prefer the inherent method `at` to the method of [`TryFromErrorMessage`]. Expansions
/// therefore keep the error as the source if the type of the error allows that, and otherwise only
/// the message.
#[derive(Debug)]
pub struct TryFromError<E>(pub E);

impl<E: Error + Send + Sync + 'static> TryFromError<E> {
    /// Returns the error at an offset, with its source.
    #[cold]
    pub fn at(self, offset: usize) -> DecodeError {
        failed(&self.0, offset).with_source(self.0)
    }
}

/// A conversion error of which only the message is kept.
pub trait TryFromErrorMessage {
    /// Returns the error at an offset.
    fn at(self, offset: usize) -> DecodeError;
}

impl<E: Display> TryFromErrorMessage for TryFromError<E> {
    #[cold]
    fn at(self, offset: usize) -> DecodeError {
        failed(&self.0, offset)
    }
}

fn failed(error: &impl Display, offset: usize) -> DecodeError {
    let message = error.to_string().into();
    DecodeError::new(offset, DecodeErrorKind::Custom(message))
}

/// Converts the value of a missing `T`; returns `None` if there is none or the conversion fails.
pub fn absent<'de, E: Engine, T: Decode<'de, E>, U: TryFrom<T>>() -> Option<U> {
    T::absent().and_then(|value| U::try_from(value).ok())
}

/// Converts a clone of a value and encodes it.
///
/// # Errors
///
/// Returns the errors of encoding. Also fails if conversions form a cycle.
pub fn encode_into<E: Engine, U: Clone + Into<T>, T: Encode<E>>(
    value: &U,
    writer: &mut Writer<'_, E>,
) -> Result<(), EncodeError> {
    writer.enter_pointer()?;
    value.clone().into().encode(writer)
}
