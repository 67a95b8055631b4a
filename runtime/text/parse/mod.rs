//! Parses the text form of values, which [`display`](crate::text::display) writes and scripts use.
//!
//! Containers are parsed recursively, up to the depth limit. Their functions are not inlined, to keep
//! the recursive stack frames small.

mod components;
mod constructors;
mod scanner;
mod values;

use crate::error::{ParseError, ParseErrorKind, shortened};
use crate::table::TypeTable;
use crate::value::build::{Build, Content};
use crate::{Kind, Layout, format};
use core::marker::PhantomData;
use scanner::Scanner;
pub use values::{ParsedValues, parse_values};

/// Parses a whole text as one value.
pub(crate) fn parse<L: Layout>(text: &str) -> Result<L::Variant, ParseError> {
    let mut parser = Parser::<L>::new(text);
    let value = parser.value()?;
    match parser.scanner.peek() {
        None => Ok(value),
        Some(_) => Err(parser.scanner.unexpected("the end of the text")),
    }
}

/// A parser of the text form of a layout.
struct Parser<'t, L> {
    scanner: Scanner<'t>,
    /// The number of containers around the next value.
    depth: u32,
    layout: PhantomData<L>,
}

/// The start of a value that is not in brackets.
enum Start<V> {
    /// A value that is complete.
    Value(V),
    /// The type of a container, whose constructor follows, and the offset of its name.
    Container(&'static TypeTable, usize),
}

impl<'t, L> Parser<'t, L> {
    fn new(text: &'t str) -> Self {
        Self {
            scanner: Scanner::new(text),
            depth: 0,
            layout: PhantomData,
        }
    }
}

impl<L: Layout> Parser<'_, L> {
    /// Parses a value with all that it contains.
    #[inline(never)]
    fn value(&mut self) -> Result<L::Variant, ParseError> {
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

    /// Parses a value that is not in brackets, or the name of a container's type.
    #[inline(never)]
    fn start(&mut self, next: Option<char>) -> Result<Start<L::Variant>, ParseError> {
        const EXPECTED: &str = "a value";
        let scanner = &mut self.scanner;
        let (kind, content) = match next {
            Some('"' | '\'') => (Kind::String, Content::Text(scanner.string(EXPECTED)?)),
            Some(prefix @ ('&' | '@' | '^')) => self.prefixed(prefix)?,
            Some('#') => {
                return Err(scanner.unexpected(
                    "a value; a color is written Color(r, g, b, a), a comment after `# `",
                ));
            }
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

    /// Parses a string with a prefix: a StringName or a NodePath.
    fn prefixed(&mut self, prefix: char) -> Result<(Kind, Content<'static>), ParseError> {
        // `@` is a StringName in layouts that have it, and a NodePath in scripts of Godot 3.
        let has_names = L::number_of(Kind::StringName).is_some();
        let is_path = prefix == '^' || (prefix == '@' && !has_names);
        if !is_path && !has_names {
            return Err(self.unknown(Kind::StringName.name(), self.scanner.offset()));
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
    fn build(&self, kind: Kind, content: Content<'_>) -> Result<L::Variant, ParseError> {
        L::Variant::build(kind, content)
            .ok_or_else(|| self.unknown(kind.name(), self.scanner.offset()))
    }

    /// Creates the error that the layout has no type of a name.
    #[cold]
    fn unknown(&self, name: &str, offset: usize) -> ParseError {
        let known = L::TYPES.iter().find(|table| table.kind.name() == name);
        let kind = ParseErrorKind::UnknownType {
            name: shortened(name),
            layout: L::TITLE,
            own: known.map(|table| table.name),
        };
        self.scanner.error_at(offset, kind)
    }
}

/// Implements the parsing of a layout's `Variant`.
#[rustfmt::skip] // It indents the path once more each time.
macro_rules! parsed_form {
    ($variant:ident, $marker:ident) => {
        #[doc = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/runtime/text/parse/from_str.md"))]
        impl core::str::FromStr for $variant {
            type Err = crate::ParseError;

            #[inline]
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                crate::text::parse::parse::<$marker>(text)
            }
        }
    };
}

pub(crate) use parsed_form;
