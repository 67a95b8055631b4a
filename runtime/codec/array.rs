//! Arrays.

use crate::codec::container::{Container, new_place};
use crate::codec::numbers::int_of;
use crate::codec::variant::DecodeInPlace;
use crate::error::Result;
use crate::table::layout::{AnyEngine, HasLayout};
use crate::wire::cursor::Cursor;
use crate::wire::reader::CheckedCount;
use crate::{
    DeclaredType, Decode, DecodeError, Encode, EncodeError, Engine, Kind, Reader, Segment, Writer,
    format,
};
use alloc::boxed::Box;
use alloc::collections::{BTreeSet, VecDeque};
use alloc::vec::Vec;
#[cfg(feature = "std")]
use core::hash::{BuildHasher, Hash};
use core::ops::Range;
#[cfg(feature = "std")]
use std::collections::HashSet;

/// The minimum length of a value in bytes: that of its header.
pub(crate) const ELEMENT: usize = format::HEADER_LENGTH as usize;

impl<'de, E: HasLayout> Reader<'de, E> {
    /// Decodes an Array or a typed array by calling `element` for each value, with its index.
    ///
    /// `element` has to consume exactly one value.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{Decode, DecodeOptions, Godot4, Reader, godot4};
    ///
    /// let bytes = godot4::to_vec(&[1, 2])?;
    /// let mut reader = Reader::<Godot4>::new(&bytes, DecodeOptions::new());
    /// let mut sum = 0;
    /// reader.array(|reader, _| {
    ///     sum += i64::decode(reader)?;
    ///     Ok(())
    /// })?;
    /// assert_eq!(sum, 3);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the value is neither an Array nor a typed array, if the nesting exceeds
    /// the limit, or if the count of elements is too large for the remaining input. Returns the
    /// errors of `element`, with the index in the path.
    pub fn array(&mut self, mut element: impl FnMut(&mut Self, usize) -> Result<()>) -> Result<()> {
        let count = self.sequence()?;
        self.nested(count, |reader| {
            let depth = reader.depth();
            for index in 0..count.get() {
                element(reader, index).map_err(|error| error.within(Segment::Index(index)))?;
                reader.set_depth(depth);
            }
            Ok(())
        })
    }

    /// Decodes the number of values of an Array.
    #[inline]
    pub(crate) fn array_count(&mut self) -> Result<CheckedCount> {
        self.count(self.const_layout().array.count, ELEMENT)
    }

    /// Decodes the body of an Array.
    pub(crate) fn array_body<T: Decode<'de, E>>(&mut self) -> Result<Vec<T>> {
        let count = self.array_count()?;
        self.values(count)
    }

    /// Decodes `count` values one level deeper.
    #[inline]
    pub(crate) fn values<T: Decode<'de, E>>(&mut self, count: CheckedCount) -> Result<Vec<T>> {
        if E::FIXED.is_some() {
            self.charge::<T>(count.get())?;
        }
        let mut elements = Vec::with_capacity(self.reserve::<T>(count));
        self.nested(count, |reader| {
            T::decode_elements(reader, count.get(), &mut elements)
        })?;
        Ok(elements)
    }

    /// Collects decoded elements into a set or a map.
    #[inline]
    pub(crate) fn collect<T, C: FromIterator<T>>(&mut self, elements: Vec<T>) -> Result<C> {
        if !elements.is_empty() {
            // A hash table has room for up to 16/7 of its elements, and sorting for a tree copies
            // them. A tree of one element has room for 11.
            self.charge::<T>(3 * elements.len() + 8)?;
        }
        Ok(elements.into_iter().collect())
    }

    /// Decodes an element, and adds `index` to the path of an error.
    #[inline]
    pub(crate) fn element<T: Decode<'de, E>>(&mut self, index: usize) -> Result<T> {
        let depth = self.depth();
        let element = T::decode(self).map_err(|error| error.within(Segment::Index(index)));
        self.set_depth(depth);
        element
    }

    /// Fast path: consumes a value with a cursor, or nothing.
    #[inline(always)]
    pub(crate) fn take_value<T: Decode<'de, E>>(&mut self) -> Option<T> {
        if !self.allows_cursor(T::CURSOR_LEVELS) {
            return None;
        }
        let mut cursor = self.cursor();
        let value = T::take_field(&mut cursor, [])?;
        self.set_rest(cursor.rest());
        Some(value)
    }

    /// Returns whether a cursor may consume a value with this maximum number of nested containers.
    #[inline]
    pub(crate) fn allows_cursor(&self, levels: Option<u32>) -> bool {
        self.options().allow_cursor(self.depth().get(), levels)
    }

    /// Returns the position of the next value.
    #[inline]
    pub(crate) fn cursor(&self) -> Cursor<'de> {
        Cursor::new(self.rest())
    }
}

impl<'de> Reader<'de, AnyEngine> {
    /// Decodes `count` values of any type and appends them.
    #[inline]
    pub(crate) fn any_elements<V: DecodeInPlace<'de>>(
        &mut self,
        count: usize,
        elements: &mut Vec<V>,
    ) -> Result<()> {
        let mut index = 0;
        while index < count {
            let ints = self.take_ints(count - index);
            if !ints.is_empty() {
                elements.extend(ints.iter().map(|bytes| V::from_int(int_of(*bytes))));
                index += ints.len();
                continue;
            }
            // A batch pays off only for consecutive Strings: with batches of single Strings, the
            // benchmark `rpc/skip` takes 85% more instructions.
            let is_string = self.is_next(Kind::String);
            if let Some(place) = new_place(elements) {
                V::decode_in_place(self, place)
                    .map_err(|error| error.within(Segment::Index(index)))?;
            }
            index += 1;
            if is_string && self.is_next(Kind::String) {
                index += self.take_strings(count - index, |text| elements.push(V::from_text(text)));
            }
        }
        Ok(())
    }

    /// Skips `count` values one level deeper, and checks the declared type if there is one.
    pub(crate) fn skip_values(
        &mut self,
        count: CheckedCount,
        declared: Option<Kind>,
    ) -> Result<()> {
        self.nested(count, |reader| {
            reader.skip_elements(0..count.get(), declared)
        })
    }

    /// Skips the elements with these indexes, and checks the declared type if there is one.
    #[inline]
    pub(crate) fn skip_elements(
        &mut self,
        indexes: Range<usize>,
        declared: Option<Kind>,
    ) -> Result<()> {
        if declared.is_some() {
            // Fast path: 100,000 ints take 0.25 million instructions instead of 8.4 million.
            let ints = match declared {
                Some(Kind::Int) => self.take_ints(indexes.len()).len(),
                _ => 0,
            };
            return indexes.skip(ints).try_for_each(|index| {
                let skipped = self.check_declared(declared).and_then(|()| self.skip());
                skipped.map_err(|error| error.within(Segment::Index(index)))
            });
        }
        let Range {
            start: mut index,
            end,
        } = indexes;
        while index < end {
            index += self.take_ints(end - index).len();
            if index == end {
                break;
            }
            let is_string = self.is_next(Kind::String);
            self.skip()
                .map_err(|error| error.within(Segment::Index(index)))?;
            index += 1;
            if is_string && self.is_next(Kind::String) {
                index += self.take_strings(end - index, |_| ());
            }
        }
        Ok(())
    }
}

impl<'w, E: HasLayout> Writer<'w, E> {
    /// Starts an Array. The returned [`ArrayWriter`] writes and counts the elements.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// # use gdvariant::{EncodeError, Godot4, Writer};
    /// # fn main() -> Result<(), EncodeError> {
    /// let mut bytes = Vec::new();
    /// let mut writer = Writer::<Godot4>::new(&mut bytes);
    /// let mut array = writer.array();
    /// array.element(&true)?;
    /// array.element("yes")?;
    /// drop(array);
    /// assert_eq!(bytes[4], 2);
    /// # Ok(()) } main().unwrap(); }
    /// ```
    pub fn array(&mut self) -> ArrayWriter<'_, 'w, E> {
        ArrayWriter {
            container: Container::open(self, Kind::Array),
        }
    }

    /// Writes an Array of `count` values, which `write` writes by calling `element`.
    ///
    /// # Errors
    ///
    /// Returns the errors of `write`. Returns an error if the nesting depth exceeds the limit of
    /// engines.
    #[doc(hidden)]
    #[inline]
    pub fn fixed_array(
        &mut self,
        count: usize,
        write: impl FnOnce(&mut Self) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        let count = self.container_start(Kind::Array, count)?;
        self.nested(count, write)
    }

    /// Writes an element, and adds `index` to the path of an error.
    ///
    /// # Errors
    ///
    /// Returns the errors of the element, with the index in the path.
    #[doc(hidden)]
    #[inline]
    pub fn element<T: Encode<E>>(&mut self, index: usize, value: &T) -> Result<(), EncodeError> {
        match value.encode(self) {
            Ok(()) => Ok(()),
            Err(error) => Err(in_element(error, index)),
        }
    }

    /// Writes an Array of the values of a slice.
    pub(crate) fn elements<T: Encode<E>>(&mut self, elements: &[T]) -> Result<(), EncodeError> {
        let count = self.container_start(Kind::Array, elements.len())?;
        self.elements_after_count(count, elements, T::encode)
    }

    /// Writes the values of an Array or a typed array, one level deeper. `encode` encodes the values
    /// that are not part of a batch.
    #[inline]
    pub(crate) fn elements_after_count<T: Encode<E>>(
        &mut self,
        count: u32,
        elements: &[T],
        encode: impl Fn(&T, &mut Self) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        self.nested(count, |writer| {
            let mut index = 0;
            while let Some(left @ [element, ..]) = elements.get(index..) {
                let in_element = |error| in_element(error, index);
                let batch = T::encode_batch(left, writer)
                    .map_err(in_element)?
                    .min(left.len());
                if batch == 0 {
                    encode(element, writer).map_err(in_element)?;
                }
                index += batch.max(1);
            }
            Ok(())
        })
    }

    /// Writes an Array of the values of an iterator.
    pub(crate) fn list<'t, T: Encode<E> + 't>(
        &mut self,
        elements: impl IntoIterator<Item = &'t T>,
    ) -> Result<(), EncodeError> {
        self.elements(&Vec::from_iter(elements))
    }
}

#[cold]
#[inline(never)]
fn in_element(error: EncodeError, index: usize) -> EncodeError {
    error.within(Segment::Index(index))
}

/// Writes the elements of an Array that [`Writer::array`] started. Dropping the writer ends the
/// Array.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Godot4, Writer, godot4};
///
/// let mut bytes = Vec::new();
/// let mut writer = Writer::<Godot4>::new(&mut bytes);
/// let mut array = writer.array();
/// array.element(&7)?;
/// array.element("Ada")?;
/// drop(array);
/// writer.finish()?;
/// assert_eq!(bytes, godot4::to_vec(&(7, "Ada"))?);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ArrayWriter<'a, 'w, E: HasLayout> {
    container: Container<'a, 'w, E>,
}

impl<E: HasLayout> ArrayWriter<'_, '_, E> {
    /// Returns a writer that also ends the enclosing Dictionary, whose only value is this Array.
    pub(crate) fn ending_entry(mut self) -> Self {
        self.container.levels += 1;
        self
    }

    /// Writes the next element.
    ///
    /// # Errors
    ///
    /// Returns the errors of the element, with its index in the path. Returns an error if the
    /// nesting depth or the length of the Array exceeds the limits of engines.
    ///
    /// Callers should return the error. Some bytes of the element may have been written, so
    /// encoding the outermost value returns the error even if a caller ignores it.
    #[inline]
    pub fn element<T: Encode<E> + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
        self.container
            .member(value, |container| Segment::Index(container.count()))?;
        self.container.add()
    }
}

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
    ($($(#[$gate:meta])? [$($bounds:tt)*] $list:ty: $collect:expr;)*) => {$(
        $(#[$gate])?
        impl<'de, E: Engine, T: Decode<'de, E> + $($bounds)*> Decode<'de, E> for $list {
            fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
                let elements = Vec::decode(reader)?;
                $collect(reader, elements)
            }
        }
    )*};
}

collect_elements! {
    [] VecDeque<T>: |_, elements: Vec<T>| Ok(elements.into());
    [] Box<[T]>: |_, elements: Vec<T>| Ok(elements.into());
    [Ord] BTreeSet<T>: Reader::collect;
    #[cfg(feature = "std")]
    [Eq + Hash, S: Default + BuildHasher] HashSet<T, S>: Reader::collect;
}

/// Returns the number of levels of a container with these values.
const fn deeper(mut levels: &[Option<u32>]) -> Option<u32> {
    let mut most = 0;
    while let [first, rest @ ..] = levels {
        match *first {
            Some(levels) if levels > most => most = levels,
            Some(_) => {}
            None => return None,
        }
        levels = rest;
    }
    Some(most + 1)
}

macro_rules! tuples {
    ($($length:literal: $($name:ident $index:tt),*;)*) => {$(
        impl<E: Engine, $($name: Encode<E>),*> Encode<E> for ($($name,)*) {
            fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
                writer.fixed_array($length, |writer| {
                    $(writer.element($index, &self.$index)?;)*
                    Ok(())
                })
            }
        }

        impl<E: Engine, $($name),*> DeclaredType<E> for ($($name,)*) {
            const DECLARED: Kind = Kind::Array;
        }

        impl<'de, E: Engine, $($name: Decode<'de, E>),*> Decode<'de, E> for ($($name,)*) {
            const CURSOR_LEVELS: Option<u32> = deeper(&[$($name::CURSOR_LEVELS),*]);

            #[inline(always)]
            fn take_field<const KEY: usize>(cursor: &mut Cursor<'de>, key: [u8; KEY]) -> Option<Self> {
                let (header, count) = cursor.start(key)?;
                if header != E::const_layout(E::LAYOUT).header_of(Kind::Array) || count != E::const_layout(E::LAYOUT).array.count.encoded($length) {
                    return None;
                }
                Some(($($name::take_field(cursor, [])?,)*))
            }

            fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
                if let Some(tuple) = reader.take_value() {
                    return Ok(tuple);
                }
                let offset = reader.position();
                let found = reader.sequence()?;
                if found.get() != $length {
                    return Err(DecodeError::wrong_length(offset, $length, found.get()));
                }
                reader.nested(found, |reader| Ok(($(reader.element::<$name>($index)?,)*)))
            }
        }
    )*};
}

tuples! {
    1: A 0;
    2: A 0, B 1;
    3: A 0, B 1, C 2;
    4: A 0, B 1, C 2, D 3;
    5: A 0, B 1, C 2, D 3, F 4;
    6: A 0, B 1, C 2, D 3, F 4, G 5;
    7: A 0, B 1, C 2, D 3, F 4, G 5, H 6;
    8: A 0, B 1, C 2, D 3, F 4, G 5, H 6, I 7;
    9: A 0, B 1, C 2, D 3, F 4, G 5, H 6, I 7, J 8;
    10: A 0, B 1, C 2, D 3, F 4, G 5, H 6, I 7, J 8, K 9;
    11: A 0, B 1, C 2, D 3, F 4, G 5, H 6, I 7, J 8, K 9, L 10;
    12: A 0, B 1, C 2, D 3, F 4, G 5, H 6, I 7, J 8, K 9, L 10, M 11;
}
