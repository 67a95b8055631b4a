//! Parses constructors, such as `Vector2(1, 2)`, and containers with their declared types.

use super::{Parser, Start};
use crate::codec::coerce;
use crate::codec::construct::{self, SCRIPT, key_rule};
use crate::error::ParseError;
use crate::table::text_form::{ID_CLASS, ID_PROPERTY};
use crate::table::{Body, TypeTable, Wire};
use crate::text::display::ANY;
use crate::value::build::{Build, Content};
use crate::value::record::RecordField;
use crate::value::view::{AsView, View};
use crate::{Dictionary, ElementType, FullObject, Kind, Object, TypedArray, TypedDictionary};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

impl<V: Build> Parser<'_, V> {
    /// Returns the table of the type with a name, or the error of an unknown type at `offset`.
    pub(super) fn table_named(
        &self,
        name: &str,
        offset: usize,
    ) -> Result<&'static TypeTable, ParseError> {
        self.located(offset, construct::table_named(self.layout, name))
    }

    /// Parses the constructor after the name of a type at `offset`, unless the type is a container.
    pub(super) fn constructor(
        &mut self,
        table: &'static TypeTable,
        offset: usize,
    ) -> Result<Start<V>, ParseError> {
        let mut components = Vec::new();
        let content = match table.body {
            Body::Fields => {
                self.fields(table)?.encode(&mut components);
                Content::Components(&components)
            }
            Body::Packed => {
                components = self.packed(table)?;
                Content::Components(&components)
            }
            Body::PackedText => Content::Texts(self.texts()?),
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

    /// Parses the string argument of a constructor; without an argument, the string is empty.
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

    /// Parses the strings of a packed array.
    fn texts(&mut self) -> Result<Vec<String>, ParseError> {
        self.scanner.expect('(')?;
        let mut texts = Vec::new();
        self.packed_list(|parser| {
            texts.push(parser.scanner.string("a string")?);
            Ok(())
        })?;
        Ok(texts)
    }

    /// Parses the elements of a packed array, with or without the brackets of an Array.
    ///
    /// Returns the offset of the closing bracket or parenthesis.
    pub(super) fn packed_list(
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

    /// Parses the fields of a record in parentheses; without arguments, fields have their defaults.
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
            let is_named = table.kind.prints_name();
            let given = values.iter_mut().zip(fields).filter(|_| !is_named);
            for (index, (value, &(field, wire))) in given.enumerate() {
                if index > 0 {
                    self.scanner.expect(',')?;
                }
                let offset = self.scanner.offset();
                *value = self.field(wire)?;
                let checked = construct::check_field(self.layout, table.kind, field, value);
                self.located(offset, checked)?;
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
            // Engines write ids as signed integers.
            (_, number) if wire == Wire::U64 => number?.cast_unsigned().into(),
            (_, number) => number?.into(),
        })
    }

    /// Parses the brackets and the elements of an Array.
    #[inline(never)]
    pub(super) fn elements(&mut self) -> Result<Vec<V>, ParseError> {
        self.scanner.expect('[')?;
        let mut elements = Vec::new();
        let mut has_next = !self.scanner.eat(']');
        while has_next {
            elements.push(self.value()?);
            has_next = self.scanner.has_next(']')?;
        }
        Ok(elements)
    }

    /// Parses the braces and the entries of a Dictionary.
    #[inline(never)]
    pub(super) fn entries(&mut self) -> Result<Dictionary<V>, ParseError> {
        self.scanner.expect('{')?;
        let mut entries = Vec::new();
        let mut has_next = !self.scanner.eat('}');
        while has_next {
            entries.push([self.key()?, self.value()?]);
            has_next = self.scanner.has_next('}')?;
        }
        Ok(Dictionary::of_pairs(entries, key_rule(self.layout)))
    }

    /// Parses a key and a colon, or a key in the style of Lua, `name =`.
    fn key(&mut self) -> Result<V, ParseError> {
        let start = self.scanner.offset();
        if let Some(name) = self.scanner.name()
            && self.scanner.eat('=')
        {
            let kind = if self.form().has_name_keys() {
                Kind::StringName
            } else {
                Kind::String
            };
            return self.build(kind, Content::Text(name.into()));
        }
        self.scanner.rewind(start);
        let key = self.value()?;
        self.scanner.colon("`:` after the key")?;
        Ok(key)
    }

    /// Parses the constructor after the name of a container's type at `offset`.
    #[inline(never)]
    pub(super) fn container(&mut self, table: &TypeTable, offset: usize) -> Result<V, ParseError> {
        if table.body == Body::Object {
            return self.object().map(Into::into);
        }
        let declared = self.declared_types(table, offset)?;
        if table.body == Body::Dictionary {
            let empty = Dictionary::with_rule(key_rule(self.layout));
            let entries = self.enclosed(empty, Self::entries)?;
            match declared {
                Some(declared) => self.typed_dictionary(offset, declared, entries),
                None => Ok(entries.into()),
            }
        } else {
            let values = self.enclosed(Vec::new(), Self::elements)?;
            match declared {
                Some([element, _]) => self.typed_array(offset, table.kind, element, values),
                None => Ok(values.into()),
            }
        }
    }

    #[inline(never)]
    fn typed_array(
        &self,
        offset: usize,
        kind: Kind,
        element: ElementType,
        mut values: Vec<V>,
    ) -> Result<V, ParseError> {
        if kind == Kind::Array {
            for value in &mut values {
                convert(value, &element);
            }
        }
        let array = TypedArray { element, values };
        self.located(offset, construct::typed_array(self.layout, kind, array))
    }

    #[inline(never)]
    fn typed_dictionary(
        &self,
        offset: usize,
        [key, value]: [ElementType; 2],
        entries: Dictionary<V>,
    ) -> Result<V, ParseError> {
        let entries = entries.into_iter().map(|(mut own_key, mut own_value)| {
            convert(&mut own_key, &key);
            convert(&mut own_value, &value);
            [own_key, own_value]
        });
        // Keys that were converted may be equal.
        let entries = Dictionary::of_pairs(entries.collect(), key_rule(self.layout));
        let dictionary = TypedDictionary {
            key,
            value,
            entries,
        };
        self.located(offset, construct::typed_dictionary(self.layout, dictionary))
    }

    /// Parses the class and the properties of an Object in parentheses.
    #[inline(never)]
    fn object(&mut self) -> Result<Object<V>, ParseError> {
        self.scanner.expect('(')?;
        let class = match self.scanner.name() {
            Some(name) => name.into(),
            None => self.scanner.string("the name of a class")?,
        };
        let mut properties = Vec::new();
        while self.scanner.has_next(')')? {
            let name = self.property()?;
            properties.push((name, self.value()?));
        }
        Ok(object(class, properties))
    }

    /// Parses the name of a property and a colon.
    #[inline(never)]
    fn property(&mut self) -> Result<String, ParseError> {
        let name = self.scanner.string("the quoted name of a property")?;
        self.scanner.colon("`:` after the property's name")?;
        Ok(name)
    }

    /// Parses the declared types of a container, if any, and the opening parenthesis.
    ///
    /// Examples are `Array[int](`, `Dictionary[int, String](` and `TypedArray("int", `.
    #[inline(never)]
    fn declared_types(
        &mut self,
        table: &TypeTable,
        offset: usize,
    ) -> Result<Option<[ElementType; 2]>, ParseError> {
        if table.body == Body::TypedArray {
            return Ok(Some([self.element_type(offset)?, ElementType::Any]));
        }
        let mut declared = None;
        if self.scanner.eat('[') {
            let types = declared.insert([self.declared()?, ElementType::Any]);
            if table.body == Body::Dictionary {
                self.scanner.expect(',')?;
                types[1] = self.declared()?;
            }
            self.scanner.expect(']')?;
        }
        self.scanner.expect('(')?;
        Ok(declared)
    }

    /// Parses the opening parenthesis and, as a string, the element type of a typed array.
    fn element_type(&mut self, offset: usize) -> Result<ElementType, ParseError> {
        self.scanner.expect('(')?;
        if !self.scanner.is_at_string() {
            return Ok(ElementType::Any);
        }
        let name = self.scanner.string("a string")?;
        let element = match self.table_named(&name, offset) {
            Ok(table) => table.kind.into(),
            Err(_) => ElementType::Class(name),
        };
        if self.scanner.peek() != Some(')') {
            self.scanner.expect(',')?;
        }
        Ok(element)
    }

    /// Parses the container up to the closing parenthesis of a constructor.
    ///
    /// Without an argument, the container is `empty`.
    fn enclosed<C>(
        &mut self,
        empty: C,
        container: impl FnOnce(&mut Self) -> Result<C, ParseError>,
    ) -> Result<C, ParseError> {
        if self.scanner.eat(')') {
            return Ok(empty);
        }
        let container = container(self)?;
        self.scanner.eat(',');
        self.close()?;
        Ok(container)
    }

    /// Parses a declared type: the name of a type or a class, or a script as in `Resource("path")`.
    fn declared(&mut self) -> Result<ElementType, ParseError> {
        self.scanner.peek();
        let offset = self.scanner.offset();
        let Some(name) = self.scanner.name() else {
            let class = self.scanner.string("the name of a type")?;
            return Ok(ElementType::Class(class));
        };
        if name == SCRIPT && self.scanner.eat('(') {
            let path = self.scanner.string("the quoted path of a script")?;
            self.close()?;
            return Ok(ElementType::Script(path));
        }
        if name == ANY {
            return Ok(ElementType::Any);
        }
        match construct::kind_named(self.layout, name) {
            Ok(kind) => Ok(kind.into()),
            error if self.scanner.peek() == Some('(') => {
                self.located(offset, error.map(Into::into))
            }
            Err(_) => Ok(ElementType::Class(name.into())),
        }
    }
}

/// Converts a value to the declared type, as the engine does; keeps a value that the engine drops.
fn convert<V: Build>(value: &mut V, declared: &ElementType) {
    if let ElementType::Kind(kind) = *declared
        && value.kind() != kind
        && let Ok(Some(converted)) = coerce::convert(value, kind, "")
    {
        *value = converted;
    }
}

/// Creates an object, or an id from the engine's wrapper, `EncodedObjectAsID`.
fn object<V: AsView>(class: String, properties: Vec<(String, V)>) -> Object<V> {
    if class == ID_CLASS {
        let id = properties.iter().find(|(name, _)| name == ID_PROPERTY);
        if let Some(View::Int(id)) = id.map(|(_, id)| id.view()) {
            return Object::Id(id.cast_unsigned());
        }
    }
    Object::Full(Box::new(FullObject { class, properties }))
}
