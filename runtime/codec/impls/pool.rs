use crate::wire::fields::Fields;
use crate::wire::reader::Header;
use crate::{Decode, DecodeError, Encode, EncodeError, Kind, Layout, Reader, Writer};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// Elements that are encoded as a pool array. `Pool(vec![1_u8, 2])` is a PackedByteArray, whereas a
/// plain `Vec` is an Array.
///
/// Decoding needs no wrapper: a `Vec` is decoded from an Array or a pool array. `Variant::from`
/// makes the same distinction as encoding.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{Pool, Vector2, godot3};
///
/// let points = Pool([Vector2::new(1.0, 2.0)]);
/// let bytes = godot3::to_vec(&points)?;
/// assert_eq!(bytes.len(), 16);
/// assert_eq!(godot3::from_slice::<Vec<Vector2>>(&bytes)?, points.0);
/// assert!(godot3::Variant::from(points).is_packed_vector2_array());
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pool<T>(pub T);

pool_notes! {
/// An element of a pool array in at least one layout; [`PoolElement`] states the layout.
///
/// ```
/// use gdvariant::Pooled;
///
/// fn is_pooled<T: Pooled>() {}
/// is_pooled::<f32>();
/// is_pooled::<gdvariant::Vector2>();
/// ```
#[diagnostic::on_unimplemented(message = "no pool array holds `{Self}`", label = "no layout has a pool array of this")]
pub trait Pooled {}
}

pool_notes! {
/// An element of a pool array in the layout `L`.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{Godot3, Kind, PoolElement};
///
/// assert_eq!(<f32 as PoolElement<Godot3>>::KIND, Kind::PackedFloat32Array);
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "the layout `{L}` has no pool array of `{Self}`",
    label = "no pool array holds this"
)]
pub trait PoolElement<L: Layout>: Pooled + Sized {
    /// The kind of the pool array.
    const KIND: Kind;

    /// Encodes the pool array.
    ///
    /// # Errors
    ///
    /// Returns an error if the pool array is longer than engines can count, if the target lacks its
    /// type, or if a string contains a NUL.
    fn encode_pool(elements: &[Self], writer: &mut Writer<'_, L>) -> Result<(), EncodeError>;
}
}

macro_rules! pools {
    ($(<$($const:ident $size:ident)?> $elements:ty),*) => {$(
        impl<L: Layout, T: PoolElement<L> $(, $const $size: usize)?> Encode<L> for Pool<$elements> {
            fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
                T::encode_pool(&self.0[..], writer)
            }
        }
    )*};
}

pools!(<> Vec<T>, <> &[T], <> &Vec<T>, <const N> [T; N]);

impl<'de, L: Layout, T: PoolElement<L> + Decode<'de, L>> Decode<'de, L> for Pool<Vec<T>> {
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        let header = reader.header_of(T::KIND)?;
        let mut elements = Vec::new();
        T::decode_pool(reader, header, &mut elements)?;
        Ok(Self(elements))
    }
}

macro_rules! texts {
    ($($text:ty),*) => {$(
        impl Pooled for $text {}

        impl<L: Layout> PoolElement<L> for $text {
            const KIND: Kind = Kind::PackedStringArray;

            fn encode_pool(elements: &[Self], writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
                writer.pool_texts(elements)
            }
        }
    )*};
}

texts!(String, &str, Cow<'_, str>, Box<str>);

/// Decodes the body of a pool array of `T`; implements `decode_pool` of generated types.
pub(crate) fn decode_fields_pool<L: Layout, T: Fields + PoolElement<L>>(
    reader: &mut Reader<'_, L>,
    header: Header,
    elements: &mut Vec<T>,
) -> Result<(), DecodeError> {
    if header.is::<L>(T::KIND) {
        return reader.pool_body(header, T::KIND, elements);
    }
    Err(reader.wrong_type(header, const { &[Kind::Array, T::KIND] }))
}

/// Implements the codec of a value type with components in a layout; `pool` follows if the layout has
/// pool arrays of the type.
macro_rules! fields_codec {
    ($marker:ident $value:ty, $kind:ident $($pool:ident)?) => {
        impl Encode<$marker> for $value {
            #[inline]
            fn encode(&self, writer: &mut crate::Writer<'_, $marker>) -> Result<(), EncodeError> {
                self.encode_with_key([], writer)
            }

            #[inline]
            fn encode_with_key<const N: usize>(
                &self,
                key: [u8; N],
                writer: &mut crate::Writer<'_, $marker>,
            ) -> Result<(), EncodeError> {
                writer.fields(key, crate::Kind::$kind, self);
                Ok(())
            }
        }

        impl<'de> Decode<'de, $marker> for $value {
            #[inline]
            fn decode(reader: &mut crate::Reader<'de, $marker>) -> Result<Self, DecodeError> {
                reader.fields(crate::Kind::$kind)
            }

            $(crate::codec::impls::fields_codec!(@ $pool $marker);)?
        }
    };
    (@ pool $marker:ident) => {
        fn decode_pool(
            reader: &mut crate::Reader<'de, $marker>,
            header: crate::Header,
            elements: &mut Vec<Self>,
        ) -> Result<(), DecodeError> {
            crate::codec::impls::decode_fields_pool(reader, header, elements)
        }
    };
}

/// Implements [`PoolElement`] for an element of a layout's pool array.
macro_rules! pool_codec {
    ($marker:ident $element:ty, $kind:ident) => {
        impl crate::PoolElement<$marker> for $element {
            const KIND: crate::Kind = crate::Kind::$kind;

            fn encode_pool(
                elements: &[Self],
                writer: &mut crate::Writer<'_, $marker>,
            ) -> Result<(), EncodeError> {
                writer.pool(crate::Kind::$kind, elements)
            }
        }
    };
}

pub(crate) use {fields_codec, pool_codec};
