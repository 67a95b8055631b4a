//! Formats values of any layout, and the paths to them, on one line.

pub mod escape;
pub mod pretty;

pub use crate::clip::{MAX_PATH_CHARS, clip, counted};
use crate::type_changes::ValueType;
pub use crate::walk_path::{WalkPath, max_segments};
use escape::{Escape, Quotes};
use gdvariant::any::{AnyRef, AnyView, Number, Numbers};
use gdvariant::is_terminal_control;
use std::fmt::{self, Write as _};

/// Returns the name of the type of a value with its declared types, such as `Array[int]`.
pub fn type_name(value: AnyRef<'_>) -> String {
    ValueType::new(value, &value.view()).to_string()
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

    /// Returns whether values are shown in full.
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

/// Returns the bits by which numbers are compared: those of an int, or of a float widened to 64
/// bits. Every NaN has the same bits.
pub fn number_bits(number: Number) -> u64 {
    match number {
        Number::Int(value) => value.cast_unsigned(),
        Number::Single(value) => float_bits(value.into()),
        Number::Double(value) => float_bits(value),
    }
}

pub(crate) fn float_bits(value: f64) -> u64 {
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
