use crate::wire::fields::Fields;
use crate::wire::reader::Header;
use crate::{Decode, DecodeError, Encode, EncodeError, Engine, Kind, Reader, Writer};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// Elements that are encoded as a packed array. `Packed(vec![1_u8, 2])` is a PackedByteArray, whereas a
/// plain `Vec` is an Array.
///
/// Decoding needs no wrapper: a `Vec` is decoded from an Array or a packed array. `Variant::from`
/// makes the same distinction as encoding.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Packed, Vector2, godot4};
///
/// let points = Packed([Vector2::new(1.0, 2.0)]);
/// let bytes = godot4::to_vec(&points)?;
/// assert_eq!(bytes.len(), 16);
/// assert_eq!(godot4::from_slice::<Vec<Vector2>>(&bytes)?, points.0);
/// assert!(godot4::Variant::from(points).is_packed_vector2_array());
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Packed<T>(pub T);

packed_notes! {
/// An element of a packed array in at least one layout; [`PackedElement`] states the layout.
///
/// ```
/// use gdvariant::Packable;
///
/// fn is_packable<T: Packable>() {}
/// is_packable::<f32>();
/// is_packable::<gdvariant::Vector2>();
/// ```
#[diagnostic::on_unimplemented(message = "no packed array holds `{Self}`", label = "no layout has a packed array of this")]
pub trait Packable {}
}

packed_notes! {
/// An element of a packed array in the engine `E`.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Godot4, Kind, PackedElement};
///
/// assert_eq!(<f32 as PackedElement<Godot4>>::KIND, Kind::PackedFloat32Array);
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "the layout `{E}` has no packed array of `{Self}`",
    label = "no packed array holds this"
)]
pub trait PackedElement<E: Engine>: Packable + Sized {
    /// The kind of the packed array.
    const KIND: Kind;

    /// Encodes the packed array after the pre-encoded `key` of a field, or `[]`.
    ///
    /// # Errors
    ///
    /// Returns an error if the packed array is longer than engines can count, if the target lacks its
    /// type, or if a string contains a NUL.
    fn encode_packed<const N: usize>(
        elements: &[Self],
        key: [u8; N],
        writer: &mut Writer<'_, E>,
    ) -> Result<(), EncodeError>;
}
}

macro_rules! packed_arrays {
    ($(<$($const:ident $size:ident)?> $elements:ty),*) => {$(
        impl<E: Engine, T: PackedElement<E> $(, $const $size: usize)?> Encode<E> for Packed<$elements> {
            fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
                T::encode_packed(&self.0[..], [], writer)
            }

            #[inline]
            fn encode_field<const LENGTH: usize>(&self, key: [u8; LENGTH], writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
                T::encode_packed(&self.0[..], key, writer)
            }
        }
    )*};
}

packed_arrays!(<> Vec<T>, <> &[T], <> &Vec<T>, <const N> [T; N]);

impl<'de, E: Engine, T: PackedElement<E> + Decode<'de, E>> Decode<'de, E> for Packed<Vec<T>> {
    fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
        let header = reader.header_of(T::KIND)?;
        let mut elements = Vec::new();
        T::decode_packed(reader, header, &mut elements)?;
        Ok(Self(elements))
    }
}

macro_rules! texts {
    ($($text:ty),*) => {$(
        impl Packable for $text {}

        impl<E: Engine> PackedElement<E> for $text {
            const KIND: Kind = Kind::PackedStringArray;

            fn encode_packed<const N: usize>(elements: &[Self], key: [u8; N], writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
                writer.bytes(&key);
                writer.packed_texts(elements)
            }
        }
    )*};
}

texts!(String, &str, Cow<'_, str>, Box<str>);

macro_rules! packable {
    ($($number:ty),*) => {
        $(impl Packable for $number {})*
    };
}

packable!(u8, i32, i64, f32, f64);

/// Decodes the body of a packed array of `T`; implements `decode_packed` of generated types.
pub(crate) fn decode_packed_fields<E: Engine, T: Fields + PackedElement<E>>(
    reader: &mut Reader<'_, E>,
    header: Header,
    elements: &mut Vec<T>,
) -> Result<(), DecodeError> {
    if header.is(T::KIND) {
        return reader.packed_elements(header, T::KIND, elements);
    }
    Err(reader.wrong_type(header, const { &[Kind::Array, T::KIND] }))
}

/// Implements the codec of a value type with components in a layout; `packed` follows if the layout has
/// packed arrays of the type.
macro_rules! fields_codec {
    ($marker:ident $value:ident $($packed:ident)?) => {
        impl Encode<$marker> for $value {
            #[inline]
            fn encode(&self, writer: &mut crate::Writer<'_, $marker>) -> Result<(), EncodeError> {
                self.encode_field([], writer)
            }

            #[inline]
            fn encode_field<const N: usize>(
                &self,
                key: [u8; N],
                writer: &mut crate::Writer<'_, $marker>,
            ) -> Result<(), EncodeError> {
                writer.fields(key, crate::Kind::$value, self);
                Ok(())
            }
        }

        impl<'de> Decode<'de, $marker> for $value {
            const CURSOR_LEVELS: Option<u32> = Some(0);

            #[allow(clippy::inline_always, reason = "see `Cursor`")]
            #[inline(always)]
            fn take_field<const N: usize>(
                cursor: &mut crate::wire::cursor::Cursor<'de>,
                key: [u8; N],
            ) -> Option<Self> {
                cursor.fields::<$marker, _, N>(key, crate::Kind::$value)
            }

            #[inline]
            fn decode(reader: &mut crate::Reader<'de, $marker>) -> Result<Self, DecodeError> {
                reader.fields(crate::Kind::$value)
            }

            $(crate::codec::impls::fields_codec!(@ $packed $marker);)?
        }
    };
    (@ packed $marker:ident) => {
        #[inline]
        fn decode_packed(
            reader: &mut crate::Reader<'de, $marker>,
            header: crate::Header,
            elements: &mut Vec<Self>,
        ) -> Result<(), DecodeError> {
            crate::codec::impls::decode_packed_fields(reader, header, elements)
        }
    };
}

/// Implements [`PackedElement`] for an element of a layout's packed array.
macro_rules! packed_codec {
    ($marker:ident $element:ty, $kind:ident) => {
        impl crate::PackedElement<$marker> for $element {
            const KIND: crate::Kind = crate::Kind::$kind;

            #[inline]
            fn encode_packed<const N: usize>(
                elements: &[Self],
                key: [u8; N],
                writer: &mut crate::Writer<'_, $marker>,
            ) -> Result<(), EncodeError> {
                writer.packed_array(key, crate::Kind::$kind, elements)
            }
        }
    };
}

pub(crate) use {fields_codec, packed_codec};
