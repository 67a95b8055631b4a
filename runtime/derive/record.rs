//! Structs as a Dictionary of their fields.

use crate::wire::dictionary::key_segment;
use crate::{
    Decode, DecodeError, DecodeErrorKind, DictionaryWriter, EncodeError, Layout, Reader, Segment,
};
use alloc::borrow::Cow;
use core::fmt;

/// A struct whose fields are pairs of a Dictionary, so that they can stand in the Dictionary of another struct.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no keys of its own",
    label = "cannot stand among the keys of another",
    note = "`#[variant(flatten)]` and variants beside a `tag` take what derives `Variant` as a struct with named fields or as an enum with a `tag`; a Box or an Option of one; or a map"
)]
pub trait WithFields {
    /// Checks whether a key is one of its own: a map has none, and takes what is left.
    #[must_use]
    fn owns(key: &str, asked: &Asked<'_>) -> bool;
}

/// [`WithFields::owns`] of a type.
pub(super) type Owns = fn(&str, &Asked<'_>) -> bool;

/// The types behind pointers that are being asked for a key: each is asked once, so that types that
/// flatten one another in a cycle do not recurse without end.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    owns: Option<Owns>,
    outer: Option<&'a Asked<'a>>,
}

impl<'a> Asked<'a> {
    /// No type has been asked.
    pub const NONE: Asked<'static> = Asked {
        owns: None,
        outer: None,
    };

    /// Asks one more type, unless it is being asked already.
    pub(super) fn ask(&'a self, owns: Owns, key: &str) -> bool {
        let is_asked = core::iter::successors(Some(self), |asked| asked.outer)
            .filter_map(|asked| asked.owns)
            .any(|other| core::ptr::fn_addr_eq(other, owns));
        let asked = Asked {
            owns: Some(owns),
            outer: Some(self),
        };
        !is_asked && owns(key, &asked)
    }
}

impl fmt::Debug for Asked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asked").finish_non_exhaustive()
    }
}

/// Structs that are flattened into one another are so a few times at most, unless they never end.
const MAX_FLATTENED: usize = 64;

/// Writes the pairs of a struct's fields into the Dictionary of another.
pub trait WriteFields<L: Layout> {
    /// Writes the pairs; keys that are taken are written by others.
    ///
    /// # Errors
    ///
    /// Those of the fields; and when a map holds a key that is taken.
    fn write_fields(
        &self,
        pairs: &mut DictionaryWriter<'_, '_, L>,
        taken: &Taken<'_>,
    ) -> Result<(), EncodeError>;
}

/// Reads a struct from a Dictionary that has other keys as well.
pub trait ReadFields<'de, L: Layout>: Sized {
    /// Reads the whole Dictionary that is next, keys that are taken by others included.
    ///
    /// # Errors
    ///
    /// Those of the fields, and that one is missing.
    fn read_fields(reader: &mut Reader<'de, L>, taken: &Taken<'_>) -> Result<Self, DecodeError>;
}

/// The keys of a struct.
#[derive(Debug)]
pub struct Names {
    /// The keys in the order in which they are written, then the aliases.
    pub known: &'static [&'static str],
    /// Whether any other key is an error.
    pub only: bool,
}

/// The keys of a Dictionary that belong to somebody else: those of the struct that flattens this one, and the tag of an enum.
#[derive(Clone, Copy)]
pub struct Taken<'t> {
    by: Option<By<'t>>,
    outer: Option<&'t Taken<'t>>,
}

#[derive(Clone, Copy)]
enum By<'t> {
    Tag(&'static str),
    Fields(&'t dyn Fn(&str) -> bool),
}

impl<'t> Taken<'t> {
    /// No key is.
    pub const NONE: Taken<'static> = Taken {
        by: None,
        outer: None,
    };

    /// These keys, too.
    #[must_use]
    pub fn and(&'t self, fields: &'t dyn Fn(&str) -> bool) -> Self {
        Self {
            by: Some(By::Fields(fields)),
            outer: Some(self),
        }
    }

    /// The tag of an enum, too.
    #[must_use]
    pub fn and_tag(&'t self, tag: &'static str) -> Self {
        Self {
            by: Some(By::Tag(tag)),
            outer: Some(self),
        }
    }

    /// Checks that a pointer to flattened fields is not one of a cycle of types that flatten one
    /// another: they decode the same Dictionary again and again.
    pub(super) fn is_endless(&self) -> bool {
        self.all().nth(MAX_FLATTENED).is_some()
    }

    /// From the innermost out.
    fn all(&'t self) -> impl Iterator<Item = By<'t>> {
        core::iter::successors(Some(self), |taken| taken.outer).filter_map(|taken| taken.by)
    }

    /// Whether a key is.
    #[must_use]
    pub(super) fn has(&self, key: &str) -> bool {
        self.all().any(|by| match by {
            By::Tag(tag) => tag == key,
            By::Fields(fields) => fields(key),
        })
    }

    /// The tag that a key is, and how many come before it.
    fn tag(&self, key: &str) -> Option<(u32, &'static str)> {
        let places = (0..).zip(self.all());
        places.into_iter().find_map(|(place, by)| match by {
            By::Tag(tag) if tag == key => Some((place, tag)),
            _ => None,
        })
    }
}

/// The pairs of a Dictionary that are the fields of a struct, taken one by one.
pub struct DictionaryReader<'r, 't, 'de, L> {
    reader: &'r mut Reader<'de, L>,
    names: &'static Names,
    taken: &'t Taken<'t>,
    count: usize,
    /// How many keys have been taken.
    index: usize,
    /// The input from the key on that was taken last.
    key_on: &'de [u8],
    /// A bit for each tag.
    tags_seen: u32,
    /// The depth of the Dictionary itself.
    outer_depth: u32,
}

impl<'r, 't, 'de, L: Layout> DictionaryReader<'r, 't, 'de, L> {
    /// Takes the head of the Dictionary that is next.
    ///
    /// # Errors
    ///
    /// When the value is no Dictionary, lies too deep or its count lies.
    #[inline]
    pub fn open(
        reader: &'r mut Reader<'de, L>,
        names: &'static Names,
        taken: &'t Taken<'t>,
    ) -> Result<Self, DecodeError> {
        let count = reader.entry_count()?;
        let outer_depth = reader.depth();
        reader.enter(count)?;
        let key_on = reader.rest();
        Ok(Self {
            reader,
            names,
            taken,
            count,
            index: 0,
            key_on,
            tags_seen: 0,
            outer_depth,
        })
    }

    /// Takes the key that comes next if it has these bytes: keys come in the order in which they are written, more often than not.
    #[inline]
    #[must_use]
    pub fn follows<const N: usize>(&mut self, key: [u8; N]) -> bool {
        let key_on = self.reader.rest();
        let is_it = self.index < self.count && self.reader.take_bytes(key);
        if is_it {
            self.index += 1;
            self.key_on = key_on;
        }
        is_it
    }

    /// Takes keys, and the values of those that are no field's, up to the next that is one's, and gives its index among the names; none at
    /// the end. Where a key comes twice, so does the index: the last one wins.
    ///
    /// # Errors
    ///
    /// Those of a key and of a value that is skipped, and that a key must not be there; with the key in the path.
    pub fn next_field(&mut self) -> Result<Option<usize>, DecodeError> {
        while self.index < self.count {
            self.key_on = self.reader.rest();
            let (key, offset) = (self.index, self.reader.position());
            self.index += 1;
            let text = self
                .text()
                .map_err(|error| error.within(Segment::KeyOf(key)))?;
            let known = text
                .as_ref()
                .and_then(|text| self.names.known.iter().position(|name| name == text));
            if known.is_some() {
                return Ok(known);
            }
            self.check_unknown(text.as_deref(), offset)
                .map_err(|error| self.in_value(error))?;
            self.value(Reader::skip)?;
        }
        self.reader.set_depth(self.outer_depth);
        Ok(None)
    }

    /// Takes a key: one that is no text is skipped.
    fn text(&mut self) -> Result<Option<Cow<'de, str>>, DecodeError> {
        let text = self.reader.text_if_any()?;
        if text.is_none() {
            self.reader.skip()?;
        }
        Ok(text)
    }

    /// Refuses a key, text or not, that is none of the names and must not be there.
    fn check_unknown(&mut self, key: Option<&str>, offset: usize) -> Result<(), DecodeError> {
        if let Some((place, tag)) = key.and_then(|key| self.taken.tag(key)) {
            let bit = 1_u32.checked_shl(place).unwrap_or(0);
            // Which variant an enum is must not depend on who reads it.
            if self.tags_seen & bit != 0 {
                return Err(DecodeError::new(
                    offset,
                    DecodeErrorKind::RepeatedTag { tag },
                ));
            }
            self.tags_seen |= bit;
        } else if self.names.only && !key.is_some_and(|key| self.taken.has(key)) {
            return Err(DecodeError::new(
                offset,
                DecodeErrorKind::UnknownKey {
                    known: self.names.known,
                },
            ));
        }
        Ok(())
    }

    /// Takes the value of the key that was taken last.
    ///
    /// # Errors
    ///
    /// Those of `read`, with the key in the path.
    #[inline]
    pub fn value<T>(
        &mut self,
        read: impl FnOnce(&mut Reader<'de, L>) -> Result<T, DecodeError>,
    ) -> Result<T, DecodeError> {
        let depth = self.outer_depth + 1;
        let value = read(self.reader).map_err(|error| self.in_value(error));
        self.reader.set_depth(depth);
        value
    }

    #[cold]
    fn in_value(&self, error: DecodeError) -> DecodeError {
        error.within(
            key_segment::<L>(self.key_on).unwrap_or(Segment::ValueOf(self.index.saturating_sub(1))),
        )
    }
}

impl<L> fmt::Debug for DictionaryReader<'_, '_, '_, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DictionaryReader")
            .field("count", &self.count)
            .field("index", &self.index)
            .finish_non_exhaustive()
    }
}

/// The value of a field that may have been missing, and whose type is not asked what stands for it.
///
/// # Errors
///
/// When it was.
pub fn present<T>(value: Option<T>, start: usize, key: &'static str) -> Result<T, DecodeError> {
    value.ok_or_else(|| DecodeError::new(start, DecodeErrorKind::MissingKey { key }))
}

/// The value of a field that may have been missing.
///
/// # Errors
///
/// When it was, and its type has nothing that stands for it.
pub fn required<'de, L: Layout, T: Decode<'de, L>>(
    value: Option<T>,
    start: usize,
    key: &'static str,
) -> Result<T, DecodeError> {
    present(value.or_else(T::absent), start, key)
}
