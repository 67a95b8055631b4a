//! Text without anything that would have to be said: looked through word by word, as most texts are too short for anything that has to be set
//! up first.

#![allow(
    clippy::inline_always,
    reason = "a call would take as long as most texts"
)]

/// Bytes that are looked at together.
const WORD: usize = size_of::<u64>();

/// Bytes that are copied together.
const BLOCK: usize = 2 * WORD;

/// The lowest bit of each byte.
const ONES: u64 = u64::from_ne_bytes([1; WORD]);

/// The highest bit of each byte.
const TOPS: u64 = ONES << 7;

/// Where the first NUL is.
#[inline(always)]
pub(crate) fn nul_in(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    has_nul(bytes).then(|| first_nul(bytes)).flatten()
}

#[cold]
fn first_nul(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|&byte| byte == 0)
}

/// Whether there is a NUL.
#[inline(always)]
pub(super) fn has_nul(bytes: &[u8]) -> bool {
    fold(bytes, nuls) != 0
}

/// A bit for a byte that is zero, and perhaps more behind it: only there a subtraction borrows from a top bit that was not set.
#[inline]
const fn nuls(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & TOPS
}

/// Whether all is ASCII without a NUL, as most texts of games are: found out faster than whether it is UTF-8, for who needs no `str`.
#[inline]
pub(crate) fn is_plain_ascii(bytes: &[u8]) -> bool {
    fold(bytes, others) == 0
}

/// A bit for a byte that is zero or not ASCII, and perhaps more behind it.
#[inline]
const fn others(word: u64) -> u64 {
    (word | word.wrapping_sub(ONES)) & TOPS
}

/// What `found` finds in any of the words: without a loop where there are few of them.
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

/// The first and the last so many bytes, which may overlap, if they are all.
#[inline]
fn ends<const N: usize>(bytes: &[u8]) -> Option<[&[u8; N]; 2]> {
    if bytes.len() > 2 * N {
        return None;
    }
    Some([bytes.first_chunk()?, bytes.last_chunk()?])
}

/// The bytes of less than a word; in the place of those that are not there are some that nobody looks for.
#[inline(always)]
fn short_word(bytes: &[u8]) -> u64 {
    if let Some([first, last]) = ends(bytes) {
        return u64::from(u32::from_le_bytes(*first)) << u32::BITS
            | u64::from(u32::from_le_bytes(*last));
    }
    let [first, middle, last] = few(bytes).unwrap_or([b' '; 3]);
    u64::from_le_bytes([first, middle, last, b' ', b' ', b' ', b' ', b' '])
}

/// The bytes of less than 4, some of them twice; none of none.
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

/// Copies a text to where it goes, which is as long, and says whether there is a NUL.
#[inline(always)]
pub(crate) fn copy_and_look(text: &str, to: &mut [u8]) -> bool {
    let from = text.as_bytes();
    let copied = copy_ends::<WORD>(from, to)
        .or_else(|| copy_ends::<BLOCK>(from, to))
        .or_else(|| copy_ends::<{ WORD / 2 }>(from, to));
    if copied.or_else(|| copy_few(from, to)).is_none() && from.len() == to.len() {
        to.copy_from_slice(from);
    }
    has_nul(from)
}

#[inline]
fn copy_ends<const N: usize>(from: &[u8], to: &mut [u8]) -> Option<()> {
    let [first, last] = ends::<N>(from)?;
    *to.first_chunk_mut()? = *first;
    *to.last_chunk_mut()? = *last;
    Some(())
}

#[inline]
fn copy_few(from: &[u8], to: &mut [u8]) -> Option<()> {
    let [first, middle, last] = few(from)?;
    *to.get_mut(from.len() / 2)? = middle;
    *to.first_mut()? = first;
    *to.last_mut()? = last;
    Some(())
}
