use crate::{Layout, ParsedValues};

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
