//! Parses values in the form of [`display`](crate::text::display) or of scripts.
//!
//! Containers are parsed recursively, up to the depth limit. The functions for containers are not
//! inlined, to keep the recursive stack frames small.

use crate::codec::coerce::encode;
use crate::codec::construct;
use crate::error::{ParseError, ParseErrorKind};
use crate::table::TypeTable;
use crate::table::layout::Layout;
use crate::table::text_form::TextForm;
use crate::value::build::{Build, Content};
use crate::wire::component_rows::ComponentType;
use crate::wire::number::Number;
use crate::{Engine, Kind, format};
use alloc::vec::Vec;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use scanner::Scanner;

mod components;
mod constructors;
mod scanner;

/// Parses the whole text as one value of a layout, or of any engine.
pub(crate) fn parse<V: Build>(
    text: &str,
    layout: Option<&'static Layout>,
) -> Result<V, ParseError> {
    let mut parser = Parser::<V>::new(text, layout);
    let value = parser.value()?;
    match parser.scanner.peek() {
        None => Ok(value),
        Some(_) => Err(parser.scanner.unexpected("the end of the text")),
    }
}

/// A parser of the text form.
struct Parser<'t, V> {
    scanner: Scanner<'t>,
    /// The layout whose types are accepted; `None` for the types of all engines.
    layout: Option<&'static Layout>,
    /// The number of containers around the next value.
    depth: u32,
    value: PhantomData<fn() -> V>,
}

/// The result of parsing a value that does not start with a bracket.
enum Start<V> {
    /// A complete value.
    Value(V),
    /// The type of a container whose constructor follows, and the offset of the type's name.
    Container(&'static TypeTable, usize),
}

impl<'t, V> Parser<'t, V> {
    fn new(text: &'t str, layout: Option<&'static Layout>) -> Self {
        Self {
            scanner: Scanner::new(text),
            layout,
            depth: 0,
            value: PhantomData,
        }
    }

    /// Returns the dialect in which forms are parsed that differ between engines.
    fn form(&self) -> TextForm {
        self.layout
            .map_or(TextForm::Godot4, |layout| layout.text_form)
    }

    /// Adds the position `offset` to an error.
    fn located<T>(
        &self,
        offset: usize,
        result: Result<T, ParseErrorKind>,
    ) -> Result<T, ParseError> {
        result.map_err(|kind| self.scanner.error_at(offset, kind))
    }
}

impl<V: Build> Parser<'_, V> {
    /// Parses a value and its contents.
    #[inline(never)]
    fn value(&mut self) -> Result<V, ParseError> {
        let next = self.scanner.peek();
        if self.depth > format::MAX_DEPTH {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let value = match next {
            Some('[') => self.elements().map(Into::into),
            Some('{') => self.entries().map(Into::into),
            _ => match self.start(next) {
                Ok(Start::Value(value)) => Ok(value),
                Ok(Start::Container(table, offset)) => self.container(table, offset),
                Err(error) => Err(error),
            },
        };
        self.depth -= 1;
        value
    }

    #[cold]
    fn too_deep(&self) -> ParseError {
        let limit = format::MAX_DEPTH;
        let kind = ParseErrorKind::TooDeep { limit };
        self.scanner.error_at(self.scanner.offset(), kind)
    }

    /// Parses a value that does not start with a bracket, or the name of a container's type.
    #[inline(never)]
    fn start(&mut self, next: Option<char>) -> Result<Start<V>, ParseError> {
        const EXPECTED: &str = "a value";
        let scanner = &mut self.scanner;
        let (kind, content) = match next {
            Some('"' | '\'') => (Kind::String, Content::Text(scanner.string(EXPECTED)?)),
            Some(prefix @ ('&' | '@' | '^')) => self.prefixed(prefix)?,
            Some('#') => return self.color().map(Start::Value),
            _ => match scanner.numeral() {
                Some(int) if int.is_int() => (Kind::Int, Content::Int(scanner.int(int)?)),
                Some(float) => (Kind::Float, Content::Float(scanner.float(float)?)),
                None => {
                    let offset = scanner.offset();
                    match scanner.name() {
                        None => return Err(scanner.unexpected(EXPECTED)),
                        Some("null" | "nil") => (Kind::Nil, Content::Empty),
                        Some("true") => (Kind::Bool, Content::Bool(true)),
                        Some("false") => (Kind::Bool, Content::Bool(false)),
                        Some(name) => {
                            let table = self.table_named(name, offset)?;
                            return self.constructor(table, offset);
                        }
                    }
                }
            },
        };
        self.build(kind, content).map(Start::Value)
    }

    /// Parses a color such as `#ff0000`.
    fn color(&mut self) -> Result<V, ParseError> {
        let mut components = Vec::new();
        let rows = V::rows(Kind::Color).into_iter().flatten();
        let color = self.scanner.color(self.form().has_alpha_first());
        for (number, row) in color.into_iter().flatten().zip(rows) {
            encode(
                Number::Single(number),
                ComponentType::of(row),
                &mut components,
            );
        }
        self.build(Kind::Color, Content::Components(&components))
    }

    /// Parses a string with a prefix: a StringName or a NodePath.
    fn prefixed(&mut self, prefix: char) -> Result<(Kind, Content<'static>), ParseError> {
        // `@` marks a StringName in layouts with StringNames, and a NodePath in scripts of Godot 3.
        let has_names = self
            .layout
            .is_none_or(|layout| layout.has(Kind::StringName));
        let is_path = prefix == '^' || (prefix == '@' && !has_names);
        if !is_path && !has_names {
            let kind = construct::absent(self.layout, Kind::StringName.name());
            return Err(self.scanner.error_at(self.scanner.offset(), kind));
        }
        self.scanner.next();
        let text = self.scanner.string("a string")?;
        Ok(if is_path {
            (Kind::NodePath, Content::NodePath(text.into()))
        } else {
            (Kind::StringName, Content::Text(text))
        })
    }

    /// Builds a value that is not a container.
    fn build(&self, kind: Kind, content: Content<'_>) -> Result<V, ParseError> {
        self.located(
            self.scanner.offset(),
            construct::build(self.layout, kind, content),
        )
    }
}

/// An iterator over the values of a text, created by
/// [`parse_values`](crate::generic::parse_values).
///
/// The iterator ends after the first error.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Godot4, generic};
///
/// let mut values = generic::parse_values::<Godot4>("1\n]\n2");
/// assert_eq!(values.next(), Some(Ok(1.into())));
/// assert!(values.next().is_some_and(|value| value.is_err()));
/// assert!(values.next().is_none());
/// # }
/// ```
pub struct ParsedValues<'t, V> {
    parser: Parser<'t, V>,
    /// The offset after the last value.
    end: usize,
    has_failed: bool,
}

impl<'t, V: Build> ParsedValues<'t, V> {
    pub(crate) fn new(text: &'t str, layout: Option<&'static Layout>) -> Self {
        Self {
            parser: Parser::new(text, layout),
            end: 0,
            has_failed: false,
        }
    }

    /// Returns the offset, in bytes, of the end of the last parsed value.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{Godot4, generic};
    ///
    /// let text = "Vector2(1, 2)\nand more";
    /// let mut values = generic::parse_values::<Godot4>(text);
    /// assert!(values.next().is_some_and(|value| value.is_ok()));
    /// assert_eq!(&text[values.offset()..], "\nand more");
    /// # }
    /// ```
    #[must_use]
    pub fn offset(&self) -> usize {
        self.end
    }

    /// Parses the next value, or returns `None` at the end of the text.
    fn parse(&mut self) -> Option<Result<V, ParseError>> {
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

impl<V: Build> Iterator for ParsedValues<'_, V> {
    type Item = Result<V, ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_failed {
            return None;
        }
        let value = self.parse();
        self.has_failed = matches!(value, Some(Err(_)));
        value
    }
}

impl<V: Build> FusedIterator for ParsedValues<'_, V> {}

impl<V> core::fmt::Debug for ParsedValues<'_, V> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut debug = f.debug_struct("ParsedValues");
        debug.field("offset", &self.end).finish_non_exhaustive()
    }
}

/// Parses a text of several values, each of which starts on its own line.
///
/// A value may span several lines, and strings may contain line breaks. Spaces, empty lines and
/// comments after `;` or `# ` are skipped. The `Display` output of several values, each followed by
/// a line break, is parsed as these values.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Godot4, ParseError, generic, godot4};
///
/// let text = "{\n\"name\": \"Ada\"\n}\n# the second value\n[1, 2]";
/// let values: Result<Vec<_>, ParseError> = generic::parse_values::<Godot4>(text).collect();
/// assert_eq!(values?, [godot4::variant!({"name": "Ada"}), godot4::variant!([1, 2])]);
/// # }
/// # Ok::<(), gdvariant::ParseError>(())
/// ```
///
/// Errors contain the line and column in the whole text:
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Godot4, generic};
///
/// let error = generic::parse_values::<Godot4>("1\n2 3").find_map(Result::err);
/// let error = error.expect("two values on a line");
/// assert_eq!(error.to_string(), "line 2, column 3: expected a line break after the value, found 3");
/// # }
/// ```
#[must_use]
pub fn parse_values<E: Engine>(text: &str) -> ParsedValues<'_, E::Variant> {
    ParsedValues::new(text, Some(E::LAYOUT))
}
