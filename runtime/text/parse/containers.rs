//! Containers: Arrays, Dictionaries and Objects, and their declared types.

use super::{Parser, Start};
use crate::error::{ParseError, ParseErrorKind};
use crate::table::text_form::{ID_CLASS, ID_PROPERTY};
use crate::value::build::{Build, Content};
use crate::value::view::{AsView, View};
use crate::{
    Dictionary, ElementType, FullObject, Kind, Layout, Object, TypedArray, TypedDictionary,
};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// A container with the values so far.
pub(super) struct Container<V> {
    form: Form,
    /// In a Dictionary, keys and values alternate.
    values: Vec<V>,
    /// The offset of the constructor around the brackets, such as `Array[int]( )`, if there is one.
    constructor: Option<usize>,
}

pub(super) enum Form {
    /// An Array, with the kind of the typed array and its declared type.
    Array(Option<Box<(Kind, ElementType)>>),
    /// A Dictionary, with the declared types of keys and values.
    Dictionary(Option<Box<[ElementType; 2]>>),
    Object(Box<OpenObject>),
}

/// The class of an object, and the names of the properties so far.
pub(super) struct OpenObject {
    class: String,
    names: Vec<String>,
}

impl Form {
    pub(super) fn object(class: String) -> Self {
        let names = Vec::new();
        Self::Object(Box::new(OpenObject { class, names }))
    }

    /// Returns the opening and the closing bracket.
    fn brackets(&self) -> [char; 2] {
        match self {
            Self::Array(_) => ['[', ']'],
            Self::Dictionary(_) => ['{', '}'],
            Self::Object(_) => ['(', ')'],
        }
    }
}

impl<V> Container<V> {
    pub(super) fn new(form: Form, constructor: Option<usize>) -> Self {
        let values = Vec::new();
        Self {
            form,
            values,
            constructor,
        }
    }
}

impl<L: Layout> Parser<'_, L> {
    /// Returns whether a value follows the opening bracket, and consumes what precedes it or the
    /// closing bracket.
    pub(super) fn has_first(
        &mut self,
        container: &mut Container<L::Variant>,
    ) -> Result<bool, ParseError> {
        let [_, close] = container.form.brackets();
        let has_first = match container.form {
            // The class precedes the properties.
            Form::Object(_) => self.scanner.has_next(close)?,
            Form::Array(_) | Form::Dictionary(_) => !self.scanner.eat(close),
        };
        self.name_of_entry(container, has_first)
    }

    /// Adds a value. Returns whether another one follows, and consumes what precedes it or the
    /// closing bracket.
    pub(super) fn add(
        &mut self,
        container: &mut Container<L::Variant>,
        value: L::Variant,
    ) -> Result<bool, ParseError> {
        container.values.push(value);
        let is_key = !container.values.len().is_multiple_of(2);
        if is_key && matches!(container.form, Form::Dictionary(_)) {
            return if self.scanner.eat(':') {
                Ok(true)
            } else {
                Err(self.scanner.unexpected("`:` after the key"))
            };
        }
        let [_, close] = container.form.brackets();
        let has_next = self.scanner.has_next(close)?;
        self.name_of_entry(container, has_next)
    }

    /// Consumes the name of a property, or a key as in Lua, if an entry follows. Returns whether
    /// one does.
    fn name_of_entry(
        &mut self,
        container: &mut Container<L::Variant>,
        has_entry: bool,
    ) -> Result<bool, ParseError> {
        if has_entry {
            match &mut container.form {
                Form::Array(_) => {}
                Form::Dictionary(_) => container.values.extend(self.bare_key()),
                Form::Object(object) => object.names.push(self.property()?),
            }
        }
        Ok(has_entry)
    }

    /// Consumes a key as in Lua, `name =`, if one is next.
    fn bare_key(&mut self) -> Option<L::Variant> {
        let start = self.scanner.offset();
        match self.scanner.name() {
            Some(name) if self.scanner.eat('=') => {
                let kind = if L::TEXT_FORM.has_name_keys() {
                    Kind::StringName
                } else {
                    Kind::String
                };
                L::Variant::build(kind, Content::Text(name.into()))
            }
            _ => {
                self.scanner.rewind(start);
                None
            }
        }
    }

    /// Consumes the name of a property and the colon.
    fn property(&mut self) -> Result<String, ParseError> {
        let name = self.scanner.string("the name of a property, a string")?;
        if self.scanner.eat(':') {
            Ok(name)
        } else {
            Err(self.scanner.unexpected("`:` after the property's name"))
        }
    }

    /// Builds the value of a complete container, after its closing bracket.
    pub(super) fn finish(
        &mut self,
        container: Container<L::Variant>,
    ) -> Result<L::Variant, ParseError> {
        if container.constructor.is_some() {
            self.scanner.eat(',');
            self.close()?;
        }
        self.build(container)
    }

    /// Parses the start of a container in the parentheses of a constructor, which may be empty.
    pub(super) fn enclosed(
        &mut self,
        form: Form,
        offset: usize,
    ) -> Result<Start<L::Variant>, ParseError> {
        let [open, _] = form.brackets();
        let container = Container::new(form, Some(offset));
        if self.scanner.eat(')') {
            return self.build(container).map(Start::Whole);
        }
        self.scanner.expect(open)?;
        Ok(Start::Container(container))
    }

    fn build(&self, container: Container<L::Variant>) -> Result<L::Variant, ParseError> {
        let Container {
            form,
            values,
            constructor,
        } = container;
        let (kind, typed) = match form {
            Form::Object(open) => return Ok(open.build(values).into()),
            Form::Array(None) => return Ok(values.into()),
            Form::Dictionary(None) => return Ok(entries(values).into()),
            Form::Array(Some(declared)) => {
                let (kind, element) = *declared;
                (kind, L::typed_array(kind, TypedArray { element, values }))
            }
            Form::Dictionary(Some(declared)) => {
                let [key, value] = *declared;
                let dictionary = TypedDictionary {
                    key,
                    value,
                    entries: entries(values),
                };
                (Kind::Dictionary, L::typed_dictionary(dictionary))
            }
        };
        typed.ok_or_else(|| self.no_declared_types(kind, constructor.unwrap_or_default()))
    }

    #[cold]
    fn no_declared_types(&self, kind: Kind, offset: usize) -> ParseError {
        let (ty, layout) = (L::name_of(kind), L::TITLE);
        self.scanner
            .error_at(offset, ParseErrorKind::NoDeclaredTypes { ty, layout })
    }
}

/// Builds a Dictionary from alternating keys and values.
fn entries<V: AsView>(values: Vec<V>) -> Dictionary<V> {
    let mut pairs = Vec::with_capacity(values.len() / 2);
    let mut values = values.into_iter();
    while let (Some(key), Some(value)) = (values.next(), values.next()) {
        pairs.push([key, value]);
    }
    Dictionary::of_pairs(pairs)
}

impl OpenObject {
    /// Builds the object, or the id that the engine's wrapper of an id has.
    fn build<V: AsView>(self, values: Vec<V>) -> Object<V> {
        let properties: Vec<_> = self.names.into_iter().zip(values).collect();
        if self.class == ID_CLASS {
            let id = properties.iter().find(|(name, _)| name == ID_PROPERTY);
            if let Some(View::Int(id)) = id.map(|(_, id)| id.view()) {
                return Object::Id(id.cast_unsigned());
            }
        }
        Object::Full(Box::new(FullObject {
            class: self.class,
            properties,
        }))
    }
}
