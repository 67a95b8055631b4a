//! Scans the text: space, names and punctuation.

use crate::error::{ParseError, ParseErrorKind, shortened};
use crate::error::{is_identifier_part, is_identifier_start, leading};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

/// The rest of a text.
pub(super) struct Scanner<'t> {
    text: &'t str,
    offset: usize,
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, offset: 0 }
    }

    /// Returns the offset in bytes.
    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    /// Rewinds to an offset that [`offset`](Self::offset) returned.
    pub(super) fn rewind(&mut self, offset: usize) {
        self.offset = offset;
    }

    /// Returns the text that follows.
    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.offset..).unwrap_or_default()
    }

    /// Returns whether a line ends between an earlier offset and this one.
    pub(super) fn has_line_break_since(&self, offset: usize) -> bool {
        let between = self.text.get(offset..self.offset);
        between.is_some_and(|between| between.contains('\n'))
    }

    /// Consumes a number of bytes, which end at the end of a character.
    pub(super) fn advance(&mut self, bytes: usize) {
        self.offset += bytes;
    }

    /// Consumes the next character, be it space.
    pub(super) fn next(&mut self) -> Option<char> {
        let next = self.rest().chars().next()?;
        self.offset += next.len_utf8();
        Some(next)
    }

    /// Consumes space and comments, and returns the character that follows them.
    pub(super) fn peek(&mut self) -> Option<char> {
        loop {
            let rest = self.rest().trim_ascii_start();
            self.offset = self.text.len() - rest.len();
            if !rest.starts_with('#') || is_color(rest) {
                return rest.chars().next();
            }
            self.offset += rest.find('\n').unwrap_or(rest.len());
        }
    }

    /// Consumes a character, if it is next.
    pub(super) fn eat(&mut self, wanted: char) -> bool {
        let is_next = self.peek() == Some(wanted);
        if is_next {
            self.offset += wanted.len_utf8();
        }
        is_next
    }

    /// Consumes a character, or fails.
    pub(super) fn expect(&mut self, wanted: char) -> Result<(), ParseError> {
        if self.eat(wanted) {
            Ok(())
        } else {
            Err(self.unexpected(format!("`{wanted}`")))
        }
    }

    /// Consumes a colon, or returns the error of what was expected.
    pub(super) fn colon(&mut self, expected: &'static str) -> Result<(), ParseError> {
        if self.eat(':') {
            Ok(())
        } else {
            Err(self.unexpected(expected))
        }
    }

    /// Consumes the comma between two elements, or the closing bracket, which may follow a comma.
    /// Returns whether an element follows.
    pub(super) fn has_next(&mut self, close: char) -> Result<bool, ParseError> {
        let has_comma = self.eat(',');
        if self.eat(close) {
            Ok(false)
        } else if has_comma {
            Ok(true)
        } else {
            Err(self.unexpected(format!("`,` or `{close}`")))
        }
    }

    /// Consumes a name, if one is next.
    pub(super) fn name(&mut self) -> Option<&'t str> {
        if !self.peek().is_some_and(is_identifier_start) {
            return None;
        }
        let name = leading(self.rest(), is_identifier_part);
        self.offset += name.len();
        Some(name)
    }

    /// Creates an error at an offset.
    #[cold]
    pub(super) fn error_at(&self, offset: usize, kind: ParseErrorKind) -> ParseError {
        ParseError::at(self.text, offset, kind)
    }

    /// Creates the error that something else is next than expected.
    #[cold]
    pub(super) fn unexpected(&mut self, expected: impl Into<Cow<'static, str>>) -> ParseError {
        let found = match self.peek() {
            None => "the end of the text".into(),
            Some('"' | '\'') => "a string".into(),
            Some(c) if is_identifier_part(c) || "+-.#".contains(c) => self.word(),
            Some(c) => format!("`{c}`"),
        };
        let expected = expected.into();
        self.error_at(self.offset, ParseErrorKind::Unexpected { expected, found })
    }

    /// Returns the name or number that is next, without consuming it; a long one is truncated.
    fn word(&self) -> String {
        let word = leading(self.rest(), |c| is_identifier_part(c) || "+-.#".contains(c));
        shortened(word)
    }
}

/// Returns whether `#` starts a color as engines parse it, such as `#ff0000`, instead of a comment.
///
/// Nothing in a text tells them apart, so such a word is an error.
fn is_color(text: &str) -> bool {
    let word = leading(text.get(1..).unwrap_or_default(), is_identifier_part);
    matches!(word.len(), 3 | 4 | 6 | 8) && word.bytes().all(|byte| byte.is_ascii_hexdigit())
}
