//! Text on the wire: UTF-8 as Rust holds it, or what an engine's reader makes of the same bytes.

mod plain;

use crate::{DecodeError, DecodeErrorKind};
use alloc::borrow::Cow;
use alloc::string::String;
use plain::has_nul;
pub(crate) use plain::{copy_and_look, is_plain_ascii, nul_in};

/// What is wrong with a text, and at which of its bytes.
pub(crate) struct TextError {
    at: usize,
    kind: DecodeErrorKind,
}

impl TextError {
    fn invalid(at: usize) -> Self {
        Self {
            at,
            kind: DecodeErrorKind::InvalidString,
        }
    }

    /// As an error, for a text that starts at this offset of the input.
    #[cold]
    pub(crate) fn at(self, start: usize) -> DecodeError {
        DecodeError::new(start + self.at, self.kind)
    }
}

/// The text, if it is UTF-8 without a NUL.
#[inline]
pub(crate) fn strict(bytes: &[u8]) -> Result<&str, TextError> {
    let text =
        core::str::from_utf8(bytes).map_err(|error| TextError::invalid(error.valid_up_to()))?;
    match nul_in(text) {
        None => Ok(text),
        Some(at) => Err(TextError {
            at,
            kind: DecodeErrorKind::NulInString,
        }),
    }
}

/// The text, if it is UTF-8 without a NUL; what is most common, and does not say what is wrong.
#[inline]
pub(crate) fn plain(bytes: &[u8]) -> Option<&str> {
    core::str::from_utf8(bytes)
        .ok()
        .filter(|text| is_plain(text))
}

/// Whether there is no NUL.
#[inline]
pub(crate) fn is_plain(text: &str) -> bool {
    !has_nul(text.as_bytes())
}

/// The start of these bytes that is UTF-8, but no more than so many bytes.
pub(crate) fn valid_start(bytes: &[u8], most: usize) -> &str {
    let whole = match bytes.get(..most) {
        // A character that the end cuts through is left out, or all would have to be looked through again.
        Some(start) => without_last_character(start),
        None => bytes,
    };
    match utf8::checked(whole) {
        Ok(text) => text,
        Err(valid) => whole
            .get(..valid)
            .and_then(|start| utf8::checked(start).ok())
            .unwrap_or_default(),
    }
}

/// The bytes in front of the last one that is no continuation of a character.
fn without_last_character(bytes: &[u8]) -> &[u8] {
    let is_start = |byte: &u8| byte & 0xc0 != 0x80;
    bytes
        .get(..bytes.iter().rposition(is_start).unwrap_or(0))
        .unwrap_or_default()
}

/// What looks through many bytes at once.
#[cfg(feature = "simd")]
mod utf8 {
    /// The text, or how many bytes are valid.
    pub(super) fn checked(bytes: &[u8]) -> Result<&str, usize> {
        simdutf8::compat::from_utf8(bytes).map_err(|error| error.valid_up_to())
    }
}

/// What looks through many bytes, a few at a time.
#[cfg(not(feature = "simd"))]
mod utf8 {
    /// The text, or how many bytes are valid.
    pub(super) fn checked(bytes: &[u8]) -> Result<&str, usize> {
        core::str::from_utf8(bytes).map_err(|error| error.valid_up_to())
    }
}

/// What the engine reads: up to the first NUL, without a leading byte order mark.
///
/// A lenient engine takes forms that are not UTF-8; those that stand for no character of Rust's are refused all the same.
pub(crate) fn as_engine(bytes: &[u8], lenient: bool) -> Result<Cow<'_, str>, TextError> {
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
            .map_err(|at| TextError::invalid(skipped + at)),
        Err(error) => Err(TextError::invalid(skipped + error.valid_up_to())),
    }
}

/// Reads text as the scanner of Godot 3 does, or gives the offset of the form that is refused.
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

/// The first character and its bytes; none where Godot 3 refuses it or Rust cannot hold it.
fn lenient_char(bytes: &[u8]) -> Option<(char, usize)> {
    let (&lead, rest) = bytes.split_first()?;
    // Ones at the top of the first byte count the bytes of a sequence; a single one marks a byte within a sequence.
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
        // The engine looks for overlong forms in the third byte alone, so that some pass.
        if code == 0 && index == 2 && (byte & 0x7f) >> (7 - length) == 0 {
            return None;
        }
        code = code << 6 | u32::from(byte & 0x3f);
    }
    Some((char::from_u32(code)?, length as usize))
}

#[cfg(test)]
mod tests;
