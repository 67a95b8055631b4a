//! Attributes that change the form of a field: `packed`, `string_name`, `node_path`, `with`.

use crate::{
    Decode, DecodeError, Encode, EncodeError, Engine, Kind, NodePath, Packable, PackedElement,
    Reader, StringName, Writer,
};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::marker::PhantomData;

/// The form of `#[variant(packed)]`.
#[derive(Debug, Clone, Copy)]
pub struct AsPacked;

/// The form of `#[variant(string_name)]`.
#[derive(Debug, Clone, Copy)]
pub struct AsStringName;

/// The form of `#[variant(node_path)]`, which also applies to decoding.
#[derive(Debug, Clone, Copy)]
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
pub struct InForm<'t, F, T>(&'t T, PhantomData<F>);

impl<'t, F, T> InForm<'t, F, T> {
    /// Borrows the value of a field.
    #[inline]
    pub const fn new(value: &'t T) -> Self {
        Self(value, PhantomData)
    }
}

impl<E: Engine, F, T: EncodeAs<E, F>> Encode<E> for InForm<'_, F, T> {
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
            .map(InForm::<F, T>::new)
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
