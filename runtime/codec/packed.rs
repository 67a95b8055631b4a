//! Components of fixed length: values such as vectors, and packed arrays of them.

use crate::error::Result;
use crate::table::Row;
use crate::table::bodies::packed_count;
use crate::table::layout::HasLayout;
use crate::table::rule::{self, padding_after};
use crate::value::view::{Numbers, Shape, elements, visit_element};
use crate::wire::cursor::Cursor;
use crate::wire::fields::{FieldWriter, Fields, Number, put_all, take_all, value_of};
use crate::wire::reader::{CheckedCount, Header};
use crate::wire::writer::checked_length;
use crate::{
    Decode, DecodeError, DecodeErrorKind, Encode, EncodeError, Engine, Kind, Reader, Writer,
};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::iter::Map;
use core::marker::PhantomData;
use core::{fmt, slice};

impl<'de> Cursor<'de> {
    /// Consumes a key and a value of components.
    #[inline(always)]
    pub(crate) fn fields<E: Engine, T: Fields, const N: usize>(
        &mut self,
        key: [u8; N],
        kind: Kind,
    ) -> Option<T> {
        let (header, body) = self.value(key, T::LENGTH)?;
        (header == E::const_layout(E::LAYOUT).header_of(kind)).then(|| value_of(body))
    }

    /// Consumes a key and a packed array, and returns the bytes of its elements, `each` bytes per
    /// element.
    #[inline(always)]
    pub(crate) fn packed_bytes<E: Engine, const N: usize>(
        &mut self,
        key: [u8; N],
        kind: Kind,
        each: usize,
    ) -> Option<&'de [u8]> {
        let count = self.field(key, E::const_layout(E::LAYOUT).header_of(kind))?;
        self.bytes_after(count, packed_count(kind), each)
    }

    /// Consumes a packed array after its count.
    #[inline(always)]
    pub(crate) fn bytes_after(
        &mut self,
        count: [u8; 4],
        rule: &rule::Number,
        each: usize,
    ) -> Option<&'de [u8]> {
        // Without overflow, because a count has 32 bits.
        let length = rule.checked(count)? as u64 * each as u64;
        let length = usize::try_from(length).ok()?;
        self.padded(length, padding_after(length))
    }
}

impl<'de, E: HasLayout> Reader<'de, E> {
    /// Decodes a value of this kind, whose body consists of components.
    #[inline]
    pub(crate) fn fields<T: Fields>(&mut self, kind: Kind) -> Result<T> {
        let header = self.expect_header(kind)?;
        Ok(value_of(&self.fields_body::<T>(header)?))
    }

    /// Consumes a body of components, and returns it in the layout's precision.
    ///
    /// Callers convert the bytes to a value, because the components of a value in a `Result` are
    /// stored one by one and loaded in larger words, for which the processor waits:
    /// `snapshot/decode dynamic, borrowed` would take 6% more time.
    #[inline]
    pub(crate) fn fields_body<T: Fields>(&mut self, header: Header) -> Result<Cow<'de, [u8]>> {
        let body = self.components(header, T::ROWS, T::LENGTH)?;
        Ok(if self.is_other_precision(header) {
            converted(body, self.const_layout().is_double).into()
        } else {
            body.into()
        })
    }

    /// Consumes a body of components; `length` is their length in the layout's precision, in bytes.
    #[inline]
    pub(crate) fn components(
        &mut self,
        header: Header,
        rows: &'static [Row],
        length: usize,
    ) -> Result<&'de [u8]> {
        let length = self.encoded_length(header, length);
        match self.take(length) {
            Some(body) => Ok(body),
            None => Err(self.short_components(header, rows)),
        }
    }

    /// Returns the error of the first truncated component.
    #[cold]
    pub(crate) fn short_components(&mut self, header: Header, rows: &'static [Row]) -> DecodeError {
        let result = rows
            .iter()
            .try_for_each(|row| self.component(header, row).map(drop));
        result.err().unwrap_or_else(|| self.unexpected_end(0))
    }

    /// Consumes one component.
    pub(crate) fn component(&mut self, header: Header, row: &'static Row) -> Result<&'de [u8]> {
        self.raw(row, self.encoded_length(header, row.fixed_length()))
    }

    /// Decodes the body of a packed array, and returns the bytes of its elements, `each` bytes per
    /// element.
    ///
    /// The function is inlined so that the rule is a constant. Builds without optimization would
    /// compile these copies for nothing.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn packed_bytes(&mut self, kind: Kind, each: usize) -> Result<&'de [u8]> {
        let count = self.count(packed_count(kind), each)?;
        self.elements_of(count, each)
    }

    /// Fast path: consumes the body of a packed array, or nothing.
    #[inline]
    pub(crate) fn take_packed(&mut self, rule: &rule::Number, each: usize) -> Option<&'de [u8]> {
        let mut cursor = self.cursor();
        let [count] = cursor.words()?;
        let bytes = cursor.bytes_after(count, rule, each)?;
        self.set_rest(cursor.rest());
        Some(bytes)
    }

    /// Consumes a packed array after its count, and returns the bytes of the elements.
    ///
    /// The count is followed by `count` elements of `each` bytes, and padding.
    #[inline]
    pub(crate) fn elements_of(&mut self, count: CheckedCount, each: usize) -> Result<&'de [u8]> {
        let length = count.get() * each;
        let Some((bytes, rest)) = self.rest().split_at_checked(length) else {
            return Err(self.unexpected_end(length));
        };
        self.set_rest(rest);
        let padding = padding_after(length);
        match rest.split_at_checked(padding) {
            Some((_, rest)) => self.set_rest(rest),
            None if self.options().lenient => self.set_rest(&[]),
            None => return Err(self.unexpected_end(padding).in_field("padding")),
        }
        Ok(bytes)
    }

    /// Decodes the body of a packed array of components and appends its elements.
    pub(crate) fn packed_elements<T: Fields>(
        &mut self,
        header: Header,
        kind: Kind,
        elements: &mut Vec<T>,
    ) -> Result<()> {
        // The separate branch avoids a `Cow`, which would cost 5.8% of the instructions in the
        // benchmark `small packed/decode derive`.
        if self.is_other_precision(header) {
            take_all(&self.packed_body(header, kind, T::LENGTH)?, elements);
        } else {
            take_all(self.packed_bytes(kind, T::LENGTH)?, elements);
        }
        Ok(())
    }

    /// Decodes the body of a packed array of components.
    #[inline]
    pub(crate) fn packed_array<T: Fields>(&mut self, header: Header, kind: Kind) -> Result<Vec<T>> {
        let mut elements = Vec::new();
        self.packed_elements(header, kind, &mut elements)?;
        Ok(elements)
    }
}

impl<E: HasLayout> Writer<'_, E> {
    /// Writes a key and a value of components.
    #[inline]
    pub(crate) fn fields<T: Fields, const N: usize>(
        &mut self,
        key: [u8; N],
        kind: Kind,
        value: &T,
    ) {
        self.put_value(key, kind, 0, T::LENGTH, |body| {
            value.put(&mut FieldWriter::new(body));
        });
    }

    /// Writes a key and a packed array of components.
    pub(crate) fn packed_array<T: Fields, const N: usize>(
        &mut self,
        key: [u8; N],
        kind: Kind,
        elements: &[T],
    ) -> Result<(), EncodeError> {
        self.packed_with(key, kind, elements.len(), |out| put_all(elements, out))
    }

    /// Writes a packed array that is owned or borrowed.
    #[inline]
    pub(crate) fn packed_numbers(
        &mut self,
        kind: Kind,
        elements: &impl Numbers,
    ) -> Result<(), EncodeError> {
        self.packed_with([], kind, elements.shape().elements, |out| {
            elements.encode(out);
        })
    }

    /// Writes a value of already encoded components.
    #[doc(hidden)]
    pub fn fields_of(&mut self, kind: Kind, bytes: &[u8]) {
        self.put_value([], kind, 0, bytes.len(), |body| body.copy_from_slice(bytes));
    }

    /// Writes a packed array of `count` already encoded elements.
    #[doc(hidden)]
    pub fn packed_of(&mut self, kind: Kind, count: usize, bytes: &[u8]) -> Result<(), EncodeError> {
        self.packed_with([], kind, count, |out| out.extend_from_slice(bytes))
    }

    /// Writes a key and a packed array of `count` elements that `put` appends.
    ///
    /// The function is inlined so that `kind` is a constant: for an engine, the target is checked only
    /// for kinds that some versions lack.
    #[inline]
    fn packed_with<const N: usize>(
        &mut self,
        key: [u8; N],
        kind: Kind,
        count: usize,
        put: impl FnOnce(&mut Vec<u8>),
    ) -> Result<(), EncodeError> {
        if self.replaces(kind)?
            && let Some(element) = kind.info().element
        {
            let mut bytes = Vec::new();
            put(&mut bytes);
            self.bytes(&key);
            return self.array_of(element, count, &bytes);
        }
        let elements_at = self.packed_start(key, kind, count)?;
        put(self.out);
        self.zeros(padding_after(self.out.len() - elements_at));
        Ok(())
    }

    /// Writes a key and what precedes the elements of a packed array, and returns the length of the
    /// buffer.
    #[inline]
    fn packed_start<const N: usize>(
        &mut self,
        key: [u8; N],
        kind: Kind,
        count: usize,
    ) -> Result<usize, EncodeError> {
        let count = packed_count(kind).encoded(checked_length(count)?);
        self.words(key, kind, 0, [count]);
        Ok(self.out.len())
    }
}

impl<'de, E: HasLayout> Reader<'de, E> {
    /// Decodes the body of a packed array, and returns the bytes of its elements in the layout's
    /// precision.
    ///
    /// `each` is the length of an element in the layout's precision, in bytes.
    #[inline]
    pub(crate) fn packed_body(
        &mut self,
        header: Header,
        kind: Kind,
        each: usize,
    ) -> Result<Cow<'de, [u8]>, DecodeError> {
        let bytes = self.packed_bytes(kind, self.encoded_length(header, each))?;
        Ok(if self.is_other_precision(header) {
            Cow::Owned(converted(bytes, self.const_layout().is_double))
        } else {
            Cow::Borrowed(bytes)
        })
    }
}

/// Converts components from the other precision.
#[cold]
#[expect(clippy::cast_possible_truncation, reason = "as the engine does")]
pub(super) fn converted(components: &[u8], to_double: bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    if to_double {
        bytes.reserve_exact(components.len() * 2);
        for single in components.as_chunks().0 {
            let double = f64::from(f32::from_le_bytes(*single));
            bytes.extend_from_slice(&double.to_le_bytes());
        }
    } else {
        bytes.reserve_exact(components.len() / 2);
        for double in components.as_chunks().0 {
            let single = f64::from_le_bytes(*double) as f32;
            bytes.extend_from_slice(&single.to_le_bytes());
        }
    }
    bytes
}

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
        let header = reader.expect_header(T::KIND)?;
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

            $(crate::codec::packed::fields_codec!(@ $packed $marker);)?
        }
    };
    (@ packed $marker:ident) => {
        #[inline]
        fn decode_packed(
            reader: &mut crate::Reader<'de, $marker>,
            header: crate::Header,
            elements: &mut Vec<Self>,
        ) -> Result<(), DecodeError> {
            crate::codec::packed::decode_packed_fields(reader, header, elements)
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

/// A borrowed packed array: its elements stay in the input, and copying the view copies no element.
///
/// `T` is any type that implements [`PackedElement`], except for strings: `u8`, `i32`, `f32`, `f64`,
/// a vector or a [`Color`](crate::Color).
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Packed, PackedView, godot4};
///
/// let bytes = godot4::to_vec(&Packed(vec![1, 2, 3]))?;
/// let view: PackedView<'_, i32> = godot4::from_slice(&bytes)?;
/// assert_eq!(view.get(1), Some(2));
/// assert_eq!(view.iter().sum::<i32>(), 6);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct PackedView<'de, T> {
    /// The encoded elements; the length is a multiple of `T::LENGTH`.
    bytes: &'de [u8],
    element: PhantomData<fn() -> T>,
}

impl<'de, T: Fields> PackedView<'de, T> {
    pub(crate) fn new(bytes: &'de [u8]) -> Self {
        Self {
            bytes,
            element: PhantomData,
        }
    }

    /// Returns the number of elements.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{Packed, PackedView, godot4};
    ///
    /// let bytes = godot4::to_vec(&Packed([1_u8, 2]))?;
    /// let view: PackedView<u8> = godot4::from_slice(&bytes)?;
    /// assert_eq!((view.len(), view.is_empty()), (2, false));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn len(&self) -> usize {
        self.bytes.len() / T::LENGTH
    }

    /// Returns whether there are no elements.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{Packed, PackedView, godot4};
    ///
    /// let bytes = godot4::to_vec(&Packed(Vec::<u8>::new()))?;
    /// assert!(godot4::from_slice::<PackedView<u8>>(&bytes)?.is_empty());
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns the element at an index, or `None` if the index is out of bounds.
    pub fn get(&self, index: usize) -> Option<T> {
        let start = index.checked_mul(T::LENGTH)?;
        let body = self.bytes.get(start..)?.get(..T::LENGTH)?;
        Some(value_of(body))
    }

    /// Returns an iterator over the elements in order.
    pub fn iter(&self) -> PackedIter<'de, T> {
        self.bytes.chunks_exact(T::LENGTH).map(value_of)
    }

    /// Copies the elements to a vector.
    pub fn to_vec(&self) -> Vec<T> {
        elements(self.bytes)
    }

    /// Returns the elements in place, or `None` if they are unaligned or the machine is big-endian.
    ///
    /// Elements are aligned like their components: to 1, 4 or 8 bytes. Bodies start at a multiple
    /// of 4 bytes in the input, so components of up to 32 bits are aligned if the input is aligned
    /// to 4 bytes, as the buffer of a `Vec` usually is. Requires the feature `bytemuck`, which is
    /// on by default.
    ///
    /// ```
    /// # #[cfg(all(feature = "godot4", target_endian = "little"))] {
    /// use gdvariant::{Packed, PackedView, Vector2, godot4};
    ///
    /// let bytes = godot4::to_vec(&Packed([Vector2::new(1.0, 2.0)]))?;
    /// let view: PackedView<'_, Vector2> = godot4::from_slice(&bytes)?;
    /// let points = view.as_slice().map_or_else(|| view.to_vec().into(), std::borrow::Cow::Borrowed);
    /// assert_eq!(*points, [Vector2::new(1.0, 2.0)]);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "bytemuck")]
    pub fn as_slice(&self) -> Option<&'de [T]> {
        T::from_bodies(self.bytes)
    }

    /// Returns the bytes of the elements, little-endian and without padding, as GPUs expect them.
    ///
    /// The bytes are borrowed from the input, whatever their alignment.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{Packed, PackedView, godot4};
    ///
    /// let bytes = godot4::to_vec(&Packed([1, 2]))?;
    /// let view: PackedView<i32> = godot4::from_slice(&bytes)?;
    /// assert_eq!(view.as_bytes(), [1, 0, 0, 0, 2, 0, 0, 0]);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn as_bytes(&self) -> &'de [u8] {
        self.bytes
    }
}

/// Copies the elements to a vector.
impl<T: Fields> From<PackedView<'_, T>> for Packed<Vec<T>> {
    fn from(view: PackedView<'_, T>) -> Self {
        Self(view.to_vec())
    }
}

/// An iterator over the elements of a [`PackedView`].
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Packed, PackedView, godot4};
///
/// let bytes = godot4::to_vec(&Packed([1, 2]))?;
/// let view: PackedView<i32> = godot4::from_slice(&bytes)?;
/// assert_eq!(view.into_iter().sum::<i32>(), 3);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type PackedIter<'de, T> = Map<slice::ChunksExact<'de, u8>, fn(&'de [u8]) -> T>;

impl<'de, T: Fields> IntoIterator for PackedView<'de, T> {
    type Item = T;
    type IntoIter = PackedIter<'de, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'de, T: Fields> IntoIterator for &PackedView<'de, T> {
    type Item = T;
    type IntoIter = PackedIter<'de, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: Fields + PartialEq> PartialEq for PackedView<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<T: Fields + fmt::Debug> fmt::Debug for PackedView<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Fields> Numbers for PackedView<'_, T> {
    fn shape(&self) -> Shape<'_> {
        Shape {
            elements: self.len(),
            borrowed: Some(self.bytes),
            rows: T::ROWS,
        }
    }

    fn element(&self, index: usize, visit: &mut dyn FnMut(Number)) {
        visit_element(self.get(index), visit);
    }

    fn encode(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.bytes);
    }
}

impl<E: Engine, T: Fields + PackedElement<E>> Encode<E> for PackedView<'_, T> {
    fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
        writer.packed_of(T::KIND, self.len(), self.bytes)
    }
}

impl<'de, E: Engine, T: Fields + PackedElement<E>> Decode<'de, E> for PackedView<'de, T> {
    const CURSOR_LEVELS: Option<u32> = Some(0);

    #[inline(always)]
    fn take_field<const N: usize>(cursor: &mut Cursor<'de>, key: [u8; N]) -> Option<Self> {
        let bytes = cursor.packed_bytes::<E, N>(key, T::KIND, T::LENGTH)?;
        Some(Self::new(bytes))
    }

    fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
        let header = reader.expect_header(T::KIND)?;
        reader.packed_view(header, T::KIND)
    }
}

impl<'de, E: HasLayout> Reader<'de, E> {
    /// Decodes the body of a packed array without copying its elements.
    pub(crate) fn packed_view<T: Fields>(
        &mut self,
        header: Header,
        kind: Kind,
    ) -> Result<PackedView<'de, T>, DecodeError> {
        // A borrowed value cannot be converted.
        if self.is_other_precision(header) {
            return Err(self.error(DecodeErrorKind::CannotBorrow));
        }
        self.packed_bytes(kind, T::LENGTH).map(PackedView::new)
    }
}
