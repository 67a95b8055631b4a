//! Formats values of any layout, and the paths to them, on one line.

pub mod escape;
pub mod pretty;

pub use crate::clip::{MAX_PATH_CHARS, clip};
use escape::{Escape, Quotes};
use gdvariant::any::{AnyRef, AnyView, Number, Numbers};
use gdvariant::{Path, Segment, is_terminal_control};
use std::fmt::{self, Write as _};

/// Returns a number of trailing segments that always have more than `max_chars` characters.
pub fn max_segments(max_chars: usize) -> usize {
    // Every segment except the first has at least two characters, such as `.x`.
    max_chars / 2 + 1
}

/// Options for displaying values. Control characters are always escaped: raw ones would be removed
/// together with the colors if the output is not a terminal.
#[derive(Clone, Copy)]
pub struct DisplayOptions {
    /// The maximum length of a value, in characters.
    limit: usize,
}

/// The number of characters that are shown before a difference or a match.
const BEFORE: usize = 16;

impl DisplayOptions {
    /// Shows values in full.
    pub const FULL: Self = Self { limit: usize::MAX };

    /// Returns options that show at most `limit` characters of a value, or all if `is_full`.
    pub const fn up_to(limit: usize, is_full: bool) -> Self {
        if is_full { Self::FULL } else { Self { limit } }
    }

    pub fn is_full(self) -> bool {
        self.limit == usize::MAX
    }

    /// Returns the maximum length of a path, in characters.
    pub fn max_path_chars(self) -> usize {
        if self.is_full() {
            usize::MAX
        } else {
            MAX_PATH_CHARS
        }
    }

    /// Formats a value. The number of elements follows a shortened container.
    pub fn value(self, value: AnyRef<'_>) -> String {
        let (mut text, is_complete) = self.one_line(|out| match value.view() {
            // Scripts have no literal for infinity, so `var2str` prints a number that overflows.
            AnyView::Float(number) if number.is_infinite() => write!(out, "{number}"),
            _ => write!(out, "{value:#}"),
        });
        if !is_complete {
            text.push('…');
            if let Some(count) = value.view().count() {
                let _ = write!(text, " ({count} in all)");
            }
        }
        text
    }

    /// Formats two different values, each shortened around the first difference.
    pub fn pair(self, old: AnyRef<'_>, new: AnyRef<'_>) -> [String; 2] {
        let texts = [self.value(old), self.value(new)];
        if texts[0] != texts[1] {
            return texts;
        }
        let mut texts = [old, new].map(|value| Self::FULL.value(value));
        if texts[0] == texts[1] {
            // The text of a Signal omits its name and its object; the JSON form contains both.
            texts = [old, new].map(json);
        }
        let same = texts[0].chars().zip(texts[1].chars());
        let start = same.take_while(|(old, new)| old == new).count();
        texts.map(|text| self.window(&text, start))
    }

    /// Returns a string in quotes, shortened at the end.
    pub fn text(self, text: &str) -> String {
        let (mut shown, is_complete) = self.one_line(|out| quote(out, text));
        if !is_complete {
            shown.push('…');
        }
        shown
    }

    /// Formats a value that contains a string, shortened around byte `at` of the string.
    pub fn found(self, value: AnyRef<'_>, text: &str, at: usize) -> String {
        self.around(&Self::FULL.value(value), text, at)
    }

    /// Returns a string in quotes, shortened around its byte `at`.
    pub fn found_text(self, text: &str, at: usize) -> String {
        self.around(&Self::FULL.text(text), text, at)
    }

    fn around(self, line: &str, text: &str, at: usize) -> String {
        // The closing quote does not precede the match.
        let before = Self::FULL.text(text.get(..at).unwrap_or_default());
        self.window(line, before.chars().count().saturating_sub(1))
    }

    /// Returns the part of a text around the character at an index.
    fn window(self, text: &str, index: usize) -> String {
        let length = text.chars().count();
        if length <= self.limit {
            return text.to_owned();
        }
        let start = if index < self.limit {
            0
        } else {
            index - BEFORE
        };
        let part: String = text.chars().skip(start).take(self.limit).collect();
        let before = if start > 0 { "…" } else { "" };
        let after = if length - start > self.limit {
            "…"
        } else {
            ""
        };
        format!("{before}{part}{after}")
    }

    /// Returns the start of a text on one line, and whether the text ends within the limit.
    fn one_line(self, write: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result) -> (String, bool) {
        let mut line = OneLine {
            text: String::new(),
            left: self.limit,
            quotes: Quotes::default(),
        };
        let is_complete = write(&mut line).is_ok();
        let length = line.text.trim_end_matches(' ').len();
        line.text.truncate(length);
        (line.text, is_complete)
    }
}

fn json(value: AnyRef<'_>) -> String {
    let mut json = Vec::new();
    // Writing to memory does not fail.
    let _ = escape::write_json(&mut json, &value, true);
    String::from_utf8_lossy(&json).into_owned()
}

/// Writes a string as `var2str` does.
fn quote(out: &mut dyn fmt::Write, text: &str) -> fmt::Result {
    out.write_char('"')?;
    for c in text.chars() {
        if matches!(c, '"' | '\\') {
            out.write_char('\\')?;
        }
        out.write_char(c)?;
    }
    out.write_char('"')
}

/// A writer that joins lines, escapes control characters, and returns an error at the limit.
struct OneLine {
    text: String,
    /// The number of characters until the limit.
    left: usize,
    quotes: Quotes,
}

impl fmt::Write for OneLine {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|c| self.write_char(c))
    }

    fn write_char(&mut self, c: char) -> fmt::Result {
        let is_quoted = self.quotes.advance(c);
        if c == '\n' && !is_quoted {
            // Line breaks between elements become a space; line breaks in strings are escaped.
            if !self.text.ends_with(' ') {
                self.text.push(' ');
            }
            return Ok(());
        }
        self.left = self.left.checked_sub(1).ok_or(fmt::Error)?;
        if is_terminal_control(c) {
            write!(self.text, "{}", Escape(c))
        } else {
            self.text.push(c);
            Ok(())
        }
    }
}

/// A step from a value to a nested value.
#[derive(Clone, Copy)]
pub enum TrailStep<'v> {
    /// The index of an element in the old and in the new Array.
    Index(usize, usize),
    /// The key of an entry.
    Key(AnyRef<'v>),
    /// The name of a property.
    Property(&'v str),
}

/// The path of a value, and the path of the value compared with it.
#[derive(Clone, Default)]
pub struct Trail<'v> {
    steps: Vec<TrailStep<'v>>,
}

impl<'v> Trail<'v> {
    pub fn push(&mut self, step: TrailStep<'v>) {
        self.steps.push(step);
    }

    pub fn pop(&mut self) {
        self.steps.pop();
    }

    /// Returns the number of containers around the value.
    pub fn depth(&self) -> usize {
        self.steps.len()
    }

    /// Returns the path of the old value, shortened to `max_chars` characters.
    pub fn old_path(&self, max_chars: usize) -> String {
        self.path(max_chars, |old, _| old)
    }

    /// Returns the path of the new value, shortened to `max_chars` characters.
    pub fn new_path(&self, max_chars: usize) -> String {
        self.path(max_chars, |_, new| new)
    }

    /// Returns whether the two paths differ.
    pub fn is_moved(&self) -> bool {
        let is_moved =
            |step: &TrailStep<'_>| matches!(step, TrailStep::Index(old, new) if old != new);
        self.steps.iter().any(is_moved)
    }

    fn path(&self, max_chars: usize, index: fn(usize, usize) -> usize) -> String {
        let start = self.steps.len().saturating_sub(max_segments(max_chars));
        let steps = self.steps.iter().skip(start).map(|step| match *step {
            TrailStep::Index(old, new) => Segment::Index(index(old, new)),
            TrailStep::Key(key) => key_segment(key),
            TrailStep::Property(name) => Segment::name(name),
        });
        let mut path = steps.collect::<Path>().to_string();
        clip(&mut path, max_chars);
        path
    }
}

/// Returns the path segment of a key.
pub fn key_segment(key: AnyRef<'_>) -> Segment {
    if let AnyView::Text(text) = key.view() {
        return Segment::name(text);
    }
    let mut text = KeyText(String::new());
    // An error only means that the text is longer than a segment.
    let _ = write!(text, "{key:#}");
    Segment::key(&text.0)
}

/// A writer that returns an error once a key is longer than a displayed segment.
struct KeyText(String);

impl fmt::Write for KeyText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        const MAX_LENGTH: usize = 4096;
        self.0.push_str(text);
        if self.0.len() > MAX_LENGTH {
            Err(fmt::Error)
        } else {
            Ok(())
        }
    }
}

/// Returns the bits by which numbers are compared: those of an int, or of a float widened to 64
/// bits. Every NaN has the same bits.
pub fn number_bits(number: Number) -> u64 {
    match number {
        Number::Int(value) => value.cast_unsigned(),
        Number::Single(value) => float_bits(value.into()),
        Number::Double(value) => float_bits(value),
    }
}

pub fn float_bits(value: f64) -> u64 {
    if value.is_nan() {
        f64::NAN.to_bits()
    } else {
        value.to_bits()
    }
}

/// Returns the text of an element of a packed array: a number, or its components in parentheses.
pub fn element_text(elements: &dyn Numbers, index: usize) -> String {
    enclosed(elements, index, ['(', ')'], |text, number| match number {
        Number::Int(value) => write!(text, "{value}"),
        Number::Single(value) => write!(text, "{value:?}"),
        Number::Double(value) => write!(text, "{value:?}"),
    })
}

/// Returns the JSON form of an element of a packed array: a number, or an array of its components.
pub fn element_json(elements: &dyn Numbers, index: usize) -> String {
    enclosed(elements, index, ['[', ']'], |text, number| match number {
        Number::Int(value) => write!(text, "{value}"),
        Number::Single(value) if value.is_finite() => write!(text, "{value:?}"),
        Number::Double(value) if value.is_finite() => write!(text, "{value:?}"),
        Number::Single(value) if value.is_infinite() => write!(text, "\"{value}\""),
        Number::Double(value) if value.is_infinite() => write!(text, "\"{value}\""),
        Number::Single(value) if value.to_bits() != f32::NAN.to_bits() => {
            write!(text, "\"nan:{:08x}\"", value.to_bits())
        }
        Number::Double(value) if value.to_bits() != f64::NAN.to_bits() => {
            write!(text, "\"nan:{:016x}\"", value.to_bits())
        }
        Number::Single(_) | Number::Double(_) => text.write_str("\"nan\""),
    })
}

/// Formats the components of an element, in brackets if the element has several.
fn enclosed(
    elements: &dyn Numbers,
    index: usize,
    [open, close]: [char; 2],
    write: fn(&mut String, Number) -> fmt::Result,
) -> String {
    let (mut text, mut count) = (String::new(), 0);
    elements.element(index, &mut |number| {
        text.push_str(if count == 0 { "" } else { ", " });
        count += 1;
        // Writing to a String does not fail.
        let _ = write(&mut text, number);
    });
    if count == 1 {
        text
    } else {
        format!("{open}{text}{close}")
    }
}
