//! Text, by itself and many behind one another.

use super::{KEPT, TOGETHER, Writer, checked_length};
use crate::body::STRING_HEAD;
use crate::reader::padding;
use crate::{EncodeError, EncodeErrorKind, Kind, Layout, Segment, text};

/// Texts of so many bytes are short.
const SHORT: usize = 128;

/// Most names have no more bytes.
const NAME: usize = 32;

impl<L: Layout> Writer<'_, L> {
    /// Writes a value of text.
    #[inline]
    pub(crate) fn text(&mut self, kind: Kind, value: &str) -> Result<(), EncodeError> {
        self.text_behind([], kind, value)
    }

    /// Writes a key and a value of text.
    #[inline]
    pub(crate) fn text_behind<const N: usize>(
        &mut self,
        key: [u8; N],
        kind: Kind,
        value: &str,
    ) -> Result<(), EncodeError> {
        if self.name_behind(key, kind, value) {
            return Ok(());
        }
        let length = checked_text_length(value)?;
        self.header_and_behind(key, kind, length);
        self.text_and_padding(value);
        Ok(())
    }

    /// Writes a String that is most likely short: in one go, then.
    #[cfg(feature = "serde")]
    #[allow(clippy::inline_always, reason = "see `DictionaryWriter::name`")]
    #[inline(always)]
    pub(super) fn short_text(&mut self, value: &str) -> Result<(), EncodeError> {
        let mut block = [0; STRING_HEAD + NAME];
        let length = checked_text_length(value)?;
        if let Some(([header, counted, ..], text)) = block.as_chunks_mut().0.split_at_mut_checked(2)
            && let Some(text) = text.as_flattened_mut().get_mut(..value.len())
        {
            *header = u32::from(L::NUMBERS[Kind::String as usize]).to_le_bytes();
            *counted = length.to_le_bytes();
            text.copy_from_slice(value.as_bytes());
            self.bytes(
                block
                    .get(..STRING_HEAD + value.len() + padding(value.len()))
                    .unwrap_or_default(),
            );
            return Ok(());
        }
        self.text(Kind::String, value)
    }

    /// Writes a key and a value of text, if it is plain, as short as most names are, and there is room: without a call for so few bytes.
    #[inline]
    fn name_behind<const N: usize>(&mut self, key: [u8; N], kind: Kind, value: &str) -> bool {
        let most = N + STRING_HEAD + NAME;
        let start = self.out.len();
        if value.len() > NAME || self.out.capacity() - start < most {
            return false;
        }
        // As many zeros as there can be, less those that are too many: the number is known when a program is compiled.
        self.out.resize(start + most, 0);
        let written = self.out.get_mut(start..).and_then(|bytes| {
            let (key_slot, bytes) = bytes.split_first_chunk_mut()?;
            let (header, bytes) = bytes.split_first_chunk_mut()?;
            let (length, bytes) = bytes.split_first_chunk_mut()?;
            *key_slot = key;
            *header = u32::from(L::NUMBERS[kind as usize]).to_le_bytes();
            *length = u32::try_from(value.len()).ok()?.to_le_bytes();
            (!text::copy_and_look(value, bytes.get_mut(..value.len())?))
                .then_some(value.len() + padding(value.len()))
        });
        self.out
            .truncate(written.map_or(start, |length| start + most - NAME + length));
        written.is_some()
    }

    /// Writes a length, the text and its padding.
    #[inline]
    pub(crate) fn text_body(&mut self, value: &str) -> Result<(), EncodeError> {
        let length = checked_text_length(value)?;
        self.number(length);
        self.text_and_padding(value);
        Ok(())
    }

    #[inline]
    pub(super) fn text_and_padding(&mut self, value: &str) {
        self.bytes(value.as_bytes());
        self.pad(value.len());
        if value.len() > KEPT {
            self.forget();
        }
    }

    /// Writes a string of a PoolStringArray, whose length counts a final NUL.
    pub(super) fn pool_text_body(&mut self, value: &str) -> Result<(), EncodeError> {
        checked_text_length(value)?;
        self.number(checked_length(value.len() + 1)?);
        self.bytes(value.as_bytes());
        self.zeros(1 + padding(value.len() + 1));
        Ok(())
    }

    /// Writes a PoolStringArray.
    pub(crate) fn pool_texts<T: AsRef<str>>(&mut self, elements: &[T]) -> Result<(), EncodeError> {
        self.header_and(Kind::PoolStringArray, checked_length(elements.len())?);
        let mut index = 0;
        while let Some(left @ [element, ..]) = elements.get(index..) {
            self.forget();
            let together = self.short_texts(left.iter().map(AsRef::as_ref), 1, u32::to_le_bytes);
            if together == 0 {
                self.pool_text_body(element.as_ref())
                    .map_err(|error| self.fail(error.within(Segment::Index(index))))?;
            }
            index += together.max(1);
        }
        Ok(())
    }

    /// Writes as many Strings from the front as are short and plain, and says how many.
    #[inline]
    pub(crate) fn short_strings<'t>(
        &mut self,
        texts: impl Iterator<Item = &'t str> + Clone,
    ) -> usize {
        let header = u64::from(L::NUMBERS[Kind::String as usize]);
        self.short_texts(texts, 0, |length| {
            (header | u64::from(length) << u32::BITS).to_le_bytes()
        })
    }

    /// Writes as many texts from the front as are short and plain, each with zeros behind it, and says how many: room is made once for all of
    /// them. `head` makes what stands in front of so many bytes.
    #[inline]
    pub(super) fn short_texts<'t, const HEAD: usize>(
        &mut self,
        texts: impl Iterator<Item = &'t str> + Clone,
        zeros: usize,
        head: impl Fn(u32) -> [u8; HEAD],
    ) -> usize {
        let texts = texts.take_while(|text| text.len() <= SHORT).take(TOGETHER);
        let whole = |text: &str| HEAD + text.len() + zeros + padding(text.len() + zeros);
        let (mut at, mut count) = (self.out.len(), 0);
        self.out
            .resize(at + texts.clone().map(whole).sum::<usize>(), 0);
        for text in texts {
            let Ok(length) = u32::try_from(text.len() + zeros) else {
                break;
            };
            let Some((slot, behind)) = self
                .out
                .get_mut(at..)
                .and_then(<[u8]>::split_first_chunk_mut)
            else {
                break;
            };
            let Some(body) = behind.get_mut(..text.len()) else {
                break;
            };
            if text::copy_and_look(text, body) {
                break;
            }
            *slot = head(length);
            at += whole(text);
            count += 1;
        }
        self.out.truncate(at);
        count
    }
}

/// The length of a text that engines can read to its end.
#[allow(
    clippy::inline_always,
    reason = "a call would take as long as most texts"
)]
#[inline(always)]
fn checked_text_length(text: &str) -> Result<u32, EncodeError> {
    match text::nul_in(text) {
        None => checked_length(text.len()),
        Some(at) => Err(EncodeError::new(EncodeErrorKind::NulInText { at })),
    }
}
