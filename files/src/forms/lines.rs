//! Reads the values of a text in which each line is a value.

use super::line_reader::{LineReader, TextLine};
use super::literal::{self, Literal};
use super::{ByteForm, FormAdvice, InvalidInput, digits, fault};
use std::io::{self, BufRead};

/// A function that returns the form of a text.
type FormOf = fn(&[u8]) -> Option<ByteForm>;

/// Reads values, one per line. An array of bytes ends at its closing bracket.
pub struct Lines<R> {
    reader: LineReader<R>,
    form: ByteForm,
    /// The maximum length of a value, in bytes.
    max_length: u32,
    /// Whether the digits of a value fill several lines of one width.
    is_wrapped: bool,
    /// Returns the form of another text, if faults advise it.
    form_of: Option<FormOf>,
    /// The form that the whole text has instead.
    other: Option<ByteForm>,
}

/// The bytes of a value, or the reason why the line is not a value.
#[derive(Debug)]
pub struct LineValue {
    /// The number of the first line of the value, or of the malformed line.
    pub line: usize,
    /// The bytes, or the reason why the line is not a value.
    pub bytes: Result<Vec<u8>, InvalidInput>,
}

impl<R: BufRead> Lines<R> {
    /// Creates a reader of values of up to `max_length` bytes.
    pub fn new(form: ByteForm, max_length: u32, reader: R) -> Self {
        Self {
            reader: LineReader::new(reader, max_chars(max_length)),
            form,
            max_length,
            is_wrapped: false,
            form_of: None,
            other: None,
        }
    }

    /// Adds advice to faults: the form that the whole text has instead, or that `form_of` returns for
    /// the line.
    #[must_use]
    pub(crate) fn advising(self, other: Option<ByteForm>, form_of: FormOf) -> Self {
        Self {
            form_of: Some(form_of),
            other,
            ..self
        }
    }

    /// Sets whether a value of hex digits or base64 fills several lines: lines of one width, and a
    /// shorter line at its end.
    #[must_use]
    pub(crate) fn wrapped(self, is_wrapped: bool) -> Self {
        let is_wrapped = is_wrapped && self.form != ByteForm::Bytes;
        Self { is_wrapped, ..self }
    }

    /// Returns the next value, or `None` at the end.
    ///
    /// # Errors
    ///
    /// Returns an error if the text cannot be read.
    pub fn next_value(&mut self) -> io::Result<Option<LineValue>> {
        if self.is_wrapped {
            return self.next_wrapped();
        }
        let Self {
            form, max_length, ..
        } = *self;
        let mut value: Option<LineValue> = None;
        let mut literal = Literal::default();
        while let Some(TextLine { number, text }) = self.reader.next()? {
            let Some(text) = text else {
                let bytes = Err(long_line(max_length));
                return Ok(Some(LineValue {
                    line: number,
                    bytes,
                }));
            };
            let is_skipped = match form {
                // The padding of a value whose digits fill the preceding line.
                ByteForm::Base64 => text.iter().all(|c| *c == b'='),
                ByteForm::Bytes => literal::is_length(text),
                _ => false,
            };
            if text.is_empty() || is_skipped {
                continue;
            }
            let parsed = value.get_or_insert(LineValue {
                line: number,
                bytes: Ok(Vec::new()),
            });
            let Ok(bytes) = &mut parsed.bytes else {
                // Skips the rest of a malformed array, up to its closing bracket.
                if literal::closes(text) {
                    return Ok(value);
                }
                continue;
            };
            let mut result = read(form, text, &mut literal, bytes);
            if result.is_ok() && bytes.len() as u64 > max_length.into() {
                result = Err(too_long(bytes.len(), max_length));
            }
            let mut is_open = literal.is_open();
            if let Err(mut fault) = result {
                is_open &= !(literal::closes(text) || literal.is_list());
                if let Some(form_of) = self.form_of {
                    let other = self.other.or_else(|| form_of(text));
                    let other = other.filter(|other| *other != form);
                    fault.advice.extend(other.map(FormAdvice::Form));
                }
                *parsed = LineValue {
                    line: number,
                    bytes: Err(fault),
                };
            }
            if !is_open {
                return Ok(value);
            }
        }
        if let Some(LineValue { bytes, .. }) = &mut value
            && let Ok(parsed) = bytes
            && !literal.is_list()
        {
            let message = "expected the closing bracket of the array, found the end of the input";
            *bytes = Err(fault(parsed, message));
        }
        Ok(value)
    }

    /// Joins the lines of the next value.
    fn next_wrapped(&mut self) -> io::Result<Option<LineValue>> {
        let (mut line, mut width, mut separator) = (0, 0, "");
        let mut joined = String::new();
        while let Some(TextLine { number, text }) = self.reader.next()? {
            let left = max_chars(self.max_length).saturating_sub(joined.len() as u64);
            let Some(text) = text.filter(|text| text.len() as u64 <= left) else {
                let (line, bytes) = (number, Err(long_line(self.max_length)));
                return Ok(Some(LineValue { line, bytes }));
            };
            let text = String::from_utf8_lossy(text.trim_ascii());
            let digits = digits::without_separator(&text);
            if joined.is_empty() {
                (line, width) = (number, text.len());
                separator = digits::separator_of(digits);
            } else if text.len() > width {
                let length = text.len();
                let message = format!("expected at most {width} characters, found {length}");
                let bytes = Err(fault(&[], message));
                return Ok(Some(LineValue {
                    line: number,
                    bytes,
                }));
            } else if !text.is_empty() {
                joined.push_str(separator);
            }
            joined.push_str(digits);
            if text.len() < width {
                break;
            }
        }
        if joined.is_empty() {
            return Ok(None);
        }
        let mut bytes = Vec::new();
        let mut read = read(
            self.form,
            joined.as_bytes(),
            &mut Literal::default(),
            &mut bytes,
        );
        if read.is_ok() && bytes.len() as u64 > self.max_length.into() {
            read = Err(too_long(bytes.len(), self.max_length));
        }
        let bytes = read.map(|()| bytes);
        Ok(Some(LineValue { line, bytes }))
    }
}

/// Parses a line in a form, and appends its bytes.
fn read(
    form: ByteForm,
    text: &[u8],
    literal: &mut Literal,
    bytes: &mut Vec<u8>,
) -> Result<(), InvalidInput> {
    match form {
        ByteForm::Base64 => digits::decode_base64(text, bytes),
        ByteForm::Bytes => literal.read(text, bytes),
        _ => digits::parse_hex(text, bytes),
    }
}

fn too_long(length: usize, max_length: u32) -> InvalidInput {
    InvalidInput {
        advice: vec![FormAdvice::MaxLength],
        ..fault(
            &[],
            format!("a value of {length} bytes, expected at most {max_length}"),
        )
    }
}

/// Returns the maximum length of a line, in characters.
///
/// The longest form of a byte is `0x12, `. The margin is for indentation and declarations.
pub(crate) fn max_chars(max_length: u32) -> u64 {
    u64::from(max_length) * 6 + 256
}

fn long_line(max_length: u32) -> InvalidInput {
    let max_chars = max_chars(max_length);
    let message = format!(
        "a line of more than {max_chars} characters, the limit for a value of {max_length} bytes"
    );
    InvalidInput {
        advice: vec![FormAdvice::OneValue],
        ..fault(&[], message)
    }
}
