//! Strings with their escape sequences.

use super::scanner::Scanner;
use crate::error::{ParseError, ParseErrorKind};
use alloc::string::String;

impl Scanner<'_> {
    /// Returns whether a string is next.
    pub(super) fn is_at_string(&mut self) -> bool {
        matches!(self.peek(), Some('"' | '\''))
    }

    /// Consumes a string in double or single quotes, or in three of them.
    pub(super) fn string(&mut self, expected: &'static str) -> Result<String, ParseError> {
        if !self.is_at_string() {
            return Err(self.unexpected(expected));
        }
        let start = self.offset();
        let (quote, quotes) = self.quotes();
        let mut string = String::new();
        loop {
            let rest = self.rest();
            let end = rest.find(['\\', quote]).unwrap_or(rest.len());
            string.push_str(&rest[..end]);
            self.advance(end);
            if self.rest().starts_with(quotes) {
                self.advance(quotes.len());
                return Ok(string);
            }
            let escape = self.offset();
            match self.next() {
                Some('\\') => string.push(self.escaped(escape)?),
                Some(quote) => string.push(quote),
                None => {
                    let kind = ParseErrorKind::Unexpected {
                        expected: "a closing quote of this string".into(),
                        found: "the end of the text".into(),
                    };
                    return Err(self.error_at(start, kind));
                }
            }
        }
    }

    /// Consumes the opening quotes, which are next, and returns one of them and all of them.
    fn quotes(&mut self) -> (char, &'static str) {
        let rest = self.rest();
        let all = ["\"\"\"", "'''", "\"", "'"];
        let quotes = all.into_iter().find(|quotes| rest.starts_with(quotes));
        let quotes = quotes.unwrap_or("\"");
        self.advance(quotes.len());
        (if quotes.contains('"') { '"' } else { '\'' }, quotes)
    }

    /// Consumes an escape sequence after its backslash, which is at the offset `start`.
    fn escaped(&mut self, start: usize) -> Result<char, ParseError> {
        let character = match self.next() {
            Some('a') => Some('\x07'),
            Some('b') => Some('\x08'),
            Some('f') => Some('\x0c'),
            Some('n') => Some('\n'),
            Some('r') => Some('\r'),
            Some('t') => Some('\t'),
            Some('v') => Some('\x0b'),
            // `var2str` of Godot 3 escapes a question mark.
            Some(c @ ('"' | '\'' | '\\' | '?')) => Some(c),
            Some('u') => self.utf16(),
            Some('U') => self.hex(6).and_then(char::from_u32),
            _ => None,
        };
        character.ok_or_else(|| {
            let length = self.offset() - start;
            self.rewind(start);
            let escape = self.rest().get(..length).unwrap_or_default().into();
            self.error_at(start, ParseErrorKind::InvalidEscape { escape })
        })
    }

    /// Consumes four digits, and the second half of a surrogate pair.
    fn utf16(&mut self) -> Option<char> {
        let first = self.hex(4)?;
        if !(0xd800..0xdc00).contains(&first) {
            return char::from_u32(first);
        }
        if !self.rest().starts_with("\\u") {
            return None;
        }
        self.advance(2);
        let second = self.hex(4)?;
        let low = second.checked_sub(0xdc00).filter(|low| *low < 0x400)?;
        char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + low)
    }

    /// Consumes `digits` hexadecimal digits.
    fn hex(&mut self, digits: usize) -> Option<u32> {
        let mut number = 0;
        for _ in 0..digits {
            number = number << 4 | self.next()?.to_digit(16)?;
        }
        Some(number)
    }
}
