//! Decodes strings as UTF-8, or leniently like the engine.

mod plain;

use crate::{DecodeError, DecodeErrorKind};
use alloc::borrow::Cow;
use alloc::string::String;
use plain::has_nul;
pub(crate) use plain::{copy_and_find_nul, is_plain_ascii, nul_in};

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
#[allow(
    clippy::inline_always,
    reason = "a call takes 4% of the time of `names/decode dynamic, owned`"
)]
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
