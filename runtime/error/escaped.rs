//! Escapes the characters that terminals and log viewers interpret.

use core::fmt::{self, Display, Write};

/// Returns whether a terminal or a log viewer interprets a character instead of showing it.
///
/// These are the control characters (C0, DEL and C1), the controls of bidirectional text, and the
/// line and paragraph separators U+2028 and U+2029. All of them are below U+10000.
///
/// ```
/// use gdvariant::is_terminal_control;
///
/// assert!(is_terminal_control('\x1b')); // starts an escape sequence
/// assert!(is_terminal_control('\u{202e}')); // shows the text after it from right to left
/// assert!(!is_terminal_control('é'));
/// ```
pub const fn is_terminal_control(c: char) -> bool {
    matches!(
        c,
        '\0'..='\x1f'
            | '\x7f'..='\u{9f}'
            | '\u{61c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
    )
}

/// Displays a value on one line, with the characters of [`is_terminal_control`] escaped.
///
/// Use this type to print values that come from a peer: unescaped, a string can clear a terminal,
/// rename its window or add lines to a log. The escapes are those of Rust's string literals, such
/// as `\n` and `\u{1b}`. Backslashes are not escaped, because a displayed `Variant` already doubles
/// the backslashes of its strings.
///
/// The alternate flag, `{:#}`, is passed on to the value; width and precision are ignored. Nothing
/// is allocated.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Escaped, godot4::Variant};
///
/// let name = Variant::from("Ada\x1b]0;owned\x07\n12:00 admin logged in");
/// let line = format!("name: {}", Escaped(&name));
/// assert_eq!(line, r#"name: "Ada\u{1b}]0;owned\u{7}\n12:00 admin logged in""#);
/// # }
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Escaped<T>(pub T);

impl<T: Display> Display for Escaped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            write!(Escaper(f), "{:#}", self.0)
        } else {
            write!(Escaper(f), "{}", self.0)
        }
    }
}

/// A writer that escapes control characters before they reach the formatter.
struct Escaper<'f, 'b>(&'f mut fmt::Formatter<'b>);

impl Write for Escaper<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text;
        while let Some(at) = rest.find(is_terminal_control) {
            let (shown, escaped) = rest.split_at(at);
            self.0.write_str(shown)?;
            let mut chars = escaped.chars();
            if let Some(control) = chars.next() {
                write!(self.0, "{}", control.escape_default())?;
            }
            rest = chars.as_str();
        }
        self.0.write_str(rest)
    }
}

#[cfg(test)]
mod tests;
