//! Parses constructors, such as `Vector2(1, 2)`, and containers with their declared types.

use super::Parser;
use crate::codec::coerce;
use crate::codec::construct::{self, SCRIPT, key_rule};
use crate::error::ParseError;
use crate::table::text_form::{ID_CLASS, ID_PROPERTY};
use crate::table::{Body, TypeTable, Wire};
use crate::text::display::ANY;
use crate::text::events::{Event, EventKind};
use crate::value::build::{Build, Content};
use crate::value::record::RecordField;
use crate::value::view::{AsView, View};
use crate::{Dictionary, ElementType, FullObject, Kind, Object, TypedArray, TypedDictionary};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

impl<V: Build> Parser<'_, V> {
    /// Returns the table of the type with a name, or the error of an unknown type.
    pub(super) fn table_named(
        &self,
        event: &Event,
        name: &str,
    ) -> Result<&'static TypeTable, ParseError> {
        let table = construct::table_named(self.layout, name, self.is_part);
        self.located(event.range.start, table)
    }

    /// Parses a constructor after its name, or returns the kind of a container.
    #[inline(never)]
    pub(super) fn constructor(&mut self, event: &Event) -> Result<Result<V, Kind>, ParseError> {
        let table = construct::table_named(self.layout, self.source(event), self.is_part);
        let table = match table {
            Ok(table) if !self.is_part || table.body != Body::Object || self.is_at_class() => table,
            // To find the line of an error takes time, and most constructors in files are unknown.
            Err(error) if !self.is_part => return self.located(event.range.start, Err(error)),
            _ => return self.unknown(event).map(Ok),
        };
        let mut components = Vec::new();
        let content = match table.body {
            Body::Object | Body::Array | Body::TypedArray | Body::Dictionary => {
                return Ok(Err(table.kind));
            }
            Body::Fields => {
                self.components(event, table)?.encode(&mut components);
                Content::Components(&components)
            }
            Body::Packed => {
                components = self.packed(event, table)?;
                Content::Components(&components)
            }
            Body::PackedText => Content::Texts(self.texts()?),
            Body::NodePath => Content::NodePath(self.argument()?.into()),
            Body::Text => Content::Text(self.argument()?),
            Body::Record => Content::Record(self.record(table)?),
            Body::Empty | Body::Bool | Body::Number => {
                return self.unexpected(event, "a value");
            }
        };
        self.build(event, table.kind, content).map(Ok)
    }

    /// Returns whether the arguments are those of an Object: a class and properties.
    fn is_at_class(&self) -> bool {
        let mut events = self.events.clone();
        let mut next = || events.next().map(|event| event.kind);
        let is_text = |kind| matches!(kind, Some(EventKind::String { .. }));
        let class = next();
        (class == Some(EventKind::Word) || is_text(class))
            && match next() {
                Some(EventKind::Close) => true,
                name => is_text(name) && next() == Some(EventKind::Colon),
            }
    }

    /// Returns the Object that stands for a constructor which is not a type.
    fn unknown(&mut self, event: &Event) -> Result<V, ParseError> {
        self.skip()?;
        let source = self.text.get(event.range.start..self.events.offset());
        Ok(construct::unknown(
            self.source(event),
            source.unwrap_or_default(),
        ))
    }

    /// Skips the arguments of a constructor and their end.
    fn skip(&mut self) -> Result<(), ParseError> {
        let depth = self.events.depth();
        while self.events.depth() >= depth {
            self.events.require()?;
        }
        Ok(())
    }

    /// Parses the string argument of a constructor; without an argument, the string is empty.
    fn argument(&mut self) -> Result<String, ParseError> {
        let Some(event) = self.item()? else {
            return Ok(String::new());
        };
        let text = self.string(&event, "a string")?;
        self.close()?;
        Ok(text)
    }

    /// Consumes the closing parenthesis or bracket.
    pub(super) fn close(&mut self) -> Result<(), ParseError> {
        match self.item()? {
            None => Ok(()),
            Some(event) => self.unexpected(&event, "`)`"),
        }
    }

    /// Parses the strings of a packed array.
    fn texts(&mut self) -> Result<Vec<String>, ParseError> {
        let mut texts = Vec::new();
        self.packed_list(|parser, event| {
            texts.push(parser.string(&event, "a string")?);
            Ok(())
        })?;
        Ok(texts)
    }

    /// Parses the elements of a packed array, with or without the brackets of an Array.
    ///
    /// Returns the offset of the closing bracket or parenthesis.
    #[inline]
    pub(super) fn packed_list(
        &mut self,
        mut element: impl FnMut(&mut Self, Event) -> Result<(), ParseError>,
    ) -> Result<usize, ParseError> {
        let mut event = self.events.require()?;
        let is_list = event.kind == EventKind::Array;
        if is_list {
            event = self.events.require()?;
        }
        while event.kind != EventKind::Close {
            element(self, event)?;
            event = self.events.require()?;
        }
        if is_list {
            self.close()?;
        }
        Ok(event.range.start)
    }

    /// Parses the fields of a record; without arguments, fields have their defaults.
    fn record(
        &mut self,
        table: &'static TypeTable,
    ) -> Result<Vec<RecordField<String>>, ParseError> {
        let fields = table.kind.info().fields;
        let defaults = fields.iter().map(|&(_, wire)| RecordField::of(wire));
        let mut values: Vec<_> = defaults.collect();
        let Some(mut event) = self.item()? else {
            return Ok(values);
        };
        if table.kind.prints_name() {
            return self.unexpected(&event, "`)`");
        }
        for (index, (value, &(field, wire))) in values.iter_mut().zip(fields).enumerate() {
            if index > 0 {
                event = self.events.require()?;
            }
            *value = self.field(&event, wire)?;
            let checked = construct::check_field(self.layout, table.kind, field, value);
            self.located(event.range.start, checked)?;
        }
        self.close()?;
        Ok(values)
    }

    fn field(&self, event: &Event, wire: Wire) -> Result<RecordField<String>, ParseError> {
        if let RecordField::Text(_) = RecordField::of(wire) {
            return self.string(event, "a string").map(RecordField::Text);
        }
        let Some(numeral) = self.numeral(event) else {
            return self.unexpected(event, "a number");
        };
        // Engines write ids as signed integers.
        Ok(RecordField::Int(self.int(numeral)?.cast_unsigned()))
    }

    /// Parses the elements of an Array after its bracket.
    #[inline(never)]
    pub(super) fn elements(&mut self) -> Result<Vec<V>, ParseError> {
        let mut elements = Vec::new();
        while let Some(event) = self.item()? {
            elements.push(self.value(&event)?);
        }
        Ok(elements)
    }

    /// Parses the entries of a Dictionary after its brace.
    #[inline(never)]
    pub(super) fn entries(&mut self) -> Result<Dictionary<V>, ParseError> {
        let mut entries = Vec::new();
        while let Some(event) = self.item()? {
            let key = self.key(&event)?;
            let event = self.events.require()?;
            entries.push([key, self.value(&event)?]);
        }
        Ok(Dictionary::of_pairs(entries, key_rule(self.layout)))
    }

    /// Parses a key and a colon, or a key in the style of Lua, `name =`.
    fn key(&mut self, event: &Event) -> Result<V, ParseError> {
        if event.kind == EventKind::Name {
            let kind = if self.form().has_name_keys() {
                Kind::StringName
            } else {
                Kind::String
            };
            let name = Content::Text(self.source(event).into());
            return self.build(event, kind, name);
        }
        let key = self.value(event)?;
        self.colon("`:` after the key")?;
        Ok(key)
    }

    fn colon(&mut self, expected: &'static str) -> Result<(), ParseError> {
        let event = self.events.require()?;
        match event.kind {
            EventKind::Colon => Ok(()),
            _ => self.unexpected(&event, expected),
        }
    }

    /// Parses a Dictionary after the name of its type.
    #[inline(never)]
    pub(super) fn dictionary(&mut self, event: &Event) -> Result<V, ParseError> {
        let declared = self.declared_types(event, Kind::Dictionary)?;
        let entries = if self.opens(EventKind::Dictionary)? {
            let entries = self.entries()?;
            self.close()?;
            entries
        } else {
            Dictionary::with_rule(key_rule(self.layout))
        };
        match declared {
            Some(declared) => self.typed_dictionary(event.range.start, declared, entries),
            None => Ok(entries.into()),
        }
    }

    /// Parses an array after the name of its type.
    #[inline(never)]
    pub(super) fn array(&mut self, kind: Kind, event: &Event) -> Result<V, ParseError> {
        let declared = match kind {
            Kind::Array => self.declared_types(event, kind)?,
            _ => Some([self.element_type()?, ElementType::Any]),
        };
        let mut values = Vec::new();
        if self.opens(EventKind::Array)? {
            values = self.elements()?;
            self.close()?;
        }
        match declared {
            Some([element, _]) => self.typed_array(event.range.start, kind, element, values),
            None => Ok(values.into()),
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

    /// Parses the class and the properties of an Object.
    #[inline(never)]
    pub(super) fn object(&mut self) -> Result<Object<V>, ParseError> {
        const CLASS: &str = "the name of a class";
        let class = self.events.require()?;
        let class = match class.kind {
            EventKind::Word => self.source(&class).into(),
            _ => self.string(&class, CLASS)?,
        };
        let mut properties = Vec::new();
        while let Some(event) = self.item()? {
            let name = self.property(&event)?;
            let event = self.events.require()?;
            properties.push((name, self.value(&event)?));
        }
        Ok(object(class, properties))
    }

    /// Parses the name of a property and a colon.
    #[inline(never)]
    fn property(&mut self, event: &Event) -> Result<String, ParseError> {
        let name = self.string(event, "the quoted name of a property")?;
        self.colon("`:` after the property's name")?;
        Ok(name)
    }

    /// Parses the declared types of a container, if any, and the opening parenthesis.
    ///
    /// Examples are `Array[int](` and `Dictionary[int, String](`. Returns `None` in a part of a file
    /// for types that only the project has.
    #[inline(never)]
    fn declared_types(
        &mut self,
        event: &Event,
        kind: Kind,
    ) -> Result<Option<[ElementType; 2]>, ParseError> {
        if event.kind != EventKind::Declared {
            return Ok(None);
        }
        let mut types = [ElementType::Any, ElementType::Any];
        let count = if kind == Kind::Dictionary { 2 } else { 1 };
        let layout = self.layout.filter(|_| self.is_part);
        let mut is_known = layout.is_none_or(|layout| layout.declares_types(kind));
        for place in types.iter_mut().take(count) {
            let event = self.events.require()?;
            if self.is_part && event.kind == EventKind::Call && self.source(&event) != SCRIPT {
                self.skip()?;
                is_known = false;
            } else {
                *place = self.declared(&event)?;
            }
        }
        self.close()?;
        self.events.require()?;
        // Only scripts can leave the container out.
        if self.is_part && self.events.peek() == Some(b')') {
            let expected = "a container after the declared types";
            return Err(self.events.unexpected(self.events.offset(), expected));
        }
        Ok(is_known.then_some(types))
    }

    /// Parses the element type of a typed array, if any: a string.
    fn element_type(&mut self) -> Result<ElementType, ParseError> {
        let mut ahead = self.events.clone();
        let Some(event) = ahead
            .next()
            .filter(|event| matches!(event.kind, EventKind::String { .. }))
        else {
            return Ok(ElementType::Any);
        };
        self.events = ahead;
        let name = self.string(&event, "a string")?;
        Ok(match self.table_named(&event, &name) {
            Ok(table) => table.kind.into(),
            Err(_) => ElementType::Class(name),
        })
    }

    /// Consumes the bracket of a container in a constructor, or returns false for no argument.
    fn opens(&mut self, bracket: EventKind) -> Result<bool, ParseError> {
        match self.item()? {
            None => Ok(false),
            Some(event) if event.kind == bracket => Ok(true),
            Some(event) if bracket == EventKind::Array => self.unexpected(&event, "`[`"),
            Some(event) => self.unexpected(&event, "`{`"),
        }
    }

    /// Parses a declared type: the name of a type or a class, or a script as in `Resource("path")`.
    fn declared(&mut self, event: &Event) -> Result<ElementType, ParseError> {
        let name = self.source(event);
        match event.kind {
            EventKind::Word if name == ANY => Ok(ElementType::Any),
            EventKind::Word => Ok(match construct::kind_named(self.layout, name) {
                Ok(kind) => kind.into(),
                Err(_) => ElementType::Class(name.into()),
            }),
            EventKind::Call if name == SCRIPT => {
                let event = self.events.require()?;
                let path = self.string(&event, "the quoted path of a script")?;
                self.close()?;
                Ok(ElementType::Script(path))
            }
            EventKind::Call => {
                self.located(event.range.start, Err(construct::absent(self.layout, name)))
            }
            _ => self
                .string(event, "the name of a type")
                .map(ElementType::Class),
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
