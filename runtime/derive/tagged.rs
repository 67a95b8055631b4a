//! Enums whose encoding names the variant.

use super::again::again;
use super::record::{DictionaryReader, Names, Taken};
use crate::error::shortened;
use crate::{
    Decode, DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Kind, Layout, Reader,
    Segment,
};

/// The payload that accompanies the name of a variant: the next value, or nothing.
#[derive(Debug)]
pub struct Payload<'r, 'de, L> {
    pub(super) reader: Option<&'r mut Reader<'de, L>>,
    /// The offset of the enum.
    pub(super) start: usize,
}

impl<'r, 'de, L: Layout> Payload<'r, 'de, L> {
    fn new(reader: Option<&'r mut Reader<'de, L>>, start: usize) -> Self {
        Self { reader, start }
    }

    /// Decodes the payload of a unit variant: nothing, or Nil.
    ///
    /// # Errors
    ///
    /// Fails if there is another payload.
    pub fn nothing(self) -> Result<(), DecodeError> {
        self.reader.map_or(Ok(()), Decode::decode)
    }

    /// Returns the reader for the payload of a variant with fields.
    ///
    /// # Errors
    ///
    /// Fails if there is no payload.
    pub fn value(self) -> Result<&'r mut Reader<'de, L>, DecodeError> {
        self.reader.ok_or_else(|| without_value(self.start))
    }
}

/// Returns the error for a name alone where a variant has fields.
pub(super) fn without_value(start: usize) -> DecodeError {
    let missing = DecodeErrorKind::WrongType {
        expected: "a variant with its value",
        found: "its name alone",
    };
    DecodeError::new(start, missing)
}

/// The names of an enum's variants.
pub trait VariantNames<'de, L>: Copy {
    /// Decodes the name of a variant, and returns its index.
    ///
    /// # Errors
    ///
    /// Fails if the value is not a string. Also fails if no variant has the name, unless the enum
    /// has a variant for other names.
    fn index(&self, reader: &mut Reader<'de, L>) -> Result<usize, DecodeError>;

    /// Returns the segment of an error's path for the value of a variant.
    fn segment(&self, index: usize) -> Segment;
}

/// The names, all of which are known.
impl<'de, L: Layout, const N: usize> VariantNames<'de, L> for &'static [&'static str; N] {
    fn index(&self, reader: &mut Reader<'de, L>) -> Result<usize, DecodeError> {
        let known: &'static [&'static str] = *self;
        let offset = reader.position();
        let name = reader.text()?;
        position(&name, known).ok_or_else(|| {
            let name = shortened(&name);
            DecodeError::new(offset, DecodeErrorKind::UnknownVariant { name, known })
        })
    }

    fn segment(&self, index: usize) -> Segment {
        segment(*self, index)
    }
}

/// Returns the index of a name.
pub(super) fn position(name: &str, known: &[&str]) -> Option<usize> {
    known.iter().position(|known| *known == name)
}

/// Decodes an externally tagged enum: a name, or a Dictionary of one entry, the name and the value.
///
/// # Errors
///
/// Fails if the value is neither, or if no variant has the name. Also returns the errors of
/// `variant`.
pub fn external<'de, L: Layout, T>(
    reader: &mut Reader<'de, L>,
    names: impl VariantNames<'de, L>,
    mut variant: impl FnMut(usize, Payload<'_, 'de, L>) -> Result<T, DecodeError>,
) -> Result<T, DecodeError> {
    let start = reader.position();
    if reader.is_at_text()? {
        return variant(names.index(reader)?, Payload::new(None, start));
    }
    let header = reader.header()?;
    if !header.is::<L>(Kind::Dictionary) {
        return Err(reader.wrong_type(header, "String or Dictionary"));
    }
    let count = reader.entry_count_after(header)?;
    if count != 1 {
        return Err(DecodeError::wrong_length(start, 1, count));
    }
    reader.deeper(count, |reader| {
        let index = names
            .index(reader)
            .map_err(|error| error.within(Segment::KeyOf(0)))?;
        let payload = Payload::new(Some(reader), start);
        variant(index, payload).map_err(|error| error.within(names.segment(index)))
    })
}

pub(super) fn segment(known: &[&str], index: usize) -> Segment {
    known
        .get(index)
        .map_or(Segment::ValueOf(0), |name| Segment::name(name))
}

/// Decodes an internally tagged enum: a Dictionary with the name of the variant among its fields.
///
/// # Errors
///
/// Fails if the value is not a Dictionary, if the tag is missing or occurs twice, or if no variant
/// has the name. Also returns the errors of `variant`.
pub fn internal<'de, L: Layout, T>(
    reader: &mut Reader<'de, L>,
    tag: &'static str,
    names: impl VariantNames<'de, L>,
    taken: &Taken<'_>,
    variant: impl FnOnce(usize, &mut Reader<'de, L>, &Taken<'_>) -> Result<T, DecodeError>,
) -> Result<T, DecodeError> {
    let start = reader.clone();
    let index = find_tag(reader, tag, names)?;
    reader.go_back(&start)?;
    variant(index, reader, &taken.and_tag(tag))
}

/// Decodes up to the tag, which is the first entry in the encoding of this library.
fn find_tag<'de, L: Layout>(
    reader: &mut Reader<'de, L>,
    tag: &'static str,
    names: impl VariantNames<'de, L>,
) -> Result<usize, DecodeError> {
    let start = reader.position();
    let count = reader.entry_count()?;
    reader.enter(count)?;
    for pair in 0..count {
        let key = reader
            .text_if_any()
            .map_err(|error| error.within(Segment::KeyOf(pair)))?;
        if key.as_ref().is_some_and(|key| key == tag) {
            return names
                .index(reader)
                .map_err(|error| error.within(Segment::name(tag)));
        }
        if key.is_none() {
            reader
                .skip()
                .map_err(|error| error.within(Segment::KeyOf(pair)))?;
        }
        let segment = || {
            key.as_ref()
                .map_or(Segment::ValueOf(pair), |key| Segment::name(key))
        };
        reader.skip().map_err(|error| error.within(segment()))?;
    }
    Err(DecodeError::new(
        start,
        DecodeErrorKind::MissingKey { key: tag },
    ))
}

/// Decodes an adjacently tagged enum: a Dictionary with the name of the variant under the first of
/// the `keys` and its value under the second.
///
/// # Errors
///
/// Fails if the value is not a Dictionary, if the tag is missing, or if no variant has the name.
/// Also returns the errors of `variant`.
pub fn adjacent<'de, L: Layout, T>(
    reader: &mut Reader<'de, L>,
    keys: &'static Names,
    names: impl VariantNames<'de, L>,
    mut variant: impl FnMut(usize, Payload<'_, 'de, L>) -> Result<T, DecodeError>,
) -> Result<T, DecodeError> {
    let start = reader.position();
    let (mut tag, mut content, mut value) = (None, None, None);
    let mut pairs = DictionaryReader::open(reader, keys, &Taken::NONE)?;
    while let Some(key) = pairs.next_field()? {
        pairs.value(|reader| {
            if key == 0 {
                // Discards a value decoded for an earlier tag: the last tag wins.
                value = None;
                tag = Some(names.index(reader)?);
                return Ok(());
            }
            content = Some(reader.clone());
            match tag {
                Some(index) => {
                    value = Some(variant(index, Payload::new(Some(reader), start))?);
                }
                None => reader.skip()?,
            }
            Ok(())
        })?;
    }
    let key = |index| keys.known.get(index).copied().unwrap_or_default();
    let index =
        tag.ok_or_else(|| DecodeError::new(start, DecodeErrorKind::MissingKey { key: key(0) }))?;
    match (value, content) {
        (Some(value), _) => Ok(value),
        (None, None) => variant(index, Payload::new(None, start)),
        (None, Some(place)) => again(reader, &place, |reader| {
            variant(index, Payload::new(Some(reader), start))
        })
        .map_err(|error| error.within(Segment::name(key(1)))),
    }
}

/// Decodes an int that is the number of a variant, and returns it with its offset.
///
/// # Errors
///
/// Fails if the value is not an int.
pub fn number<L: Layout>(reader: &mut Reader<'_, L>) -> Result<(i64, usize), DecodeError> {
    let offset = reader.position();
    i64::decode(reader).map(|number| (number, offset))
}

/// Returns the error for a number that no variant has.
#[cold]
#[must_use]
pub fn unknown_number(number: i64, offset: usize, expected: &'static str) -> DecodeError {
    DecodeError::new(offset, DecodeErrorKind::UnknownNumber { number, expected })
}

/// Returns the error for encoding a skipped variant.
#[cold]
#[must_use]
pub fn skipped_variant(message: &'static str) -> EncodeError {
    EncodeError::new(EncodeErrorKind::Custom(message.into()))
}
