//! Arrays and Dictionaries, taken part by part.

use super::ints::narrow_int;
use crate::reader::key_segment;
use crate::{Decode, DecodeError, Kind, Layout, Reader, Segment, format, rows};
use alloc::vec::Vec;

impl<'de, L: Layout> Reader<'de, L> {
    /// Takes an Array and hands its elements to `element`, which has to take one value at each call.
    ///
    /// # Errors
    ///
    /// When the value is no Array, lies too deep or its count lies; and those of `element`, with the index in the path.
    pub fn array(
        &mut self,
        mut element: impl FnMut(&mut Self, usize) -> Result<(), DecodeError>,
    ) -> Result<(), DecodeError> {
        self.header_of(Kind::Array)?;
        let count = self.array_count()?;
        self.deeper(count, |reader| {
            let depth = reader.depth();
            (0..count).try_for_each(|index| {
                element(reader, index).map_err(|error| error.within(Segment::Index(index)))?;
                reader.set_depth(depth);
                Ok(())
            })
        })
    }

    /// Takes a Dictionary and hands each pair to `pair`, in the order of the wire; equal keys come as often as they are there.
    ///
    /// # Errors
    ///
    /// When the value is no Dictionary, lies too deep or its count lies; and those of a key or a value, with the key in the path.
    pub fn dictionary<K: Decode<'de, L>, V: Decode<'de, L>>(
        &mut self,
        pair: impl FnMut(K, V),
    ) -> Result<(), DecodeError> {
        self.header_of(Kind::Dictionary)?;
        let count = self.dictionary_count()?;
        self.pairs(count, pair)
    }

    /// Takes a Dictionary and hands each key to `value`, which has to take the value that follows: for values of different types, such as
    /// the fields of a struct. [`skip`](Self::skip) takes one that is not wanted.
    ///
    /// ```
    /// use gdvariant::{Decode, DecodeError, DecodeErrorKind, Layout, Reader, Vector2};
    ///
    /// struct Player {
    ///     name: String,
    ///     position: Vector2,
    /// }
    ///
    /// impl<'de, L: Layout> Decode<'de, L> for Player
    /// where
    ///     Vector2: Decode<'de, L>,
    /// {
    ///     fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
    ///         let start = reader.position();
    ///         let (mut name, mut position) = (None, None);
    ///         reader.entries(|key: &str, reader| {
    ///             match key {
    ///                 "name" => name = Some(Decode::decode(reader)?),
    ///                 "position" => position = Some(Decode::decode(reader)?),
    ///                 _ => reader.skip()?,
    ///             }
    ///             Ok(())
    ///         })?;
    ///         let missing = |key| DecodeError::new(start, DecodeErrorKind::MissingKey { key });
    ///         Ok(Self { name: name.ok_or_else(|| missing("name"))?, position: position.ok_or_else(|| missing("position"))? })
    ///     }
    /// }
    /// # #[cfg(feature = "godot3")] {
    /// # use gdvariant::godot3::{self, Dictionary, Variant};
    /// # let bytes = godot3::to_vec(&Dictionary::from([("name", Variant::from("Ada")), ("x", 7.into()), ("position", Vector2::new(1.0, 2.0).into())])).unwrap();
    /// # let player: Player = godot3::from_slice(&bytes).unwrap();
    /// # assert_eq!((player.name.as_str(), player.position.y), ("Ada", 2.0));
    /// # let bytes = godot3::to_vec(&Dictionary::from([("name", 7)])).unwrap();
    /// # let error = godot3::from_slice::<Player>(&bytes).err().unwrap();
    /// # assert_eq!(error.to_string(), "0x0014: name: expected String, found int");
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// When the value is no Dictionary, lies too deep or its count lies; and those of a key and of `value`, with the key in the path.
    pub fn entries<K: Decode<'de, L>>(
        &mut self,
        mut value: impl FnMut(K, &mut Self) -> Result<(), DecodeError>,
    ) -> Result<(), DecodeError> {
        self.header_of(Kind::Dictionary)?;
        let count = self.dictionary_count()?;
        self.keys(count, &mut value)
    }

    /// Takes the keys of a Dictionary, and lets `value` take what follows each.
    pub(crate) fn keys<K: Decode<'de, L>>(
        &mut self,
        count: usize,
        value: &mut impl FnMut(K, &mut Self) -> Result<(), DecodeError>,
    ) -> Result<(), DecodeError> {
        self.deeper(count, |reader| {
            let depth = reader.depth();
            for index in 0..count {
                let key_on = reader.rest();
                let key = K::decode(reader).map_err(|error| error.within(Segment::KeyOf(index)))?;
                if let Err(error) = value(key, reader) {
                    return Err(
                        error.within(key_segment::<L>(key_on).unwrap_or(Segment::ValueOf(index)))
                    );
                }
                reader.set_depth(depth);
            }
            Ok(())
        })
    }

    /// Takes the pairs of a Dictionary.
    pub(crate) fn pairs<K: Decode<'de, L>, V: Decode<'de, L>>(
        &mut self,
        count: usize,
        mut pair: impl FnMut(K, V),
    ) -> Result<(), DecodeError> {
        self.keys(count, &mut |key, reader: &mut Self| {
            pair(key, V::decode(reader)?);
            Ok(())
        })
    }

    pub(crate) fn array_count(&mut self) -> Result<usize, DecodeError> {
        self.masked_count(rows::array::COUNT, format::HEADER_LENGTH as usize)
    }

    pub(crate) fn dictionary_count(&mut self) -> Result<usize, DecodeError> {
        self.masked_count(rows::dictionary::COUNT, 2 * format::HEADER_LENGTH as usize)
    }

    /// Takes the body of an Array.
    pub(crate) fn array_body<T: Decode<'de, L>>(
        &mut self,
        elements: &mut Vec<T>,
    ) -> Result<(), DecodeError> {
        let count = self.array_count()?;
        elements.reserve_exact(self.reserve::<T>(count));
        let outer = self.depth();
        self.enter(count)?;
        T::decode_elements(self, count, elements)?;
        self.set_depth(outer);
        Ok(())
    }

    /// Takes the element of an index.
    #[inline]
    pub(crate) fn element<T: Decode<'de, L>>(&mut self, index: usize) -> Result<T, DecodeError> {
        let depth = self.depth();
        let element = T::decode(self).map_err(|error| error.within(Segment::Index(index)));
        self.set_depth(depth);
        element
    }

    /// Takes `count` values of any type, whose default owns nothing, and appends them; `int` and `string` make values.
    #[inline]
    pub(crate) fn elements<T: Decode<'de, L> + Default>(
        &mut self,
        count: usize,
        elements: &mut Vec<T>,
        int: impl Fn(i64) -> T,
        string: impl Fn(&'de str) -> T,
    ) -> Result<(), DecodeError> {
        let mut index = 0;
        while index < count {
            let ints = self.take_ints(count - index);
            elements.extend(ints.iter().map(|bytes| int(narrow_int(*bytes))));
            index += ints.len();
            if index == count {
                break;
            }
            // One String alone is taken as any other value.
            let is_string = self.is_next(Kind::String);
            if let Some(place) = new_places(elements, 1).first_mut() {
                T::decode_into(self, place).map_err(|error| error.within(Segment::Index(index)))?;
            }
            index += 1;
            if is_string && self.is_next(Kind::String) {
                index += self.take_strings(count - index, |text| {
                    fill_new(new_places(elements, 1), string(text));
                });
            }
        }
        Ok(())
    }

    /// Takes the keys and values of `count` pairs by turns, and appends them.
    #[inline]
    pub(crate) fn parts_of_pairs<T: Decode<'de, L> + Default>(
        &mut self,
        count: usize,
        parts: &mut Vec<T>,
    ) -> Result<(), DecodeError> {
        for index in 0..count {
            let key_on = self.rest();
            let in_value = |error: DecodeError| {
                error.within(key_segment::<L>(key_on).unwrap_or(Segment::ValueOf(index)))
            };
            if let [key, value] = new_places(parts, 2) {
                T::decode_into(self, key).map_err(|error| error.within(Segment::KeyOf(index)))?;
                T::decode_into(self, value).map_err(in_value)?;
            }
        }
        Ok(())
    }
}

/// Appends places to be filled: a value that is put together where it stays costs far less than one that is moved there.
#[inline]
fn new_places<T: Default>(elements: &mut Vec<T>, count: usize) -> &mut [T] {
    let start = elements.len();
    elements.resize_with(start + count, T::default);
    elements.get_mut(start..).unwrap_or_default()
}

/// Fills a new place: what `T::default` made there owns nothing, so that nothing has to be dropped.
#[inline]
fn fill_new<T>(places: &mut [T], value: T) {
    if let [place] = places {
        core::mem::forget(core::mem::replace(place, value));
    }
}
