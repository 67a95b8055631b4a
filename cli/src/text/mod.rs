//! Bytes as text: hex digits, dumps, byte arrays and base64.

mod base64;
mod bytes;
mod dump;
mod escaped;
mod hex;
mod row;
mod separated;
mod values;

pub(crate) use values::{Value, Values};

use crate::args::Bytes;

/// The error of text that is not bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NotBytes {
    /// The bytes before the fault.
    pub(crate) offset: usize,
    /// What is wrong.
    pub(crate) message: String,
}

impl NotBytes {
    /// Describes a fault after the bytes that were read.
    fn new(read: &[u8], message: impl Into<String>) -> Self {
        Self {
            offset: read.len(),
            message: message.into(),
        }
    }

    /// Describes an unexpected character at an index of the line.
    fn unexpected(read: &[u8], expected: &str, line: &[u8], at: usize) -> Self {
        let found = String::from_utf8_lossy(line.get(at..).unwrap_or_default())
            .chars()
            .next()
            .map_or_else(|| "the end of the line".into(), |c| format!("{c:?}"));
        let message = format!("expected {expected}, found {found} at column {}", at + 1);
        Self::new(read, message)
    }

    /// Describes a value that is too long.
    fn too_long(length: u64, max_length: u32) -> Self {
        let message = format!(
            "a value of {length} bytes, the longest allowed is {max_length}; --max-length allows more"
        );
        Self::new(&[], message)
    }
}

/// Returns the bytes as they are, or the line that stands for them.
pub(crate) fn write(form: Bytes, bytes: &[u8]) -> Vec<u8> {
    let mut line = match form {
        Bytes::Raw => return bytes.to_vec(),
        Bytes::Hex => hex::write(bytes),
        Bytes::Base64 => base64::write(bytes),
    };
    line.push(b'\n');
    line
}

/// Returns the value of a hex digit.
fn digit(c: u8) -> Option<u8> {
    char::from(c)
        .to_digit(16)
        .and_then(|digit| u8::try_from(digit).ok())
}

/// Returns the byte that two hex digits stand for.
fn pair(digits: &[u8]) -> Option<u8> {
    let [high, low] = *digits else { return None };
    Some(digit(high)? << 4 | digit(low)?)
}

/// Returns how many bytes at the start of the text are of this class.
fn count(text: &[u8], is_counted: impl Fn(&u8) -> bool) -> usize {
    text.iter().take_while(|c| is_counted(c)).count()
}
