//! Containers: Arrays, Dictionaries and Objects, and their declared types.

use super::Parser;
use crate::error::{ParseError, ParseErrorKind};
use crate::table::text_form::{ID_CLASS, ID_PROPERTY};
use crate::table::{Body, TypeTable};
use crate::value::build::Content;
use crate::value::view::{AsView, View};
use crate::{
    Dictionary, ElementType, FullObject, Kind, Layout, Object, TypedArray, TypedDictionary,
};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

impl<L: Layout> Parser<'_, L> {
    /// Parses the elements of an Array in brackets.
    #[inline(never)]
    pub(super) fn elements(&mut self) -> Result<Vec<L::Variant>, ParseError> {
        self.scanner.expect('[')?;
        let mut elements = Vec::new();
        let mut has_next = !self.scanner.eat(']');
        while has_next {
            elements.push(self.value()?);
            has_next = self.scanner.has_next(']')?;
        }
        Ok(elements)
    }

    /// Parses the entries of a Dictionary in braces.
    #[inline(never)]
    pub(super) fn entries(&mut self) -> Result<Dictionary<L::Variant>, ParseError> {
        self.scanner.expect('{')?;
        let mut entries = Vec::new();
        let mut has_next = !self.scanner.eat('}');
        while has_next {
            entries.push([self.key()?, self.value()?]);
            has_next = self.scanner.has_next('}')?;
        }
        Ok(Dictionary::of_pairs(entries))
    }

    /// Parses a key and the colon, or a key as in Lua, `name =`.
    fn key(&mut self) -> Result<L::Variant, ParseError> {
        let start = self.scanner.offset();
        if let Some(name) = self.scanner.name()
            && self.scanner.eat('=')
        {
            let kind = if L::TEXT_FORM.has_name_keys() {
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

    /// Parses what follows the name of a container's type, which is at an offset.
    #[inline(never)]
    pub(super) fn container(
        &mut self,
        table: &TypeTable,
        offset: usize,
    ) -> Result<L::Variant, ParseError> {
        if table.body == Body::Object {
            return self.object().map(Into::into);
        }
        let declared = self.declared_types(table, offset)?;
        let built = if table.body == Body::Dictionary {
            let entries = self.enclosed(Self::entries)?;
            dictionary::<L>(declared, entries)
        } else {
            let values = self.enclosed(Self::elements)?;
            array::<L>(table.kind, declared, values)
        };
        built.ok_or_else(|| {
            let (ty, layout) = (table.name, L::TITLE);
            self.scanner
                .error_at(offset, ParseErrorKind::NoDeclaredTypes { ty, layout })
        })
    }

    /// Parses the properties of an Object.
    #[inline(never)]
    fn object(&mut self) -> Result<Object<L::Variant>, ParseError> {
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

    /// Parses the name of a property and the colon.
    #[inline(never)]
    fn property(&mut self) -> Result<String, ParseError> {
        let name = self.scanner.string("the name of a property, a string")?;
        self.scanner.colon("`:` after the property's name")?;
        Ok(name)
    }

    /// Parses the declared types of a container, if there are any, and the parenthesis, as in
    /// `Array[int](`, `Dictionary[int, String](` and `TypedArray("int", `.
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

    /// Parses the element type of a typed array as a string, after the parenthesis.
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

    /// Parses a container in the parentheses of a constructor, which may be empty.
    fn enclosed<C: Default>(
        &mut self,
        container: impl FnOnce(&mut Self) -> Result<C, ParseError>,
    ) -> Result<C, ParseError> {
        if self.scanner.eat(')') {
            return Ok(C::default());
        }
        let container = container(self)?;
        self.scanner.eat(',');
        self.close()?;
        Ok(container)
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

/// Creates an Array, or returns `None` if the layout has none with this declared type.
fn array<L: Layout>(
    kind: Kind,
    declared: Option<[ElementType; 2]>,
    values: Vec<L::Variant>,
) -> Option<L::Variant> {
    let Some([element, _]) = declared else {
        return Some(values.into());
    };
    L::typed_array(kind, TypedArray { element, values })
}

/// Creates a Dictionary, or returns `None` if the layout has none with declared types.
fn dictionary<L: Layout>(
    declared: Option<[ElementType; 2]>,
    entries: Dictionary<L::Variant>,
) -> Option<L::Variant> {
    let Some([key, value]) = declared else {
        return Some(entries.into());
    };
    L::typed_dictionary(TypedDictionary {
        key,
        value,
        entries,
    })
}

/// Creates an object, or the id that the engine's wrapper of an id has.
fn object<V: AsView>(class: String, properties: Vec<(String, V)>) -> Object<V> {
    if class == ID_CLASS {
        let id = properties.iter().find(|(name, _)| name == ID_PROPERTY);
        if let Some(View::Int(id)) = id.map(|(_, id)| id.view()) {
            return Object::Id(id.cast_unsigned());
        }
    }
    Object::Full(Box::new(FullObject { class, properties }))
}
