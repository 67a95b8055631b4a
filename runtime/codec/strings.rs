//! Decodes and encodes consecutive strings, of an Array or a PackedStringArray, in batches.

use crate::codec::string::DecodedText;
use crate::error::Result;
use crate::table::bodies;
use crate::table::layout::{AnyEngine, HasLayout, Layout};
use crate::table::rule::{CountedText, PackedTextRules, padding_after};
use crate::wire::reader::CheckedCount;
use crate::wire::scalar::BATCH;
use crate::wire::utf8;
use crate::wire::writer::checked_length;
use crate::{EncodeError, Kind, Reader, Segment, Writer};
use alloc::vec::Vec;

/// The number of bytes in the first UTF-8 pass. The number doubles after each pass that consumes a
/// string, so that few bytes are validated in vain.
const FIRST: usize = 128;

/// The maximum number of bytes in a UTF-8 pass.
const MOST: usize = 4096;

/// The maximum length, in bytes, of a string that is written in a batch.
const SHORT: usize = 128;

impl<'de> Reader<'de, AnyEngine> {
    /// Decodes `count` elements of an Array as strings, and appends them.
    pub(crate) fn texts<T: DecodedText<'de>>(
        &mut self,
        count: usize,
        elements: &mut Vec<T>,
    ) -> Result<()> {
        let mut index = 0;
        while index < count {
            index += self.take_strings(count - index, |text| elements.push(T::of_plain(text)));
            if index < count {
                let text = self.text();
                elements.push(text.map_err(|error| error.within(Segment::Index(index)))?);
                index += 1;
            }
        }
        Ok(())
    }
}

impl<'de, E: HasLayout> Reader<'de, E> {
    /// Fast path: consumes up to `most` valid Strings, and returns their number. Consumes none in
    /// lenient decoding.
    pub(crate) fn take_strings(&mut self, most: usize, each: impl FnMut(&'de str)) -> usize {
        let rule = bodies::string::BODY;
        self.take_texts(most, rule, string_header(self.constant()), each)
    }

    /// Validates runs of consecutive strings in one UTF-8 pass.
    ///
    /// This saves half of the instructions in the benchmarks `strings/skip` and
    /// `strings/decode derive, borrowed`.
    ///
    /// `start` precedes the length of each string.
    #[inline]
    fn take_texts<const START: usize>(
        &mut self,
        most: usize,
        rule: &CountedText,
        start: [u8; START],
        mut each: impl FnMut(&'de str),
    ) -> usize {
        let (mut taken, mut ahead) = (0, FIRST);
        // Lenient decoding may alter any string.
        while taken < most && !self.options().lenient {
            let valid = utf8::valid_start(self.rest(), ahead);
            let (mut left, before) = (valid, taken);
            while taken < most
                && let Some((text, end)) = counted_in(rule, left, start)
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
        let count = self.count(PACKED.count, size_of::<u32>())?;
        elements.reserve_exact(self.reserve::<T>(count));
        self.each_packed_text(count, |text| elements.push(text))
    }

    /// Skips the strings of a PackedStringArray.
    #[inline(never)]
    pub(crate) fn skip_packed_texts(&mut self) -> Result<()> {
        let count = self.count(PACKED.count, size_of::<u32>())?;
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
            index += self.take_texts(count - index, PACKED.text, [], |text| {
                each(T::of_plain(text));
            });
            if index < count {
                let text = self.text_body(PACKED.text);
                each(text.map_err(|error| error.within(Segment::Index(index)))?);
                index += 1;
            }
        }
        Ok(())
    }
}

const PACKED: &PackedTextRules = bodies::packed_string_array::BODY;

/// Returns the header of a String.
#[inline]
fn string_header(layout: &Layout) -> [u8; 4] {
    layout.header_of(Kind::String).to_le_bytes()
}

/// Returns the string at the start of valid UTF-8, and its encoded length.
///
/// `start` precedes the length of the string.
#[inline]
fn counted_in<'b, const START: usize>(
    rule: &CountedText,
    bytes: &'b str,
    start: [u8; START],
) -> Option<(&'b str, usize)> {
    let (found, rest) = bytes.as_bytes().split_first_chunk()?;
    if *found != start {
        return None;
    }
    let length = u32::from_le_bytes(*rest.first_chunk()?) as usize;
    let head = START + size_of::<u32>();
    let text = bytes.get(head..)?.get(..length)?;
    let content = if rule.has_nul {
        text.strip_suffix('\0').unwrap_or(text)
    } else {
        text
    };
    utf8::is_plain(content).then_some((content, head + length + padding_after(length)))
}

impl<E: HasLayout> Writer<'_, E> {
    /// Writes a PackedStringArray.
    pub(crate) fn packed_texts<T: AsRef<str>>(
        &mut self,
        elements: &[T],
    ) -> Result<(), EncodeError> {
        let count = PACKED.count.encoded(checked_length(elements.len())?);
        self.words([], Kind::PackedStringArray, 0, [count]);
        let mut index = 0;
        while let Some(left @ [element, ..]) = elements.get(index..) {
            let texts = left.iter().map(AsRef::as_ref);
            let batch = put_short_texts(self.out, PACKED.text, texts, []);
            if batch == 0 {
                self.text_body(PACKED.text, element.as_ref())
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
        let rule = bodies::string::BODY;
        put_short_texts(self.out, rule, texts, string_header(self.constant()))
    }
}

/// Appends the leading strings that are short and contain no NUL, and returns their number.
///
/// One allocation suffices for all strings of a batch. `start` precedes the length of each string.
#[inline]
fn put_short_texts<'t, const START: usize>(
    out: &mut Vec<u8>,
    rule: &CountedText,
    texts: impl Iterator<Item = &'t str> + Clone,
    start: [u8; START],
) -> usize {
    let nul = usize::from(rule.has_nul);
    let texts = texts.take_while(|text| text.len() <= SHORT).take(BATCH);
    let encoded_length = |text: &str| {
        let length = text.len() + nul;
        START + size_of::<u32>() + length + padding_after(length)
    };
    let (mut at, mut count) = (out.len(), 0);
    out.resize(at + texts.clone().map(encoded_length).sum::<usize>(), 0);
    for text in texts {
        let Ok(length) = u32::try_from(text.len() + nul) else {
            break;
        };
        let slot = out.get_mut(at..);
        let Some((start_slot, after)) = slot.and_then(<[u8]>::split_first_chunk_mut) else {
            break;
        };
        let Some((length_slot, after)) = after.split_first_chunk_mut() else {
            break;
        };
        let Some(body) = after.get_mut(..text.len()) else {
            break;
        };
        if utf8::copy_and_find_nul(text, body) {
            break;
        }
        (*start_slot, *length_slot) = (start, length.to_le_bytes());
        at += encoded_length(text);
        count += 1;
    }
    out.truncate(at);
    count
}
