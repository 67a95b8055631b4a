//! Structs as a Dictionary of their fields.

use crate::reader::key_segment;
use crate::{Decode, DecodeError, DecodeErrorKind, DictionaryWriter, EncodeError, Kind, Layout, Reader, Segment};

/// A struct whose fields are pairs of a Dictionary, so that they can stand in the Dictionary of another struct.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no keys of its own",
    label = "cannot stand among the keys of another",
    note = "`#[variant(flatten)]` and variants beside a `tag` take what derives `Variant` as a struct with named fields or as an enum with a `tag`; a Box or an Option of one; or a map"
)]
pub trait WithFields {
    /// Whether a key is one of its own: a map has none, and takes what is left.
    #[must_use]
    fn owns(key: &str) -> bool;
}

/// Writes the pairs of a struct's fields into the Dictionary of another.
pub trait WriteFields<L: Layout> {
    /// Writes the pairs; keys that are taken are written by others.
    ///
    /// # Errors
    ///
    /// Those of the fields; and when a map holds a key that is taken.
    fn write_fields(&self, pairs: &mut DictionaryWriter<'_, '_, L>, taken: &Taken<'_>) -> Result<(), EncodeError>;
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
    pub const NONE: Taken<'static> = Taken { by: None, outer: None };

    /// These keys, too.
    #[must_use]
    pub fn and(&'t self, fields: &'t dyn Fn(&str) -> bool) -> Self {
        Self { by: Some(By::Fields(fields)), outer: Some(self) }
    }

    /// The tag of an enum, too.
    #[must_use]
    pub fn and_tag(&'t self, tag: &'static str) -> Self {
        Self { by: Some(By::Tag(tag)), outer: Some(self) }
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

/// A key that has been taken.
enum Key {
    /// That of the field of this index.
    Field(usize),
    /// One whose value is to be skipped.
    Other,
    /// One that must not be there.
    Wrong(DecodeError),
}

/// One way through the keys of a Dictionary.
struct Pass<'t> {
    names: &'static Names,
    taken: &'t Taken<'t>,
    /// The index of the next key, as keys come in the order in which they are written, more often than not.
    expected: usize,
    /// A bit for each tag.
    tags_seen: u32,
}

impl Pass<'_> {
    /// Takes the key that comes next when keys come in order, and gives its index.
    #[inline]
    fn take_expected<L: Layout>(&mut self, reader: &mut Reader<'_, L>) -> Option<usize> {
        let index = self.expected;
        let is_it = reader.take_text(self.names.known.get(index)?);
        self.expected += usize::from(is_it);
        is_it.then_some(index)
    }

    /// Takes any key.
    fn take_other<L: Layout>(&mut self, reader: &mut Reader<'_, L>) -> Result<Key, DecodeError> {
        let offset = reader.position();
        let Some(key) = reader.text_if_any()? else {
            reader.skip()?;
            return Ok(self.unknown(None, offset));
        };
        match self.names.known.iter().position(|name| *name == key) {
            Some(index) => {
                self.expected = index + 1;
                Ok(Key::Field(index))
            }
            None => Ok(self.unknown(Some(&key), offset)),
        }
    }

    /// A key, text or not, that is none of the names.
    fn unknown(&mut self, key: Option<&str>, offset: usize) -> Key {
        if let Some((place, tag)) = key.and_then(|key| self.taken.tag(key)) {
            let bit = 1_u32.checked_shl(place).unwrap_or(0);
            // Which variant an enum is must not depend on who reads it.
            if self.tags_seen & bit != 0 {
                return Key::Wrong(DecodeError::new(offset, DecodeErrorKind::RepeatedTag { tag }));
            }
            self.tags_seen |= bit;
        } else if self.names.only && !key.is_some_and(|key| self.taken.has(key)) {
            return Key::Wrong(DecodeError::new(offset, DecodeErrorKind::UnknownKey { known: self.names.known }));
        }
        Key::Other
    }
}

/// Takes a Dictionary and hands the index of each key among the names to `field`, which takes the value; other keys are skipped, or are
/// an error. Where a key comes twice, `field` is called twice: the last one wins.
///
/// # Errors
///
/// When the value is no Dictionary, lies too deep or its count lies; and those of a key and of `field`, with the key in the path.
pub fn record<'de, L: Layout>(
    reader: &mut Reader<'de, L>,
    names: &'static Names,
    taken: &Taken<'_>,
    mut field: impl FnMut(usize, &mut Reader<'de, L>) -> Result<(), DecodeError>,
) -> Result<(), DecodeError> {
    let mut pass = Pass { names, taken, expected: 0, tags_seen: 0 };
    reader.header_of(Kind::Dictionary)?;
    let count = reader.dictionary_count()?;
    reader.deeper(count, |reader| {
        for pair in 0..count {
            let key_on = reader.rest();
            let value = match pass.take_expected(reader) {
                Some(index) => field(index, reader),
                None => match pass.take_other(reader).map_err(|error| error.within(Segment::KeyOf(pair)))? {
                    Key::Field(index) => field(index, reader),
                    Key::Other => reader.skip(),
                    Key::Wrong(error) => Err(error),
                },
            };
            value.map_err(|error| error.within(key_segment::<L>(key_on).unwrap_or(Segment::ValueOf(pair))))?;
        }
        Ok(())
    })
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
pub fn required<'de, L: Layout, T: Decode<'de, L>>(value: Option<T>, start: usize, key: &'static str) -> Result<T, DecodeError> {
    present(value.or_else(T::absent), start, key)
}
