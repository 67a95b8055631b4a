//! Base64, which scenes and resources of Godot 4.3 and later contain for bytes.

use super::scanner::Scanner;
use crate::error::{ParseError, ParseErrorKind};
use alloc::format;
use alloc::vec::Vec;

/// The characters of a group, which encodes three bytes.
const GROUP: usize = 4;

/// The most padding of a group: its first two characters encode a byte.
const MAX_PADDING: usize = 2;

/// The bits of a character.
const BITS: u32 = 6;

impl Scanner<'_> {
    /// Consumes a string, which is next, and returns the bytes that it encodes in Base64.
    ///
    /// Like the engine, it requires padding and ignores the bits of the last character that belong
    /// to no byte.
    pub(super) fn base64(&mut self) -> Result<Vec<u8>, ParseError> {
        let quote = self.next();
        let rest = self.rest();
        let digits = rest.bytes().map_while(value).count();
        let padding = rest[digits..].bytes().take_while(|b| *b == b'=').count();
        let length = digits + padding;
        self.advance(length);
        let offset = self.offset();
        let found = match self.next() {
            None => "the end of the text".into(),
            end if end != quote => format!("`{}`", end.unwrap_or_default()),
            _ if !length.is_multiple_of(GROUP) => format!("{length} characters"),
            _ if padding > MAX_PADDING => format!("{padding} characters of padding"),
            _ => return Ok(decode(&rest[..digits])),
        };
        let expected = "Base64, with padding".into();
        Err(self.error_at(offset, ParseErrorKind::Unexpected { expected, found }))
    }
}

/// Decodes characters without padding.
fn decode(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len() / GROUP * 3 + MAX_PADDING);
    let (mut pending, mut bits) = (0, 0);
    for value in text.bytes().filter_map(value) {
        pending = pending << BITS | value;
        bits += BITS;
        if bits >= u8::BITS {
            bits -= u8::BITS;
            let [.., byte] = (pending >> bits).to_be_bytes();
            bytes.push(byte);
        }
    }
    bytes
}

/// Returns the bits that a character encodes.
fn value(character: u8) -> Option<u32> {
    let value = match character {
        b'A'..=b'Z' => character - b'A',
        b'a'..=b'z' => character - b'a' + 26,
        b'0'..=b'9' => character - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(value.into())
}
