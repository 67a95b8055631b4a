//! How values of any layout, and the paths to them, are shown on one line.

use crate::terminal::{self, Escape, Quotes};
use gdvariant::any::{AnyRef, AnyView, Number, Numbers};
use gdvariant::{Path, Segment, is_terminal_control};
use std::fmt::{self, Write as _};

/// The largest number of characters of a path in a line of output.
pub(crate) const LONGEST_PATH: usize = 256;

/// Returns how many segments at the end of a path have more characters than this in all.
pub(crate) fn segments(longest: usize) -> usize {
    // Every segment but the outermost has at least two characters.
    longest / 2 + 1
}

/// Replaces the start of a path that is longer by `…`, and returns the number of characters.
///
/// The end is kept, because it is more specific.
pub(crate) fn clip(path: &mut String, longest: usize) -> usize {
    let width = path.chars().count();
    let Some(excess) = width.checked_sub(longest.saturating_add(1)) else {
        return width;
    };
    let start = path.char_indices().nth(excess + 2);
    let start = start.map_or(path.len(), |(start, _)| start);
    path.replace_range(..start, "…");
    longest
}

/// How values are shown, with the characters escaped that a terminal would act on. Raw ones would
/// be removed with the colors where the output is not a terminal.
#[derive(Clone, Copy)]
pub(crate) struct DisplayOptions {
    /// The largest number of characters.
    limit: usize,
}

/// The characters that are shown before a difference or a match.
const BEFORE: usize = 16;

impl DisplayOptions {
    /// Values with all of their characters.
    pub(crate) const FULL: Self = Self { limit: usize::MAX };

    /// Returns how values are shown: up to a number of characters, or in full.
    pub(crate) const fn up_to(limit: usize, is_full: bool) -> Self {
        if is_full { Self::FULL } else { Self { limit } }
    }

    pub(crate) fn is_full(self) -> bool {
        self.limit == usize::MAX
    }

    /// Returns the largest number of characters of a path.
    pub(crate) fn longest_path(self) -> usize {
        if self.is_full() {
            usize::MAX
        } else {
            LONGEST_PATH
        }
    }

    /// Returns the text of a value, and of a long container the number of its elements.
    pub(crate) fn value(self, value: AnyRef<'_>) -> String {
        let (mut text, is_whole) = self.one_line(|out| match value.view() {
            // Scripts have no such number, so that `var2str` writes one that overflows.
            AnyView::Float(number) if number.is_infinite() => write!(out, "{number}"),
            _ => write!(out, "{value:#}"),
        });
        if !is_whole {
            text.push('…');
            if let Some(count) = value.view().count() {
                let _ = write!(text, " ({count} in all)");
            }
        }
        text
    }

    /// Returns the texts of two values that differ, shortened so that the difference is shown.
    pub(crate) fn pair(self, old: AnyRef<'_>, new: AnyRef<'_>) -> [String; 2] {
        let texts = [self.value(old), self.value(new)];
        if texts[0] != texts[1] {
            return texts;
        }
        let mut texts = [old, new].map(|value| Self::FULL.value(value));
        if texts[0] == texts[1] {
            // The text of a Signal does not contain what it is.
            texts = [old, new].map(json);
        }
        let same = texts[0].chars().zip(texts[1].chars());
        let start = same.take_while(|(old, new)| old == new).count();
        texts.map(|text| self.window(&text, start))
    }

    /// Returns a string in quotes.
    pub(crate) fn text(self, text: &str) -> String {
        let (mut shown, is_whole) = self.one_line(|out| quote(out, text));
        if !is_whole {
            shown.push('…');
        }
        shown
    }

    /// Returns a value that has a string, shortened so that this byte of the string is shown.
    pub(crate) fn found(self, value: AnyRef<'_>, text: &str, at: usize) -> String {
        self.around(&Self::FULL.value(value), text, at)
    }

    /// Returns a string in quotes, shortened so that this byte of it is shown.
    pub(crate) fn found_text(self, text: &str, at: usize) -> String {
        self.around(&Self::FULL.text(text), text, at)
    }

    fn around(self, line: &str, text: &str, at: usize) -> String {
        // Without the quote at the end.
        let before = Self::FULL.text(text.get(..at).unwrap_or_default());
        self.window(line, before.chars().count().saturating_sub(1))
    }

    /// Returns the part of a text with this character, by its index.
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

    /// Returns a text on one line up to the limit, and whether that is all of it.
    fn one_line(self, write: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result) -> (String, bool) {
        let mut line = OneLine {
            text: String::new(),
            left: self.limit,
            quotes: Quotes::default(),
        };
        let is_whole = write(&mut line).is_ok();
        let length = line.text.trim_end_matches(' ').len();
        line.text.truncate(length);
        (line.text, is_whole)
    }
}

fn json(value: AnyRef<'_>) -> String {
    let mut json = Vec::new();
    // Writing to memory does not fail.
    let _ = terminal::write_json(&mut json, &value, true);
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

/// Writes a text on one line, and fails at the limit.
struct OneLine {
    text: String,
    /// The number of characters that may follow.
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
            // A line break of the structure; several are one space.
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

/// A step from a value to one that it contains.
#[derive(Clone, Copy)]
pub(crate) enum TrailStep<'v> {
    /// The index of an element in the old and in the new Array.
    Index(usize, usize),
    /// The key of an entry.
    Key(AnyRef<'v>),
    /// The name of a property.
    Property(&'v str),
}

/// The way to a value, and to the value that it is compared with.
#[derive(Default)]
pub(crate) struct Trail<'v> {
    steps: Vec<TrailStep<'v>>,
}

impl<'v> Trail<'v> {
    /// Adds a step.
    pub(crate) fn push(&mut self, step: TrailStep<'v>) {
        self.steps.push(step);
    }

    /// Removes the last step.
    pub(crate) fn pop(&mut self) {
        self.steps.pop();
    }

    /// Returns the path of the old value, without its start if it is longer than this.
    pub(crate) fn old_path(&self, longest: usize) -> String {
        self.path(longest, |old, _| old)
    }

    /// Returns the path of the new value, without its start if it is longer than this.
    pub(crate) fn new_path(&self, longest: usize) -> String {
        self.path(longest, |_, new| new)
    }

    /// Returns whether the two paths differ.
    pub(crate) fn is_moved(&self) -> bool {
        let is_moved =
            |step: &TrailStep<'_>| matches!(step, TrailStep::Index(old, new) if old != new);
        self.steps.iter().any(is_moved)
    }

    fn path(&self, longest: usize, index: fn(usize, usize) -> usize) -> String {
        let start = self.steps.len().saturating_sub(segments(longest));
        let steps = self.steps.iter().skip(start).map(|step| match *step {
            TrailStep::Index(old, new) => Segment::Index(index(old, new)),
            TrailStep::Key(key) => key_segment(key),
            TrailStep::Property(name) => Segment::name(name),
        });
        let mut path = steps.collect::<Path>().to_string();
        clip(&mut path, longest);
        path
    }
}

/// Returns the segment of the value of a key.
fn key_segment(key: AnyRef<'_>) -> Segment {
    if let AnyView::Text(text) = key.view() {
        return Segment::name(text);
    }
    let mut text = KeyText(String::new());
    // An error is the end of what a segment keeps.
    let _ = write!(text, "{key:#}");
    Segment::key(&text.0)
}

/// The start of a text, longer than what a segment keeps of it.
struct KeyText(String);

impl fmt::Write for KeyText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        const LONGEST: usize = 4096;
        self.0.push_str(text);
        if self.0.len() > LONGEST {
            Err(fmt::Error)
        } else {
            Ok(())
        }
    }
}

/// Returns the bits of a number that are compared, equal in both precisions: all 64 of an int, and
/// those of the widened float. All floats that are not a number have the same.
pub(crate) fn number_bits(number: Number) -> u64 {
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
pub(crate) fn element_text(elements: &dyn Numbers, index: usize) -> String {
    enclosed(elements, index, ['(', ')'], |text, number| match number {
        Number::Int(value) => write!(text, "{value}"),
        Number::Single(value) => write!(text, "{value:?}"),
        Number::Double(value) => write!(text, "{value:?}"),
    })
}

/// Returns the JSON form of an element of a packed array: a number, or an array of its components.
pub(crate) fn element_json(elements: &dyn Numbers, index: usize) -> String {
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

/// Writes the components of an element, in brackets if there are several.
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
        // Writing to a String cannot fail.
        let _ = write(&mut text, number);
    });
    if count == 1 {
        text
    } else {
        format!("{open}{text}{close}")
    }
}
