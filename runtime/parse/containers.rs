//! Containers: Arrays, Dictionaries and Objects, and their declared types.

use super::Parser;
use crate::error::{ParseError, ParseErrorKind};
use crate::view::{View, Viewed};
use crate::{
    Dictionary, ElementType, Kind, Layout, Object, TypedArray, TypedDictionary, WholeObject,
};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// A container with the elements so far.
pub(super) enum Container<V> {
    Array {
        values: Vec<V>,
        constructor: Option<Box<ArrayConstructor>>,
    },
    Dictionary {
        entries: Dictionary<V>,
        /// The key of the next value.
        key: Option<V>,
        constructor: Option<Box<DictionaryConstructor>>,
    },
    Object(Box<OpenObject<V>>),
}

/// What encloses the brackets of an array, such as `Array[int]( )`.
pub(super) struct ArrayConstructor {
    /// The kind of the typed array and its declared type.
    pub(super) declared: Option<(Kind, ElementType)>,
    /// The offset of the name.
    pub(super) offset: usize,
}

/// What encloses the brackets of a Dictionary.
pub(super) struct DictionaryConstructor {
    /// The declared types of keys and values.
    pub(super) declared: Option<[ElementType; 2]>,
    /// The offset of the name.
    pub(super) offset: usize,
}

/// An object with the properties so far.
pub(super) struct OpenObject<V> {
    object: WholeObject<V>,
    /// The name of the next property.
    name: String,
}

const BETWEEN_ELEMENTS: &str = "`,` or `]`";
const BETWEEN_ENTRIES: &str = "`,` or `}`";
const BETWEEN_PROPERTIES: &str = "`,` or `)`";

impl<V> Container<V> {
    pub(super) fn array() -> Self {
        Self::Array {
            values: Vec::new(),
            constructor: None,
        }
    }

    pub(super) fn dictionary() -> Self {
        Self::Dictionary {
            entries: Dictionary::new(),
            key: None,
            constructor: None,
        }
    }

    pub(super) fn object(class: String) -> Self {
        Self::Object(Box::new(OpenObject {
            object: WholeObject {
                class,
                properties: Vec::new(),
            },
            name: String::new(),
        }))
    }
}

impl<L: Layout> Parser<'_, L> {
    /// Returns whether a value follows the opening bracket, and consumes what precedes it or the
    /// closing bracket.
    pub(super) fn has_first(
        &mut self,
        container: &mut Container<L::Variant>,
    ) -> Result<bool, ParseError> {
        match container {
            Container::Array { .. } => Ok(!self.scanner.eat(']')),
            Container::Dictionary { key, .. } => {
                if self.scanner.eat('}') {
                    return Ok(false);
                }
                *key = self.bare_key();
                Ok(true)
            }
            Container::Object(open) => {
                if !self.scanner.has_next(')', BETWEEN_PROPERTIES)? {
                    return Ok(false);
                }
                open.name = self.property()?;
                Ok(true)
            }
        }
    }

    /// Adds a value. Returns whether another one follows, and consumes what precedes it or the closing
    /// bracket.
    pub(super) fn add(
        &mut self,
        container: &mut Container<L::Variant>,
        value: L::Variant,
    ) -> Result<bool, ParseError> {
        match container {
            Container::Array { values, .. } => {
                values.push(value);
                self.scanner.has_next(']', BETWEEN_ELEMENTS)
            }
            Container::Dictionary { entries, key, .. } => {
                let Some(complete) = key.take() else {
                    self.scanner.expect(':', "`:` after the key")?;
                    *key = Some(value);
                    return Ok(true);
                };
                entries.insert(complete, value);
                if !self.scanner.has_next('}', BETWEEN_ENTRIES)? {
                    return Ok(false);
                }
                *key = self.bare_key();
                Ok(true)
            }
            Container::Object(open) => {
                let name = core::mem::take(&mut open.name);
                open.object.properties.push((name, value));
                if !self.scanner.has_next(')', BETWEEN_PROPERTIES)? {
                    return Ok(false);
                }
                open.name = self.property()?;
                Ok(true)
            }
        }
    }

    /// Consumes a key as in Lua, `name =`, if one is next.
    fn bare_key(&mut self) -> Option<L::Variant> {
        let start = self.scanner.offset();
        match self.scanner.name() {
            Some(name) if self.scanner.eat('=') => {
                use crate::build::{Build, Content};
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
        self.scanner.expect(':', "`:` after the property's name")?;
        Ok(name)
    }

    /// Builds the value of a complete container, after its closing bracket.
    pub(super) fn finish(
        &mut self,
        container: Container<L::Variant>,
    ) -> Result<L::Variant, ParseError> {
        match container {
            Container::Array {
                values,
                constructor: None,
            } => Ok(values.into()),
            Container::Array {
                values,
                constructor: Some(constructor),
            } => {
                self.end_of_constructor()?;
                self.array_of(values, *constructor)
            }
            Container::Dictionary {
                entries,
                constructor: None,
                ..
            } => Ok(entries.into()),
            Container::Dictionary {
                entries,
                constructor: Some(constructor),
                ..
            } => {
                self.end_of_constructor()?;
                self.dictionary_of(entries, *constructor)
            }
            Container::Object(open) => Ok(object(open.object).into()),
        }
    }

    /// Builds the value of an array's constructor.
    pub(super) fn array_of(
        &self,
        values: Vec<L::Variant>,
        constructor: ArrayConstructor,
    ) -> Result<L::Variant, ParseError> {
        let ArrayConstructor { declared, offset } = constructor;
        let Some((kind, element)) = declared else {
            return Ok(values.into());
        };
        L::typed_array(kind, TypedArray { element, values })
            .ok_or_else(|| self.no_declared_types(kind, offset))
    }

    /// Builds the value of a Dictionary's constructor.
    pub(super) fn dictionary_of(
        &self,
        entries: Dictionary<L::Variant>,
        constructor: DictionaryConstructor,
    ) -> Result<L::Variant, ParseError> {
        let DictionaryConstructor { declared, offset } = constructor;
        let Some([key, value]) = declared else {
            return Ok(entries.into());
        };
        let dictionary = TypedDictionary {
            key,
            value,
            entries,
        };
        L::typed_dictionary(dictionary)
            .ok_or_else(|| self.no_declared_types(Kind::Dictionary, offset))
    }

    /// Consumes the parenthesis that closes a constructor, and a comma before it.
    fn end_of_constructor(&mut self) -> Result<(), ParseError> {
        self.scanner.eat(',');
        self.scanner.expect(')', "`)`")
    }

    #[cold]
    fn no_declared_types(&self, kind: Kind, offset: usize) -> ParseError {
        let (ty, layout) = (L::name_of(kind), L::TITLE);
        self.scanner
            .error_at(offset, ParseErrorKind::NoDeclaredTypes { ty, layout })
    }
}

/// Returns the object, or the id that the engine's wrapper of an id has.
fn object<V: Viewed>(object: WholeObject<V>) -> Object<V> {
    if object.class == crate::text_form::ID_CLASS {
        let is_id = |(name, _): &&(String, V)| name == crate::text_form::ID_PROPERTY;
        let id = object.properties.iter().find(is_id);
        if let Some(View::Int(id)) = id.map(|(_, id)| id.view()) {
            return Object::Id(id.cast_unsigned());
        }
    }
    Object::Whole(Box::new(object))
}
