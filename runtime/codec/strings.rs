//! Decodes and encodes consecutive strings, of an Array or a PackedStringArray, in batches.

use crate::codec::bodies;
use crate::codec::string::{DecodedText, HEAD};
use crate::error::Result;
use crate::table::rule::CountedText;
use crate::wire::reader::CheckedCount;
use crate::wire::scalar::BATCH;
use crate::wire::utf8;
use crate::wire::writer::checked_length;
use crate::{Decode, EncodeError, Kind, Layout, Reader, Segment, Writer};
use alloc::vec::Vec;

/// The number of bytes in the first UTF-8 pass. The number doubles after each pass that consumes a
/// string, so that few bytes are validated in vain.
const FIRST: usize = 128;

/// The maximum number of bytes in a UTF-8 pass.
const MOST: usize = 4096;

/// The maximum length, in bytes, of a string that is written in a batch.
const SHORT: usize = 128;

impl<'de, L: Layout> Reader<'de, L> {
    /// Decodes `count` elements of an Array as strings, and appends them.
    pub(crate) fn texts<T: DecodedText<'de> + Decode<'de, L>>(
        &mut self,
        count: usize,
        elements: &mut Vec<T>,
    ) -> Result<()> {
        let mut index = 0;
        while index < count {
            index += self.take_strings(count - index, |text| elements.push(T::of_plain(text)));
            if index < count {
                elements.push(self.element(index)?);
                index += 1;
            }
        }
        Ok(())
    }

    /// Fast path: consumes up to `most` valid Strings, and returns their number. Consumes none in
    /// lenient decoding.
    pub(crate) fn take_strings(&mut self, most: usize, each: impl FnMut(&'de str)) -> usize {
        let rule = &bodies::string::COUNTED_TEXT;
        self.take_texts(most, rule, string_length::<L>, each)
    }

    /// Validates runs of consecutive strings in one UTF-8 pass.
    ///
    /// This saves half of the instructions in the benchmarks `strings/skip` and
    /// `strings/decode derive, borrowed`.
    #[inline]
    fn take_texts<const HEAD: usize>(
        &mut self,
        most: usize,
        rule: &CountedText,
        length: impl Fn([u8; HEAD]) -> Option<u32>,
        mut each: impl FnMut(&'de str),
    ) -> usize {
        let (mut taken, mut ahead) = (0, FIRST);
        // Lenient decoding may alter any string.
        while taken < most && !self.options().lenient {
            let valid = utf8::valid_start(self.rest(), ahead);
            let (mut left, before) = (valid, taken);
            while taken < most
                && let Some((text, end)) = counted_in(rule, left, &length)
                && let Some(after) = left.get(end..)
            {
                each(text);
                left = after;
                taken += 1;
            }
            if taken == before {
                break;
            }
            let consumed = valid.len() - left.len();
            self.set_rest(self.rest().get(consumed..).unwrap_or_default());
            ahead = (ahead * 2).min(MOST);
        }
        taken
    }

    /// Decodes a PackedStringArray and appends its strings.
    pub(crate) fn packed_texts<T: DecodedText<'de>>(
        &mut self,
        elements: &mut Vec<T>,
    ) -> Result<()> {
        let count = bodies::strings::start(self)?.repetitions;
        elements.reserve_exact(self.reserve::<T>(count));
        self.each_packed_text(count, |text| elements.push(text))
    }

    /// Skips the strings of a PackedStringArray.
    pub(crate) fn skip_packed_texts(&mut self) -> Result<()> {
        let count = bodies::strings::start(self)?.repetitions;
        self.each_packed_text(count, |()| ())
    }

    /// Decodes `count` strings of a PackedStringArray, and passes them to `each`.
    fn each_packed_text<T: DecodedText<'de>>(
        &mut self,
        count: CheckedCount,
        mut each: impl FnMut(T),
    ) -> Result<()> {
        let (count, mut index) = (count.get(), 0);
        while index < count {
            let length = |length| Some(u32::from_le_bytes(length));
            index += self.take_texts(count - index, PACKED_STRING, length, |text| {
                each(T::of_plain(text));
            });
            if index < count {
                let text = self.text_body(PACKED_STRING);
                each(text.map_err(|error| error.within(Segment::Index(index)))?);
                index += 1;
            }
        }
        Ok(())
    }
}

const PACKED_STRING: &CountedText = &bodies::strings::COUNTED_EACH_STRING_TEXT;

/// Returns the length that follows the header of a String, or `None` for another header.
#[inline]
fn string_length<L: Layout>(head: [u8; HEAD]) -> Option<u32> {
    let head = u64::from_le_bytes(head);
    let is_string = head & u64::from(u32::MAX) == u64::from(L::NUMBERS[Kind::String as usize]);
    is_string.then_some(u32::try_from(head >> u32::BITS).ok()?)
}

/// Returns the string at the start of valid UTF-8, and its encoded length.
///
/// `length` decodes the bytes before the string.
#[inline]
fn counted_in<'b, const HEAD: usize>(
    rule: &CountedText,
    bytes: &'b str,
    length: impl Fn([u8; HEAD]) -> Option<u32>,
) -> Option<(&'b str, usize)> {
    let length = length(*bytes.as_bytes().first_chunk()?)? as usize;
    let text = bytes.get(HEAD..)?.get(..length)?;
    let content = if rule.has_nul {
        text.strip_suffix('\0').unwrap_or(text)
    } else {
        text
    };
    utf8::is_plain(content).then_some((content, HEAD + length + rule.pad.after(length)))
}

impl<L: Layout> Writer<'_, L> {
    /// Writes a PackedStringArray.
    pub(crate) fn packed_texts<T: AsRef<str>>(
        &mut self,
        elements: &[T],
    ) -> Result<(), EncodeError> {
        let start = bodies::strings::put_start(checked_length(elements.len())?);
        self.start([], Kind::PackedStringArray, start);
        let mut index = 0;
        while let Some(left @ [element, ..]) = elements.get(index..) {
            self.forget();
            let texts = left.iter().map(AsRef::as_ref);
            let batch = self.short_texts(PACKED_STRING, texts, u32::to_le_bytes);
            if batch == 0 {
                self.text_body(PACKED_STRING, element.as_ref())
                    .map_err(|error| self.fail(error.within(Segment::Index(index))))?;
            }
            index += batch.max(1);
        }
        Ok(())
    }

    /// Writes the leading Strings that are short and contain no NUL, and returns their number.
    #[inline]
    pub(crate) fn short_strings<'t>(
        &mut self,
        texts: impl Iterator<Item = &'t str> + Clone,
    ) -> usize {
        let header = u64::from(L::NUMBERS[Kind::String as usize]);
        self.short_texts(&bodies::string::COUNTED_TEXT, texts, |length| {
            (header | u64::from(length) << u32::BITS).to_le_bytes()
        })
    }

    /// Writes the leading strings that are short and contain no NUL, and returns their number.
    ///
    /// One allocation suffices for all strings of a batch. `head` encodes the bytes before a
    /// string, given its length.
    #[inline]
    fn short_texts<'t, const HEAD: usize>(
        &mut self,
        rule: &CountedText,
        texts: impl Iterator<Item = &'t str> + Clone,
        head: impl Fn(u32) -> [u8; HEAD],
    ) -> usize {
        let nul = usize::from(rule.has_nul);
        let texts = texts.take_while(|text| text.len() <= SHORT).take(BATCH);
        let encoded_length =
            |text: &str| HEAD + text.len() + nul + rule.pad.after(text.len() + nul);
        let (mut at, mut count) = (self.out.len(), 0);
        self.out
            .resize(at + texts.clone().map(encoded_length).sum::<usize>(), 0);
        for text in texts {
            let Ok(length) = u32::try_from(text.len() + nul) else {
                break;
            };
            let slot = self.out.get_mut(at..);
            let Some((slot, after)) = slot.and_then(<[u8]>::split_first_chunk_mut) else {
                break;
            };
            let Some(body) = after.get_mut(..text.len()) else {
                break;
            };
            if utf8::copy_and_find_nul(text, body) {
                break;
            }
            *slot = head(length);
            at += encoded_length(text);
            count += 1;
        }
        self.out.truncate(at);
        count
    }
}
