//! What reading makes of the input: values, or drafts of values where the type is not known yet.
//!
//! In `{"Vector2": [1, 2]` the list is the components of a Vector2, or, when another key follows, an Array of a Dictionary. Until then it is
//! a draft.

use super::depth::TooDeep;
use super::number::{Number, out_of_int};
use super::traits::Value;
use crate::{Dictionary, format};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A value that has been read, and how deep others lie in it: 0 for one that holds none.
pub(crate) struct Read<V> {
    pub(super) value: V,
    pub(super) height: u32,
}

/// A value whose type may depend on a name in front of it.
pub(crate) enum Draft<V> {
    Number(Number),
    Text(String),
    /// A PoolByteArray, or the bytes of a marked value. Text formats have no bytes.
    Bytes(Vec<u8>),
    List(Vec<Self>),
    /// An object that is no type's: the members of one, or a Dictionary.
    Map(Vec<(String, Self)>),
    /// Whatever means the same everywhere: nothing, a bool, a value with its type's name.
    Value(Read<V>),
}

/// What one part of the input is read into.
pub(super) trait Target<V>: Sized {
    type Elements: Default;
    type Entries: Default;

    fn number(number: Number) -> Result<Self, String>;
    fn text(text: String) -> Self;
    fn bytes(bytes: Vec<u8>) -> Self;
    fn value(value: Read<V>) -> Self;
    fn draft(draft: Draft<V>) -> Result<Self, String>;
    fn push(list: &mut Self::Elements, element: Self) -> Result<(), String>;
    fn list(list: Self::Elements) -> Self;
    fn insert(map: &mut Self::Entries, key: String, value: Self) -> Result<(), String>;
    /// Inserts the value of a key that is no text.
    fn insert_value(map: &mut Self::Entries, key: Read<V>, value: Self) -> Result<(), String>;
    fn map(map: Self::Entries) -> Self;
}

/// A container in the making, and its height.
#[derive(Default)]
pub(super) struct Holding<C> {
    container: C,
    height: u32,
}

impl<C> Holding<C> {
    /// Takes note of a value that goes into the container.
    pub(super) fn take<V>(&mut self, part: Read<V>) -> Result<V, String> {
        self.height = self.height.max(part.height + 1);
        if self.height > format::MAX_DEPTH {
            Err(TooDeep.to_string())
        } else {
            Ok(part.value)
        }
    }

    /// The container, to be filled.
    pub(super) fn container(&mut self) -> &mut C {
        &mut self.container
    }

    /// The finished value.
    pub(super) fn finish<V: From<C>>(self) -> Read<V> {
        self.finish_as(V::from)
    }

    /// The finished value, which `wrap` makes of the container.
    pub(super) fn finish_as<V>(self, wrap: impl FnOnce(C) -> V) -> Read<V> {
        Read {
            value: wrap(self.container),
            height: self.height,
        }
    }

    /// The finished value, or why `wrap` cannot make one of the container.
    pub(super) fn try_finish_as<V>(
        self,
        wrap: impl FnOnce(C) -> Result<V, String>,
    ) -> Result<Read<V>, String> {
        let (value, height) = (wrap(self.container)?, self.height);
        Ok(Read { value, height })
    }
}

impl<V: Value> Holding<Dictionary<V>> {
    /// Inserts a pair. A key that is there already is refused: one of the two values would be lost.
    pub(super) fn insert(
        &mut self,
        key: Read<V>,
        value: Read<V>,
        name: impl FnOnce() -> String,
    ) -> Result<(), String> {
        let (key, value) = (self.take(key)?, self.take(value)?);
        match self.container.insert(key, value) {
            None => Ok(()),
            Some(_) => Err(alloc::format!("the key {} is repeated", name())),
        }
    }
}

impl<V: Value> Read<V> {
    /// A value that holds no others.
    pub(super) fn leaf(value: impl Into<V>) -> Self {
        Self {
            value: value.into(),
            height: 0,
        }
    }
}

impl<V: Value> Target<V> for Read<V> {
    type Elements = Holding<Vec<V>>;
    type Entries = Holding<Dictionary<V>>;

    fn number(number: Number) -> Result<Self, String> {
        match number {
            Number::Int(value) => Ok(Self::leaf(value)),
            Number::Float { wide, .. } => Ok(Self::leaf(wide)),
            Number::Large(value) => Err(out_of_int(value)),
        }
    }

    fn text(text: String) -> Self {
        Self::leaf(text)
    }

    fn bytes(bytes: Vec<u8>) -> Self {
        Self::leaf(bytes)
    }

    fn value(value: Self) -> Self {
        value
    }

    fn draft(draft: Draft<V>) -> Result<Self, String> {
        match draft {
            Draft::Number(number) => Self::number(number),
            Draft::Text(text) => Ok(Self::text(text)),
            Draft::Bytes(bytes) => Ok(Self::bytes(bytes)),
            Draft::Value(value) => Ok(value),
            Draft::List(drafts) => {
                let mut list = Self::Elements::default();
                drafts
                    .into_iter()
                    .try_for_each(|element| Self::push(&mut list, Self::draft(element)?))?;
                Ok(Self::list(list))
            }
            Draft::Map(drafts) => {
                let mut map = Self::Entries::default();
                drafts.into_iter().try_for_each(|(key, value)| {
                    Self::insert(&mut map, key, Self::draft(value)?)
                })?;
                Ok(Self::map(map))
            }
        }
    }

    fn push(list: &mut Self::Elements, element: Self) -> Result<(), String> {
        let element = list.take(element)?;
        list.container.push(element);
        Ok(())
    }

    fn list(list: Self::Elements) -> Self {
        list.finish()
    }

    fn insert(map: &mut Self::Entries, key: String, value: Self) -> Result<(), String> {
        if map.container.contains_key(key.as_str()) {
            return Err(alloc::format!("the key {key:?} is repeated"));
        }
        map.insert(Self::leaf(key), value, String::new)
    }

    fn insert_value(map: &mut Self::Entries, key: Self, value: Self) -> Result<(), String> {
        map.insert(key, value, || "of another type".into())
    }

    fn map(map: Self::Entries) -> Self {
        map.finish()
    }
}

impl<V: Value> Target<V> for Draft<V> {
    type Elements = Vec<Self>;
    type Entries = Vec<(String, Self)>;

    fn number(number: Number) -> Result<Self, String> {
        Ok(Self::Number(number))
    }

    fn text(text: String) -> Self {
        Self::Text(text)
    }

    fn bytes(bytes: Vec<u8>) -> Self {
        Self::Bytes(bytes)
    }

    fn value(value: Read<V>) -> Self {
        Self::Value(value)
    }

    fn draft(draft: Self) -> Result<Self, String> {
        Ok(draft)
    }

    fn push(list: &mut Self::Elements, element: Self) -> Result<(), String> {
        list.push(element);
        Ok(())
    }

    fn list(list: Self::Elements) -> Self {
        Self::List(list)
    }

    fn insert(map: &mut Self::Entries, key: String, value: Self) -> Result<(), String> {
        map.push((key, value));
        Ok(())
    }

    fn insert_value(_: &mut Self::Entries, _: Read<V>, _: Self) -> Result<(), String> {
        Err("expected a key that is text".into())
    }

    fn map(map: Self::Entries) -> Self {
        Self::Map(map)
    }
}

/// Describes content that was found, for an error.
fn found<V>(draft: &Draft<V>) -> String {
    match draft {
        Draft::Number(Number::Int(value)) => value.to_string(),
        Draft::Number(Number::Large(value)) => value.to_string(),
        Draft::Number(Number::Float { wide, .. }) => alloc::format!("{wide:?}"),
        Draft::Bytes(bytes) => alloc::format!("{} bytes", bytes.len()),
        Draft::Text(text) => {
            const LONGEST: usize = 24;
            let short: String = text.chars().take(LONGEST).collect();
            let cut = if short.len() < text.len() { "…" } else { "" };
            alloc::format!("the text {short:?}{cut}")
        }
        Draft::List(elements) => alloc::format!("a list of {}", elements.len()),
        Draft::Map(_) => "an object".into(),
        Draft::Value(_) => "another value".into(),
    }
}

/// Returns the error for unexpected content.
pub(super) fn wrong<T, V>(expected: &str, of: &str, content: &Draft<V>) -> Result<T, String> {
    Err(alloc::format!(
        "expected {expected} for {of}, found {}",
        found(content)
    ))
}
