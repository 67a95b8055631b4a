//! Parses and formats bytes as text: dumps, hex digits, base64, and literals of programming
//! languages.

mod digits;
mod dump;
mod lines;
mod literal;

pub(crate) use digits::hex_digits;
pub(crate) use dump::Dump;
pub(crate) use lines::{LineValue, Lines};

use crate::args::{ByteForm, InputForm};
use std::io;

/// The maximum length of a value unless `--max-length` states another one, in bytes.
pub(crate) const MAX_LENGTH: u32 = 64 << 20;

/// The reason why an entry of the input has no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct InvalidInput {
    /// The offset of the fault in the input or the line.
    pub(crate) offset: usize,
    pub(crate) message: String,
}

/// Formats bytes as a line of text, or returns raw bytes unchanged.
pub(crate) fn write(form: ByteForm, bytes: &[u8]) -> Vec<u8> {
    let mut line = match form {
        ByteForm::Raw => return bytes.to_vec(),
        ByteForm::Hex => digits::format_hex(bytes),
        ByteForm::Base64 => digits::encode_base64(bytes),
    };
    line.push(b'\n');
    line
}

/// Returns whether all of the input has this form, and each value is at least as long as a header.
pub(crate) fn is_text(form: InputForm, bytes: &[u8]) -> bool {
    if form == InputForm::Dump {
        let read = io::copy(&mut Dump::new(bytes, MAX_LENGTH), &mut io::sink());
        return read.is_ok_and(|length| length >= 4);
    }
    let mut lines = Lines::new(form, MAX_LENGTH, bytes);
    let mut has_values = false;
    while let Ok(Some(value)) = lines.next() {
        has_values = true;
        if !value.bytes.is_ok_and(|bytes| bytes.len() >= 4) {
            return false;
        }
    }
    has_values
}

/// Returns a fault after the parsed bytes.
fn fault(parsed: &[u8], message: impl Into<String>) -> InvalidInput {
    InvalidInput {
        offset: parsed.len(),
        message: message.into(),
    }
}

/// Returns a fault for an unexpected character at an index of the line.
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

/// Returns the byte of two hex digits.
pub(crate) fn pair(digits: &[u8]) -> Option<u8> {
    let [high, low] = *digits else { return None };
    Some(digit(high)? << 4 | digit(low)?)
}

/// Returns the number of leading bytes that fulfill a condition.
fn count(text: &[u8], is_counted: impl Fn(&u8) -> bool) -> usize {
    text.iter().take_while(|c| is_counted(c)).count()
}

#[cfg(test)]
mod tests;
