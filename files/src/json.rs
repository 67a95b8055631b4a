//! Parses the JSON values of an input, and locates their errors.
//!
//! `serde_json` reports some errors after it has consumed the character that follows a value, such
//! as a line break after a number. Here, an error is at the last character of the value.

use gdvariant::any::AnyVariant;
use gdvariant::schema::LayoutInfo;
use serde::de::{DeserializeSeed, IgnoredAny};
use serde_json::StreamDeserializer;
use serde_json::de::{IoRead, Read as JsonRead, SliceRead, StrRead};
use serde_json::error::Category;
use std::cell::RefCell;
use std::fmt::{self, Display, Formatter};
use std::io::{self, BufReader, Read};
use std::rc::Rc;

/// The reason why an input is not a JSON value.
#[derive(Debug)]
pub enum JsonError {
    /// The input cannot be read.
    Io(io::ErrorKind),
    /// The JSON is valid, but is not the JSON form of a value.
    Data(LocatedError),
    /// The text is not JSON.
    Syntax(LocatedError),
}

impl Display for JsonError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(kind) => kind.fmt(f),
            Self::Data(error) | Self::Syntax(error) => error.fmt(f),
        }
    }
}

/// An error in a JSON text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocatedError {
    /// The line of the error, from 1.
    pub line: usize,
    /// The column of the error in characters, from 1.
    pub column: usize,
    /// The reason, without the line and the column.
    pub reason: String,
}

/// Writes the line, the column and the reason.
impl Display for LocatedError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self {
            line,
            column,
            reason,
        } = self;
        write!(f, "line {line}, column {column}: {reason}")
    }
}

impl JsonError {
    /// Creates the error of the value at the start of a text; the text starts at `start`.
    fn new(
        layout: &'static LayoutInfo,
        text: &[u8],
        start: Position,
        error: &serde_json::Error,
    ) -> Self {
        let category = error.classify();
        if category == Category::Io {
            return Self::Io(error.io_error_kind().unwrap_or(io::ErrorKind::Other));
        }
        let Position { line, column } = start.after(before_error(layout, text, error));
        let located = LocatedError {
            line,
            column,
            reason: message(error),
        };
        match category {
            Category::Data => Self::Data(located),
            _ => Self::Syntax(located),
        }
    }
}

/// Parses the only value of a text.
///
/// # Errors
///
/// Returns an error if the text is not one value.
pub fn of_value(layout: &'static LayoutInfo, text: &str) -> Result<AnyVariant, JsonError> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    deserializer.disable_recursion_limit();
    let value = layout.deserialize(&mut deserializer);
    let value = value.and_then(|value| deserializer.end().map(|()| value));
    value.map_err(|error| JsonError::new(layout, text.as_bytes(), Position::START, &error))
}

/// Parses the values of a text.
///
/// # Errors
///
/// Returns the error of the first invalid value.
pub fn of_text(layout: &'static LayoutInfo, text: &str) -> Result<Vec<AnyVariant>, JsonError> {
    let mut values = scan(StrRead::new(text));
    let (mut parsed, mut start) = (Vec::new(), 0);
    while let Some(scanned) = values.next() {
        let end = values.byte_offset();
        let (before, rest) = text.as_bytes().split_at(start);
        let value = parse(layout, scanned, rest, end - start);
        let located = |error| {
            let start = Position::START.after(before);
            JsonError::new(layout, rest, start, &error)
        };
        parsed.push(value.map_err(located)?);
        start = end;
    }
    Ok(parsed)
}

/// Returns an iterator over the values of an input, which is read value by value.
pub fn of_input(
    layout: &'static LayoutInfo,
    input: impl Read,
) -> impl Iterator<Item = Result<AnyVariant, JsonError>> {
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
    let mut values = scan(IoRead::new(BufReader::new(recorder)));
    std::iter::from_fn(move || {
        let scanned = values.next()?;
        let mut recent = recent.borrow_mut();
        recent.release();
        let length = values.byte_offset() - recent.offset;
        let value = parse(layout, scanned, &recent.text, length);
        recent.value = values.byte_offset();
        Some(value.map_err(|error| JsonError::new(layout, &recent.text, recent.start, &error)))
    })
}

/// Finds the ends of values. `serde_json` has no stream of values with a seed.
fn scan<'de, R: JsonRead<'de>>(input: R) -> StreamDeserializer<'de, R, IgnoredAny> {
    StreamDeserializer::new(input)
}

/// Parses the value at the start of a text, given the result of scanning the value and its length.
fn parse(
    layout: &'static LayoutInfo,
    scanned: serde_json::Result<IgnoredAny>,
    text: &[u8],
    length: usize,
) -> serde_json::Result<AnyVariant> {
    match scanned {
        Ok(_) => first(layout, text.get(..length).unwrap_or_default()),
        // An invalid value can precede a syntax error. Moreover, while a reader peeks at a character,
        // its errors are after the character; a slice has exact errors.
        Err(error) => Err(match first_error(layout, text) {
            Some(exact) if error.is_eof() || !exact.is_eof() => exact,
            _ => error,
        }),
    }
}

/// Parses the value at the start of a text.
fn first(layout: &'static LayoutInfo, text: &[u8]) -> serde_json::Result<AnyVariant> {
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    deserializer.disable_recursion_limit();
    layout.deserialize(&mut deserializer)
}

/// Returns the error of the value at the start of a text.
fn first_error(layout: &'static LayoutInfo, text: &[u8]) -> Option<serde_json::Error> {
    // Scanning finds characters that follow a number without a space.
    let scanned = || scan(SliceRead::new(text)).next()?.err();
    first(layout, text).err().or_else(scanned)
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
fn before_error<'t>(
    layout: &'static LayoutInfo,
    text: &'t [u8],
    error: &serde_json::Error,
) -> &'t [u8] {
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
        && let Some(again) = first_error(layout, shorter)
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
}

/// A reader that keeps the text of the current value.
struct Recorder<R> {
    input: R,
    recent: Rc<RefCell<RecentText>>,
}

impl<R: Read> Read for Recorder<R> {
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
