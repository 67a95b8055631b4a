//! Many texts one behind the other: their bytes are looked through together, as to look through a short text by itself costs several times
//! as much.

use crate::reader::padding;
use crate::{Decode, DecodeError, Kind, Layout, Reader, format, rows, text};
use alloc::vec::Vec;

/// Bytes that are looked through at first, and twice as many whenever all of them were texts: so that never much more is looked through than
/// is taken.
const FIRST: usize = 128;

/// Bytes that are looked through at once at the most.
const MOST: usize = 4096;

/// Bytes in front of the text of a String: the header and the length.
pub(crate) const STRING_HEAD: usize =
    format::HEADER_LENGTH as usize + rows::string::LENGTH.fixed_length();

impl<'de, L: Layout> Reader<'de, L> {
    /// Takes `count` texts and appends them; `element` makes one of a plain text.
    pub(crate) fn texts<T: Decode<'de, L>>(
        &mut self,
        count: usize,
        elements: &mut Vec<T>,
        element: impl Fn(&'de str) -> T,
    ) -> Result<(), DecodeError> {
        let mut index = 0;
        while index < count {
            // One String alone is taken as any other text.
            let is_string = self.is_next(Kind::String);
            elements.push(self.element(index)?);
            index += 1;
            if is_string && self.is_next(Kind::String) {
                index += self.take_strings(count - index, |text| elements.push(element(text)));
            }
        }
        Ok(())
    }

    /// Takes Strings from the front, but not more than so many, and hands them to `each`; says how many they were. One that is not plain
    /// is left, and so is what is no String.
    pub(crate) fn take_strings(&mut self, most: usize, each: impl FnMut(&'de str)) -> usize {
        self.take_texts(most, string_in::<L>, each)
    }

    /// The same for strings of a PoolStringArray, whose NUL is dropped.
    pub(crate) fn take_pool_strings(&mut self, most: usize, each: impl FnMut(&'de str)) -> usize {
        self.take_texts(most, pool_string_in, each)
    }

    #[inline]
    fn take_texts(
        &mut self,
        most: usize,
        take: impl Fn(&'de str) -> Option<(&'de str, usize)>,
        mut each: impl FnMut(&'de str),
    ) -> usize {
        let (mut taken, mut ahead) = (0, FIRST);
        // The engine's options may change any text.
        while taken < most && !self.options().lenient {
            let valid = text::valid_start(self.rest(), ahead);
            let (mut left, before) = (valid, taken);
            while taken < most
                && let Some((text, length)) = take(left)
                && let Some(behind) = left.get(length..)
            {
                each(text);
                left = behind;
                taken += 1;
            }
            if taken == before {
                break;
            }
            self.go_on_at(
                self.rest()
                    .get(valid.len() - left.len()..)
                    .unwrap_or_default(),
            );
            ahead = (ahead * 2).min(MOST);
        }
        taken
    }
}

/// The String at the front of bytes that are UTF-8, and its length on the wire.
#[inline]
fn string_in<L: Layout>(bytes: &str) -> Option<(&str, usize)> {
    let head = u64::from_le_bytes(*bytes.as_bytes().first_chunk::<STRING_HEAD>()?);
    if head & u64::from(u32::MAX) != u64::from(L::NUMBERS[Kind::String as usize]) {
        return None;
    }
    let length = usize::try_from(head >> u32::BITS).ok()?;
    let text = bytes.get(STRING_HEAD..)?.get(..length)?;
    text::is_plain(text).then_some((text, STRING_HEAD + length + padding(length)))
}

/// The same for a string of a PoolStringArray.
#[inline]
fn pool_string_in(bytes: &str) -> Option<(&str, usize)> {
    const HEAD: usize = rows::pool_string_array::EACH_STRING_LENGTH.fixed_length();
    let length = u32::from_le_bytes(*bytes.as_bytes().first_chunk::<HEAD>()?) as usize;
    let text = bytes.get(HEAD..)?.get(..length)?;
    let text = text.strip_suffix('\0').unwrap_or(text);
    text::is_plain(text).then_some((text, HEAD + length + padding(length)))
}
