//! A cursor over encoded bytes, and the decoders of the values that several payloads share.

use super::headers::{ABSOLUTE, BOOL, FLOAT, INT, LENGTH, NEW_FORMAT, STRING, WIDE};

/// The reason why bytes were rejected: no more than their offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Malformed {
    /// The number of bytes before the first value that could not be decoded.
    at: usize,
}

/// The maximum nesting depth, as in the engine.
pub(super) const MAX_DEPTH: u32 = 1024;

/// The bytes that have not been decoded.
#[derive(Debug, Clone, Copy)]
pub(super) struct Input<'de> {
    pub(super) rest: &'de [u8],
}

/// Decodes a value that spans all bytes.
#[inline]
pub(super) fn decode_all<'de, T>(
    bytes: &'de [u8],
    decode: impl FnOnce(&mut Input<'de>) -> Option<T>,
) -> Result<T, Malformed> {
    let mut input = Input { rest: bytes };
    match decode(&mut input) {
        Some(value) if input.rest.is_empty() => Ok(value),
        _ => Err(Malformed {
            at: bytes.len() - input.rest.len(),
        }),
    }
}

/// Decodes a struct whose fields are in the order in which they are encoded, or else in any order.
#[inline(always)]
pub(super) fn ordered_or<'de, T>(
    input: &mut Input<'de>,
    ordered: impl FnOnce(&mut Input<'de>) -> Option<T>,
    any_order: impl FnOnce(&mut Input<'de>) -> Option<T>,
) -> Option<T> {
    let start = input.rest;
    ordered(input).or_else(|| {
        input.rest = start;
        any_order(input)
    })
}

/// A NodePath that borrows its encoded names.
#[derive(Debug, Clone, Copy)]
pub(super) struct PathRef<'de> {
    pub(super) names: u32,
    pub(super) subnames_and_absolute: u32,
    /// The names with lengths and padding, which may contain any bytes.
    pub(super) bytes: &'de [u8],
}

/// A NodePath with the same size as the library's.
#[derive(Debug, Clone)]
pub(super) struct Path {
    pub(super) names: u32,
    pub(super) subnames_and_absolute: u32,
    /// The names with lengths and zero padding.
    pub(super) bytes: Box<[u8]>,
}

impl Path {
    pub(super) fn borrowed(&self) -> PathRef<'_> {
        PathRef {
            names: self.names,
            subnames_and_absolute: self.subnames_and_absolute,
            bytes: &self.bytes,
        }
    }
}

impl From<PathRef<'_>> for Path {
    #[inline]
    fn from(path: PathRef<'_>) -> Self {
        let mut bytes: Box<[u8]> = path.bytes.into();
        let mut rest = &mut bytes[..];
        while let Some((length, names)) = rest.split_first_chunk_mut() {
            let length = u32::from_le_bytes(*length) as usize;
            let (name, names) = names.split_at_mut(padded(length));
            for byte in name[length..].iter_mut().filter(|byte| **byte != 0) {
                *byte = 0;
            }
            rest = names;
        }
        Self {
            names: path.names,
            subnames_and_absolute: path.subnames_and_absolute,
            bytes,
        }
    }
}

/// Returns a length with padding.
#[inline]
pub(super) const fn padded(length: usize) -> usize {
    length.next_multiple_of(4)
}

impl<'de> Input<'de> {
    #[inline(always)]
    pub(super) fn take<const N: usize>(&mut self) -> Option<&'de [u8; N]> {
        let (bytes, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(bytes)
    }

    /// Consumes exactly these bytes.
    #[inline(always)]
    pub(super) fn expect<const N: usize>(&mut self, bytes: &[u8; N]) -> Option<()> {
        let (found, rest) = self.rest.split_first_chunk()?;
        if found != bytes {
            return None;
        }
        self.rest = rest;
        Some(())
    }

    #[inline(always)]
    pub(super) fn header(&mut self, header: u32) -> Option<()> {
        self.expect(&header.to_le_bytes())
    }

    #[inline(always)]
    pub(super) fn is_next(&self, header: u32) -> bool {
        self.rest.starts_with(&header.to_le_bytes())
    }

    #[inline(always)]
    pub(super) fn u32(&mut self) -> Option<u32> {
        self.take().map(|bytes| u32::from_le_bytes(*bytes))
    }

    /// Consumes bytes and their padding.
    #[inline(always)]
    pub(super) fn padded(&mut self, length: usize) -> Option<&'de [u8]> {
        let (bytes, rest) = self.rest.split_at_checked(padded(length))?;
        self.rest = rest;
        bytes.get(..length)
    }

    /// Consumes the count of a container whose elements have at least `each` bytes.
    #[inline(always)]
    pub(super) fn count(&mut self, each: usize) -> Option<usize> {
        let count = self.u32()? as usize;
        (count <= self.rest.len() / each).then_some(count)
    }

    /// Consumes the count of a packed array, and the bytes of its elements.
    #[inline(always)]
    pub(super) fn elements(&mut self, each: usize) -> Option<&'de [u8]> {
        let count = self.u32().filter(|count| *count <= LENGTH)?;
        self.padded(count as usize * each)
    }

    #[inline(always)]
    pub(super) fn bool(&mut self) -> Option<bool> {
        self.header(BOOL)?;
        match self.u32()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    #[inline(always)]
    pub(super) fn int(&mut self) -> Option<i64> {
        match self.u32()? {
            INT => self.take().map(|bytes| i32::from_le_bytes(*bytes).into()),
            WIDE_INT => self.take().map(|bytes| i64::from_le_bytes(*bytes)),
            _ => None,
        }
    }

    #[inline(always)]
    pub(super) fn float(&mut self) -> Option<f64> {
        match self.u32()? {
            FLOAT => self.take().map(|bytes| f32::from_le_bytes(*bytes).into()),
            WIDE_FLOAT => self.take().map(|bytes| f64::from_le_bytes(*bytes)),
            _ => None,
        }
    }

    #[inline(always)]
    pub(super) fn words<const N: usize>(&mut self) -> Option<[u32; N]> {
        let (words, rest) = self.rest.split_at_checked(N * 4)?;
        self.rest = rest;
        words
            .as_chunks()
            .0
            .first_chunk()
            .map(|words| words.map(u32::from_le_bytes))
    }

    /// Consumes a key, and a value of `N` words with this header.
    #[inline(always)]
    pub(super) fn field<const K: usize, const N: usize>(
        &mut self,
        key: &[u8; K],
        header: u32,
    ) -> Option<[u32; N]> {
        let (field, rest) = self.rest.split_at_checked(K + 4 + N * 4)?;
        let (found, value) = field.split_first_chunk()?;
        let (words, _) = value.as_chunks();
        let (found_header, words) = words.split_first()?;
        if found != key || u32::from_le_bytes(*found_header) != header {
            return None;
        }
        self.rest = rest;
        words
            .first_chunk()
            .map(|words| words.map(u32::from_le_bytes))
    }

    /// Consumes a batch of narrow ints, if no other values are between them.
    #[inline(always)]
    pub(super) fn int_batch(&mut self) -> Option<[i64; BATCH]> {
        let (batch, rest) = self.rest.split_at_checked(BATCH * 8)?;
        let batch: [[u8; 8]; BATCH] = *batch.as_chunks().0.first_chunk()?;
        let header = |[a, b, c, d, ..]: [u8; 8]| u32::from_le_bytes([a, b, c, d]);
        let value = |[_, _, _, _, value @ ..]: [u8; 8]| i64::from(i32::from_le_bytes(value));
        let headers = batch.into_iter().map(header);
        if headers.fold(0, |differs, header| differs | header ^ INT) != 0 {
            return None;
        }
        self.rest = rest;
        Some(batch.map(value))
    }

    /// Decodes `count` ints. Checks the headers of a batch together.
    #[inline]
    pub(super) fn ints(&mut self, count: usize) -> Option<Vec<i64>> {
        let mut ints = Vec::with_capacity(count);
        while ints.len() < count {
            let left = count - ints.len();
            if left >= BATCH
                && let Some(batch) = self.int_batch()
            {
                ints.extend_from_slice(&batch);
                continue;
            }
            for _ in 0..BATCH.min(left) {
                ints.push(self.int()?);
            }
        }
        Some(ints)
    }

    /// Consumes up to `most` strings, which `HEAD` bytes with their length precede, and returns
    /// their number.
    ///
    /// Up to `ahead` bytes are validated in one call: lengths and padding are usually UTF-8, too.
    #[inline(always)]
    pub(super) fn valid_texts<const HEAD: usize>(
        &mut self,
        most: usize,
        ahead: usize,
        length: impl Fn([u8; HEAD]) -> Option<u32>,
        mut push: impl FnMut(&'de str),
    ) -> usize {
        let mut valid = valid_start(&self.rest[..self.rest.len().min(ahead)]);
        let all = valid.len();
        let mut count = 0;
        while count < most
            && let Some(head) = valid.as_bytes().first_chunk()
            && let Some(length) = length(*head)
            && let Some(after) = valid.get(HEAD + padded(length as usize)..)
            && let Some(text) = valid.get(HEAD..HEAD + length as usize)
        {
            // The strings of a packed array end with a NUL.
            let text = if HEAD == 4 {
                text.strip_suffix('\0').unwrap_or(text)
            } else {
                text
            };
            if has_nul(text.as_bytes()) {
                break;
            }
            push(text);
            valid = after;
            count += 1;
        }
        self.rest = &self.rest[all - valid.len()..];
        count
    }

    /// Decodes the length and the bytes of a string.
    #[inline(always)]
    pub(super) fn text(&mut self) -> Option<&'de str> {
        let length = self.u32().filter(|length| *length <= LENGTH)?;
        let bytes = self.padded(length as usize)?;
        plain(bytes)
    }

    /// Decodes the strings of a packed array.
    #[inline(always)]
    pub(super) fn packed_texts(
        &mut self,
        count: usize,
        mut push: impl FnMut(&'de str),
    ) -> Option<()> {
        let mut left = count;
        while left > 0 {
            let length = |length| Some(u32::from_le_bytes(length));
            let taken = self.valid_texts(left, AHEAD, length, &mut push);
            left -= taken;
            if taken == 0 {
                push(self.text_with_nul()?);
                left -= 1;
            }
        }
        Some(())
    }

    /// Decodes a string of a packed array, which ends with a NUL.
    #[inline(always)]
    fn text_with_nul(&mut self) -> Option<&'de str> {
        let length = self.u32().filter(|length| *length <= LENGTH)?;
        let bytes = self.padded(length as usize)?;
        plain(bytes.strip_suffix(&[0]).unwrap_or(bytes))
    }

    #[inline(always)]
    pub(super) fn string(&mut self) -> Option<&'de str> {
        self.header(STRING)?;
        self.text()
    }

    /// Decodes the body of a NodePath.
    #[inline]
    pub(super) fn path(&mut self) -> Option<PathRef<'de>> {
        let [names, subnames, flags] = self.words()?;
        if names & NEW_FORMAT == 0 || flags & !(ABSOLUTE | PROPERTY) != 0 {
            return None;
        }
        let names = names & !NEW_FORMAT;
        let subnames = u64::from(subnames) + u64::from(flags & PROPERTY != 0);
        let total = u64::from(names) + subnames;
        let start = self.rest;
        if total > start.len() as u64 / 4 {
            return None;
        }
        for _ in 0..total {
            let length = self.u32().filter(|length| *length <= LENGTH)?;
            let name = self.padded(length as usize)?;
            if !is_plain_ascii(name) {
                plain(name)?;
            }
        }
        Some(PathRef {
            names,
            subnames_and_absolute: u32::try_from(subnames).ok()? | flags << 31,
            bytes: &start[..start.len() - self.rest.len()],
        })
    }
}

/// The maximum number of bytes that are validated in one call, which fit into the first cache.
pub(super) const AHEAD: usize = 4096;

/// The number of ints whose headers are checked together.
pub(super) const BATCH: usize = 8;

const WIDE_INT: u32 = INT | WIDE;
const WIDE_FLOAT: u32 = FLOAT | WIDE;
/// The flag of a NodePath with one more sub-name than its count.
const PROPERTY: u32 = 2;

const ONES: u64 = u64::from_ne_bytes([1; 8]);
const TOPS: u64 = ONES << 7;

/// Returns the leading bytes that are UTF-8.
fn valid_start(bytes: &[u8]) -> &str {
    simdutf8::compat::from_utf8(bytes).unwrap_or_else(|error| {
        let valid = &bytes[..error.valid_up_to()];
        std::str::from_utf8(valid).unwrap_or_default()
    })
}

/// Returns the length of the string whose header and length these are.
#[inline(always)]
pub(super) fn string_length(head: [u8; 8]) -> Option<u32> {
    let [a, b, c, d, length @ ..] = head;
    (u32::from_le_bytes([a, b, c, d]) == STRING).then_some(u32::from_le_bytes(length))
}

/// Returns the string of these bytes, if they are UTF-8 without a NUL.
#[inline(always)]
fn plain(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    (!has_nul(bytes)).then_some(text)
}

/// Returns whether a string contains a NUL.
#[inline(always)]
pub(super) fn has_nul(bytes: &[u8]) -> bool {
    any_word(bytes, |word| word.wrapping_sub(ONES) & !word & TOPS)
}

/// Returns whether all bytes are ASCII characters other than NUL.
#[inline(always)]
fn is_plain_ascii(bytes: &[u8]) -> bool {
    !any_word(bytes, |word| (word | word.wrapping_sub(ONES)) & TOPS)
}

/// Returns whether `found` returns a bit for one of the words that cover the bytes.
#[inline(always)]
fn any_word(bytes: &[u8], found: impl Fn(u64) -> u64) -> bool {
    let in_word = |word: &[u8; 8]| found(u64::from_le_bytes(*word));
    if let Some(last) = bytes.last_chunk() {
        let words = bytes.as_chunks().0.iter();
        return words.fold(in_word(last), |all, word| all | in_word(word)) != 0;
    }
    let word = match (bytes.first_chunk(), bytes.last_chunk(), bytes) {
        (Some(first), Some(last), _) => {
            let [first, last] = [first, last].map(|half| u32::from_le_bytes(*half));
            (u64::from(first) << u32::BITS | u64::from(last)).to_le_bytes()
        }
        (.., [a]) => [*a, 1, 1, 1, 1, 1, 1, 1],
        (.., [a, b]) => [*a, *b, 1, 1, 1, 1, 1, 1],
        (.., [a, b, c]) => [*a, *b, *c, 1, 1, 1, 1, 1],
        _ => [1; 8],
    };
    in_word(&word) != 0
}
