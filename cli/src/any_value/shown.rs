//! The text of values on one line, shortened.

use crate::clip::LONGEST_PATH;
use crate::quotes::Quotes;
use crate::terminal::{self, Escape};
use gdvariant::any::{AnyRef, AnyView};
use gdvariant::is_terminal_control;
use std::fmt::{self, Write as _};

/// How values are shown, with the characters escaped that a terminal would act on. Raw ones would
/// be removed with the colors where the output is not a terminal.
#[derive(Clone, Copy)]
pub(crate) struct Shown {
    /// The largest number of characters.
    limit: usize,
}

/// The characters that are shown before a difference or a match.
const BEFORE: usize = 16;

impl Shown {
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
