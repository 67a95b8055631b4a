//! Decodes strings as UTF-8, or leniently like the engine.

use crate::{DecodeError, DecodeErrorKind};
use alloc::borrow::Cow;
use alloc::string::String;

/// Returns the error of bytes that are invalid from this offset on.
fn invalid(at: usize) -> DecodeError {
    DecodeError::new(at, DecodeErrorKind::InvalidString)
}

/// Decodes UTF-8 without a NUL. The offset of an error counts from the start of `bytes`.
#[inline]
pub(crate) fn strict(bytes: &[u8]) -> Result<&str, DecodeError> {
    let text = core::str::from_utf8(bytes).map_err(|error| invalid(error.valid_up_to()))?;
    match nul_in(text) {
        None => Ok(text),
        Some(at) => Err(DecodeError::new(at, DecodeErrorKind::NulInString)),
    }
}

/// Decodes UTF-8 without a NUL, or returns `None`. Faster than [`strict`], because no error is
/// built.
// A call takes 4% of the time of `names/decode dynamic, owned`.
#[inline(always)]
pub(crate) fn plain(bytes: &[u8]) -> Option<&str> {
    let text = core::str::from_utf8(bytes).ok()?;
    is_plain(text).then_some(text)
}

/// Returns whether a string contains no NUL.
#[inline]
pub(crate) fn is_plain(text: &str) -> bool {
    !has_nul(text.as_bytes())
}

/// Returns a UTF-8 prefix of at most `most` bytes. The prefix ends before the first invalid byte
/// and, if the input has at least `most` bytes, before the last character that starts in them.
pub(crate) fn valid_start(bytes: &[u8], most: usize) -> &str {
    let whole = match bytes.get(..most) {
        // Drops the last character, because a truncated one would cause a second validation.
        Some(start) => without_last_character(start),
        None => bytes,
    };
    match validated(whole) {
        Ok(text) => text,
        Err(valid) => whole
            .get(..valid)
            .and_then(|start| validated(start).ok())
            .unwrap_or_default(),
    }
}

/// Returns the bytes before the last character.
fn without_last_character(bytes: &[u8]) -> &[u8] {
    let is_start = |byte: &u8| byte & 0xc0 != 0x80;
    bytes
        .get(..bytes.iter().rposition(is_start).unwrap_or(0))
        .unwrap_or_default()
}

/// Validates UTF-8. The error is the number of valid bytes at the start.
fn validated(bytes: &[u8]) -> Result<&str, usize> {
    #[cfg(feature = "simd")]
    return simdutf8::compat::from_utf8(bytes).map_err(|error| error.valid_up_to());
    #[cfg(not(feature = "simd"))]
    return core::str::from_utf8(bytes).map_err(|error| error.valid_up_to());
}

/// Returns the string that the engine decodes: up to the first NUL, without a leading byte order
/// mark.
///
/// With `lenient`, decoding also accepts the sequences outside of UTF-8 that the engine accepts,
/// unless no `char` represents them.
pub(crate) fn as_engine(bytes: &[u8], lenient: bool) -> Result<Cow<'_, str>, DecodeError> {
    const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
    let text = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    let skipped = if text.starts_with(BYTE_ORDER_MARK) {
        BYTE_ORDER_MARK.len()
    } else {
        0
    };
    let text = text.get(skipped..).unwrap_or_default();
    match core::str::from_utf8(text) {
        Ok(text) => Ok(Cow::Borrowed(text)),
        Err(_) if lenient => lenient_text(text)
            .map(Cow::Owned)
            .map_err(|at| invalid(skipped + at)),
        Err(error) => Err(invalid(skipped + error.valid_up_to())),
    }
}

/// Decodes a string like Godot 3, or returns the offset of the first rejected sequence.
fn lenient_text(bytes: &[u8]) -> Result<String, usize> {
    let mut text = String::with_capacity(bytes.len());
    let mut rest = bytes;
    while !rest.is_empty() {
        let (character, length) = lenient_char(rest).ok_or(bytes.len() - rest.len())?;
        text.push(character);
        rest = rest.get(length..).unwrap_or_default();
    }
    Ok(text)
}

/// Returns the first character and its length in bytes.
///
/// Returns `None` if Godot 3 rejects the bytes or no `char` represents the character.
fn lenient_char(bytes: &[u8]) -> Option<(char, usize)> {
    let (&lead, rest) = bytes.split_first()?;
    // The leading ones of the first byte are the length of a sequence; a single one marks a
    // continuation byte.
    let length = match lead.leading_ones() {
        0 => return Some((lead.into(), 1)),
        ones @ 2..=6 => ones,
        _ => return None,
    };
    if length == 2 && lead & 0x1e == 0 {
        return None;
    }
    let mut code = u32::from(lead) & (0xff >> (length + 1));
    for index in 1..length {
        let &byte = rest.get(index as usize - 1)?;
        if byte & 0xc0 != 0x80 {
            return None;
        }
        // The engine checks for overlong sequences only in the third byte, so it accepts some.
        if code == 0 && index == 2 && (byte & 0x7f) >> (7 - length) == 0 {
            return None;
        }
        code = code << 6 | u32::from(byte & 0x3f);
    }
    Some((char::from_u32(code)?, length as usize))
}

#[cfg(test)]
mod tests;

/// The number of bytes that are scanned in one step.
const WORD: usize = size_of::<u64>();

/// The number of bytes that are copied in one step.
const BLOCK: usize = 2 * WORD;

/// The lowest bit of each byte.
const ONES: u64 = u64::from_ne_bytes([1; WORD]);

/// The highest bit of each byte.
const TOPS: u64 = ONES << 7;

/// Returns the offset of the first NUL.
#[inline]
pub(crate) fn nul_in(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    has_nul(bytes).then(|| first_nul(bytes)).flatten()
}

#[cold]
fn first_nul(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|&byte| byte == 0)
}

/// Returns whether the bytes contain a NUL.
#[inline]
fn has_nul(bytes: &[u8]) -> bool {
    fold(bytes, nuls) != 0
}

/// Sets the top bit of the first zero byte, and possibly of later bytes. Clears all other bits.
///
/// The subtraction sets a clear top bit only in zero bytes and in bytes after them.
#[inline]
const fn nuls(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & TOPS
}

/// Returns whether all bytes are ASCII without a NUL, as in most strings of games. This check is
/// faster than UTF-8 validation, for callers that need no `str`.
#[inline]
pub(crate) fn is_plain_ascii(bytes: &[u8]) -> bool {
    fold(bytes, nuls_or_not_ascii) == 0
}

/// Sets the top bit of the first byte that is zero or not ASCII, and possibly of later bytes.
///
/// Clears all other bits.
#[inline]
const fn nuls_or_not_ascii(word: u64) -> u64 {
    (word | word.wrapping_sub(ONES)) & TOPS
}

/// Combines the results of `found` for all words with a bitwise or; short strings need no loop.
#[inline(always)]
fn fold(bytes: &[u8], found: impl Fn(u64) -> u64) -> u64 {
    let in_word = |word: &[u8; WORD]| found(u64::from_le_bytes(*word));
    let in_block = |block: &[u8; BLOCK]| {
        block
            .as_chunks()
            .0
            .iter()
            .fold(0, |all, word| all | in_word(word))
    };
    if let Some([first, last]) = ends(bytes) {
        return in_word(first) | in_word(last);
    }
    if let Some([first, last]) = ends(bytes) {
        return in_block(first) | in_block(last);
    }
    match bytes.last_chunk() {
        Some(last) => bytes
            .as_chunks()
            .0
            .iter()
            .fold(in_word(last), |all, word| all | in_word(word)),
        None => found(short_word(bytes)),
    }
}

/// Returns the first and the last `N` bytes, which may overlap, if they cover all bytes.
#[inline]
fn ends<const N: usize>(bytes: &[u8]) -> Option<[&[u8; N]; 2]> {
    if bytes.len() > 2 * N {
        return None;
    }
    Some([bytes.first_chunk()?, bytes.last_chunk()?])
}

/// Returns a string that is shorter than a word as a word, padded with repeated bytes or spaces.
#[inline]
fn short_word(bytes: &[u8]) -> u64 {
    if let Some([first, last]) = ends(bytes) {
        return u64::from(u32::from_le_bytes(*first)) << u32::BITS
            | u64::from(u32::from_le_bytes(*last));
    }
    let [first, middle, last] = few(bytes).unwrap_or([b' '; 3]);
    u64::from_le_bytes([first, middle, last, b' ', b' ', b' ', b' ', b' '])
}

/// Returns 1 to 3 bytes as 3 bytes, some of them repeated; `None` for any other length.
#[inline]
fn few(bytes: &[u8]) -> Option<[u8; 3]> {
    if bytes.len() > 3 {
        return None;
    }
    Some([
        *bytes.first()?,
        *bytes.get(bytes.len() / 2)?,
        *bytes.last()?,
    ])
}

/// Copies a string to a buffer of the same length, and returns whether it contains a NUL.
#[inline(always)]
pub(crate) fn copy_and_find_nul(text: &str, to: &mut [u8]) -> bool {
    let from = text.as_bytes();
    let found = copy_ends::<WORD>(from, to)
        .or_else(|| copy_ends::<BLOCK>(from, to))
        .or_else(|| copy_short(from, to));
    if let Some(found) = found {
        return found != 0;
    }
    if from.len() == to.len() {
        to.copy_from_slice(from);
    }
    has_nul(from)
}

/// Copies the first and the last `N` bytes if they cover all bytes, and finds their NULs.
#[inline]
fn copy_ends<const N: usize>(from: &[u8], to: &mut [u8]) -> Option<u64> {
    let [first, last] = ends::<N>(from)?.map(|bytes| *bytes);
    (*to.first_chunk_mut()?, *to.last_chunk_mut()?) = (first, last);
    let words = [first, last];
    let words = words.as_flattened().as_chunks().0.iter();
    Some(words.fold(0, |all, word| all | nuls(u64::from_le_bytes(*word))))
}

/// Copies a string that is shorter than a word, and finds its NULs.
#[inline]
fn copy_short(from: &[u8], to: &mut [u8]) -> Option<u64> {
    if let Some([first, last]) = ends::<{ WORD / 2 }>(from) {
        (*to.first_chunk_mut()?, *to.last_chunk_mut()?) = (*first, *last);
    } else {
        let [first, middle, last] = few(from)?;
        *to.get_mut(from.len() / 2)? = middle;
        (*to.first_mut()?, *to.last_mut()?) = (first, last);
    }
    Some(nuls(short_word(from)))
}
