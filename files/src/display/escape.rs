//! Prints values, and escapes the characters that a terminal would interpret.
//!
//! Escapes such as `\u001b` keep the meaning: JSON parsers and the engine's `str2var` convert them
//! back. Output to a file or a pipe is not changed.

use super::pretty::PrettyText;
use gdvariant::is_terminal_control;
use serde::Serialize;
use serde_json::ser::Formatter;
use std::fmt::{self, Display};
use std::io::{self, Write};
use std::mem;

/// Writes a value as JSON. For a terminal, control characters are escaped.
///
/// # Errors
///
/// Returns an error if writing fails.
pub fn write_json(
    out: &mut impl Write,
    value: &(impl Serialize + ?Sized),
    is_terminal: bool,
) -> io::Result<()> {
    // Using one formatter for both cases compiles the serializers of each layout only once.
    let formatter = JsonFormatter { is_terminal };
    value.serialize(&mut serde_json::Serializer::with_formatter(out, formatter))?;
    Ok(())
}

/// Writes the text of `var2str`. For a terminal, control characters are escaped.
///
/// Line breaks between the entries of a Dictionary are kept, those within quotes are escaped.
/// `var2str` does not quote the class and the property names of an Object, so a quote in such a
/// name can reverse which line breaks are escaped.
///
/// # Errors
///
/// Returns an error if writing fails.
pub fn write_text(out: &mut impl Write, value: &impl Display, is_terminal: bool) -> io::Result<()> {
    if !is_terminal {
        return write!(out, "{value}");
    }
    let mut quotes = Quotes::default();
    for c in value.to_string().chars() {
        let is_quoted = quotes.advance(c);
        // Line breaks between entries are not in quotes.
        if is_terminal_control(c) && (c != '\n' || is_quoted) {
            write!(out, "{}", Escape(c))?;
        } else {
            write!(out, "{c}")?;
        }
    }
    Ok(())
}

/// Writes text for a terminal: control characters other than line breaks and tabs are escaped.
///
/// # Errors
///
/// Returns an error if writing fails.
pub fn write_lines(out: &mut impl Write, text: &str) -> io::Result<()> {
    for c in text.chars() {
        match c {
            '\n' | '\t' => write!(out, "{c}")?,
            c if is_terminal_control(c) => write!(out, "{}", Escape(c))?,
            c => write!(out, "{c}")?,
        }
    }
    Ok(())
}

/// Writes a value as JSON on several lines, like [`write_json`].
///
/// # Errors
///
/// Returns an error if writing fails.
pub fn write_pretty_json(
    out: &mut impl Write,
    value: &(impl Serialize + ?Sized),
    is_terminal: bool,
) -> io::Result<()> {
    let mut json = Vec::new();
    write_json(&mut json, value, is_terminal)?;
    let json = String::from_utf8(json).map_err(io::Error::other)?;
    write!(out, "{}", PrettyText(&json))
}

/// Writes the exact text of a value on several lines, like [`write_text`].
///
/// # Errors
///
/// Returns an error if writing fails.
pub fn write_pretty_text(
    out: &mut impl Write,
    value: &impl Display,
    is_terminal: bool,
) -> io::Result<()> {
    write_text(out, &PrettyText(&format!("{value:#}")), is_terminal)
}

/// Formats JSON like serde_json by default, with additional escapes for a terminal.
struct JsonFormatter {
    is_terminal: bool,
}

impl Formatter for JsonFormatter {
    #[inline]
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        if !self.is_terminal {
            return out.write_all(fragment.as_bytes());
        }
        for piece in fragment.split_inclusive(is_terminal_control) {
            match piece.char_indices().next_back() {
                Some((end, c)) if is_terminal_control(c) => {
                    write!(out, "{}{}", &piece[..end], Escape(c))?;
                }
                _ => out.write_all(piece.as_bytes())?,
            }
        }
        Ok(())
    }
}

/// Tracks quotes in the text of a value, to distinguish strings from structure.
#[derive(Default)]
pub struct Quotes {
    is_quoted: bool,
    is_after_backslash: bool,
}

impl Quotes {
    /// Advances over a character, and returns whether it is in a string.
    pub fn advance(&mut self, c: char) -> bool {
        let is_escaped = mem::take(&mut self.is_after_backslash);
        match c {
            '"' if !is_escaped => self.is_quoted = !self.is_quoted,
            '\\' if self.is_quoted && !is_escaped => self.is_after_backslash = true,
            _ => {}
        }
        self.is_quoted
    }
}

/// Displays a character as an escape that JSON parsers and `str2var` accept.
pub struct Escape(pub char);

impl Display for Escape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            '\n' => f.write_str("\\n"),
            '\t' => f.write_str("\\t"),
            // All escaped characters have at most four hexadecimal digits.
            c => write!(f, "\\u{:04x}", u32::from(c)),
        }
    }
}

#[cfg(test)]
mod tests;
