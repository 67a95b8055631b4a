//! Structs encoded as Dictionaries or as Arrays.

use crate::codec::dictionary::value_segment;
use crate::codec::string::HEAD;
use crate::error::{Result, shortened};
use crate::table::layout::{AnyEngine, HasLayout, Layout};
use crate::table::rule::padding_after;
use crate::wire::cursor::Cursor;
use crate::wire::reader::Depth;
use crate::{
    Decode, DecodeError, DecodeErrorKind, DictionaryWriter, EncodeError, EncodeErrorKind, Engine,
    Kind, Reader, Segment, format,
};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// Explains the traits of types that can be flattened.
macro_rules! flattened {
    ($($item:item)*) => {$(
        #[diagnostic::on_unimplemented(
            message = "`{Self}` cannot be flattened into a Dictionary",
            label = "not encoded as a Dictionary of fields",
            note = "`#[variant(flatten)]` and newtype variants of an enum with a `tag` take a derived struct with named fields, a derived enum with a `tag`, a Box, a Cow or an Option of one, or a map",
            note = "in place of a newtype variant of another type, write a variant with a named field, such as `Join {{ name: String }}`, or add `content = \"...\"` to the enum"
        )]
        $item
    )*};
}

flattened! {
/// A struct encoded as a Dictionary, whose fields can be flattened into another struct.
pub trait OwnsKeys {
    /// Returns whether a key belongs to a field of this type.
    ///
    /// A map owns no keys: it collects the keys that no field owns.
    fn owns(key: &str, asked: Option<&CycleGuard<'_>>) -> bool {
        let _ = (key, asked);
        false
    }
}

/// Encodes the fields of a struct as entries of another struct's Dictionary.
pub trait WriteFields<E: Engine> {
    /// Encodes the entries; other types encode the reserved keys.
    ///
    /// # Errors
    ///
    /// Returns the errors of the fields. Also fails if a map contains a reserved key.
    fn write_fields(
        &self,
        pairs: &mut DictionaryWriter<'_, '_, E>,
        reserved: &ReservedKeys<'_>,
    ) -> Result<(), EncodeError>;
}

/// Decodes a struct from a Dictionary that may have other keys as well.
pub trait ReadFields<'de, E: Engine>: Sized {
    /// Consumes the next value, a Dictionary, including entries with reserved keys.
    ///
    /// # Errors
    ///
    /// Returns the errors of the fields. Also fails if a field is missing.
    fn read_fields(reader: &mut Reader<'de, E>, reserved: &ReservedKeys<'_>) -> Result<Self>;
}
}

/// A function such as [`OwnsKeys::owns`].
pub(super) type Owns = fn(&str, Option<&CycleGuard<'_>>) -> bool;

/// The boxed types whose [`OwnsKeys::owns`] is running. A running function is not called again,
/// because types that flatten each other in a cycle would recurse endlessly.
pub struct CycleGuard<'a> {
    owns: Owns,
    outer: Option<&'a CycleGuard<'a>>,
}

impl CycleGuard<'_> {
    /// Calls `owns` of a boxed type, unless the same function is already running.
    pub(super) fn ask(asked: Option<&CycleGuard<'_>>, owns: Owns, key: &str) -> bool {
        let is_asked = core::iter::successors(asked, |asked| asked.outer)
            .any(|asked| core::ptr::fn_addr_eq(asked.owns, owns));
        let asked = CycleGuard { owns, outer: asked };
        !is_asked && owns(key, Some(&asked))
    }
}

/// The maximum number of nested flattened types, which only endless cycles exceed.
const MAX_FLATTENED: usize = 64;

/// The keys of a struct, or the names of an enum's variants that are strings.
pub struct Names {
    /// The names in encoding order, then the aliases.
    pub known: &'static [&'static str],
    /// Whether other names are errors.
    pub only: bool,
}

impl Names {
    pub(super) fn key(&self, index: usize) -> &'static str {
        self.known.get(index).copied().unwrap_or_default()
    }
}

/// The keys of a Dictionary that belong to other types.
///
/// These are the keys of structs that flatten the current type, and the tag of an enum.
pub enum ReservedKeys<'t> {
    /// No key is reserved.
    None,
    /// The tag of an enum, and the other reserved keys.
    Tag(&'static str, &'t Self),
    /// The keys of a struct's fields, those that the struct itself encodes, and the other reserved
    /// keys.
    Fields(Owns, &'static [&'static str], &'t Self),
}

impl ReservedKeys<'_> {
    /// Returns whether flattened types form a cycle and would decode a Dictionary endlessly.
    pub(super) fn is_endless(&self) -> bool {
        // The last owner, `None`, has no keys.
        self.owners().count() > MAX_FLATTENED + 1
    }

    /// Returns the owners, innermost first.
    fn owners(&self) -> impl Iterator<Item = &Self> {
        core::iter::successors(Some(self), |reserved| match reserved {
            Self::None => None,
            Self::Tag(_, outer) | Self::Fields(_, _, outer) => Some(outer),
        })
    }

    /// Returns whether a key is reserved.
    pub(super) fn has(&self, key: &str) -> bool {
        self.owners().any(|owner| match owner {
            Self::None => false,
            Self::Tag(tag, _) => *tag == key,
            Self::Fields(owns, ..) => owns(key, None),
        })
    }

    /// Rejects the keys of fields that are about to be encoded if another type encodes one of them.
    ///
    /// The keys of sibling fields that are flattened as well are allowed, because the siblings may
    /// be `None`.
    ///
    /// # Errors
    ///
    /// Fails if a key is the tag of an enum or the key of a field in the same Dictionary.
    #[inline]
    pub fn check<E: Engine>(
        &self,
        keys: &[&str],
        pairs: &mut DictionaryWriter<'_, '_, E>,
    ) -> Result<(), EncodeError> {
        let is_encoded = |key: &&&str| {
            self.owners().any(|owner| match owner {
                Self::None => false,
                Self::Tag(tag, _) => tag == *key,
                Self::Fields(_, own, _) => own.contains(key),
            })
        };
        // A struct that is not flattened has no reserved keys.
        if matches!(self, Self::None) {
            return Ok(());
        }
        match keys.iter().find(is_encoded) {
            Some(key) => Err(pairs.fail(duplicate(key))),
            None => Ok(()),
        }
    }

    /// Returns the tag that equals a key, and the number of owners before it.
    fn tag(&self, key: &str) -> Option<(u32, &'static str)> {
        (0..)
            .zip(self.owners())
            .find_map(|(place, owner)| match owner {
                Self::Tag(tag, _) if *tag == key => Some((place, *tag)),
                _ => None,
            })
    }
}

/// Returns the error of encoding a key that another type encodes.
#[cold]
pub(super) fn duplicate(key: &str) -> EncodeError {
    let key = shortened(key);
    EncodeError::new(EncodeErrorKind::DuplicateKey { key })
}

/// A key that another field may own, and the position of the key for decoding it again.
pub(super) struct AnyKey<'de, E> {
    pub(super) text: Option<Cow<'de, str>>,
    pub(super) place: Reader<'de, E>,
}

impl<'de, E: HasLayout> Decode<'de, E> for AnyKey<'de, E> {
    fn decode(reader: &mut Reader<'de, E>) -> Result<Self> {
        let place = reader.clone();
        let text = reader.shared(Reader::any_text_or_skip)?;
        Ok(Self { text, place })
    }
}

/// The position in a run of entries that are in encoding order.
#[derive(Debug, Clone, Copy)]
pub struct Run<'de> {
    cursor: Cursor<'de>,
    /// The maximum number of entries.
    count: usize,
}

/// Decodes the entries of a Dictionary that are fields of a struct, one by one.
pub struct DictionaryReader<'r, 't, 'de, E> {
    reader: &'r mut Reader<'de, E>,
    keys: Keys<'t, 'de>,
    /// The nesting depth of the Dictionary.
    outer_depth: Depth,
}

/// The keys of a Dictionary that a [`DictionaryReader`] has consumed, and those that it expects.
struct Keys<'t, 'de> {
    names: &'static Names,
    reserved: &'t ReservedKeys<'t>,
    count: usize,
    /// The number of keys consumed.
    index: usize,
    /// The index of the name that most likely follows.
    expected: usize,
    /// The rest of the input, starting with the last consumed key.
    from_key: &'de [u8],
    /// A bit for each tag, set once the tag has occurred.
    tags_seen: u32,
}

impl<'r, 't, 'de, E: Engine> DictionaryReader<'r, 't, 'de, E> {
    /// Consumes the header and the count of a Dictionary.
    ///
    /// # Errors
    ///
    /// Fails if the value is not a Dictionary, is nested too deeply, or has an invalid count.
    // A call takes 2% of the instructions of `snapshot/decode derive, borrowed`.
    #[inline(always)]
    pub fn open(
        reader: &'r mut Reader<'de, E>,
        names: &'static Names,
        reserved: &'t ReservedKeys<'t>,
    ) -> Result<Self> {
        // Not `entry_count`, with which the compiler tests the result of the fast path twice.
        let count = match reader.take_entry_count() {
            Some(count) => count,
            None => reader.entry_count_of_any_header()?,
        };
        let outer_depth = reader.enter(count)?;
        let from_key = reader.rest();
        let keys = Keys {
            names,
            reserved,
            count: count.get(),
            index: 0,
            expected: 0,
            from_key,
            tags_seen: 0,
        };
        Ok(Self {
            reader,
            keys,
            outer_depth,
        })
    }

    /// Starts a run of entries in encoding order, given the maximum number of nested containers in
    /// each of them.
    #[inline]
    pub fn run(&self, levels: &[Option<u32>]) -> Run<'de> {
        let most = levels.iter().flatten().copied().fold(0, u32::max);
        let is_allowed = self.reader.allows_cursor(Some(most));
        Run {
            cursor: self.reader.cursor(),
            count: if is_allowed {
                self.keys.count - self.keys.index
            } else {
                0
            },
        }
    }

    /// Decodes the entry at `index` of a run if its key has these bytes, with a cursor if the type
    /// allows this. Returns `false` at the end of the run.
    ///
    /// # Errors
    ///
    /// Returns the errors of the value, with the key in the path.
    #[inline(always)]
    pub fn take<T: Decode<'de, E>, const N: usize>(
        &mut self,
        run: &mut Run<'de>,
        index: usize,
        key: [u8; N],
        slot: &mut Option<T>,
    ) -> Result<bool> {
        if T::CURSOR_LEVELS.is_some() && index < run.count {
            let mut next = run.cursor;
            if let Some(value) = T::take_field(&mut next, key) {
                run.cursor = next;
                *slot = Some(value);
                return Ok(true);
            }
        }
        self.take_with(run, index, key, slot, T::decode)
    }

    /// Decodes the entry at `index` of a run with `read`, if its key has these bytes.
    ///
    /// # Errors
    ///
    /// Returns the errors of `read`, with the key in the path.
    #[inline(always)]
    pub fn take_with<T, const N: usize>(
        &mut self,
        run: &mut Run<'de>,
        index: usize,
        key: [u8; N],
        slot: &mut Option<T>,
        read: impl FnOnce(&mut Reader<'de, E>) -> Result<T>,
    ) -> Result<bool> {
        let from_key = run.cursor.rest();
        if index == run.count || !run.cursor.take(key) {
            return Ok(false);
        }
        self.keys.from_key = from_key;
        self.reader.set_rest(run.cursor.rest());
        self.value_into(slot, read)?;
        run.cursor = self.reader.cursor();
        Ok(true)
    }

    /// Continues after the first `count` entries of a run.
    #[inline]
    pub fn resume(&mut self, run: Run<'de>, count: usize) {
        self.reader.set_rest(run.cursor.rest());
        self.keys.index += count;
        self.keys.expected = count;
    }

    /// Consumes the next key if it has these bytes.
    #[inline]
    pub(super) fn follows<const N: usize>(&mut self, key: [u8; N]) -> bool {
        let mut cursor = self.reader.cursor();
        let is_next = self.keys.index < self.keys.count && cursor.take(key);
        if is_next {
            self.keys.index += 1;
            self.keys.from_key = self.reader.rest();
            self.reader.set_rest(cursor.rest());
        }
        is_next
    }

    /// Skips the next entry if its key is the tag of the enum, the innermost reserved key.
    ///
    /// This fast path saves a third of the instructions of decoding a message with three floats.
    ///
    /// # Errors
    ///
    /// Returns the errors of the tag's value, with the key in the path.
    #[inline]
    pub fn skip_tag<const N: usize>(&mut self, key: [u8; N]) -> Result<()> {
        if self.follows(key) {
            self.keys.tags_seen |= 1;
            self.value(Reader::<E>::skip)?;
        }
        Ok(())
    }

    /// Consumes the next key of a field and returns its index among the names.
    ///
    /// Returns `None` at the end. Entries with other keys are skipped. If a key occurs twice, its
    /// index is returned twice, and the last value wins.
    ///
    /// # Errors
    ///
    /// Returns the errors of keys and of skipped values, with the key in the path. Also fails if a
    /// key is not allowed.
    #[inline]
    pub fn next_field(&mut self) -> Result<Option<usize>> {
        if self.keys.index < self.keys.count
            && let Some(index) = self.find_field()?
        {
            return Ok(Some(index));
        }
        self.reader.set_depth(self.outer_depth);
        Ok(None)
    }

    /// Decodes the value of the last consumed key with `read`.
    ///
    /// # Errors
    ///
    /// Returns the errors of `read`, with the key in the path.
    #[inline]
    pub fn value<T>(&mut self, read: impl FnOnce(&mut Reader<'de, E>) -> Result<T>) -> Result<T> {
        let depth = self.reader.depth();
        let value = read(self.reader).map_err(|error| self.keys.in_value(E::LAYOUT, error));
        self.reader.set_depth(depth);
        value
    }

    /// Decodes the value of the last consumed key with `read`.
    ///
    /// Not inlined, because few fields are decoded by this call, and its code has a third of the
    /// size of inlined code.
    ///
    /// # Errors
    ///
    /// Returns the errors of `read`, with the key in the path.
    #[inline(never)]
    pub fn value_into<T>(
        &mut self,
        slot: &mut Option<T>,
        read: impl FnOnce(&mut Reader<'de, E>) -> Result<T>,
    ) -> Result<()> {
        *slot = Some(self.value(read)?);
        Ok(())
    }

    /// Consumes keys up to the next one of a field, and returns its index.
    ///
    /// Without this call at the end of a struct, `snapshot/decode derive, borrowed` takes 2% fewer
    /// instructions.
    #[inline(never)]
    fn find_field(&mut self) -> Result<Option<usize>> {
        self.reader.shared(|reader| self.keys.find_field(reader))
    }
}

impl<'de> Keys<'_, 'de> {
    /// Consumes keys up to the next one of a field, and returns its index.
    fn find_field(&mut self, reader: &mut Reader<'de, AnyEngine>) -> Result<Option<usize>> {
        while self.index < self.count {
            self.from_key = reader.rest();
            // Fast path: the next name in encoding order.
            if let Some(name) = self.names.known.get(self.expected)
                && reader.take_string(name)
            {
                self.index += 1;
                self.expected += 1;
                return Ok(Some(self.expected - 1));
            }
            let (key, offset) = (self.index, reader.position());
            self.index += 1;
            let text = reader
                .any_text_or_skip()
                .map_err(|error| error.within(Segment::KeyOf(key)))?;
            let known = text
                .as_ref()
                .and_then(|text| self.names.known.iter().position(|name| name == text));
            if let Some(known) = known {
                self.expected = known + 1;
                return Ok(Some(known));
            }
            let depth = reader.depth();
            self.check_unknown(text.as_deref(), offset)
                .and_then(|()| reader.skip())
                .map_err(|error| self.in_value(reader.layout(), error))?;
            reader.set_depth(depth);
        }
        Ok(None)
    }

    /// Rejects a key that is not among the names, unless unknown keys are allowed.
    fn check_unknown(&mut self, key: Option<&str>, offset: usize) -> Result<()> {
        let Names { known, only } = *self.names;
        let kind = if let Some((place, tag)) = key.and_then(|key| self.reserved.tag(key)) {
            let bit = 1_u32.checked_shl(place).unwrap_or(0);
            // If two tags were allowed, decoders could disagree about the variant.
            let is_repeated = self.tags_seen & bit != 0;
            self.tags_seen |= bit;
            is_repeated.then_some(DecodeErrorKind::RepeatedTag { tag })
        } else {
            let is_unknown = only && !key.is_some_and(|key| self.reserved.has(key));
            is_unknown.then_some(DecodeErrorKind::UnknownKey { known })
        };
        kind.map_or(Ok(()), |kind| Err(DecodeError::new(offset, kind)))
    }

    #[cold]
    fn in_value(&self, layout: &'static Layout, error: DecodeError) -> DecodeError {
        error.within(value_segment(
            layout,
            self.from_key,
            self.index.saturating_sub(1),
        ))
    }
}

/// Returns the error of a missing field, with a similar key that belongs to no field.
///
/// `start` is the rest of the input at the Dictionary, whose entries have been decoded.
#[cold]
#[inline(never)]
pub fn missing_key<'de, E: Engine>(
    reader: &Reader<'de, E>,
    start: &'de [u8],
    key: &'static str,
    names: &Names,
    reserved: &ReservedKeys<'_>,
) -> DecodeError {
    let mut reader = reader.clone();
    reader.set_rest(start);
    let offset = reader.position();
    let mut similar = None;
    reader.shared(|reader| {
        // The keys were skipped once already, so that only their similarity is new. Errors do not
        // occur.
        let _ = reader.entries(|found: AnyKey<'de, AnyEngine>, reader| {
            let is_similar = |found: &Cow<'_, str>| {
                !names.known.contains(&&**found)
                    && is_misspelled(found, key)
                    && !reserved.has(found)
            };
            if similar.is_none() {
                similar = found.text.filter(is_similar);
            }
            reader.skip()
        });
    });
    let similar = similar.as_deref().map(shortened);
    DecodeError::new(offset, DecodeErrorKind::MissingKey { key, similar })
}

/// Returns the length of the encoding of a String key: header, length, string and padding.
pub const fn key_length(text: &str) -> usize {
    HEAD + text.len() + padding_after(text.len())
}

/// Returns the encoding of a String key, in [`key_length`] bytes.
///
/// Expansions call this function at compile time: encoding a key is then a copy, and recognizing a
/// key is a comparison. The derive rejects keys that contain a NUL.
pub const fn key<E: Engine, const N: usize>(text: &str) -> [u8; N] {
    let mut key = [0; N];
    let (header, rest) = key.split_at_mut(format::HEADER_LENGTH as usize);
    let (length, rest) = rest.split_at_mut(size_of::<u32>());
    let (content, _) = rest.split_at_mut(text.len());
    #[expect(clippy::cast_possible_truncation, reason = "no field's name has 4 GiB")]
    length.copy_from_slice(&(text.len() as u32).to_le_bytes());
    header.copy_from_slice(&E::LAYOUT.header_of(Kind::String).to_le_bytes());
    content.copy_from_slice(text.as_bytes());
    key
}

impl<'de, E: HasLayout> Reader<'de, E> {
    /// Returns whether the next value is a String or a StringName.
    #[inline]
    pub(super) fn is_at_text(&self) -> Result<bool, DecodeError> {
        let header = self.next_header()?;
        Ok(header.is(Kind::String) || header.is(Kind::StringName))
    }

    /// Decodes a String or a StringName; consumes nothing if the next value is neither.
    #[inline]
    pub(crate) fn text_if_any(&mut self) -> Result<Option<Cow<'de, str>>, DecodeError> {
        if self.is_at_text()? {
            return self.text().map(Some);
        }
        Ok(None)
    }
}

impl<'de> Reader<'de, AnyEngine> {
    /// Consumes a key, and returns the key if it is a String or a StringName.
    fn any_text_or_skip(&mut self) -> Result<Option<Cow<'de, str>>, DecodeError> {
        let text = self.text_if_any()?;
        if text.is_none() {
            self.skip()?;
        }
        Ok(text)
    }
}

/// The state of decoding an Array element by element.
pub struct Elements {
    /// The offset of the Array.
    start: usize,
    count: usize,
    /// The number of elements consumed.
    index: usize,
    /// The nesting depth of the Array.
    outer_depth: Depth,
}

impl Elements {
    /// Consumes the header and the count of an Array or a typed array.
    ///
    /// # Errors
    ///
    /// Fails if the value is neither, is nested too deeply, or has an invalid count.
    #[inline]
    pub fn open<E: Engine>(reader: &mut Reader<'_, E>) -> Result<Self> {
        let start = reader.position();
        let count = reader.sequence()?;
        Ok(Self {
            start,
            count: count.get(),
            index: 0,
            outer_depth: reader.enter(count)?,
        })
    }

    /// Decodes the next element with `read`; returns `None` at the end.
    ///
    /// # Errors
    ///
    /// Returns the errors of `read`, with the index in the path.
    #[inline]
    pub fn next<'de, E: Engine, T>(
        &mut self,
        reader: &mut Reader<'de, E>,
        read: impl FnOnce(&mut Reader<'de, E>) -> Result<T>,
    ) -> Result<Option<T>> {
        if self.index == self.count {
            return Ok(None);
        }
        let depth = reader.depth();
        let element = read(reader).map_err(|error| error.within(Segment::Index(self.index)))?;
        reader.set_depth(depth);
        self.index += 1;
        Ok(Some(element))
    }

    /// Skips the remaining elements.
    ///
    /// # Errors
    ///
    /// Returns the errors of elements, with the index in the path.
    pub fn skip<E: Engine>(&mut self, reader: &mut Reader<'_, E>) -> Result<()> {
        while self.next(reader, Reader::<E>::skip)?.is_some() {}
        reader.set_depth(self.outer_depth);
        Ok(())
    }

    /// Ends the Array.
    ///
    /// # Errors
    ///
    /// Fails if the Array has more than `expected` elements, the last `optional` of which may be
    /// missing.
    #[inline]
    pub fn finish<E: Engine>(
        &mut self,
        reader: &mut Reader<'_, E>,
        expected: usize,
        optional: usize,
    ) -> Result<()> {
        if self.count > expected {
            self.skip(reader)?;
            return Err(self.wrong_length(expected, optional));
        }
        reader.set_depth(self.outer_depth);
        Ok(())
    }

    /// Returns the error of an Array without the `expected` number of elements, the last
    /// `optional` of which may be missing.
    #[cold]
    pub fn wrong_length(&self, expected: usize, optional: usize) -> DecodeError {
        let found = self.count;
        let kind = DecodeErrorKind::WrongLength {
            expected,
            optional,
            found,
        };
        DecodeError::new(self.start, kind)
    }
}

/// Returns whether `found` is probably a misspelling of `name`.
///
/// The two may differ in the case of ASCII letters, in underscores, and by one letter that was inserted, left out,
/// replaced, or swapped with its neighbor. Many short keys differ by one letter, such as `hp` and
/// `mp`, or `x` and `x2`: a letter can be replaced in keys of at least four letters, and inserted
/// in keys of at least two.
fn is_misspelled(found: &str, name: &str) -> bool {
    let letters = |key: &str| -> Vec<char> {
        let letters = key.chars().filter(|&letter| letter != '_');
        // Keys of the input can be long. `to_lowercase` adds tables of 12 KB to a program.
        letters.map(|c| c.to_ascii_lowercase()).take(64).collect()
    };
    let (found, name) = (letters(found), letters(name));
    let (mut one, mut other) = (&*found, &*name);
    while let ([a, after_a @ ..], [b, after_b @ ..]) = (one, other)
        && a == b
    {
        (one, other) = (after_a, after_b);
    }
    while let ([before_a @ .., a], [before_b @ .., b]) = (one, other)
        && a == b
    {
        (one, other) = (before_a, before_b);
    }
    let length = found.len().min(name.len());
    match (one, other) {
        ([], []) => true,
        ([_], [_]) => length >= 4,
        ([_], []) | ([], [_]) => length >= 2,
        ([a, b], [c, d]) => (a, b) == (d, c),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
