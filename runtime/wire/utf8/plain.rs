//! Scans strings word by word, because most strings are too short for vector instructions. With
//! `contains` and `is_ascii` of the standard library, the benchmark `strings/skip` takes 2.1 times
//! as many instructions, and `keys/encode derive` takes 1.36 times as many.

#![allow(
    clippy::inline_always,
    reason = "a call would take as long as scanning most strings"
)]

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
pub(super) fn has_nul(bytes: &[u8]) -> bool {
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
