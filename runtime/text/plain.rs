//! Text without anything that would have to be said: looked through block by block, as most texts are too short for anything that has to be set
//! up first.

/// Bytes that the processor takes at once.
const BLOCK: usize = 16;

/// The lowest bit of eight bytes.
const ONES: u64 = u64::from_ne_bytes([1; 8]);

/// The highest bit of eight bytes.
const TOPS: u64 = ONES << 7;

/// Where the first NUL is.
#[allow(clippy::inline_always, reason = "a call would take as long as most texts")]
#[inline(always)]
pub(crate) fn nul_in(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    has_nul(bytes).then(|| bytes.iter().position(|&byte| byte == 0)).flatten()
}

/// Whether there is a NUL.
#[allow(clippy::inline_always, reason = "a call would take as long as most texts")]
#[inline(always)]
pub(super) fn has_nul(bytes: &[u8]) -> bool {
    let Some(last) = bytes.last_chunk::<BLOCK>() else { return has_nul_in_short(bytes) };
    // The last block may overlap the one before it.
    bytes.as_chunks().0.iter().fold(is_nul_in(last), |found, block| found | is_nul_in(block))
}

#[allow(clippy::inline_always, reason = "a call would take as long as most texts")]
#[inline(always)]
fn has_nul_in_short(bytes: &[u8]) -> bool {
    match ends(bytes) {
        Some([first, last]) => has_zero(first) | has_zero(last),
        None => bytes.contains(&0),
    }
}

/// The bytes of less than a block, if they are 4 or more: both ends, which may overlap, are all of it.
#[allow(clippy::inline_always, reason = "a call would take as long as most texts")]
#[inline(always)]
fn ends(bytes: &[u8]) -> Option<[u64; 2]> {
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        return Some([u64::from_le_bytes(*first), u64::from_le_bytes(*last)]);
    }
    let (first, last) = (u32::from_le_bytes(*bytes.first_chunk()?), u32::from_le_bytes(*bytes.last_chunk()?));
    Some([u64::from(first) << u32::BITS | u64::from(last); 2])
}

/// Whether one of the eight bytes is zero: only there a subtraction borrows from a top bit that was not set.
#[inline]
const fn has_zero(word: u64) -> bool {
    word.wrapping_sub(ONES) & !word & TOPS != 0
}

#[inline]
#[allow(clippy::needless_bitwise_bool, reason = "a lazy operator would look at one byte at a time")]
fn is_nul_in(block: &[u8; BLOCK]) -> bool {
    block.iter().fold(false, |found, byte| found | (*byte == 0))
}

/// Whether all is ASCII without a NUL, as most texts of games are: found out faster than whether it is UTF-8, for who needs no `str`.
#[inline]
pub(crate) fn is_plain_ascii(bytes: &[u8]) -> bool {
    let Some(last) = bytes.last_chunk::<BLOCK>() else { return is_short_ascii(bytes) };
    // The last block may overlap the one before it.
    bytes.as_chunks().0.iter().fold(is_ascii_block(last), |all, block| all & is_ascii_block(block))
}

#[inline]
fn is_short_ascii(bytes: &[u8]) -> bool {
    match ends(bytes) {
        Some([first, last]) => is_ascii_word(first) & is_ascii_word(last),
        None => bytes.iter().all(|byte| is_ascii(*byte)),
    }
}

#[inline]
#[allow(clippy::needless_bitwise_bool, reason = "a lazy operator would look at one byte at a time")]
fn is_ascii_block(block: &[u8; BLOCK]) -> bool {
    block.iter().fold(true, |all, byte| all & is_ascii(*byte))
}

/// Whether the byte is ASCII, but not NUL.
#[inline]
fn is_ascii(byte: u8) -> bool {
    byte.cast_signed() > 0
}

/// The same for eight bytes: a top bit is set in what is not ASCII, or else a subtraction borrows from it where a byte is zero.
#[inline]
const fn is_ascii_word(word: u64) -> bool {
    (word | word.wrapping_sub(ONES)) & TOPS == 0
}

/// Copies a text to where it goes, which is as long, and says whether there is a NUL: in one go, as [`has_nul`].
#[inline]
pub(crate) fn copy_and_look(text: &str, to: &mut [u8]) -> bool {
    let from = text.as_bytes();
    let Some(last) = from.last_chunk::<BLOCK>() else {
        copy_ends::<8>(from, to).or_else(|| copy_ends::<4>(from, to)).unwrap_or_else(|| copy_bytes(from, to));
        return has_nul_in_short(from);
    };
    let mut found = is_nul_in(last);
    for (slot, block) in to.as_chunks_mut().0.iter_mut().zip(from.as_chunks().0) {
        found |= is_nul_in(block);
        *slot = *block;
    }
    if let Some(slot) = to.last_chunk_mut() {
        *slot = *last;
    }
    found
}

#[inline]
fn copy_ends<const N: usize>(from: &[u8], to: &mut [u8]) -> Option<()> {
    *to.first_chunk_mut::<N>()? = *from.first_chunk()?;
    *to.last_chunk_mut::<N>()? = *from.last_chunk()?;
    Some(())
}

#[inline]
fn copy_bytes(from: &[u8], to: &mut [u8]) {
    to.iter_mut().zip(from).for_each(|(slot, byte)| *slot = *byte);
}
