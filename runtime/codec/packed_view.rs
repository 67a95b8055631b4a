//! Borrowed packed arrays.

use crate::table::layout::HasLayout;
use crate::value::build::elements;
use crate::value::view::{Numbers, Shape, visit_element};
use crate::wire::cursor::Cursor;
use crate::wire::fields::{Fields, value_of};
use crate::wire::number::Number;
use crate::wire::reader::Header;
use crate::{
    Decode, DecodeError, DecodeErrorKind, Encode, EncodeError, Engine, Kind, Packed, PackedElement,
    Reader, Writer,
};
use alloc::vec::Vec;
use core::iter::Map;
use core::marker::PhantomData;
use core::{fmt, slice};

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
        T::of_bodies(self.bytes)
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

    #[allow(clippy::inline_always, reason = "see `Cursor`")]
    #[inline(always)]
    fn take_field<const N: usize>(cursor: &mut Cursor<'de>, key: [u8; N]) -> Option<Self> {
        let bytes = cursor.packed_bytes::<E, N>(key, T::KIND, T::LENGTH)?;
        Some(Self::new(bytes))
    }

    fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
        let header = reader.header_of(T::KIND)?;
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
