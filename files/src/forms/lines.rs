//! Reads the values of a text in which each line is a value.

use super::line_reader::{LineReader, TextLine};
use super::{ByteForm, FormAdvice, InvalidInput, digits, dump, fault, literal};
use std::collections::VecDeque;
use std::io::{self, BufRead};

/// Reads values, one per line. An array of bytes ends at its closing bracket.
pub struct Lines<R> {
    reader: LineReader<R>,
    form: ByteForm,
    /// The maximum length of a value, in bytes.
    max_length: u32,
    /// The values that were put back; [`next_value`](Self::next_value) returns these values first.
    ready: VecDeque<LineValue>,
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
            // The longest form of a byte is `0x12, `. The margin is for indentation and
            // declarations.
            reader: LineReader::new(reader, u64::from(max_length) * 6 + 256),
            form,
            max_length,
            ready: VecDeque::new(),
        }
    }

    /// Puts back values that [`next_value`](Self::next_value) has returned.
    pub fn put_back(&mut self, values: Vec<LineValue>) {
        self.ready = values.into_iter().chain(self.ready.drain(..)).collect();
    }

    /// Returns the next value, or `None` at the end.
    ///
    /// # Errors
    ///
    /// Returns an error if the text cannot be read.
    pub fn next_value(&mut self) -> io::Result<Option<LineValue>> {
        if let Some(value) = self.ready.pop_front() {
            return Ok(Some(value));
        }
        let Self {
            form, max_length, ..
        } = *self;
        let mut value: Option<LineValue> = None;
        let mut is_open = false;
        while let Some(TextLine { number, text }) = self.reader.next()? {
            let Some(text) = text else {
                let bytes = Err(long_line(max_length));
                return Ok(Some(LineValue {
                    line: number,
                    bytes,
                }));
            };
            if text.is_empty() || form == ByteForm::Bytes && literal::is_length(text) {
                continue;
            }
            let is_first = value.is_none();
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
            let mut result = read(form, text, &mut is_open, bytes);
            if result.is_ok() && bytes.len() as u64 > max_length.into() {
                result = Err(too_long(bytes.len(), max_length));
            }
            if let Err(mut fault) = result {
                is_open &= !literal::closes(text);
                if is_first && let Some(other) = other_form(form, text) {
                    fault.advice.push(FormAdvice::Form(other));
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
        {
            let message = "expected the closing bracket of the array, found the end of the input";
            *bytes = Err(fault(parsed, message));
        }
        Ok(value)
    }
}

/// Parses a line in a form, and appends its bytes.
fn read(
    form: ByteForm,
    text: &[u8],
    is_open: &mut bool,
    bytes: &mut Vec<u8>,
) -> Result<(), InvalidInput> {
    match form {
        ByteForm::Base64 => digits::decode_base64(text, bytes),
        ByteForm::Bytes => literal::read(text, is_open, bytes),
        _ => digits::parse_hex(text, bytes),
    }
}

/// Returns another form in which the line is valid.
fn other_form(form: ByteForm, text: &[u8]) -> Option<ByteForm> {
    let others = [ByteForm::Hex, ByteForm::Bytes, ByteForm::Dump];
    let has_form = |other: &ByteForm| {
        if *other == ByteForm::Dump {
            return dump::is_row(text);
        }
        let mut bytes = Vec::new();
        let read = read(*other, text, &mut false, &mut bytes);
        *other != form && read.is_ok() && bytes.len() >= 4
    };
    others.into_iter().find(has_form)
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

fn long_line(max_length: u32) -> InvalidInput {
    let max_chars = u64::from(max_length) * 6 + 256;
    let message = format!(
        "a line of more than {max_chars} characters, the limit for a value of {max_length} bytes"
    );
    InvalidInput {
        advice: vec![FormAdvice::OneValue],
        ..fault(&[], message)
    }
}
