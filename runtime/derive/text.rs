//! Decodes strings where other types are possible: keys of fields, names of variants, paths.

use crate::codec::string::HEAD;
use crate::table::layout::{AnyEngine, HasLayout};
use crate::table::rule::padding_after;
use crate::{DecodeError, Engine, Kind, Reader, format};
use alloc::borrow::Cow;

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

    /// Consumes a key, and returns the key if it is a String or a StringName.
    pub(super) fn text_or_skip(&mut self) -> Result<Option<Cow<'de, str>>, DecodeError> {
        self.shared(Reader::any_text_or_skip)
    }
}

impl<'de> Reader<'de, AnyEngine> {
    pub(super) fn any_text_or_skip(&mut self) -> Result<Option<Cow<'de, str>>, DecodeError> {
        let text = self.text_if_any()?;
        if text.is_none() {
            self.skip()?;
        }
        Ok(text)
    }
}
