//! Parses the JSON values of an input, and locates their errors.
//!
//! `serde_json` reports some errors after it has consumed the character that follows a value, such
//! as a line break after a number. Here, an error is at the last character of the value.

use crate::source::Input;
use serde::de::DeserializeOwned;
use serde_json::StreamDeserializer;
use serde_json::de::{IoRead, Read as JsonRead, SliceRead, StrRead};
use serde_json::error::Category;
use std::cell::RefCell;
use std::io::{self, BufReader, Read};
use std::rc::Rc;

/// The reason why an input is not a JSON value.
#[derive(Debug)]
pub(crate) enum JsonError {
    Io(io::ErrorKind),
    /// The JSON is valid, but is not the JSON form of a value. The message starts with the line and
    /// the column.
    Data(String),
    /// The text is not JSON. The message starts with the line and the column.
    Syntax(String),
}

impl JsonError {
    /// Creates the error of values of the type `V` in a text that starts at `start`.
    fn new<V: DeserializeOwned>(text: &[u8], start: Position, error: &serde_json::Error) -> Self {
        let category = error.classify();
        if category == Category::Io {
            return Self::Io(error.io_error_kind().unwrap_or(io::ErrorKind::Other));
        }
        let Position { line, column } = start.after(before_error::<V>(text, error));
        let located = format!("line {line}, column {column}: {}", message(error));
        match category {
            Category::Data => Self::Data(located),
            _ => Self::Syntax(located),
        }
    }
}

/// Parses the values of a text.
pub(crate) fn of_text<V: DeserializeOwned>(text: &str) -> Result<Vec<V>, JsonError> {
    stream(StrRead::new(text))
        .collect::<Result<_, _>>()
        .map_err(|error| JsonError::new::<V>(text.as_bytes(), Position::START, &error))
}

/// Returns an iterator over the values of an input, which is read value by value.
pub(crate) fn of_input<V: DeserializeOwned>(
    input: Input,
) -> impl Iterator<Item = Result<V, JsonError>> {
    let recent = Rc::new(RefCell::new(RecentText {
        text: Vec::new(),
        start: Position::START,
        offset: 0,
        value: 0,
    }));
    let recorder = Recorder {
        input,
        recent: Rc::clone(&recent),
    };
    let mut values = stream(IoRead::new(BufReader::new(recorder)));
    std::iter::from_fn(move || {
        let value = values.next()?;
        let mut recent = recent.borrow_mut();
        let value = value.map_err(|error| recent.locate::<V>(&error));
        recent.value = values.byte_offset();
        Some(value)
    })
}

fn stream<'de, R: JsonRead<'de>, V: DeserializeOwned>(input: R) -> StreamDeserializer<'de, R, V> {
    let mut deserializer = serde_json::Deserializer::new(input);
    deserializer.disable_recursion_limit();
    deserializer.into_iter()
}

/// A line and a column in characters, both from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Position {
    line: usize,
    column: usize,
}

impl Position {
    const START: Self = Self { line: 1, column: 1 };

    /// Returns the position after a text that starts here.
    fn after(self, text: &[u8]) -> Self {
        let chars = |text: &[u8]| text.iter().filter(|&&byte| !is_continuation(byte)).count();
        let breaks = memchr::memchr_iter(b'\n', text);
        match breaks.clone().next_back() {
            Some(last) => Self {
                line: self.line + breaks.count(),
                column: chars(text.get(last + 1..).unwrap_or_default()) + 1,
            },
            None => Self {
                column: self.column + chars(text),
                ..self
            },
        }
    }
}

/// Returns the text before the character at which an error is.
fn before_error<'t, V: DeserializeOwned>(text: &'t [u8], error: &serde_json::Error) -> &'t [u8] {
    let mut lines = memchr::memchr_iter(b'\n', text).map(|at| at + 1);
    let line = match error.line() {
        0 | 1 => 0,
        line => lines.nth(line - 2).unwrap_or(text.len()),
    };
    // The column of serde_json is the number of bytes of the line that have been consumed.
    let mut consumed = text.get(..line + error.column()).unwrap_or(text);
    // The end of a value, and the end of the input, precede whitespace.
    if matches!(error.classify(), Category::Data | Category::Eof) {
        consumed = consumed.trim_ascii_end();
    }
    // serde_json consumes the closing bracket that follows an invalid element.
    while error.is_data()
        && let Some((b']' | b'}', shorter)) = consumed.split_last()
        && let shorter = shorter.trim_ascii_end()
        && let Some(again) = stream::<_, V>(SliceRead::new(shorter)).find_map(Result::err)
        && message(&again) == message(error)
    {
        consumed = shorter;
    }
    let last = consumed.iter().rposition(|&byte| !is_continuation(byte));
    consumed.get(..last.unwrap_or(0)).unwrap_or_default()
}

/// Returns the message of an error without its position.
fn message(error: &serde_json::Error) -> String {
    let mut message = error.to_string();
    let position = format!(" at line {} column {}", error.line(), error.column());
    let length = message.strip_suffix(&position).map(str::len);
    message.truncate(length.unwrap_or(message.len()));
    message
}

/// Returns whether a byte continues a character of UTF-8.
fn is_continuation(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

/// The text from the current value on, as far as the text has been read.
struct RecentText {
    text: Vec<u8>,
    /// The position of the text in the input.
    start: Position,
    /// The offset of the text in the input.
    offset: usize,
    /// The offset of the current value in the input.
    value: usize,
}

impl RecentText {
    /// Removes the values that have been parsed.
    fn release(&mut self) {
        let parsed = self.text.drain(..self.value - self.offset);
        self.start = self.start.after(parsed.as_slice());
        drop(parsed);
        self.offset = self.value;
    }

    /// Returns an error of the current value with its position.
    fn locate<V: DeserializeOwned>(&mut self, error: &serde_json::Error) -> JsonError {
        self.release();
        // While a reader peeks at a character, its errors are after the character. A slice has
        // exact errors.
        let again = stream::<_, V>(SliceRead::new(&self.text)).next();
        let exact = again.and_then(Result::err);
        let error = exact
            .as_ref()
            .filter(|exact| exact.classify() == error.classify())
            .unwrap_or(error);
        JsonError::new::<V>(&self.text, self.start, error)
    }
}

/// A reader that keeps the text of the current value.
struct Recorder {
    input: Input,
    recent: Rc<RefCell<RecentText>>,
}

impl Read for Recorder {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        let mut recent = self.recent.borrow_mut();
        recent.release();
        recent
            .text
            .extend_from_slice(buffer.get(..read).unwrap_or_default());
        Ok(read)
    }
}
