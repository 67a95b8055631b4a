//! The variant of an enum for the names that no other variant has.

use super::tagged::{Payload, VariantNames, position, segment, without_value};
use crate::{DecodeError, DecodeOptions, Kind, Layout, Reader, Segment};
use core::cell::RefCell;
use core::fmt;

/// The names of an enum's variants, for an enum that accepts other names as well.
pub struct OrOther<'de, L> {
    known: &'static [&'static str],
    /// The position of the last decoded name that is not known.
    place: RefCell<Reader<'de, L>>,
}

impl<'de, L: Layout> OrOther<'de, L> {
    /// Takes the known names, and the reader of the enum.
    #[must_use]
    pub fn new(known: &'static [&'static str], reader: &Reader<'de, L>) -> Self {
        Self {
            known,
            place: RefCell::new(reader.clone()),
        }
    }

    /// Decodes the name that is not known with `read`.
    ///
    /// # Errors
    ///
    /// Returns the errors of `read`.
    pub fn name<T>(
        &self,
        read: impl FnOnce(&mut Reader<'de, L>) -> Result<T, DecodeError>,
    ) -> Result<T, DecodeError> {
        read(&mut self.place())
    }

    fn place(&self) -> Reader<'de, L> {
        self.place.borrow().clone()
    }
}

impl<L> fmt::Debug for OrOther<'_, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OrOther")
            .field("known", &self.known)
            .finish_non_exhaustive()
    }
}

/// The index of a name that is not known is the number of known ones.
impl<'de, L: Layout> VariantNames<'de, L> for &OrOther<'de, L> {
    fn index(&self, reader: &mut Reader<'de, L>) -> Result<usize, DecodeError> {
        let place = reader.clone();
        let index = position(&reader.text()?, self.known);
        Ok(index.unwrap_or_else(|| {
            self.place.replace(place);
            self.known.len()
        }))
    }

    fn segment(&self, index: usize) -> Segment {
        match self.place().text() {
            Ok(name) if index == self.known.len() => Segment::name(&name),
            _ => segment(self.known, index),
        }
    }
}

/// The payload that accompanies a name that is not known.
impl<'de, L: Layout> Payload<'_, 'de, L> {
    /// Skips the payload.
    ///
    /// # Errors
    ///
    /// Fails if the payload is invalid.
    pub fn skip(self) -> Result<(), DecodeError> {
        self.reader.map_or(Ok(()), Reader::skip)
    }

    /// Decodes the payload with `read`; a name alone has no payload.
    ///
    /// # Errors
    ///
    /// Returns the errors of `read`.
    pub fn if_any<T>(
        self,
        read: impl FnOnce(&mut Reader<'de, L>) -> Result<T, DecodeError>,
    ) -> Result<Option<T>, DecodeError> {
        self.reader.map(read).transpose()
    }

    /// Decodes the payload with `read`; that of a name alone is Nil.
    ///
    /// # Errors
    ///
    /// Returns the errors of `read`. Also fails if there is no payload and `read` does not accept
    /// Nil.
    pub fn or_nil<T>(
        self,
        read: impl FnOnce(&mut Reader<'de, L>) -> Result<T, DecodeError>,
    ) -> Result<T, DecodeError> {
        let start = self.start;
        let nil = const { &(L::NUMBERS[Kind::Nil as usize] as u32).to_le_bytes() };
        match self.reader {
            Some(reader) => read(reader),
            None => read(&mut Reader::new(nil, DecodeOptions::default()))
                .map_err(|_| without_value(start)),
        }
    }
}
