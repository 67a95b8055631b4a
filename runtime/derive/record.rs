//! Structs as a Dictionary of their fields.

use crate::{Decode, DecodeError, DecodeErrorKind, DictionaryWriter, EncodeError, Layout, Reader};
use alloc::borrow::Cow;

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
    /// The keys and their aliases, in the order in which they are written.
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

/// A key where a field's is expected.
struct FieldKey<'de> {
    /// None where it is no text.
    text: Option<Cow<'de, str>>,
    offset: usize,
}

impl<'de, L: Layout> Decode<'de, L> for FieldKey<'de> {
    #[inline]
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        let offset = reader.position();
        let text = reader.text_if_any()?;
        if text.is_none() {
            reader.skip()?;
        }
        Ok(Self { text, offset })
    }
}

/// One way through the keys of a Dictionary.
struct Pass<'t> {
    names: &'static Names,
    taken: &'t Taken<'t>,
    /// Keys come in the order in which they are written, more often than not.
    expected: usize,
    /// A bit for each tag.
    tags_seen: u32,
}

impl Pass<'_> {
    /// The index of the field that a key is; none where its value is to be skipped.
    fn field_of(&mut self, key: &FieldKey<'_>) -> Result<Option<usize>, DecodeError> {
        let text = key.text.as_deref();
        if let Some(text) = text {
            let index = match self.names.known.get(self.expected) {
                Some(expected) if *expected == text => Some(self.expected),
                _ => self.names.known.iter().position(|name| *name == text),
            };
            if let Some(index) = index {
                self.expected = index + 1;
                return Ok(Some(index));
            }
            self.see_tag(text, key.offset)?;
        }
        if self.names.only && !text.is_some_and(|text| self.taken.has(text)) {
            return Err(DecodeError::new(key.offset, DecodeErrorKind::UnknownKey { known: self.names.known }));
        }
        Ok(None)
    }

    /// Which variant an enum is must not depend on who reads it.
    fn see_tag(&mut self, key: &str, offset: usize) -> Result<(), DecodeError> {
        let Some((place, tag)) = self.taken.tag(key) else { return Ok(()) };
        let bit = 1_u32.checked_shl(place).unwrap_or(0);
        if self.tags_seen & bit != 0 {
            return Err(DecodeError::new(offset, DecodeErrorKind::RepeatedTag { tag }));
        }
        self.tags_seen |= bit;
        Ok(())
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
    reader.entries(|key: FieldKey<'de>, reader| match pass.field_of(&key)? {
        Some(index) => field(index, reader),
        None => reader.skip(),
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
