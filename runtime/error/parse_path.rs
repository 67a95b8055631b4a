//! Parses paths.

use super::path::{is_truncated, is_unquoted_part};
use super::step::{self, Step};
use super::{Advice, Condition, ConditionTest, Path, Segment};
use crate::error::leading;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// The maximum number of steps of a path. Content is decoded and encoded recursively.
const MAX_STEPS: usize = 64;

/// The maximum number of conditions in conditions, which are parsed recursively.
const MAX_CONDITIONS: usize = 8;

/// The error returned if a string is not a path or a condition.
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
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns how to write the path, if the string shows what was meant.
    ///
    /// ```
    /// use gdvariant::Path;
    ///
    /// let error = "save.full name".parse::<Path>().unwrap_err();
    /// assert_eq!(error.to_string(), "offset 9: expected `.` or `[`");
    /// let advice = "a key with other characters is written as `[\"a b\"]`";
    /// assert_eq!(error.advice(), Some(advice.into()));
    /// ```
    pub fn advice(&self) -> Option<Advice> {
        self.advice.map(Into::into)
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

/// Parses a path as it is displayed, such as `players[3].position`; see [`Path`].
///
/// Anything in brackets that is neither a string, an index, nor a pattern is a key as scripts or
/// errors format it, such as `[-5]` or `[Vector2(1, 2)]`. A field of a value, such as `x`, is parsed
/// like a String key. A key that looks like a step is quoted: `["<gzip>"]`.
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
    /// Returns an error if a name or a bracket is missing, if a key was truncated and ends with `…`,
    /// if a step is unknown, or if there are more than 64 steps.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Parser::new(text).path()
    }
}

pub(super) struct Parser<'t> {
    text: &'t str,
    rest: &'t str,
    /// The number of conditions around the text.
    depth: usize,
}

impl<'t> Parser<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            rest: text,
            depth: 0,
        }
    }

    fn path(mut self) -> Result<Path, ParsePathError> {
        let (mut segments, mut steps) = (Vec::new(), 0);
        while !self.rest.is_empty() {
            let start = self.rest;
            let segment = self.segment(segments.is_empty())?;
            steps += usize::from(matches!(segment, Segment::Step(_)));
            if steps > MAX_STEPS {
                self.rest = start;
                return self.error("at most 64 steps");
            }
            segments.push(segment);
        }
        Ok(segments.into_iter().collect())
    }

    /// Parses `condition`, which is a condition at the end of the consumed text or the whole text.
    pub(super) fn condition(&self, condition: &str) -> Result<Condition, ParsePathError> {
        let base = self.text.len() - self.rest.len();
        let error = |offset, expected| ParsePathError {
            offset: base + offset,
            expected,
            advice: None,
        };
        if self.depth >= MAX_CONDITIONS {
            return Err(error(0, "at most 8 conditions in conditions"));
        }
        let (path, test) = match condition.split_at_checked(find_outside(condition, '=')) {
            None => (condition, ConditionTest::Exists),
            Some((before, value)) => {
                let path = before.strip_suffix('!');
                // As in scripts, `==` is `=`.
                let value = value.trim_start_matches(|c: char| c == '=' || c.is_whitespace());
                let value = value.trim_end();
                let value_of_brackets = alloc::format!("{value}]");
                if value.is_empty() || find_outside(&value_of_brackets, ']') != value.len() {
                    return Err(error(condition.len(), "a value, such as 7 or \"text\""));
                }
                let test = match path {
                    None => ConditionTest::Equals(value.into()),
                    Some(_) => ConditionTest::Differs(value.into()),
                };
                (path.unwrap_or(before), test)
            }
        };
        let trimmed = path.trim();
        if trimmed.is_empty() && test == ConditionTest::Exists {
            return Err(error(0, "a condition, such as id=7, id!=7 or id"));
        }
        let start = path.len() - path.trim_start().len();
        let parser = Parser {
            depth: self.depth + 1,
            ..Parser::new(trimmed)
        };
        let path = parser.path().map_err(|it| ParsePathError {
            offset: base + start + it.offset,
            ..it
        })?;
        Ok(Condition { path, test })
    }

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
        if self.rest.starts_with("…(") {
            return self.error("a whole path, found a shortened one");
        }
        if !is_first && !self.skip(".") {
            let advice = "a key with other characters is written as `[\"a b\"]`";
            return self.advised("`.` or `[`", Some(advice));
        }
        if self.rest.starts_with('<') {
            return self.step();
        }
        let name = leading(self.rest, |c| is_unquoted_part(c) || c == '…');
        if name.is_empty() {
            return self.error("a name, `[` or `<`");
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

    /// Consumes a step.
    fn step(&mut self) -> Result<Segment, ParsePathError> {
        let Some(end) = self.rest.find('>') else {
            self.rest = "";
            return self.error("`>`");
        };
        let name = self.rest.get(1..end).unwrap_or_default();
        let Some(step) = Step::ALL.iter().find(|step| step.name() == name) else {
            let advice = "a key such as `<a>` is written as `[\"<a>\"]`";
            return self.advised(step::EXPECTED, Some(advice));
        };
        self.take(end + 1);
        Ok(Segment::Step(*step))
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
        let end = find_outside(self.rest, ']');
        let Some((key, _)) = self.rest.split_at_checked(end) else {
            self.rest = "";
            return self.error("`]`");
        };
        if let Some(condition) = key.strip_prefix('?') {
            self.take(1);
            let condition = self.condition(condition)?;
            self.take(end - 1);
            return Ok(Segment::Where(condition.into()));
        }
        if key.is_empty() {
            return self.error("a key or an index");
        }
        self.checked(key)?;
        self.take(end);
        Ok(match (key, index(key)) {
            ("+", _) => Segment::Append,
            ("*", _) => Segment::Any,
            (_, Some(index)) => Segment::Index(index),
            _ => Segment::Key(key.into()),
        })
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

/// Returns the offset of a character outside of strings and of brackets, or an offset after the text.
fn find_outside(text: &str, wanted: char) -> usize {
    let (mut depth, mut in_string, mut is_escaped) = (0_usize, false, false);
    for (offset, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' if in_string => is_escaped = true,
            '"' => in_string = !in_string,
            _ if in_string => {}
            _ if c == wanted && depth == 0 => return offset,
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    usize::MAX
}

#[cfg(test)]
mod tests;
