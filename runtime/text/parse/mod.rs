//! Parses values in the form of [`display`](crate::text::display) or of scripts.
//!
//! Containers are parsed recursively, up to the depth limit. The functions for containers are not
//! inlined, to keep the recursive stack frames small.

use super::events::{self, Event, EventKind, Grammar, Notation};
use crate::codec::construct;
use crate::error::{ParseError, ParseErrorKind};
use crate::table::layout::Layout;
use crate::table::text_form::TextForm;
use crate::value::build::{Build, Content};
use crate::{Engine, Kind, format};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ops::Range;

mod components;
mod constructors;
mod literals;

/// Parses the whole text as one value of a layout, or of any engine.
pub(crate) fn parse<V: Build>(
    text: &str,
    layout: Option<&'static Layout>,
) -> Result<V, ParseError> {
    Parser::new(text, layout).whole()
}

/// Parses the value in `range` of a file. An Object stands for a constructor that is not a type.
pub(crate) fn parse_part<V: Build>(
    text: &str,
    range: Range<usize>,
    layout: &'static Layout,
) -> Result<V, ParseError> {
    let notation = Notation::of_files(layout);
    let events = events::Parser::within(text, range, Grammar::Values, notation);
    let parser = Parser {
        events,
        is_part: true,
        ..Parser::new(text, Some(layout))
    };
    parser.whole()
}

/// A parser of the text form.
struct Parser<'t, V> {
    text: &'t str,
    events: events::Parser<'t>,
    /// The layout that has the accepted types; `None` accepts the types of all engines.
    layout: Option<&'static Layout>,
    /// Whether the value is a part of a file, in which any engine's name of a type is accepted and
    /// an Object stands for a constructor that is not a type.
    is_part: bool,
    /// The number of containers around the next value.
    depth: u32,
    value: PhantomData<fn() -> V>,
}

impl<'t, V> Parser<'t, V> {
    fn new(text: &'t str, layout: Option<&'static Layout>) -> Self {
        Self {
            text,
            events: events::Parser::new(text, Grammar::Values, Notation::Scripts),
            layout,
            is_part: false,
            depth: 0,
            value: PhantomData,
        }
    }

    /// Returns the dialect in which forms are parsed that differ between engines.
    fn form(&self) -> TextForm {
        self.layout
            .map_or(TextForm::Godot4, |layout| layout.text_form)
    }

    fn source(&self, event: &Event) -> &'t str {
        self.text.get(event.range.clone()).unwrap_or_default()
    }

    /// Returns the next event, or `None` for the end of the container.
    #[inline]
    fn item(&mut self) -> Result<Option<Event>, ParseError> {
        let event = self.events.require()?;
        Ok((event.kind != EventKind::Close).then_some(event))
    }

    /// Adds the position `offset` to an error.
    #[inline]
    fn located<T>(
        &self,
        offset: usize,
        result: Result<T, ParseErrorKind>,
    ) -> Result<T, ParseError> {
        result.map_err(|kind| self.events.error(offset, kind))
    }

    /// Returns the error for an event other than the expected one.
    #[cold]
    fn unexpected<T>(
        &self,
        event: &Event,
        expected: impl Into<Cow<'static, str>>,
    ) -> Result<T, ParseError> {
        Err(self.events.unexpected(event.range.start, expected))
    }
}

impl<V: Build> Parser<'_, V> {
    fn whole(mut self) -> Result<V, ParseError> {
        let event = self.events.require()?;
        let value = self.value(&event)?;
        match self.events.peek() {
            None => Ok(value),
            Some(_) => Err(self
                .events
                .unexpected(self.events.offset(), "the end of the text")),
        }
    }

    /// Parses a value from its first event.
    #[inline(never)]
    fn value(&mut self, event: &Event) -> Result<V, ParseError> {
        if self.depth > format::MAX_DEPTH {
            return Err(self.too_deep(event.range.start));
        }
        self.depth += 1;
        let value = match event.kind {
            EventKind::Array => self.elements().map(Into::into),
            EventKind::Dictionary => self.entries().map(Into::into),
            EventKind::Call | EventKind::Declared => match self.constructor(event) {
                Ok(Ok(value)) => Ok(value),
                Ok(Err(Kind::Object)) => self.object().map(Into::into),
                Ok(Err(Kind::Dictionary)) => self.dictionary(event),
                Ok(Err(kind)) => self.array(kind, event),
                Err(error) => Err(error),
            },
            _ => self.atom(event),
        };
        self.depth -= 1;
        value
    }

    #[cold]
    fn too_deep(&self, offset: usize) -> ParseError {
        let limit = format::MAX_DEPTH;
        self.events.error(offset, ParseErrorKind::TooDeep { limit })
    }

    /// Parses a value that is one token.
    #[inline(never)]
    fn atom(&mut self, event: &Event) -> Result<V, ParseError> {
        let mut components = Vec::new();
        let (kind, content) = match event.kind {
            EventKind::String { .. } => return self.text(event),
            EventKind::Int | EventKind::Float => self.number(event)?,
            EventKind::Color => {
                self.color(event, &mut components);
                (Kind::Color, Content::Components(&components))
            }
            EventKind::Word => match self.source(event) {
                "null" | "nil" => (Kind::Nil, Content::Empty),
                "true" => (Kind::Bool, Content::Bool(true)),
                "false" => (Kind::Bool, Content::Bool(false)),
                _ if self.numeral(event).is_some() => self.number(event)?,
                _ => {
                    let (table, constant) = self.constant(event)?;
                    constant.encode(&mut components);
                    (table.kind, Content::Components(&components))
                }
            },
            _ => return self.unexpected(event, "a value"),
        };
        self.build(event, kind, content)
    }

    /// Parses a string: a StringName or a NodePath if it has a prefix.
    fn text(&mut self, event: &Event) -> Result<V, ParseError> {
        let source = self.source(event);
        if source.starts_with(['"', '\'']) {
            return Ok(self.content(event)?.into());
        }
        // `@` marks a StringName in layouts with StringNames, and a NodePath in scripts of Godot 3.
        let has_names = self
            .layout
            .is_none_or(|layout| layout.has(Kind::StringName));
        if source.starts_with('^') || source.starts_with('@') && !has_names {
            let path = self.content(event)?.into();
            return self.build(event, Kind::NodePath, Content::NodePath(path));
        }
        if has_names {
            let name = self.content(event)?;
            return self.build(event, Kind::StringName, Content::Text(name));
        }
        let name = Kind::StringName.name();
        if self.is_part {
            return Ok(construct::unknown(name, source));
        }
        self.located(event.range.start, Err(construct::absent(self.layout, name)))
    }

    /// Builds a value that is not a container.
    fn build(&self, event: &Event, kind: Kind, content: Content<'_>) -> Result<V, ParseError> {
        let value = construct::build(self.layout, kind, content);
        self.located(event.range.start, value)
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
    pub fn offset(&self) -> usize {
        self.end
    }

    /// Parses the next value, or returns `None` at the end of the text.
    fn parse(&mut self) -> Option<Result<V, ParseError>> {
        self.parser.events.peek()?;
        let value = self.parser.events.require();
        let value = value.and_then(|event| self.parser.value(&event));
        self.end = self.parser.events.offset();
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
pub fn parse_values<E: Engine>(text: &str) -> ParsedValues<'_, E::Variant> {
    ParsedValues::new(text, Some(E::LAYOUT))
}
