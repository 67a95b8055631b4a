//! Bytes as text: dumps, and lines of hex digits, base64, or what languages print.

mod digits;
mod dump;
mod lines;
mod literal;

pub(crate) use digits::hex_digits;
pub(crate) use dump::Dump;
pub(crate) use lines::{LineValue, Lines};

use crate::args::Bytes;
use crate::input::InvalidInput;

/// Returns the bytes as they are, or the line that stands for them.
pub(crate) fn write(form: Bytes, bytes: &[u8]) -> Vec<u8> {
    let mut line = match form {
        Bytes::Raw => return bytes.to_vec(),
        Bytes::Hex => digits::write_hex(bytes),
        Bytes::Base64 => digits::write_base64(bytes),
    };
    line.push(b'\n');
    line
}

/// Describes a fault after the bytes that were parsed.
fn fault(parsed: &[u8], message: impl Into<String>) -> InvalidInput {
    InvalidInput {
        offset: parsed.len(),
        message: message.into(),
    }
}

/// Describes an unexpected character at an index of the line.
fn unexpected(parsed: &[u8], expected: &str, line: &[u8], at: usize) -> InvalidInput {
    let found = String::from_utf8_lossy(line.get(at..).unwrap_or_default())
        .chars()
        .next()
        .map_or_else(|| "the end of the line".into(), |c| format!("{c:?}"));
    let column = at + 1;
    fault(
        parsed,
        format!("expected {expected}, found {found} at column {column}"),
    )
}

/// Returns the value of a hex digit.
fn digit(c: u8) -> Option<u8> {
    char::from(c)
        .to_digit(16)
        .and_then(|digit| u8::try_from(digit).ok())
}

/// Returns the byte that two hex digits stand for.
pub(crate) fn pair(digits: &[u8]) -> Option<u8> {
    let [high, low] = *digits else { return None };
    Some(digit(high)? << 4 | digit(low)?)
}

/// Returns how many bytes at the start of the text are of this class.
fn count(text: &[u8], is_counted: impl Fn(&u8) -> bool) -> usize {
    text.iter().take_while(|c| is_counted(c)).count()
}

#[cfg(test)]
mod tests;
