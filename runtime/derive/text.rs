//! Text where something else may be: the key of a field, the name of a variant, a path.

use crate::bodies::string::COUNTED_TEXT;
use crate::wire::string::HEAD;
use crate::{DecodeError, Kind, Layout, Reader};
use alloc::borrow::Cow;

/// Bytes of a key that is this text: its header, its length, the text and the padding.
#[must_use]
pub const fn key_length(text: &str) -> usize {
    HEAD + text.len() + COUNTED_TEXT.pad.after(text.len())
}

/// The bytes of a key that is this text, of which there are [`key_length`]: what it takes to write a field's key or to know it again is done
/// when a program is compiled. The derive refuses a NUL in it.
#[must_use]
pub const fn key<L: Layout, const N: usize>(text: &str) -> [u8; N] {
    let mut key = [0; N];
    #[expect(
        clippy::cast_possible_truncation,
        reason = "no field's name is as long"
    )]
    let (header, length) = (
        (L::NUMBERS[Kind::String as usize] as u32).to_le_bytes(),
        (text.len() as u32).to_le_bytes(),
    );
    let parts = [header.as_slice(), length.as_slice(), text.as_bytes()];
    let (mut at, mut part) = (0, 0);
    while part < parts.len() {
        let mut byte = 0;
        while byte < parts[part].len() {
            key[at] = parts[part][byte];
            at += 1;
            byte += 1;
        }
        part += 1;
    }
    key
}

impl<'de, L: Layout> Reader<'de, L> {
    /// Decodes a String or a StringName, or consumes nothing.
    #[inline]
    pub(crate) fn text_if_any(&mut self) -> Result<Option<Cow<'de, str>>, DecodeError> {
        let header = self.clone().header()?;
        if header.is::<L>(Kind::String) || header.is::<L>(Kind::StringName) {
            return self.text().map(Some);
        }
        Ok(None)
    }
}
