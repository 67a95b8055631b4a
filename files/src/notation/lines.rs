//! Reads values from lines of digits, one per line, or from one dump.

use super::tokens::{self, CLOSING, OPENING, Unexpected};
use super::{Notation, without_byte_order_mark};
use crate::error::{EntryFault, FaultKind};
use gdvariant::Advice;
use std::io::{self, BufRead, Read};

/// The start of the line that `xxd -i` prints after an array.
const ARRAY_LENGTH: &str = "unsigned int ";

/// The maximum length of quoted text in a message, in characters.
const MAX_QUOTED: usize = 16;

/// Reads values, one per line. An array of bytes ends at its closing bracket, and a dump at the end of
/// the text.
pub struct Lines<R> {
    reader: R,
    /// The number of the last line.
    number: usize,
    /// Whether the rest of a line that is too long must be skipped.
    is_within_line: bool,
    form: Notation,
    /// The maximum length of a value, in bytes.
    max_length: u32,
    /// Whether the digits of a value fill several lines of one width.
    is_wrapped: bool,
}

/// The bytes of a value, or the reason why the line is not a value.
#[derive(Debug)]
pub struct LineValue {
    /// The number of the first line of the value, or of the malformed line.
    pub line: usize,
    /// The bytes, or the reason why the line is not a value.
    pub bytes: Result<Vec<u8>, EntryFault>,
}

impl<R: BufRead> Lines<R> {
    /// Creates a reader of values of up to `max_length` bytes.
    pub fn new(form: Notation, max_length: u32, reader: R) -> Self {
        Self {
            reader,
            number: 0,
            is_within_line: false,
            form,
            max_length,
            is_wrapped: false,
        }
    }

    /// Sets whether a value of hex digits or base64 fills several lines: lines of one width, and a
    /// shorter line at its end.
    pub(crate) fn wrapped(self, is_wrapped: bool) -> Self {
        Self { is_wrapped, ..self }
    }

    /// Returns the next value, or `None` at the end.
    ///
    /// # Errors
    ///
    /// Returns an error if the text cannot be read.
    pub fn next_value(&mut self) -> io::Result<Option<LineValue>> {
        let (mut first, mut width, mut depth) = (0, 0, 0_usize);
        let mut text = String::new();
        while let Some(line) = self.next_line()? {
            let left = max_chars(self.max_length).saturating_sub(text.len() as u64);
            let is_next = self.is_wrapped && !text.is_empty();
            let limit = if is_next { left.min(width) } else { left };
            if line.len() as u64 > limit {
                let message = format!("expected at most {limit} characters, found a longer line");
                let bytes = Err(fault(
                    0,
                    message,
                    Some(Advice::or(
                        "check that each line is one value",
                        Advice::Raise("max_length"),
                    )),
                ));
                let line = self.number;
                return Ok(Some(LineValue { line, bytes }));
            }
            if text.is_empty() {
                let is_length = self.form == Notation::Bytes && line.starts_with(ARRAY_LENGTH);
                if line.is_empty() || is_length {
                    continue;
                }
                (first, width) = (self.number, line.len() as u64);
            } else {
                text.push('\n');
            }
            text.push_str(&line);
            let is_open = match self.form {
                Notation::Dump => true,
                // Strings that follow one another.
                Notation::Bytes if tokens::literal(&text).is_some() => line.ends_with(['\\', '+']),
                Notation::Bytes => {
                    depth += line.matches(OPENING).count();
                    depth = depth.saturating_sub(line.matches(CLOSING).count());
                    depth > 0
                }
                _ => self.is_wrapped && line.len() as u64 == width,
            };
            if !is_open {
                break;
            }
        }
        Ok((!text.is_empty()).then(|| self.value(first, text.trim_end())))
    }

    /// Returns whether nothing follows the last value.
    pub(crate) fn is_at_end(&mut self) -> io::Result<bool> {
        Ok(self.reader.fill_buf()?.is_empty())
    }

    /// Returns the next line without trailing whitespace, or the start of one that is too long.
    fn next_line(&mut self) -> io::Result<Option<String>> {
        // The rest of a line is skipped only when the next line is needed, because it can be
        // endless.
        if std::mem::take(&mut self.is_within_line) {
            self.reader.skip_until(b'\n')?;
        }
        self.number += 1;
        let max_chars = max_chars(self.max_length);
        let mut line = Vec::new();
        // The limit includes one more byte, for the line break.
        let mut limited = self.reader.by_ref().take(max_chars + 1);
        if limited.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        self.is_within_line = line.len() as u64 > max_chars && !line.ends_with(b"\n");
        let line = String::from_utf8_lossy(&line);
        if self.is_within_line {
            return Ok(Some(line.into()));
        }
        // Some editors start the file with a byte order mark.
        let text = without_byte_order_mark(&line).trim_ascii_end();
        Ok(Some(text.into()))
    }

    /// Parses the text of a value that starts in the line `first`.
    fn value(&self, first: usize, text: &str) -> LineValue {
        let mut bytes = Vec::new();
        let parsed = tokens::parse(self.form, text, &mut bytes);
        let (length, max_length) = (bytes.len(), self.max_length);
        let Err(Unexpected {
            at,
            expected,
            advice,
        }) = parsed
        else {
            let message = format!("a value of {length} bytes, expected at most {max_length}");
            let is_long = length as u64 > max_length.into();
            let bytes = if is_long {
                Err(fault(0, message, Some(Advice::Raise("max_length"))))
            } else {
                Ok(bytes)
            };
            return LineValue { line: first, bytes };
        };
        let (before, rest) = text.split_at(at);
        let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1;
        let quoted = rest.chars().take_while(|c| c.is_alphanumeric()).count();
        let found: String = rest.chars().take(quoted.clamp(1, MAX_QUOTED)).collect();
        let found = if found.is_empty() {
            "the end".into()
        } else {
            format!("{found:?}")
        };
        let message = format!("expected {expected}, found {found} at column {column}");
        // Words are base64, too, but a value starts with a small number.
        let is_value = |form: &&Notation| {
            let mut bytes = Vec::new();
            tokens::parse(**form, text, &mut bytes).is_ok() && bytes.get(3) == Some(&0)
        };
        let other = Notation::ALL[1..].iter().find(is_value);
        let advice = advice.or(other.map(|it| Advice::Notation(it.name())));
        LineValue {
            line: first + before.matches('\n').count(),
            bytes: Err(fault(length, message, advice)),
        }
    }
}

fn fault(offset: usize, message: String, advice: Option<Advice>) -> EntryFault {
    let kind = FaultKind::Line { message, advice };
    EntryFault { offset, kind }
}

/// Returns the maximum length of a line, in characters.
///
/// The longest form of a byte is `0x12, `. The margin is for indentation and declarations.
pub(crate) fn max_chars(max_length: u32) -> u64 {
    u64::from(max_length) * 6 + 256
}
