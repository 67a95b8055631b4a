//! Constructors, such as `Vector2(1, 2)`.

use super::containers::{Container, Form};
use super::{Parser, Start};
use crate::error::{ParseError, ParseErrorKind};
use crate::table::{Body, TypeTable, Wire};
use crate::value::build::Content;
use crate::value::record::{RecordField, has_field};
use crate::{ElementType, Kind, Layout};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

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
        let mut components = Vec::new();
        let content = match table.body {
            Body::Fields => {
                self.fields(table)?.encode(&mut components);
                Content::Components(&components)
            }
            Body::Pool => {
                components = self.pool(table)?;
                Content::Components(&components)
            }
            Body::PoolText => Content::Texts(self.texts()?),
            Body::NodePath => Content::NodePath(self.text()?.into()),
            Body::Text => Content::Text(self.text()?),
            Body::Record => Content::Record(self.record(table)?),
            Body::Object => return self.object(),
            Body::Array => return self.array(kind, offset),
            Body::TypedArray => return self.typed_array(kind, offset),
            Body::Dictionary => return self.dictionary(offset),
            Body::Empty | Body::Bool | Body::Number => {
                self.scanner.rewind(offset);
                return Err(self.scanner.unexpected("a value"));
            }
        };
        self.whole(kind, content)
    }

    /// Parses the start of an Object up to its class.
    fn object(&mut self) -> Result<Start<L::Variant>, ParseError> {
        self.scanner.expect('(')?;
        let class = match self.scanner.name() {
            Some(name) => name.into(),
            None => self.scanner.string("the name of a class")?,
        };
        let container = Container::new(Form::object(class), None);
        Ok(Start::Container(container))
    }

    /// Parses the string of a constructor, or nothing for an empty one.
    fn text(&mut self) -> Result<String, ParseError> {
        self.scanner.expect('(')?;
        if self.scanner.eat(')') {
            return Ok(String::new());
        }
        let text = self.scanner.string("a string")?;
        self.close()?;
        Ok(text)
    }

    /// Consumes the closing parenthesis of a constructor.
    pub(super) fn close(&mut self) -> Result<(), ParseError> {
        self.scanner.expect(')')
    }

    /// Parses the strings of a pool array, which may be in the brackets of an Array.
    fn texts(&mut self) -> Result<Vec<String>, ParseError> {
        self.scanner.expect('(')?;
        let mut texts = Vec::new();
        let close = self.list_start();
        let mut has_next = !self.scanner.eat(close);
        while has_next {
            texts.push(self.scanner.string("a string")?);
            has_next = self.scanner.has_next(close)?;
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

    /// Parses the fields of a record in parentheses, or nothing for their defaults.
    fn record(
        &mut self,
        table: &'static TypeTable,
    ) -> Result<Vec<RecordField<String>>, ParseError> {
        self.scanner.expect('(')?;
        let fields = table.kind.info().fields;
        let mut values: Vec<_> = fields
            .iter()
            .map(|&(_, wire)| RecordField::of(wire))
            .collect();
        if !self.scanner.eat(')') {
            let is_named = table.kind.info().prints_name;
            let given = values.iter_mut().zip(fields).filter(|_| !is_named);
            for (index, (value, &(field, wire))) in given.enumerate() {
                if index > 0 {
                    self.scanner.expect(',')?;
                }
                let (offset, ty, layout) = (self.scanner.offset(), table.name, L::TITLE);
                *value = self.field(wire)?;
                if !value.is_default() && !has_field(table, field) {
                    let kind = ParseErrorKind::MissingField { field, ty, layout };
                    return Err(self.scanner.error_at(offset, kind));
                }
            }
            self.close()?;
        }
        Ok(values)
    }

    /// Parses a field of a record.
    fn field(&mut self, wire: Wire) -> Result<RecordField<String>, ParseError> {
        let default = RecordField::of(wire);
        if let RecordField::Text(_) = default {
            return self.scanner.string("a string").map(RecordField::Text);
        }
        let Some(numeral) = self.scanner.numeral() else {
            return Err(self.scanner.unexpected("a number"));
        };
        Ok(match (default, self.scanner.int(numeral)) {
            (RecordField::Float(_), _) => RecordField::Float(self.scanner.float(numeral)?),
            // Engines write ids with a sign.
            (_, number) if wire == Wire::U64 => number?.cast_unsigned().into(),
            (_, number) => number?.into(),
        })
    }

    /// Parses the start of `Array([])` or `Array[int]([])`.
    fn array(&mut self, kind: Kind, offset: usize) -> Result<Start<L::Variant>, ParseError> {
        let mut declared = None;
        if self.scanner.eat('[') {
            declared = Some(Box::new((kind, self.declared()?)));
            self.scanner.expect(']')?;
        }
        self.scanner.expect('(')?;
        self.enclosed(Form::Array(declared), offset)
    }

    /// Parses the start of `TypedArray("int", [])`.
    fn typed_array(&mut self, kind: Kind, offset: usize) -> Result<Start<L::Variant>, ParseError> {
        self.scanner.expect('(')?;
        let mut element = ElementType::Any;
        if self.scanner.is_at_string() {
            let name = self.scanner.string("a string")?;
            element = match self.table_named(&name, offset) {
                Ok(table) => table.kind.into(),
                Err(_) => ElementType::Class(name),
            };
            if self.scanner.peek() != Some(')') {
                self.scanner.expect(',')?;
            }
        }
        self.enclosed(Form::Array(Some(Box::new((kind, element)))), offset)
    }

    /// Parses the start of `Dictionary({})` or `Dictionary[String, int]({})`.
    fn dictionary(&mut self, offset: usize) -> Result<Start<L::Variant>, ParseError> {
        let mut declared = None;
        if self.scanner.eat('[') {
            let key = self.declared()?;
            self.scanner.expect(',')?;
            declared = Some(Box::new([key, self.declared()?]));
            self.scanner.expect(']')?;
        }
        self.scanner.expect('(')?;
        self.enclosed(Form::Dictionary(declared), offset)
    }

    /// Parses a declared type: the name of a type or a class, or a script as the engine loads it.
    fn declared(&mut self) -> Result<ElementType, ParseError> {
        let Some(name) = self.scanner.name() else {
            let class = self.scanner.string("the name of a type")?;
            return Ok(ElementType::Class(class));
        };
        if name == crate::text::display::SCRIPT && self.scanner.eat('(') {
            let path = self.scanner.string("the path of a script, a string")?;
            self.close()?;
            return Ok(ElementType::Script(path));
        }
        Ok(match crate::text::display::named_type::<L>(name) {
            Some(element) => element,
            None => ElementType::Class(name.into()),
        })
    }
}
