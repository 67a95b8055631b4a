//! Constructors, such as `Vector2(1, 2)`.

use super::containers::{ArrayConstructor, Container, DictionaryConstructor};
use super::{Parser, Start};
use crate::build::Content;
use crate::error::{ParseError, ParseErrorKind};
use crate::table::{Body, TypeTable};
use crate::{Dictionary, ElementType, Kind, Layout, Signal};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

const OPEN: &str = "`(`";

impl<L: Layout> Parser<'_, L> {
    /// Returns the type with a name, which is at an offset.
    pub(super) fn table_named(
        &self,
        name: &str,
        offset: usize,
    ) -> Result<&'static TypeTable, ParseError> {
        let mut tables = L::TYPES.iter();
        tables
            .find(|table| table.name == name)
            .ok_or_else(|| self.unknown(name, offset))
    }

    /// Parses what follows the name of a type, which is at an offset.
    pub(super) fn constructor(
        &mut self,
        table: &'static TypeTable,
        offset: usize,
    ) -> Result<Start<L::Variant>, ParseError> {
        let kind = table.kind;
        match table.body {
            Body::Fields => {
                let components = self.fields(table)?;
                self.whole(kind, Content::Components(&components.encode()))
            }
            Body::Pool => {
                let components = self.pool(table)?;
                self.whole(kind, Content::Components(&components))
            }
            Body::PoolText => {
                let texts = self.texts()?;
                self.whole(kind, Content::Texts(texts))
            }
            Body::NodePath | Body::Text => {
                let text = self.text()?;
                let content = match table.body {
                    Body::NodePath => Content::NodePath(text.into()),
                    _ => Content::Text(text),
                };
                self.whole(kind, content)
            }
            Body::Id => self.id(table),
            Body::Callable | Body::Signal => {
                self.scanner.expect('(', OPEN)?;
                self.close()?;
                let content = match table.body {
                    Body::Signal => Content::Signal(Signal::default()),
                    _ => Content::Empty,
                };
                self.whole(kind, content)
            }
            Body::Object => {
                self.scanner.expect('(', OPEN)?;
                let class = match self.scanner.name() {
                    Some(name) => name.into(),
                    None => self.scanner.string("the name of a class")?,
                };
                Ok(Start::Container(Container::object(class)))
            }
            Body::Array => self.array(kind, offset),
            Body::TypedArray => self.typed_array(kind, offset),
            Body::Dictionary => self.dictionary(offset),
            Body::Empty | Body::Bool | Body::Number => {
                self.scanner.rewind(offset);
                Err(self.scanner.unexpected("a value"))
            }
        }
    }

    /// Parses the string of a constructor, or nothing for an empty one.
    fn text(&mut self) -> Result<String, ParseError> {
        self.scanner.expect('(', OPEN)?;
        if self.scanner.eat(')') {
            return Ok(String::new());
        }
        let text = self.scanner.string("a string")?;
        self.close()?;
        Ok(text)
    }

    /// Consumes the closing parenthesis of a constructor.
    pub(super) fn close(&mut self) -> Result<(), ParseError> {
        self.scanner.expect(')', "`)`")
    }

    /// Parses the strings of a pool array, which may be in the brackets of an Array.
    fn texts(&mut self) -> Result<Vec<String>, ParseError> {
        self.scanner.expect('(', OPEN)?;
        let mut texts = Vec::new();
        let close = self.list_start();
        let mut has_next = !self.scanner.eat(close);
        while has_next {
            texts.push(self.scanner.string("a string")?);
            has_next = self.scanner.has_next(close, "`,` or the closing bracket")?;
        }
        self.list_end(close)?;
        Ok(texts)
    }

    /// Consumes the bracket of an Array, if one is next, and returns the one that closes the list.
    pub(super) fn list_start(&mut self) -> char {
        if self.scanner.eat('[') { ']' } else { ')' }
    }

    /// Consumes the parenthesis after the brackets of an Array.
    pub(super) fn list_end(&mut self, close: char) -> Result<(), ParseError> {
        if close == ')' {
            return Ok(());
        }
        self.scanner.eat(',');
        self.close()
    }

    /// Parses an id, or nothing for 0.
    fn id(&mut self, table: &'static TypeTable) -> Result<Start<L::Variant>, ParseError> {
        self.scanner.expect('(', OPEN)?;
        let mut id = 0;
        if let Some(numeral) = self.scanner.numeral() {
            id = self.scanner.int(numeral)?.cast_unsigned();
            if id != 0 && table.tables.is_empty() {
                let (ty, layout) = (table.name, L::TITLE);
                let kind = ParseErrorKind::MissingId { ty, layout };
                return Err(self.scanner.error_at(numeral.start, kind));
            }
        }
        self.close()?;
        self.whole(table.kind, Content::Id(id))
    }

    /// Parses the start of `Array([])` or `Array[int]([])`.
    fn array(&mut self, kind: Kind, offset: usize) -> Result<Start<L::Variant>, ParseError> {
        let mut declared = None;
        if self.scanner.eat('[') {
            declared = Some((kind, self.declared()?));
            self.scanner.expect(']', "`]`")?;
        }
        self.scanner.expect('(', OPEN)?;
        self.elements(declared, offset)
    }

    /// Parses the start of `TypedArray("int", [])`.
    fn typed_array(&mut self, kind: Kind, offset: usize) -> Result<Start<L::Variant>, ParseError> {
        self.scanner.expect('(', OPEN)?;
        let mut element = ElementType::Any;
        if self.scanner.is_at_string() {
            let name = self.scanner.string("a string")?;
            element = match self.table_named(&name, offset) {
                Ok(table) => table.kind.into(),
                Err(_) => ElementType::Class(name),
            };
            if self.scanner.peek() != Some(')') {
                self.scanner.expect(',', "`,`")?;
            }
        }
        self.elements(Some((kind, element)), offset)
    }

    /// Parses the start of the elements of a constructor, which has none if it is empty.
    fn elements(
        &mut self,
        declared: Option<(Kind, ElementType)>,
        offset: usize,
    ) -> Result<Start<L::Variant>, ParseError> {
        let constructor = ArrayConstructor { declared, offset };
        if self.scanner.eat(')') {
            return self.array_of(Vec::new(), constructor).map(Start::Whole);
        }
        self.scanner.expect('[', "`[`")?;
        Ok(Start::Container(Container::Array {
            values: Vec::new(),
            constructor: Some(Box::new(constructor)),
        }))
    }

    /// Parses the start of `Dictionary({})` or `Dictionary[String, int]({})`.
    fn dictionary(&mut self, offset: usize) -> Result<Start<L::Variant>, ParseError> {
        let mut declared = None;
        if self.scanner.eat('[') {
            let key = self.declared()?;
            self.scanner.expect(',', "`,`")?;
            declared = Some([key, self.declared()?]);
            self.scanner.expect(']', "`]`")?;
        }
        self.scanner.expect('(', OPEN)?;
        let (entries, constructor) = (
            Dictionary::new(),
            DictionaryConstructor { declared, offset },
        );
        if self.scanner.eat(')') {
            return self.dictionary_of(entries, constructor).map(Start::Whole);
        }
        self.scanner.expect('{', "`{`")?;
        Ok(Start::Container(Container::Dictionary {
            entries,
            key: None,
            constructor: Some(Box::new(constructor)),
        }))
    }

    /// Parses a declared type: the name of a type or a class, or a script as the engine loads it.
    fn declared(&mut self) -> Result<ElementType, ParseError> {
        let Some(name) = self.scanner.name() else {
            let class = self.scanner.string("the name of a type")?;
            return Ok(ElementType::Class(class));
        };
        if name == crate::display::SCRIPT && self.scanner.eat('(') {
            let path = self.scanner.string("the path of a script, a string")?;
            self.close()?;
            return Ok(ElementType::Script(path));
        }
        Ok(match crate::display::named_type::<L>(name) {
            Some(element) => element,
            None => ElementType::Class(name.into()),
        })
    }
}
