//! Enums whose encoding names the variant.

use super::flatten::again;
use super::structs::{DictionaryReader, Elements, Names, ReservedKeys, missing_key};
use crate::codec::dictionary::value_segment;
use crate::error::{Result, shortened};
use crate::{
    Decode, DecodeError, DecodeErrorKind, DecodeOptions, EncodeError, EncodeErrorKind, Engine,
    Kind, Reader, Segment,
};
use alloc::borrow::Cow;

/// The payload that accompanies the name of a variant: the next value, or nothing.
///
/// The struct has only two pointers, so that it is passed in registers.
pub struct Payload<'r, 'de, E> {
    /// The reader, at the payload or, if there is none, after the enum.
    reader: &'r mut Reader<'de, E>,
    name: &'r Name<'de>,
}

impl<'r, 'de, E: Engine> Payload<'r, 'de, E> {
    /// Returns the reader for the payload of a variant with fields.
    ///
    /// # Errors
    ///
    /// Fails if there is no payload.
    pub fn value(self) -> Result<&'r mut Reader<'de, E>> {
        if self.name.has_payload {
            Ok(self.reader)
        } else {
            Err(self.missing())
        }
    }

    /// Decodes the name with `read`, for a variant that has the name as a field.
    ///
    /// # Errors
    ///
    /// Returns the errors of `read`.
    pub fn name<T>(&self, read: impl FnOnce(&mut Reader<'de, E>) -> Result<T>) -> Result<T> {
        let mut reader = self.reader.clone();
        reader.set_rest(self.name.encoded);
        read(&mut reader)
    }

    /// Decodes the payload with `read`, or returns `None` if there is only a name.
    ///
    /// # Errors
    ///
    /// Returns the errors of `read`.
    pub fn if_any<T>(
        self,
        read: impl FnOnce(&mut Reader<'de, E>) -> Result<T>,
    ) -> Result<Option<T>> {
        self.name.has_payload.then(|| read(self.reader)).transpose()
    }

    /// Decodes the payload with `read`; if there is only a name, the payload is Nil.
    ///
    /// # Errors
    ///
    /// Returns the errors of `read`. Also fails if there is no payload and `read` does not accept
    /// Nil.
    pub fn or_nil<T>(self, read: impl FnOnce(&mut Reader<'de, E>) -> Result<T>) -> Result<T> {
        if self.name.has_payload {
            return read(self.reader);
        }
        let nil = const { &E::LAYOUT.header_of(Kind::Nil).to_le_bytes() };
        read(&mut Reader::new(nil, DecodeOptions::default())).map_err(|_| self.missing())
    }

    /// Decodes the payload with `read`; if there is only a name, the payload is that of a missing
    /// field.
    ///
    /// # Errors
    ///
    /// Returns the errors of `read`. Also fails if there is no payload and `T` has no value for a
    /// missing one.
    pub fn or_absent<T: Decode<'de, E>>(
        self,
        read: impl FnOnce(&mut Reader<'de, E>) -> Result<T>,
    ) -> Result<T> {
        if self.name.has_payload {
            return read(self.reader);
        }
        T::absent().ok_or_else(|| self.missing())
    }

    /// Returns the error for a name without the payload that its variant requires.
    fn missing(&self) -> DecodeError {
        DecodeError::new(self.name.start, DecodeErrorKind::MissingPayload)
    }
}

/// The name of a variant.
struct Name<'de> {
    /// The index among the known names; for an unknown name, the number of known names.
    index: usize,
    /// The rest of the input, starting with the name.
    encoded: &'de [u8],
    /// The offset of the enum.
    start: usize,
    has_payload: bool,
}

/// The names of an enum's variants: strings or ints.
pub trait VariantNames {
    /// The types of an externally tagged enum.
    const EXTERNAL: &[Kind];

    /// Whether a name that is a key already names the variant in the path of an error.
    const IS_IN_PATH: bool;

    /// Returns whether the next value is a name.
    ///
    /// # Errors
    ///
    /// Fails if the header is invalid.
    fn is_next<E: Engine>(reader: &Reader<'_, E>) -> Result<bool>;

    /// Decodes a name and returns its index, or the number of known names for an unknown one.
    ///
    /// # Errors
    ///
    /// Fails if the value is not a name. Also fails for an unknown name if no variant accepts it.
    fn decode<E: Engine>(&self, reader: &mut Reader<'_, E>) -> Result<usize>;

    /// Returns the name of the variant at `index` in errors, or `None` for an unknown one.
    fn name(&self, index: usize) -> Option<&'static str>;

    /// Names the variant in the error of decoding its content.
    #[inline]
    fn in_variant<T>(&self, index: usize, mut value: Result<T>) -> Result<T> {
        // Mapping the error would copy the value.
        if let Err(error) = &mut value
            && let Some(name) = self.name(index)
        {
            error.enter_variant(name);
        }
        value
    }
}

impl VariantNames for Names {
    const EXTERNAL: &[Kind] = &[Kind::String, Kind::Dictionary];
    const IS_IN_PATH: bool = true;

    fn is_next<E: Engine>(reader: &Reader<'_, E>) -> Result<bool> {
        reader.is_at_text()
    }

    fn decode<E: Engine>(&self, reader: &mut Reader<'_, E>) -> Result<usize> {
        let Self { known, only } = *self;
        let offset = reader.position();
        let name: Cow<'_, str> = reader.text()?;
        let index = known.iter().position(|known| *known == name);
        if index.is_none() && only {
            let name = shortened(&name);
            let unknown = DecodeErrorKind::UnknownVariant { name, known };
            return Err(DecodeError::new(offset, unknown));
        }
        Ok(index.unwrap_or(known.len()))
    }

    fn name(&self, index: usize) -> Option<&'static str> {
        self.known.get(index).copied()
    }
}

/// The names of an enum's variants that are ints.
pub struct Numbers {
    /// The numbers, including aliases, each with the identifier of its variant.
    pub known: &'static [(i64, &'static str)],
    /// Whether other numbers are errors.
    pub only: bool,
}

impl VariantNames for Numbers {
    const EXTERNAL: &[Kind] = &[Kind::Int, Kind::Dictionary];
    const IS_IN_PATH: bool = false;

    fn is_next<E: Engine>(reader: &Reader<'_, E>) -> Result<bool> {
        Ok(reader.next_header()?.is(Kind::Int))
    }

    #[inline]
    fn decode<E: Engine>(&self, reader: &mut Reader<'_, E>) -> Result<usize> {
        let Self { known, only } = *self;
        let offset = reader.position();
        let number = i64::decode(reader)?;
        let index = known.iter().position(|(known, _)| *known == number);
        if index.is_none() && only {
            let unknown = DecodeErrorKind::UnknownNumber { number, known };
            return Err(DecodeError::new(offset, unknown));
        }
        Ok(index.unwrap_or(known.len()))
    }

    fn name(&self, index: usize) -> Option<&'static str> {
        self.known.get(index).map(|(_, name)| *name)
    }
}

/// Returns the number of a variant; fails to compile if an int cannot hold the number.
pub const fn number(discriminant: i128) -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "checked")]
    let number = discriminant as i64;
    assert!(
        number as i128 == discriminant,
        "the number of a variant is out of the range of an int, from -2^63 to 2^63 - 1"
    );
    number
}

/// Returns the numbers of variants; fails to compile if two are the same.
pub const fn distinct(numbers: &'static [(i64, &'static str)]) -> &'static [(i64, &'static str)] {
    let mut rest = numbers;
    while let [(number, _), others @ ..] = rest {
        rest = others;
        let mut others = others;
        while let [(other, _), after @ ..] = others {
            assert!(*number != *other, "two variants have the same number");
            others = after;
        }
    }
    numbers
}

impl<'de> Name<'de> {
    #[inline]
    fn decode<E: Engine>(
        reader: &mut Reader<'de, E>,
        names: &impl VariantNames,
        start: usize,
    ) -> Result<Self> {
        let encoded = reader.rest();
        let index = names.decode(reader)?;
        Ok(Self {
            index,
            encoded,
            start,
            has_payload: true,
        })
    }

    fn payload<'r, E>(&'r self, reader: &'r mut Reader<'de, E>) -> Payload<'r, 'de, E> {
        Payload { reader, name: self }
    }
}

/// Decodes an enum of unit variants that is encoded as a name.
///
/// # Errors
///
/// Fails if the value is not a name, or if no variant has the name. Also returns the errors of
/// `variant`.
#[inline]
pub fn alone<'de, E: Engine, T>(
    reader: &mut Reader<'de, E>,
    names: &impl VariantNames,
    variant: impl FnOnce(usize, Payload<'_, 'de, E>) -> Result<T>,
) -> Result<T> {
    let start = reader.position();
    let mut name = Name::decode(reader, names, start)?;
    name.has_payload = false;
    names.in_variant(name.index, variant(name.index, name.payload(reader)))
}

/// Decodes an externally tagged enum: a name, or a Dictionary with the name as its only key.
///
/// # Errors
///
/// Fails if the value is neither, or if no variant has the name. Also returns the errors of
/// `variant`.
pub fn external<'de, E: Engine, N: VariantNames, T>(
    reader: &mut Reader<'de, E>,
    names: &N,
    variant: impl FnOnce(usize, Payload<'_, 'de, E>) -> Result<T>,
) -> Result<T> {
    let start = reader.position();
    if N::is_next(reader)? {
        return alone(reader, names, variant);
    }
    let header = reader.header()?;
    if !header.is(Kind::Dictionary) {
        return Err(reader.wrong_type(header, N::EXTERNAL));
    }
    let count = reader.checked_entries(header)?;
    if count.get() != 1 {
        return Err(DecodeError::wrong_length(start, 1, count.get()));
    }
    reader.nested(count, |reader| {
        let name =
            Name::decode(reader, names, start).map_err(|error| error.within(Segment::KeyOf(0)))?;
        let mut value = variant(name.index, name.payload(reader));
        if !N::IS_IN_PATH {
            value = names.in_variant(name.index, value);
        }
        value.map_err(|error| error.within(value_segment(E::LAYOUT, name.encoded, 0)))
    })
}

/// Decodes an internally tagged enum: a Dictionary with a tag among the fields of the variant.
///
/// The tag, the name of the variant, is under the only key in `keys`, whose encoding is `key`.
///
/// # Errors
///
/// Fails if the value is not a Dictionary, if the tag is missing or occurs twice, or if no variant
/// has the name. Also returns the errors of `variant`.
pub fn internal<'de, E: Engine, T, const N: usize>(
    reader: &mut Reader<'de, E>,
    keys: &'static Names,
    key: [u8; N],
    names: &impl VariantNames,
    reserved: &ReservedKeys<'_>,
    variant: impl FnOnce(usize, Payload<'_, 'de, E>, &ReservedKeys<'_>) -> Result<T>,
) -> Result<T> {
    let (start, tag) = (reader.clone(), keys.key(0));
    // Stops at the tag, which this library encodes as the first entry.
    let mut pairs = DictionaryReader::open(reader, keys, &ReservedKeys::None)?;
    if !pairs.follows(key) && pairs.next_field()?.is_none() {
        let start = start.rest();
        return Err(missing_key(reader, start, tag, keys, &ReservedKeys::None));
    }
    let name = pairs.value(|reader| Name::decode(reader, names, start.position()))?;
    reader.rewind(&start)?;
    let payload = name.payload(reader);
    let value = variant(name.index, payload, &ReservedKeys::Tag(tag, reserved));
    names.in_variant(name.index, value)
}

/// Decodes an adjacently tagged enum: a Dictionary with a tag and a value.
///
/// The tag, the name of the variant, is under the first of the `keys`, and the value under the
/// second.
///
/// # Errors
///
/// Fails if the value is not a Dictionary, if the tag is missing, or if no variant has the name.
/// Also returns the errors of `variant`.
pub fn adjacent<'de, E: Engine, T>(
    reader: &mut Reader<'de, E>,
    keys: &'static Names,
    names: &impl VariantNames,
    mut variant: impl FnMut(usize, Payload<'_, 'de, E>) -> Result<T>,
) -> Result<T> {
    let (start, from_start) = (reader.position(), reader.rest());
    let (mut tag, mut content, mut value) = (None, None, None);
    let mut pairs = DictionaryReader::open(reader, keys, &ReservedKeys::None)?;
    while let Some(key) = pairs.next_field()? {
        pairs.value(|reader| {
            if key == 0 {
                // The last tag wins, so a value that was decoded for an earlier tag is dropped.
                value = None;
                tag = Some(Name::decode(reader, names, start)?);
                return Ok(());
            }
            content = Some(reader.clone());
            match &tag {
                Some(name) => {
                    let decoded = variant(name.index, name.payload(reader));
                    value = Some(names.in_variant(name.index, decoded)?);
                }
                None => reader.skip()?,
            }
            Ok(())
        })?;
    }
    let missing = |reader: &Reader<'de, E>, index| {
        missing_key(
            reader,
            from_start,
            keys.key(index),
            keys,
            &ReservedKeys::None,
        )
    };
    let Some(mut name) = tag else {
        return Err(missing(reader, 0));
    };
    match (value, content) {
        (Some(value), _) => Ok(value),
        (None, None) => {
            name.has_payload = false;
            let mut decoded = variant(name.index, name.payload(reader));
            if let Err(error) = &mut decoded
                && matches!(error.kind(), DecodeErrorKind::MissingPayload)
            {
                *error = missing(reader, 1);
            }
            names.in_variant(name.index, decoded)
        }
        (None, Some(place)) => again(reader, &place, |reader| {
            let decoded = variant(name.index, name.payload(reader));
            names.in_variant(name.index, decoded)
        })
        .map_err(|error| error.within(Segment::name(keys.key(1)))),
    }
}

/// Decodes an enum as an Array: the name of the variant, then the fields.
///
/// # Errors
///
/// Fails if the value is not an Array or is empty, or if no variant has the name. Also returns the
/// errors of `variant`.
pub fn array<'de, E: Engine, T>(
    reader: &mut Reader<'de, E>,
    names: &impl VariantNames,
    variant: impl FnOnce(usize, Payload<'_, 'de, E>, Elements) -> Result<T>,
) -> Result<T> {
    let start = reader.position();
    let mut elements = Elements::open(reader)?;
    let name = elements
        .next(reader, |reader| Name::decode(reader, names, start))?
        .ok_or_else(|| DecodeError::new(start, DecodeErrorKind::MissingVariantName))?;
    let value = variant(name.index, name.payload(reader), elements);
    names.in_variant(name.index, value)
}

/// Returns the error for encoding a skipped variant.
#[cold]
pub fn skipped_variant(message: &'static str) -> EncodeError {
    EncodeError::new(EncodeErrorKind::Custom(message.into()))
}

/// A variant of an untagged enum: the text that introduces its error, and its decoding.
type Attempt<'de, E, T> = (&'static str, fn(&mut Reader<'de, E>) -> Result<T>);

/// Returns how far a variant fits, or `None` if a limit is exceeded.
///
/// At the same offset, a value that lacks a field is closer than a value of another type.
fn progress(error: &DecodeError) -> Option<(usize, bool)> {
    match error.kind() {
        DecodeErrorKind::TooDeep { .. } | DecodeErrorKind::MemoryLimitExceeded { .. } => None,
        DecodeErrorKind::WrongType { .. } => Some((error.offset(), false)),
        _ => Some((error.offset(), true)),
    }
}

/// Decodes the first variant of an untagged enum that fits.
///
/// # Errors
///
/// Returns the error of the variant that fits furthest if none fits. Also fails if a limit of
/// depth, memory or repeated decoding is exceeded: another variant must not fit only for this
/// reason.
pub fn untagged<'de, E: Engine, T>(
    reader: &mut Reader<'de, E>,
    variants: &[Attempt<'de, E, T>],
) -> Result<T> {
    let start = reader.clone();
    let mut closest: Option<DecodeError> = None;
    for (name, read) in variants {
        // A variant can contain the same enum again without consuming a byte, as pointers can.
        reader.enter_pointer()?;
        match read(reader) {
            Err(mut error) if progress(&error).is_some() => {
                error.enter_variant(name);
                reader.rewind(&start)?;
                reader.release(&start);
                if closest.as_ref().and_then(progress) < progress(&error) {
                    closest = Some(error);
                }
            }
            result => return result,
        }
    }
    Err(closest.unwrap_or_else(|| {
        let message = "an enum without variants has no values";
        start.error(DecodeErrorKind::Custom(message.into()))
    }))
}
