//! The values of the input, and drafts of values whose type is not known yet.
//!
//! In `{"Vector2": [1, 2]` the list is the components of a Vector2 or, if another key follows, an
//! Array in a Dictionary. Until then it is a draft.

use super::holding::{Holding, Read};
use super::key::Key;
use super::number::{Number, out_of_int};
use super::traits::Value;
use crate::{Dictionary, Pool};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A value whose type may depend on a name that precedes it.
pub(crate) enum Draft<V> {
    Number(Number),
    Text(String),
    /// A PoolByteArray, or the bytes of a marked value. Text formats have no bytes.
    Bytes(Vec<u8>),
    List(Vec<Self>),
    /// An object without the name of a type: the members of a value, or a Dictionary.
    Map(Vec<(String, Self)>),
    /// A value that means the same everywhere: null, a bool, a value with the name of its type.
    Value(Read<V>),
    /// The key of an object.
    Key(Key<V>),
}

impl<V: Value> Draft<V> {
    /// Converts the draft to the value that it is without a name.
    pub(super) fn read(self) -> Result<Read<V>, String> {
        match self {
            Self::Number(Number::Int(value)) => Ok(Read::leaf(value)),
            Self::Number(Number::Float { wide, .. }) => Ok(Read::leaf(wide)),
            Self::Number(Number::Large(value)) => Err(out_of_int(value)),
            Self::Text(text) => Ok(Read::leaf(text)),
            Self::Bytes(bytes) => Ok(Read::leaf(Pool(bytes))),
            Self::Value(value) => Ok(value),
            Self::Key(key) => Ok(key.text().map_or_else(|value| value, Read::leaf)),
            Self::List(drafts) => {
                let mut list = Holding::default();
                drafts
                    .into_iter()
                    .try_for_each(|element| list.push(element.read()?))?;
                Ok(list.finish(V::from))
            }
            Self::Map(drafts) => {
                let mut map = Holding::default();
                drafts
                    .into_iter()
                    .try_for_each(|(key, value)| map.insert_text(key, value.read()?))?;
                Ok(map.finish(V::from))
            }
        }
    }

    /// Converts the draft to a key.
    pub(super) fn key(self) -> Result<Key<V>, String> {
        match self {
            Self::Key(key) => Ok(key),
            other => other.read().map(Key::Value),
        }
    }
}

/// The elements of a list: drafts, or values at once.
pub(super) enum Elements<V> {
    Drafts(Vec<Draft<V>>),
    Values(Holding<Vec<V>>),
}

impl<V: Value> Elements<V> {
    pub(super) fn push(&mut self, element: Draft<V>) -> Result<(), String> {
        match self {
            Self::Drafts(list) => list.push(element),
            Self::Values(list) => list.push(element.read()?)?,
        }
        Ok(())
    }

    pub(super) fn finish(self) -> Draft<V> {
        match self {
            Self::Drafts(list) => Draft::List(list),
            Self::Values(list) => Draft::Value(list.finish(V::from)),
        }
    }
}

/// The entries of an object: drafts, or values at once.
pub(super) enum Entries<V> {
    Drafts(Vec<(String, Draft<V>)>),
    Values(Holding<Dictionary<V>>),
}

impl<V: Value> Entries<V> {
    pub(super) fn insert(&mut self, key: Key<V>, value: Draft<V>) -> Result<(), String> {
        match (self, key.text()) {
            (Self::Drafts(map), Ok(key)) => map.push((key, value)),
            (Self::Drafts(_), Err(_)) => return Err("expected a key that is text".into()),
            (Self::Values(map), Ok(key)) => map.insert_text(key, value.read()?)?,
            (Self::Values(map), Err(key)) => {
                map.insert(key, value.read()?, || "of another type".into())?;
            }
        }
        Ok(())
    }

    pub(super) fn finish(self) -> Draft<V> {
        match self {
            Self::Drafts(map) => Draft::Map(map),
            Self::Values(map) => Draft::Value(map.finish(V::from)),
        }
    }
}

/// Describes content that was found, for an error.
pub(super) fn found<V>(draft: &Draft<V>) -> String {
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
        Draft::Value(_) | Draft::Key(_) => "another value".into(),
    }
}
