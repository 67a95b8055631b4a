//! The values of the input, also those whose type is not known yet, and the containers that collect
//! them.
//!
//! In `{"Vector2": [1, 2]` the list is the components of a Vector2 or, if another key follows, an
//! Array in a Dictionary. Until then it is untyped.

use super::Value;
use super::names::{TooDeep, is_reserved};
use super::number::{Number, out_of_int};
use crate::error::kinds::NUMBER_TOKEN;
use crate::serde::channel::{Mark, is_plain};
use crate::{Dictionary, Pool, format};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A value that has been read.
pub(crate) struct ReadValue<V> {
    pub(super) value: V,
    /// The number of levels of containers in it: 0 for a value that contains none.
    pub(super) height: u32,
}

impl<V> ReadValue<V> {
    /// Returns a value that contains no others.
    pub(super) fn leaf(value: impl Into<V>) -> Self {
        Self {
            value: value.into(),
            height: 0,
        }
    }
}

impl<V> ReadValue<Option<V>> {
    /// Returns the value, or `None` if the layout lacks its type.
    pub(super) fn present(self) -> Option<ReadValue<V>> {
        let height = self.height;
        self.value.map(|value| ReadValue { value, height })
    }
}

/// A value whose type may depend on a name that precedes it.
pub(crate) enum Untyped<V> {
    Number(Number),
    Text(String),
    /// A PoolByteArray. Text formats have no bytes.
    Bytes(Vec<u8>),
    List(Vec<Self>),
    /// An object without the name of a type: the members of a value, or a Dictionary.
    Map(Vec<(String, Self)>),
    /// A value that means the same everywhere: null, a bool, a value with the name of its type.
    Value(ReadValue<V>),
    /// The key of an object.
    Key(Key<V>),
}

impl<V: Value> Untyped<V> {
    /// Converts the value to the one that it is without a name.
    pub(super) fn read(self) -> Result<ReadValue<V>, String> {
        match self {
            Self::Number(Number::Int(value)) => Ok(ReadValue::leaf(value)),
            Self::Number(Number::Float { wide, .. }) => Ok(ReadValue::leaf(wide)),
            Self::Number(Number::Large(value)) => Err(out_of_int(value)),
            Self::Text(text) => Ok(ReadValue::leaf(text)),
            Self::Bytes(bytes) => Ok(ReadValue::leaf(Pool(bytes))),
            Self::Value(value) => Ok(value),
            Self::Key(key) => Ok(key.text().map_or_else(|value| value, ReadValue::leaf)),
            Self::List(elements) => {
                let mut list = ContainerBuilder::default();
                elements
                    .into_iter()
                    .try_for_each(|element| list.push(element))?;
                Ok(list.finish(V::from))
            }
            Self::Map(entries) => {
                let mut map = ContainerBuilder::default();
                entries
                    .into_iter()
                    .try_for_each(|(key, value)| map.insert_text(key, value))?;
                Ok(map.finish(V::from))
            }
        }
    }

    /// Converts the value to a key.
    pub(super) fn key(self) -> Result<Key<V>, String> {
        match self {
            Self::Key(key) => Ok(key),
            other => other.read().map(Key::Value),
        }
    }
}

impl<V> Untyped<V> {
    /// Describes the value, for an error.
    pub(in crate::serde) fn describe(&self) -> String {
        match self {
            Self::Number(Number::Int(value)) => value.to_string(),
            Self::Number(Number::Large(value)) => value.to_string(),
            Self::Number(Number::Float { wide, .. }) => alloc::format!("{wide:?}"),
            Self::Bytes(bytes) => alloc::format!("{} bytes", bytes.len()),
            Self::Text(text) => {
                const LONGEST: usize = 24;
                let short: String = text.chars().take(LONGEST).collect();
                let cut = if short.len() < text.len() { "…" } else { "" };
                alloc::format!("the text {short:?}{cut}")
            }
            Self::List(elements) => alloc::format!("a list of {}", elements.len()),
            Self::Map(_) => "an object".into(),
            Self::Value(_) | Self::Key(_) => "another value".into(),
        }
    }
}

/// A key of an object.
pub(crate) enum Key<V> {
    /// The key of the digits of a number in serde_json with `arbitrary_precision`.
    Number,
    /// The mark of a value that serde's data model has no type for.
    Mark(Mark),
    /// A string, which may be a name of the form.
    Text(String),
    /// A string that is not a name of the form, whatever it contains: a layout's own bytes have no
    /// names.
    Plain(String),
    /// Any other value; JSON has none.
    Value(ReadValue<V>),
}

impl<V> Key<V> {
    /// Returns the key for a string. Its address may be a mark, so it must not be copied before.
    pub(super) fn of(text: &str) -> Self {
        match Mark::of_key(text) {
            Some(mark) => Self::Mark(mark),
            None if is_plain(text) => Self::Plain(text.into()),
            None if text == NUMBER_TOKEN => Self::Number,
            None => Self::Text(text.into()),
        }
    }

    /// Returns whether the key may determine the meaning of its value.
    pub(super) fn is_reserved(&self) -> bool {
        matches!(self, Self::Number) || matches!(self, Self::Text(text) if is_reserved(text))
    }

    /// Returns the string that the key is, or else the value.
    pub(super) fn text(self) -> Result<String, ReadValue<V>> {
        match self {
            Self::Number => Ok(NUMBER_TOKEN.into()),
            Self::Mark(mark) => Ok(mark.key().into()),
            Self::Text(text) | Self::Plain(text) => Ok(text),
            Self::Value(value) => Err(value),
        }
    }
}

/// A container under construction.
#[derive(Default)]
pub(super) struct ContainerBuilder<C> {
    pub(super) container: C,
    /// The number of levels of containers, this one included.
    height: u32,
}

impl<C> ContainerBuilder<C> {
    /// Returns a value that goes into the container.
    pub(super) fn value<V: Value>(&mut self, value: Untyped<V>) -> Result<V, String> {
        let value = value.read()?;
        self.height = self.height.max(value.height + 1);
        if self.height > format::MAX_DEPTH {
            Err(TooDeep.to_string())
        } else {
            Ok(value.value)
        }
    }

    /// Returns the value that `wrap` makes of the container.
    pub(super) fn finish<V>(self, wrap: impl FnOnce(C) -> V) -> ReadValue<V> {
        ReadValue {
            value: wrap(self.container),
            height: self.height,
        }
    }
}

impl<V: Value> ContainerBuilder<Vec<V>> {
    pub(super) fn push(&mut self, element: Untyped<V>) -> Result<(), String> {
        let element = self.value(element)?;
        self.container.push(element);
        Ok(())
    }
}

impl<V: Value> ContainerBuilder<Dictionary<V>> {
    /// Inserts an entry. A repeated key is an error: one of the two values would be lost.
    pub(super) fn insert(
        &mut self,
        key: Untyped<V>,
        value: Untyped<V>,
        name: impl FnOnce() -> String,
    ) -> Result<(), String> {
        let (key, value) = (self.value(key)?, self.value(value)?);
        match self.container.insert(key, value) {
            None => Ok(()),
            Some(_) => Err(alloc::format!("the key {} is repeated", name())),
        }
    }

    pub(super) fn insert_text(&mut self, key: String, value: Untyped<V>) -> Result<(), String> {
        if self.container.contains_key(key.as_str()) {
            return Err(alloc::format!("the key {key:?} is repeated"));
        }
        self.insert(Untyped::Text(key), value, String::new)
    }
}
