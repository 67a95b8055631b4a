//! Values on a terminal: the characters that it would act on are escaped.
//!
//! The escapes keep the meaning: JSON readers and the engine's `str2var` read `\u001b` as the
//! character. What is written to a file or a pipe is not changed.

use crate::pretty::Pretty;
use crate::quotes::Quotes;
use gdvariant::is_terminal_control;
use serde::Serialize;
use serde_json::ser::Formatter;
use std::fmt::{self, Display, Write as _};
use std::io::{self, Write};

/// Writes a value as JSON, for a terminal with the characters escaped that it would act on.
pub(crate) fn write_json(
    out: &mut impl Write,
    value: &(impl Serialize + ?Sized),
    is_terminal: bool,
) -> io::Result<()> {
    // One formatter for both, so that the serializers of every layout are compiled once.
    let formatter = Compact { is_terminal };
    value.serialize(&mut serde_json::Serializer::with_formatter(out, formatter))?;
    Ok(())
}

/// Writes the text of `var2str`, for a terminal with the characters escaped that it would act on.
///
/// The line breaks between the entries of a Dictionary are kept, those within quotes are escaped.
/// The class and the property names of an Object are not quoted by `var2str`: a quote in one of
/// them can swap the two.
pub(crate) fn write_text(
    out: &mut impl Write,
    value: &impl Display,
    is_terminal: bool,
) -> io::Result<()> {
    if is_terminal {
        write!(out, "{}", Text(value))
    } else {
        write!(out, "{value}")
    }
}

/// Writes a value as JSON over several lines, like [`write_json`].
pub(crate) fn write_pretty_json(
    out: &mut impl Write,
    value: &(impl Serialize + ?Sized),
    is_terminal: bool,
) -> io::Result<()> {
    let mut json = Vec::new();
    write_json(&mut json, value, is_terminal)?;
    let json = String::from_utf8(json).map_err(io::Error::other)?;
    write!(out, "{}", Pretty(&json))
}

/// Writes the exact text of a value over several lines, like [`write_text`].
pub(crate) fn write_pretty_text(
    out: &mut impl Write,
    value: &impl Display,
    is_terminal: bool,
) -> io::Result<()> {
    write_text(out, &Pretty(&format!("{value:#}")), is_terminal)
}

/// Formats JSON as serde_json does by default, but for the characters that it leaves unescaped.
struct Compact {
    is_terminal: bool,
}

impl Formatter for Compact {
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

/// Displays a character as JSON's and `str2var`'s escape of it.
pub(crate) struct Escape(pub(crate) char);

impl Display for Escape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            '\n' => f.write_str("\\n"),
            '\t' => f.write_str("\\t"),
            // No terminal control needs more than four digits.
            c => write!(f, "\\u{:04x}", u32::from(c)),
        }
    }
}

/// Displays the text of a value for a terminal.
struct Text<'v, V>(&'v V);

impl<V: Display> Display for Text<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut escaper = TextEscaper {
            f,
            quotes: Quotes::default(),
        };
        write!(escaper, "{}", self.0)
    }
}

/// Escapes the text of a value, and follows its quotes to tell line breaks of the value's structure
/// from those in its strings.
struct TextEscaper<'f, 'b> {
    f: &'f mut fmt::Formatter<'b>,
    quotes: Quotes,
}

impl fmt::Write for TextEscaper<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|c| self.write_char(c))
    }

    fn write_char(&mut self, c: char) -> fmt::Result {
        let is_quoted = self.quotes.advance(c);
        let is_structure = c == '\n' && !is_quoted;
        if is_terminal_control(c) && !is_structure {
            write!(self.f, "{}", Escape(c))
        } else {
            self.f.write_char(c)
        }
    }
}

#[cfg(all(test, feature = "godot3"))]
mod tests {
    use super::*;
    use gdvariant::godot3::{Dictionary, Variant};

    fn json(value: &Variant, is_terminal: bool) -> String {
        let mut out = Vec::new();
        write_json(&mut out, value, is_terminal).expect("a Vec takes everything");
        String::from_utf8(out).expect("text")
    }

    fn text(value: &Variant, is_terminal: bool) -> String {
        let mut out = Vec::new();
        write_text(&mut out, value, is_terminal).expect("a Vec takes everything");
        String::from_utf8(out).expect("text")
    }

    /// Returns every character that a terminal acts on, after a quote and a backslash.
    fn hostile() -> Variant {
        let controls: String = ('\0'..=char::MAX)
            .filter(|&c| is_terminal_control(c))
            .collect();
        let string = format!("\"\\{controls}é\\");
        Dictionary::from([
            (string.clone(), Variant::from(string.clone())),
            ("pool".into(), Variant::PoolStringArray(vec![string])),
            (
                "path".into(),
                Variant::from(gdvariant::NodePath::from("a\n\x1b")),
            ),
        ])
        .into()
    }

    #[test]
    fn json_on_a_terminal_has_no_controls_and_the_same_meaning() {
        let value = hostile();
        let shown = json(&value, true);
        assert!(!shown.contains(is_terminal_control), "{shown}");
        assert!(shown.contains(r"\u001b\u001c"), "{shown}");
        assert!(shown.contains(r"\u007f\u0080"), "{shown}");
        assert!(shown.contains(r"\u2028\u2029\u202a"), "{shown}");
        let meaning: Variant = serde_json::from_str(&shown).expect("JSON");
        assert_eq!(meaning, value);
    }

    #[test]
    fn text_on_a_terminal_has_no_controls_but_its_line_breaks() {
        let value = hostile();
        let shown = text(&value, true);
        assert!(
            !shown.contains(|c| c != '\n' && is_terminal_control(c)),
            "{shown}"
        );
        // One line for each of the three pairs, and two for the braces.
        assert_eq!(shown.lines().count(), 5, "{shown}");
        assert!(shown.contains(r"\u0008\t\n\u000b"), "{shown}");
        assert!(shown.contains(r"\u001b\u001c"), "{shown}");
        assert!(shown.contains(r"\u202e\u2066"), "{shown}");
    }

    #[test]
    fn other_outputs_are_not_changed() {
        let value = hostile();
        assert_eq!(
            json(&value, false),
            serde_json::to_string(&value).expect("JSON")
        );
        assert_eq!(text(&value, false), value.to_string());
        let harmless = Variant::from(vec![Variant::from("é\u{200d}\\\""), Variant::from(1.5)]);
        assert_eq!(json(&harmless, true), json(&harmless, false));
        assert_eq!(text(&harmless, true), text(&harmless, false));
    }
}
