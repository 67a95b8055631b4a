//! The values of a text whose lines are values.

use super::reader::{Line, LineReader};
use super::{base64, dump, fault, hex, literal};
use crate::args::InputForm;
use crate::input::InvalidInput;
use std::collections::VecDeque;
use std::io::{self, BufRead};

/// Reads values, one a line; an array of bytes ends at its closing bracket.
pub(crate) struct Lines<R> {
    reader: LineReader<R>,
    form: InputForm,
    /// The largest length of a value in bytes.
    max_length: u32,
    /// Values that [`next`](Self::next) returns first.
    ready: VecDeque<Value>,
}

/// The bytes of a value, or why there are none.
#[derive(Debug)]
pub(crate) struct Value {
    /// The number of its first line, or of the malformed one.
    pub(crate) line: usize,
    /// The bytes, or what is wrong.
    pub(crate) bytes: Result<Vec<u8>, InvalidInput>,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(form: InputForm, max_length: u32, reader: R) -> Self {
        Self {
            // Each byte may be written as `0x12, `, and the line has a margin for indentation.
            reader: LineReader::new(reader, u64::from(max_length) * 6 + 256),
            form,
            max_length,
            ready: VecDeque::new(),
        }
    }

    /// Returns values that [`next`](Self::next) has returned to the front.
    pub(crate) fn put_back(&mut self, values: Vec<Value>) {
        self.ready = values.into_iter().chain(self.ready.drain(..)).collect();
    }

    /// Returns the next value, or `None` at the end.
    pub(crate) fn next(&mut self) -> io::Result<Option<Value>> {
        if let Some(value) = self.ready.pop_front() {
            return Ok(Some(value));
        }
        let Self {
            form, max_length, ..
        } = *self;
        let mut value: Option<Value> = None;
        let mut is_open = false;
        while let Some(Line { number, text }) = self.reader.next()? {
            let Some(text) = text else {
                let bytes = Err(long_line(max_length));
                return Ok(Some(Value {
                    line: number,
                    bytes,
                }));
            };
            if text.is_empty() || form == InputForm::Bytes && literal::is_length(text) {
                continue;
            }
            let is_first = value.is_none();
            let parsed = value.get_or_insert(Value {
                line: number,
                bytes: Ok(Vec::new()),
            });
            let Ok(bytes) = &mut parsed.bytes else {
                // The next value follows the closing bracket.
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
                    fault.message.extend(["; try --from ", other]);
                }
                *parsed = Value {
                    line: number,
                    bytes: Err(fault),
                };
            }
            if !is_open {
                return Ok(value);
            }
        }
        if let Some(Value { bytes, .. }) = &mut value
            && let Ok(parsed) = bytes
        {
            let message = "expected the closing bracket of the array, found the end of the input";
            *bytes = Err(fault(parsed, message));
        }
        Ok(value)
    }
}

/// Appends the bytes of a line in a form.
fn read(
    form: InputForm,
    text: &[u8],
    is_open: &mut bool,
    bytes: &mut Vec<u8>,
) -> Result<(), InvalidInput> {
    match form {
        InputForm::Base64 => base64::read(text, bytes),
        InputForm::Bytes => literal::read(text, is_open, bytes),
        _ => hex::read(text, bytes),
    }
}

/// Returns the name of another form that the line has.
fn other_form(form: InputForm, text: &[u8]) -> Option<&'static str> {
    let others = [InputForm::Hex, InputForm::Bytes, InputForm::Dump];
    let has_form = |other: &InputForm| {
        if *other == InputForm::Dump {
            return dump::is_row(text);
        }
        let mut bytes = Vec::new();
        let read = read(*other, text, &mut false, &mut bytes);
        *other != form && read.is_ok() && bytes.len() >= 4
    };
    others.into_iter().find(has_form).map(InputForm::name)
}

fn too_long(length: usize, max_length: u32) -> InvalidInput {
    let message = format!(
        "a value of {length} bytes, the longest allowed is {max_length}; --max-length allows more"
    );
    fault(&[], message)
}

fn long_line(max_length: u32) -> InvalidInput {
    let longest = u64::from(max_length) * 6 + 256;
    let message = format!(
        "a line of more than {longest} characters, the longest allowed for a value of {max_length} bytes; \
         is each line one value? --max-length allows more"
    );
    fault(&[], message)
}
