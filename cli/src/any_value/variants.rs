//! The Variants of the layouts as values of any layout.

use super::model::{AnyValue, Content, Entry};
use crate::output::Writer;
use crate::terminal;
use gdvariant::generic::structure::{View, Viewed};
use gdvariant::{ElementType, Kind, Object};
use serde::Serialize;
use std::fmt::{self, Display};
use std::io;

/// The declared type of containers that declare none.
const ANY: &ElementType = &ElementType::Any;

impl<V: Viewed + Display + Serialize> AnyValue for V {
    fn kind(&self) -> Kind {
        Viewed::kind(self)
    }

    fn content(&self) -> Content<'_> {
        match self.view() {
            View::Nil => Content::Nil,
            View::Id(_, id) => Content::Id(id),
            View::Callable => Content::Callable,
            View::Signal(signal) => Content::Signal(signal),
            View::Bool(value) => Content::Bool(value),
            View::Int(value) => Content::Int(value),
            View::Float(value) => Content::Float(value),
            View::Text(_, text) => Content::Text(text),
            View::Fields(_, components) => Content::Fields(components),
            View::Pool(_, elements) => Content::Pool(elements),
            View::PoolText(texts) => Content::PoolText(texts.iter().map(AsRef::as_ref).collect()),
            View::NodePath(path) => Content::NodePath(path.to_string()),
            View::Object(Object::Id(id)) => Content::ObjectId(*id),
            View::Object(Object::Whole(object)) => {
                let properties = object.properties.iter();
                Content::Object(
                    &object.class,
                    properties
                        .map(|(name, value)| (name.as_str(), value as _))
                        .collect(),
                )
            }
            View::Array(values) => array(Kind::Array, ANY, values.len()),
            View::TypedArray(kind, array) => self::array(kind, &array.element, array.values.len()),
            View::Dictionary(entries) => {
                Content::Dictionary([ANY; 2], entries.iter().map(Entry::of).collect())
            }
            View::TypedDictionary(dictionary) => Content::Dictionary(
                [&dictionary.key, &dictionary.value],
                dictionary.entries.iter().map(Entry::of).collect(),
            ),
        }
    }

    fn element(&self, index: usize) -> Option<&dyn AnyValue> {
        let element = match self.view() {
            View::Array(values) => values.get(index),
            View::TypedArray(_, array) => array.values.get(index),
            _ => None,
        };
        element.map(|element| element as _)
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{self:#}")
    }

    fn write_json(&self, out: &mut Writer, is_terminal: bool) -> io::Result<()> {
        terminal::write_json(out, self, is_terminal)
    }
}

/// An Array with a declared type is the same as a TypedArray in a layout that has both.
fn array(kind: Kind, declared: &ElementType, length: usize) -> Content<'_> {
    let is_typed = kind == Kind::Array && !declared.is_any();
    Content::Array {
        kind: if is_typed { Kind::TypedArray } else { kind },
        declared,
        length,
    }
}
