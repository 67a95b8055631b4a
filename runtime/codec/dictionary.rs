//! Dictionaries.

use crate::codec::array::ELEMENT;
use crate::codec::container::{Container, new_place, push};
use crate::codec::variant::DecodeInPlace;
use crate::error::{Result, shortened};
use crate::table::layout::{AnyEngine, HasLayout, Layout};
use crate::value::dictionary::KeyEquality;
use crate::value::view::AsView;
use crate::wire::reader::CheckedCount;
use crate::wire::writer::too_deep;
use crate::{
    Decode, DecodeError, DecodeOptions, Dictionary, Encode, EncodeError, EncodeErrorKind, Engine,
    Kind, Reader, Segment, Writer, format,
};
use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt::Display;
#[cfg(feature = "std")]
use core::hash::{BuildHasher, Hash};
#[cfg(feature = "std")]
use std::collections::HashMap;

// `Encode<E>` ties the precision of the values to the layout, although the shared code encodes them.
impl<E: Engine, V: Encode<E> + Encode<AnyEngine> + AsView + Display> Encode<E> for Dictionary<V> {
    fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
        writer.shared(|writer| writer.any_dictionary(self))
    }
}

impl<V: AsView + Display> Dictionary<V> {
    /// Returns an error if keys are equal in the layout, because the engine would drop an entry.
    #[inline]
    pub(crate) fn check_keys(&self, layout: &Layout) -> Result<(), EncodeError> {
        let place = self.first_equal_key(layout.keys);
        place.map_or(Ok(()), |place| Err(self.equal_key(layout.name, place)))
    }

    #[cold]
    fn equal_key(&self, layout: &'static str, place: usize) -> EncodeError {
        let key = self.keys().nth(place).map(ToString::to_string);
        equal_keys(layout, &key.unwrap_or_default()).within(Segment::KeyOf(place))
    }
}

/// Creates the error of a key, given in Godot's notation, that equals an earlier one.
pub(crate) fn equal_keys(layout: &'static str, key: &str) -> EncodeError {
    EncodeError::new(EncodeErrorKind::EqualKeys {
        key: shortened(key),
        layout,
    })
}

impl<'de, E: Engine, V: Decode<'de, E> + DecodeInPlace<'de> + KeyEquality> Decode<'de, E>
    for Dictionary<V>
{
    fn decode(reader: &mut Reader<'de, E>) -> Result<Self> {
        reader.shared(|reader| {
            let count = reader.entry_count()?;
            reader.dictionary_entries(count)
        })
    }
}

/// Returns the path segment of the value of an entry; `key` starts with the encoded key.
///
/// Falls back to the index for keys that cannot be decoded, and without the feature `inspect` for all
/// but ints and strings: a program with a struct would contain the decoder and the text of every
/// type only for this segment, about 180 KB.
#[cold]
pub(crate) fn value_segment(layout: &'static Layout, key: &[u8], index: usize) -> Segment {
    let options = DecodeOptions::engine().allow_objects(true);
    let reader = Reader::<AnyEngine>::for_layout(layout, key, options);
    if let Ok(text) = reader.clone().text::<Cow<'_, str>>() {
        return Segment::name(&text);
    }
    if let Ok((int, _)) = reader.clone().int() {
        return Segment::key(&int.to_string());
    }
    #[cfg(feature = "inspect")]
    if let Some(segment) = crate::variant::segment_of_key(&mut reader.clone()) {
        return segment;
    }
    Segment::ValueOf(index)
}

/// Returns the path segment of the key, which has index 0, or of the value of an entry.
#[cold]
fn member_segment(layout: &'static Layout, key: &[u8], index: usize, part: usize) -> Segment {
    match part {
        0 => Segment::KeyOf(index),
        _ => value_segment(layout, key, index),
    }
}

impl<'de, E: HasLayout> Reader<'de, E> {
    /// Decodes a Dictionary and calls `pair` for each entry, in the order of the input.
    ///
    /// `pair` is also called for duplicate keys.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{DecodeOptions, Godot4, Reader, godot4};
    ///
    /// let bytes = godot4::to_vec(&godot4::variant!({"Ada": 7}))?;
    /// let mut reader = Reader::<Godot4>::new(&bytes, DecodeOptions::new());
    /// let mut scores = Vec::new();
    /// reader.dictionary(|name: String, score: u8| scores.push((name, score)))?;
    /// assert_eq!(scores, [("Ada".into(), 7)]);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the value is not a Dictionary, if the nesting exceeds the limit, or if
    /// the count of entries is too large for the remaining input. Returns the errors of keys with
    /// the index in the path, and the errors of values with the key.
    pub fn dictionary<K: Decode<'de, E>, V: Decode<'de, E>>(
        &mut self,
        mut pair: impl FnMut(K, V),
    ) -> Result<()> {
        self.entries(|key, reader| {
            pair(key, V::decode(reader)?);
            Ok(())
        })
    }

    /// Decodes the keys of a Dictionary; `value` decodes the value after each key.
    ///
    /// Use this method for values of different types, such as the fields of a struct. `value` has
    /// to consume exactly one value; [`skip`](Self::skip) consumes a value without building it.
    ///
    /// ```
    /// use gdvariant::{Decode, DecodeError, DecodeErrorKind, Engine, Reader, Vector2};
    ///
    /// struct Player {
    ///     name: String,
    ///     position: Vector2,
    /// }
    ///
    /// impl<'de, E: Engine> Decode<'de, E> for Player
    /// where
    ///     Vector2: Decode<'de, E>,
    /// {
    ///     fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
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
    ///         let missing = |key| DecodeError::new(start, DecodeErrorKind::missing_key(key));
    ///         Ok(Self { name: name.ok_or_else(|| missing("name"))?, position: position.ok_or_else(|| missing("position"))? })
    ///     }
    /// }
    /// # #[cfg(feature = "godot4")] {
    /// # use gdvariant::godot4::{self, Dictionary, Variant};
    /// # let bytes = godot4::to_vec(&Dictionary::from([("name", Variant::from("Ada")), ("x", 7.into()), ("position", Vector2::new(1.0, 2.0).into())])).unwrap();
    /// # let player: Player = godot4::from_slice(&bytes).unwrap();
    /// # assert_eq!((player.name.as_str(), player.position.y), ("Ada", 2.0));
    /// # let bytes = godot4::to_vec(&Dictionary::from([("name", 7)])).unwrap();
    /// # let error = godot4::from_slice::<Player>(&bytes).err().unwrap();
    /// # assert_eq!(error.to_string(), "0x0014: name: expected String, found int");
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the value is not a Dictionary, if the nesting exceeds the limit, or if
    /// the count of entries is too large for the remaining input. Returns the errors of keys with
    /// the index in the path, and the errors of `value` with the key.
    pub fn entries<K: Decode<'de, E>>(
        &mut self,
        mut value: impl FnMut(K, &mut Self) -> Result<()>,
    ) -> Result<()> {
        let count = self.entry_count()?;
        self.keys(count, &mut value)
    }

    /// Decodes a Dictionary into a map; `value` decodes each value.
    ///
    /// Collecting all entries at once takes a third of the instructions of inserting each entry in
    /// the benchmark `keys/decode derive, owned`.
    #[inline]
    pub(crate) fn map<K: Decode<'de, E>, V, M: FromIterator<(K, V)>>(
        &mut self,
        mut value: impl FnMut(&mut Self) -> Result<V>,
    ) -> Result<M> {
        let count = self.entry_count()?;
        self.charge::<(K, V)>(count.get())?;
        let mut entries = Vec::with_capacity(self.reserve::<(K, V)>(count));
        self.keys(count, &mut |key, reader| {
            let entry = (key, value(reader)?);
            push(&mut entries, entry, count.get());
            Ok(())
        })?;
        self.collect(entries)
    }

    /// Decodes the keys of `count` entries; `value` decodes the value after each key.
    #[inline]
    pub(crate) fn keys<K: Decode<'de, E>>(
        &mut self,
        count: CheckedCount,
        value: &mut impl FnMut(K, &mut Self) -> Result<()>,
    ) -> Result<()> {
        self.nested(count, |reader| {
            let depth = reader.depth();
            for index in 0..count.get() {
                let key_on = reader.rest();
                let key = K::decode(reader).map_err(|error| error.within(Segment::KeyOf(index)))?;
                if let Err(error) = value(key, reader) {
                    return Err(error.within(value_segment(reader.layout(), key_on, index)));
                }
                reader.set_depth(depth);
            }
            Ok(())
        })
    }

    /// Decodes a Dictionary up to its first entry, and returns the number of entries.
    #[inline]
    pub(crate) fn entry_count(&mut self) -> Result<CheckedCount> {
        // Fast path: saves 5% of the instructions in the benchmark
        // `snapshot/decode derive, borrowed`.
        self.take_entry_count()
            .map_or_else(|| self.entry_count_of_any_header(), Ok)
    }

    /// Fast path: consumes the header and the count of a Dictionary, or nothing.
    #[inline]
    pub(crate) fn take_entry_count(&mut self) -> Option<CheckedCount> {
        let rule = self.const_layout().dictionary.count;
        self.take_count(Kind::Dictionary, rule, 2 * ELEMENT)
    }

    #[inline(never)]
    pub(crate) fn entry_count_of_any_header(&mut self) -> Result<CheckedCount> {
        let header = self.expect_header(Kind::Dictionary)?;
        self.checked_entries(header)
    }

    /// Decodes the number of entries of a Dictionary.
    #[inline]
    pub(crate) fn entry_count_after_header(&mut self) -> Result<CheckedCount> {
        self.count(self.const_layout().dictionary.count, 2 * ELEMENT)
    }
}

impl<'de> Reader<'de, AnyEngine> {
    /// Decodes the body of a Dictionary without declared types.
    #[inline]
    pub(crate) fn dictionary_body<V: DecodeInPlace<'de> + KeyEquality>(
        &mut self,
    ) -> Result<Dictionary<V>> {
        let count = self.entry_count_after_header()?;
        self.dictionary_entries(count)
    }

    /// Decodes the entries of a Dictionary one level deeper.
    pub(crate) fn dictionary_entries<V: DecodeInPlace<'de> + KeyEquality>(
        &mut self,
        count: CheckedCount,
    ) -> Result<Dictionary<V>> {
        self.entries_in_place(count, |reader, place, _| {
            V::decode_in_place(reader, place).map(|()| true)
        })
    }

    /// Decodes entries in place one level deeper.
    ///
    /// `member` decodes a key, which has index 0, or the value after it, and returns whether the
    /// entry is kept.
    #[inline]
    pub(crate) fn entries_in_place<V: KeyEquality + Default>(
        &mut self,
        count: CheckedCount,
        member: impl Fn(&mut Self, &mut V, usize) -> Result<bool>,
    ) -> Result<Dictionary<V>> {
        let mut pairs: Vec<[V; 2]> = Vec::with_capacity(self.reserve::<[V; 2]>(count));
        let outer = self.enter(count)?;
        for index in 0..count.get() {
            let key_on = self.rest();
            let mut is_kept = true;
            if let Some(pair) = new_place(&mut pairs) {
                // A loop, so that the code for both is inlined once: `names/decode dynamic, owned`
                // would take 13% more time.
                for (part, place) in pair.iter_mut().enumerate() {
                    match member(self, place, part) {
                        Ok(kept) => is_kept &= kept,
                        Err(error) => {
                            return Err(error.within(member_segment(
                                self.layout(),
                                key_on,
                                index,
                                part,
                            )));
                        }
                    }
                }
            }
            if !is_kept {
                pairs.pop();
            }
        }
        self.set_depth(outer);
        Ok(Dictionary::from_pairs(pairs, self.const_layout().keys))
    }
}

impl Reader<'_, AnyEngine> {
    /// Skips `count` entries one level deeper, and checks the declared types if there are any.
    pub(crate) fn skip_entries(
        &mut self,
        count: CheckedCount,
        declared: [Option<Kind>; 2],
    ) -> Result<()> {
        let outer = self.enter(count)?;
        for index in 0..count.get() {
            let key_on = self.rest();
            for (part, declared) in declared.into_iter().enumerate() {
                let skipped = self.check_declared(declared).and_then(|()| self.skip());
                if let Err(error) = skipped {
                    self.set_depth(outer);
                    let segment = member_segment(self.layout(), key_on, index, part);
                    return Err(error.within(segment));
                }
            }
        }
        self.set_depth(outer);
        Ok(())
    }
}

impl<'w, E: HasLayout> Writer<'w, E> {
    /// Starts a Dictionary. The returned [`DictionaryWriter`] writes and counts the entries.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// # use gdvariant::{Godot4, Writer};
    /// let mut bytes = Vec::new();
    /// Writer::<Godot4>::new(&mut bytes).dictionary().entry("health", &7).unwrap();
    /// assert_eq!(bytes[4], 1);
    /// # }
    /// ```
    pub fn dictionary(&mut self) -> DictionaryWriter<'_, 'w, E> {
        DictionaryWriter {
            container: Container::open(self, Kind::Dictionary),
        }
    }

    /// Rejects a Dictionary of fields that would be nested too deeply.
    ///
    /// # Errors
    ///
    /// Returns an error if the nesting depth of fields would exceed the limit of engines.
    #[doc(hidden)]
    #[inline]
    pub fn check_fields(&mut self) -> Result<(), EncodeError> {
        if self.depth >= format::MAX_DEPTH {
            return Err(self.fail(too_deep()));
        }
        Ok(())
    }

    /// Starts a Dictionary of one entry and writes its key.
    ///
    /// The caller has to write a container as the value, and to call `ending_entry` on the writer
    /// of that container.
    pub(crate) fn entry(&mut self, key: &str) -> Result<(), EncodeError> {
        self.container_start(Kind::Dictionary, 1)?;
        self.depth += 1;
        self.check_depth()
            .and_then(|()| self.text([], Kind::String, key))
            .map_err(|error| self.fail(error.within(Segment::KeyOf(0))))
    }

    /// Writes a Dictionary of the pairs of an iterator.
    pub(crate) fn pairs<'t, K: Encode<E> + 't, V: Encode<E> + 't>(
        &mut self,
        pairs: impl IntoIterator<Item = (&'t K, &'t V), IntoIter: ExactSizeIterator>,
    ) -> Result<(), EncodeError> {
        let pairs = pairs.into_iter();
        let count = self.container_start(Kind::Dictionary, pairs.len())?;
        self.pairs_after_count(count, pairs)
    }

    /// Writes the pairs of a Dictionary, one level deeper.
    #[inline]
    pub(crate) fn pairs_after_count<K: Encode<E>, V: Encode<E>>(
        &mut self,
        count: u32,
        pairs: impl Iterator<Item = (K, V)>,
    ) -> Result<(), EncodeError> {
        // A loop needs less stack space than the methods of an iterator.
        self.nested(count, |writer| {
            for (index, (key, value)) in pairs.enumerate() {
                let key_at = writer.out.len();
                if let Err(error) = key.encode(writer) {
                    return Err(error.within(Segment::KeyOf(index)));
                }
                if let Err(error) = value.encode(writer) {
                    return Err(error.within(writer.segment_of_key(key_at, index)));
                }
            }
            Ok(())
        })
    }

    /// Returns the path segment of a value by decoding its key.
    #[cold]
    fn segment_of_key(&self, key_at: usize, index: usize) -> Segment {
        let key = self.out.get(key_at..);
        value_segment(self.layout(), key.unwrap_or_default(), index)
    }
}

/// Writes the entries of a Dictionary that [`Writer::dictionary`] started.
///
/// Dropping the writer ends the Dictionary.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Godot4, Writer, godot4};
///
/// let mut bytes = Vec::new();
/// let mut writer = Writer::<Godot4>::new(&mut bytes);
/// let mut dictionary = writer.dictionary();
/// dictionary.entry("name", "Ada")?;
/// drop(dictionary);
/// writer.finish()?;
/// assert_eq!(bytes, godot4::to_vec(&godot4::variant!({"name": "Ada"}))?);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct DictionaryWriter<'a, 'w, E: HasLayout> {
    pub(crate) container: Container<'a, 'w, E>,
}

impl<E: HasLayout> DictionaryWriter<'_, '_, E> {
    /// Returns a writer that also ends the enclosing Dictionary, whose only value is this
    /// Dictionary.
    pub(crate) fn ending_entry(mut self) -> Self {
        self.container.levels += 1;
        self
    }

    /// Writes the entry of a field, after [`Writer::check_fields`]. The caller counts the field.
    /// `key` is the encoded key, or empty if the key was already written.
    #[doc(hidden)]
    #[inline]
    pub fn field<const N: usize, V: Encode<E>>(
        &mut self,
        key: [u8; N],
        name: &'static str,
        value: &V,
    ) -> Result<(), EncodeError> {
        match value.encode_field(key, self.container.writer) {
            Ok(()) => Ok(()),
            Err(error) => Err(self.field_failed(error, name)),
        }
    }

    /// Counts fields, mostly all fields of a struct at once. Callers write them next, or record an
    /// error.
    #[doc(hidden)]
    #[inline]
    pub fn count_fields(&mut self, count: u32) {
        // A type has too few fields to overflow the count or the scratch buffer.
        self.container.count_more(count);
    }

    #[cold]
    #[inline(never)]
    fn field_failed(&mut self, error: EncodeError, name: &'static str) -> EncodeError {
        self.fail(error.within(Segment::name(name)))
    }

    /// Writes the name of a field as a key. The caller has to write the value next.
    // The key is constant only if the call is inlined.
    #[inline(always)]
    pub(crate) fn name(&mut self, name: &'static str) -> Result<(), EncodeError> {
        let container = &mut self.container;
        container.check_depth()?;
        if let Err(error) = container.writer.short_text(name) {
            return Err(container.failed(error, |container| Segment::KeyOf(container.count())));
        }
        Ok(())
    }

    /// Returns the number of entries, including fields that are written next.
    pub(crate) fn len(&self) -> usize {
        self.container.count()
    }

    /// Records an error that leaves the Dictionary incomplete, and returns it.
    #[doc(hidden)]
    #[cold]
    pub fn fail(&mut self, error: EncodeError) -> EncodeError {
        self.container.writer.fail(error)
    }

    /// Writes the next entry.
    ///
    /// # Errors
    ///
    /// Returns the errors of the key with the index in the path, and the errors of the value with
    /// the key. Returns an error if the nesting depth or the length of the Dictionary exceeds the
    /// limits of engines.
    ///
    /// Callers should return the error. Some bytes of the entry may have been written, so encoding
    /// the outermost value returns the error even if a caller ignores it.
    #[inline]
    pub fn entry<K: Encode<E> + ?Sized, V: Encode<E> + ?Sized>(
        &mut self,
        key: &K,
        value: &V,
    ) -> Result<(), EncodeError> {
        let key_at = self.key(key)?;
        self.value(key_at, value)
    }

    /// Writes the key of the next entry, and returns the offset of the key in the buffer.
    ///
    /// The caller has to write the value next.
    pub(crate) fn key<K: Encode<E> + ?Sized>(&mut self, key: &K) -> Result<usize, EncodeError> {
        let key_at = self.container.writer.out.len();
        self.container
            .member(key, |container| Segment::KeyOf(container.count()))?;
        Ok(key_at)
    }

    /// Writes the value of the entry whose key starts at `key_at`.
    pub(crate) fn value<V: Encode<E> + ?Sized>(
        &mut self,
        key_at: usize,
        value: &V,
    ) -> Result<(), EncodeError> {
        self.container.member(value, |container| {
            container.writer.segment_of_key(key_at, container.count())
        })?;
        self.container.add()
    }
}

impl Writer<'_, AnyEngine> {
    /// Writes a Dictionary of any keys and values.
    pub(crate) fn any_dictionary<V: Encode<AnyEngine> + AsView + Display>(
        &mut self,
        dictionary: &Dictionary<V>,
    ) -> Result<(), EncodeError> {
        dictionary.check_keys(self.layout())?;
        self.pairs(dictionary.iter())
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
    pairs: [K: Encode<E>, V: Encode<E>] BTreeMap<K, V>;
    #[cfg(feature = "std")]
    pairs: [K: Encode<E>, V: Encode<E>, S] HashMap<K, V, S>;
}

macro_rules! collect_entries {
    ($($(#[$gate:meta])? [$($bounds:tt)*] $map:ty;)*) => {$(
        $(#[$gate])?
        impl<'de, E: Engine, V: Decode<'de, E>, K: Decode<'de, E> + $($bounds)*> Decode<'de, E> for $map {
            fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
                reader.map(V::decode)
            }
        }
    )*};
}

collect_entries! {
    [Ord] BTreeMap<K, V>;
    #[cfg(feature = "std")]
    [Eq + Hash, S: Default + BuildHasher] HashMap<K, V, S>;
}
