use super::kinds::layouts_with;
use crate::{Advice, Escaped};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

/// The error returned if a string is not the text form of a value: its line, column and reason.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::godot4::Variant;
///
/// let error = "[\n  Vector2(1, 2, 3),\n]".parse::<Variant>().unwrap_err();
/// assert_eq!((error.line(), error.column()), (2, 17));
/// assert_eq!(error.to_string(), "line 2, column 17: expected 2 numbers for Vector2, found 3");
/// # }
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct ParseError(Box<ErrorImpl>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct ErrorImpl {
    line: usize,
    column: usize,
    kind: ParseErrorKind,
}

super::messages! {
    /// The reason for a [`ParseError`].
    ///
    /// Layouts are named by the title of their engine, such as `Godot 3`.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::Variant;
    ///
    /// let error = "[1".parse::<Variant>().unwrap_err();
    /// assert_eq!(error.kind().to_string(), error.to_string().split_once(": ").unwrap().1);
    /// # }
    /// ```
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum ParseErrorKind {
        /// The text does not continue as the syntax requires.
        #[error("expected {expected}, found {}", Escaped(found))]
        #[advice(= advice_for_unexpected(found))]
        Unexpected {
            /// A description of the required syntax, such as `a value`.
            expected: Cow<'static, str>,
            /// The word or character found instead; long words are truncated.
            found: String,
        },
        /// A constructor has too few or too many numbers.
        #[error("expected {expected} numbers for {ty}, found {found}")]
        Count {
            /// The name of the type.
            ty: &'static str,
            /// The required count of numbers.
            expected: usize,
            /// The actual count of numbers.
            found: usize,
        },
        /// The last element of a packed array has too few numbers.
        #[error("expected {each} numbers for each element of {ty}, found {found} in all")]
        ElementCount {
            /// The name of the type.
            ty: &'static str,
            /// The required count of numbers for each element.
            each: usize,
            /// The count of numbers in the whole array.
            found: usize,
        },
        /// The layout has no type of this name.
        #[error(
            if layout.is_empty() => ("no engine has a type {}", Escaped(name)),
            else ("{layout} has no type {}", Escaped(name))
        )]
        #[advice(= advice_for_type(name, layout, *own))]
        UnknownType {
            /// The name; long names are truncated.
            name: String,
            /// The name of the layout; empty if no engine has the type.
            layout: &'static str,
            /// The layout's own name of the type, if `name` is the name in another layout.
            own: Option<&'static str>,
        },
        /// A reference to a resource, which only the project of the game has.
        #[error("{name} refers to a resource of the project, which has no encoding")]
        #[advice("write null, or the path as a string")]
        ResourceReference {
            /// The name of the form: `Resource`, `SubResource` or `ExtResource`.
            name: &'static str,
        },
        /// The layout has no declared types of a container.
        #[error("{layout} has no {ty} with a declared type")]
        NoDeclaredTypes {
            /// The name of the container.
            ty: &'static str,
            /// The name of the layout.
            layout: &'static str,
        },
        /// The layout lacks a field of the type.
        #[error("{layout} has no {field} of a {ty}")]
        MissingField {
            /// The name of the field.
            field: &'static str,
            /// The name of the type.
            ty: &'static str,
            /// The name of the layout.
            layout: &'static str,
        },
        /// A number has invalid digits.
        #[error("invalid number {}", Escaped(number))]
        InvalidNumber {
            /// The number; long numbers are truncated.
            number: String,
        },
        /// An integer is out of range.
        #[error("{} is out of the range of {range}", Escaped(number))]
        OutOfRange {
            /// The number; long numbers are truncated.
            number: String,
            /// A description of the integers in range, such as `a byte`.
            range: &'static str,
        },
        /// A number without digits, such as `nan`, where an integer is required.
        #[error("expected an integer, found {}", Escaped(number))]
        NotAnInteger {
            /// The number; long numbers are truncated.
            number: String,
        },
        /// A string has an unknown or incomplete escape sequence.
        #[error("invalid escape sequence {}", Escaped(escape))]
        InvalidEscape {
            /// The escape sequence, including the backslash.
            escape: String,
        },
        /// The nesting depth exceeds the limit of engines.
        #[error("nesting exceeds {limit} levels, the limit of engines")]
        TooDeep {
            /// The maximum nesting depth.
            limit: u32,
        },
    }
}

fn advice_for_unexpected(found: &str) -> Option<Advice> {
    Some(match found.trim_start_matches('`').chars().next()? {
        '#' => "a comment starts with # and a space".into(),
        '(' => "the text of str() has no types: write Vector2(93, 87) for (93, 87)".into(),
        _ => return None,
    })
}

/// Returns the layout's own name of a type, or the layouts that have the type.
fn advice_for_type(name: &str, layout: &str, own: Option<&str>) -> Option<Advice> {
    if let Some(own) = own {
        return Some(Advice::Similar([own.into()].into()));
    }
    let layouts = layouts_with(name).filter(|_| !layout.is_empty())?;
    Some(Advice::layouts(layouts))
}

impl ParseError {
    /// Creates an error for the character at an offset of the text.
    #[cold]
    pub(crate) fn at(text: &str, offset: usize, kind: ParseErrorKind) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        Self(Box::new(ErrorImpl { line, column, kind }))
    }

    /// Returns the number of the line, from 1.
    pub fn line(&self) -> usize {
        self.0.line
    }

    /// Returns the number of the character in the line, from 1.
    pub fn column(&self) -> usize {
        self.0.column
    }

    /// Returns the reason for the error.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::Variant;
    ///
    /// let error = "[1".parse::<Variant>().unwrap_err();
    /// assert!(error.to_string().ends_with(&error.kind().to_string()));
    /// # }
    /// ```
    pub fn kind(&self) -> &ParseErrorKind {
        &self.0.kind
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ErrorImpl { line, column, kind } = &*self.0;
        write!(f, "line {line}, column {column}: ")?;
        kind.fmt(f)
    }
}

super::debug!(ParseError);

super::advised!(ParseError, ParseErrorKind);

impl core::error::Error for ParseError {}
