//! Constructors, such as `Vector2(1, 2)`.

use super::{Parser, Start};
use crate::Layout;
use crate::error::{ParseError, ParseErrorKind};
use crate::table::{Body, TypeTable, Wire};
use crate::value::build::Content;
use crate::value::record::{RecordField, has_field};
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

    /// Parses what follows the name of a type, which is at an offset, unless it is a container.
    pub(super) fn constructor(
        &mut self,
        table: &'static TypeTable,
        offset: usize,
    ) -> Result<Start<L::Variant>, ParseError> {
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
            Body::Object | Body::Array | Body::TypedArray | Body::Dictionary => {
                return Ok(Start::Container(table, offset));
            }
            Body::Empty | Body::Bool | Body::Number => {
                self.scanner.rewind(offset);
                return Err(self.scanner.unexpected("a value"));
            }
        };
        self.build(table.kind, content).map(Start::Value)
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

    /// Parses the strings of a pool array.
    fn texts(&mut self) -> Result<Vec<String>, ParseError> {
        self.scanner.expect('(')?;
        let mut texts = Vec::new();
        self.pool_list(|parser| {
            texts.push(parser.scanner.string("a string")?);
            Ok(())
        })?;
        Ok(texts)
    }

    /// Parses the elements of a pool array, which may be in the brackets of an Array. Returns the
    /// offset of the bracket after them.
    pub(super) fn pool_list(
        &mut self,
        mut element: impl FnMut(&mut Self) -> Result<(), ParseError>,
    ) -> Result<usize, ParseError> {
        let close = if self.scanner.eat('[') { ']' } else { ')' };
        let mut has_next = !self.scanner.eat(close);
        while has_next {
            element(self)?;
            has_next = self.scanner.has_next(close)?;
        }
        let end = self.scanner.offset() - 1;
        if close == ']' {
            self.scanner.eat(',');
            self.close()?;
        }
        Ok(end)
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
}
