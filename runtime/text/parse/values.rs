//! Parses the values of a text one after the other.

use super::Parser;
use crate::{Layout, ParseError};
use core::iter::FusedIterator;

/// An iterator over the values of a text; [`parse_values`](crate::generic::parse_values) creates
/// it.
///
/// It ends after the first error.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{Godot3, generic};
///
/// let mut values = generic::parse_values::<Godot3>("1\n]\n2");
/// assert_eq!(values.next(), Some(Ok(1.into())));
/// assert!(values.next().is_some_and(|value| value.is_err()));
/// assert!(values.next().is_none());
/// # }
/// ```
pub struct ParsedValues<'t, L> {
    parser: Parser<'t, L>,
    /// The offset after the last value.
    end: usize,
    has_failed: bool,
}

impl<'t, L: Layout> ParsedValues<'t, L> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self {
            parser: Parser::new(text),
            end: 0,
            has_failed: false,
        }
    }

    /// Returns the length in bytes of the text up to the end of the last value.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::{Godot3, generic};
    ///
    /// let text = "Vector2(1, 2)\nand more";
    /// let mut values = generic::parse_values::<Godot3>(text);
    /// assert!(values.next().is_some_and(|value| value.is_ok()));
    /// assert_eq!(&text[values.offset()..], "\nand more");
    /// # }
    /// ```
    #[must_use]
    pub fn offset(&self) -> usize {
        self.end
    }

    /// Parses the next value, unless the text ends.
    fn parse(&mut self) -> Option<Result<L::Variant, ParseError>> {
        let scanner = &mut self.parser.scanner;
        scanner.peek()?;
        let is_first = self.end == 0;
        if !is_first && !scanner.has_line_break_since(self.end) {
            return Some(Err(scanner.unexpected("a line break after the value")));
        }
        let value = self.parser.value();
        self.end = self.parser.scanner.offset();
        Some(value)
    }
}

impl<L: Layout> Iterator for ParsedValues<'_, L> {
    type Item = Result<L::Variant, ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_failed {
            return None;
        }
        let value = self.parse();
        self.has_failed = matches!(value, Some(Err(_)));
        value
    }
}

impl<L: Layout> FusedIterator for ParsedValues<'_, L> {}

impl<L> core::fmt::Debug for ParsedValues<'_, L> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut debug = f.debug_struct("ParsedValues");
        debug.field("offset", &self.end).finish_non_exhaustive()
    }
}

/// Parses the values of a text, each of which starts on a line of its own.
///
/// A value may span several lines, and strings may contain line breaks. Spaces, empty lines and
/// comments after `# ` are skipped. What `Display` writes of several values, each followed by a
/// line break, is parsed as these values.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{Godot3, ParseError, generic, godot3};
///
/// let text = "{\n\"name\": \"Ada\"\n}\n# the second value\n[1, 2]";
/// let values: Result<Vec<_>, ParseError> = generic::parse_values::<Godot3>(text).collect();
/// assert_eq!(values?, [godot3::variant!({"name": "Ada"}), godot3::variant!([1, 2])]);
/// # }
/// # Ok::<(), gdvariant::ParseError>(())
/// ```
///
/// Errors have the line and column in the whole text:
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{Godot3, generic};
///
/// let error = generic::parse_values::<Godot3>("1\n2 3").find_map(Result::err);
/// let error = error.expect("two values on a line");
/// assert_eq!(error.to_string(), "line 2, column 3: expected a line break after the value, found 3");
/// # }
/// ```
#[must_use]
pub fn parse_values<L: Layout>(text: &str) -> ParsedValues<'_, L> {
    ParsedValues::new(text)
}
