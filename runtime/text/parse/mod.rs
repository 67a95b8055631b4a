//! Parses the text form of values, which [`display`](crate::text::display) writes and scripts use.
//!
//! Containers that are not complete are on a stack of their own, so the nesting depth does not
//! matter to the thread's stack.

mod base64;
mod components;
mod constants;
mod constructors;
mod containers;
mod numeral;
mod scanner;
mod strings;
mod values;

use crate::error::{ParseError, ParseErrorKind, shortened};
use crate::value::build::{Build, Content};
use crate::{Kind, Layout, format};
use alloc::vec::Vec;
use containers::{Container, Form};
use core::marker::PhantomData;
use scanner::Scanner;
pub use values::ParsedValues;

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
    layout: PhantomData<L>,
}

/// The start of a value.
enum Start<V> {
    /// A value that is complete.
    Whole(V),
    /// A container before its first element.
    Container(Container<V>),
}

impl<'t, L> Parser<'t, L> {
    fn new(text: &'t str) -> Self {
        Self {
            scanner: Scanner::new(text),
            layout: PhantomData,
        }
    }
}

impl<L: Layout> Parser<'_, L> {
    /// Parses a value with all that it contains.
    fn value(&mut self) -> Result<L::Variant, ParseError> {
        let mut open: Vec<Container<L::Variant>> = Vec::new();
        loop {
            self.check_depth(open.len())?;
            let mut value = match self.start()? {
                Start::Whole(value) => value,
                Start::Container(mut container) => {
                    if self.has_first(&mut container)? {
                        open.push(container);
                        continue;
                    }
                    self.finish(container)?
                }
            };
            // Adds the value to its container, and containers that this completes to theirs.
            loop {
                let Some(mut container) = open.pop() else {
                    return Ok(value);
                };
                if self.add(&mut container, value)? {
                    open.push(container);
                    break;
                }
                value = self.finish(container)?;
            }
        }
    }

    /// Rejects a value that is enclosed by too many containers.
    fn check_depth(&mut self, depth: usize) -> Result<(), ParseError> {
        let limit = format::MAX_DEPTH;
        if depth <= limit as usize {
            return Ok(());
        }
        self.scanner.peek();
        let offset = self.scanner.offset();
        Err(self
            .scanner
            .error_at(offset, ParseErrorKind::TooDeep { limit }))
    }

    /// Parses a value, or the start of a container.
    fn start(&mut self) -> Result<Start<L::Variant>, ParseError> {
        const EXPECTED: &str = "a value";
        let scanner = &mut self.scanner;
        let Some(next) = scanner.peek() else {
            return Err(scanner.unexpected(EXPECTED));
        };
        match next {
            '[' => return Ok(self.container(Form::Array(None))),
            '{' => return Ok(self.container(Form::Dictionary(None))),
            '"' | '\'' => {
                let text = scanner.string(EXPECTED)?;
                return self.whole(Kind::String, Content::Text(text));
            }
            '&' | '@' | '^' => return self.prefixed(next),
            '#' => {
                return Err(scanner.unexpected(
                    "a value; a color is written Color(r, g, b, a), a comment after `# `",
                ));
            }
            _ => {}
        }
        if let Some(numeral) = scanner.numeral() {
            return if numeral.is_int() {
                let value = scanner.int(numeral)?;
                self.whole(Kind::Int, Content::Int(value))
            } else {
                let value = scanner.float(numeral)?;
                self.whole(Kind::Float, Content::Float(value))
            };
        }
        let offset = scanner.offset();
        match scanner.name() {
            None => Err(scanner.unexpected(EXPECTED)),
            Some("null" | "nil") => self.whole(Kind::Nil, Content::Empty),
            Some("true") => self.whole(Kind::Bool, Content::Bool(true)),
            Some("false") => self.whole(Kind::Bool, Content::Bool(false)),
            Some(name) => {
                let table = self.table_named(name, offset)?;
                self.constructor(table, offset)
            }
        }
    }

    /// Consumes the opening bracket of a container.
    fn container(&mut self, form: Form) -> Start<L::Variant> {
        self.scanner.next();
        Start::Container(Container::new(form, None))
    }

    /// Parses a string with a prefix: a StringName or a NodePath.
    fn prefixed(&mut self, prefix: char) -> Result<Start<L::Variant>, ParseError> {
        // `@` is a StringName in layouts that have it, and a NodePath in scripts of Godot 3.
        let has_names = L::number_of(Kind::StringName).is_some();
        let is_path = prefix == '^' || (prefix == '@' && !has_names);
        if !is_path && !has_names {
            return Err(self.unknown(Kind::StringName.name(), self.scanner.offset()));
        }
        self.scanner.next();
        let text = self.scanner.string("a string")?;
        if is_path {
            self.whole(Kind::NodePath, Content::NodePath(text.into()))
        } else {
            self.whole(Kind::StringName, Content::Text(text))
        }
    }

    /// Builds a value that is not a container.
    fn whole(&self, kind: Kind, content: Content<'_>) -> Result<Start<L::Variant>, ParseError> {
        match L::Variant::build(kind, content) {
            Some(value) => Ok(Start::Whole(value)),
            None => Err(self.unknown(kind.name(), self.scanner.offset())),
        }
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
