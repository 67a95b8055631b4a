//! Parses paths.

use super::path::is_truncated;
use super::{Path, Segment};
use crate::error::{is_identifier_part, leading};
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

/// The error returned if a string is not a path.
///
/// ```
/// use gdvariant::Path;
///
/// let error = "players[3.position".parse::<Path>().unwrap_err();
/// assert_eq!(error.offset(), 18);
/// assert_eq!(error.to_string(), "offset 18: expected `]`");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ParsePathError {
    offset: usize,
    expected: &'static str,
    advice: Option<&'static str>,
}

impl ParsePathError {
    /// Returns the offset of the error in the string, in bytes.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns how to write the path, if the string shows what was meant.
    ///
    /// ```
    /// use gdvariant::Path;
    ///
    /// let error = "save.<text>".parse::<Path>().unwrap_err();
    /// assert_eq!(error.to_string(), "offset 5: expected a name or `[`");
    /// assert_eq!(error.advice(), Some("a key such as `<a>` is written as `[\"<a>\"]`"));
    /// ```
    #[must_use]
    pub fn advice(&self) -> Option<&'static str> {
        self.advice
    }

    /// Returns what the string lacks at the offset.
    #[doc(hidden)]
    #[must_use]
    pub fn expected(&self) -> &'static str {
        self.expected
    }
}

impl fmt::Display for ParsePathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "offset {}: expected {}", self.offset, self.expected)?;
        match self.advice.filter(|_| f.alternate()) {
            Some(advice) => write!(f, "; {advice}"),
            None => Ok(()),
        }
    }
}

super::debug!(ParsePathError);

impl core::error::Error for ParsePathError {}

/// Parses a path as errors display it, such as `players[3].position`.
///
/// `name` and `["name"]` are String keys, and `[3]` is an index or an int key. Anything else in
/// brackets is a key as scripts or errors format it, such as `[-5]` or `[Vector2(1, 2)]`. `key(3)`
/// and `value(3)` are the key and the value of the entry with this index. A field of a value, such
/// as `x`, is parsed like a String key. `[+]` is the position after the last element of an array,
/// where a value can be set.
///
/// ```
/// use gdvariant::{Path, Segment};
///
/// let path: Path = r#"players[3]["full name"]"#.parse()?;
/// let segments: Vec<_> = path.segments().cloned().collect();
/// assert_eq!(segments, [Segment::name("players"), Segment::Index(3), Segment::name("full name")]);
/// assert_eq!(path.to_string(), r#"players[3]["full name"]"#);
/// # Ok::<(), gdvariant::ParsePathError>(())
/// ```
impl FromStr for Path {
    type Err = ParsePathError;

    /// # Errors
    ///
    /// Returns an error if a name or a bracket is missing, or if a key was truncated and ends with
    /// `…`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parser = Parser { text, rest: text };
        let mut segments = alloc::vec::Vec::new();
        while !parser.rest.is_empty() {
            segments.push(parser.segment(segments.is_empty())?);
        }
        Ok(segments.into_iter().collect())
    }
}

struct Parser<'t> {
    text: &'t str,
    rest: &'t str,
}

impl<'t> Parser<'t> {
    fn error<T>(&self, expected: &'static str) -> Result<T, ParsePathError> {
        self.advised(expected, None)
    }

    fn advised<T>(
        &self,
        expected: &'static str,
        advice: Option<&'static str>,
    ) -> Result<T, ParsePathError> {
        let offset = self.text.len() - self.rest.len();
        Err(ParsePathError {
            offset,
            expected,
            advice,
        })
    }

    /// Consumes a prefix; returns whether the prefix was present.
    fn skip(&mut self, prefix: &str) -> bool {
        let rest = self.rest.strip_prefix(prefix);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Consumes the characters before an offset.
    fn take(&mut self, end: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        self.rest = rest;
        taken
    }

    fn segment(&mut self, is_first: bool) -> Result<Segment, ParsePathError> {
        if self.skip("[") {
            let segment = self.bracketed()?;
            return if self.skip("]") {
                Ok(segment)
            } else {
                self.error("`]`")
            };
        }
        if !is_first && !self.skip(".") {
            let advice = "a key with other characters is written as `[\"a b\"]`";
            return self.advised("`.` or `[`", Some(advice));
        }
        let name = leading(self.rest, |c| is_identifier_part(c) || c == '…');
        if name.is_empty() {
            let is_step = self.rest.starts_with('<');
            let advice = is_step.then_some("a key such as `<a>` is written as `[\"<a>\"]`");
            return self.advised("a name or `[`", advice);
        }
        self.checked(name)?;
        self.take(name.len());
        if !self.skip("(") {
            return Ok(Segment::Name(name.into()));
        }
        let digits = leading(self.rest, |c| c.is_ascii_digit());
        match (name, index(self.take(digits.len())), self.skip(")")) {
            ("key", Some(index), true) => Ok(Segment::KeyOf(index)),
            ("value", Some(index), true) => Ok(Segment::ValueOf(index)),
            _ => self.error("the index of an entry, as in `key(3)` or `value(3)`"),
        }
    }

    /// Rejects a name or a key that was truncated.
    fn checked(&self, text: &str) -> Result<(), ParsePathError> {
        if is_truncated(text) {
            self.error("a whole key, found a truncated one")
        } else {
            Ok(())
        }
    }

    /// Consumes the key or index within brackets.
    fn bracketed(&mut self) -> Result<Segment, ParsePathError> {
        if self.skip("\"") {
            let name = self.quoted()?;
            self.checked(&name)?;
            return Ok(Segment::Name(name));
        }
        let Some(end) = closing(self.rest) else {
            self.rest = "";
            return self.error("`]`");
        };
        let key = self.rest.get(..end).unwrap_or_default();
        if key.is_empty() {
            return self.error("a key or an index");
        }
        self.checked(key)?;
        self.take(end);
        Ok(index(key).map_or_else(|| Segment::Key(key.into()), Segment::Index))
    }

    /// Consumes a string with Rust's escapes, after its opening quote.
    fn quoted(&mut self) -> Result<String, ParsePathError> {
        let mut text = String::new();
        loop {
            let Some(end) = self.rest.find(['"', '\\']) else {
                self.rest = "";
                return self.error("`\"`");
            };
            text.push_str(self.take(end));
            if self.skip("\"") {
                return Ok(text);
            }
            self.skip("\\");
            match self.escaped() {
                Some(c) => text.push(c),
                None => return self.error("an escape such as `\\n`, `\\\"` or `\\u{7}`"),
            }
        }
    }

    /// Consumes an escape after its backslash.
    fn escaped(&mut self) -> Option<char> {
        const ESCAPES: [(&str, char); 7] = [
            ("n", '\n'),
            ("r", '\r'),
            ("t", '\t'),
            ("0", '\0'),
            ("\\", '\\'),
            ("\"", '"'),
            ("'", '\''),
        ];
        if self.skip("u{") {
            let digits = self.rest.get(..self.rest.find('}')?)?;
            let c = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
            self.take(digits.len() + 1);
            return Some(c);
        }
        let escape = ESCAPES.into_iter().find(|(letter, _)| self.skip(letter));
        escape.map(|(_, c)| c)
    }
}

/// Parses an index as paths display it, without a sign and leading zeros.
fn index(digits: &str) -> Option<usize> {
    let index: usize = digits.parse().ok()?;
    (index.to_string() == digits).then_some(index)
}

/// Returns the offset of the bracket that closes a key; the key can contain brackets and strings.
fn closing(text: &str) -> Option<usize> {
    let (mut depth, mut in_string, mut is_escaped) = (0_usize, false, false);
    for (offset, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' if in_string => is_escaped = true,
            '"' => in_string = !in_string,
            _ if in_string => {}
            '[' => depth += 1,
            ']' if depth == 0 => return Some(offset),
            ']' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests;
