//! Values of the input, including those whose type is not known yet.
//!
//! After `{"Vector2": [1, 2]`, the list is still untyped: it is the components of a Vector2 if the
//! object ends, or an Array in a Dictionary if another key follows.

use super::Value;
use super::names::{TooDeep, reserved};
use super::number::{Number, out_of_int};
use crate::error::Count;
use crate::table::key_rule::KeyRule;
use crate::table::layout::Layout;
use crate::value::view::{self, AsView, Content};
use crate::{Dictionary, Kind};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A value whose type may depend on a name that precedes it, or a key of an object.
pub(crate) enum Untyped<V> {
    Number(Number),
    /// A string. A string key may be a reserved name of the JSON form.
    Text(String),
    /// A PackedByteArray. Text formats have no bytes.
    Bytes(Vec<u8>),
    List(Vec<Self>),
    /// An object without the name of a type: the members of a value, or a Dictionary.
    Map(Vec<(String, Self)>),
    /// A value whose type is known: null, a bool, or a value with the name of its type.
    Value(V),
    /// A string that is never a reserved name, such as a key of a layout's own format.
    PlainText(String),
    /// The key that precedes the encoding of a value in this layout.
    Layout(&'static Layout),
}

impl<V: Value> Untyped<V> {
    /// Converts the value to the Variant that it represents without the name of a type.
    pub(super) fn read(self, rule: KeyRule) -> Result<V, String> {
        match self {
            Self::Number(Number::Int(value)) => Ok(value.into()),
            Self::Number(Number::Float { wide, .. }) => Ok(wide.into()),
            Self::Number(Number::Large(value)) => Err(out_of_int(value)),
            Self::Text(text) | Self::PlainText(text) => Ok(text.into()),
            Self::Bytes(bytes) => Ok(build(Kind::PackedByteArray, Content::Components(&bytes))),
            // Only the access to the encoding of a value has such a key.
            Self::Layout(layout) => Err(alloc::format!("a value of the layout {}", layout.name)),
            Self::Value(value) => Ok(value),
            Self::List(elements) => list(elements, rule).map(V::from),
            Self::Map(entries) => {
                let mut map = Dictionary::with_rule(rule);
                for (key, value) in entries {
                    insert(&mut map, Self::Text(key), value)?;
                }
                Ok(map.into())
            }
        }
    }
}

/// Builds a value of a type that every Variant has.
pub(super) fn build<V: Value>(kind: Kind, content: Content<'_>) -> V {
    V::build(kind, content).unwrap_or_default()
}

/// Converts the elements of a list.
pub(super) fn list<V: Value>(elements: Vec<Untyped<V>>, rule: KeyRule) -> Result<Vec<V>, String> {
    let elements = elements.into_iter();
    elements.map(|element| element.read(rule)).collect()
}

/// Inserts an entry; returns an error for a duplicate key, because one of its values would be lost.
pub(super) fn insert<V: Value>(
    entries: &mut Dictionary<V>,
    key: Untyped<V>,
    value: Untyped<V>,
) -> Result<(), String> {
    let rule = entries.key_rule();
    let (key, value) = (key.read(rule)?, value.read(rule)?);
    // A key that only identity tells from an earlier one is a key of Godot 3, whose layout may be
    // unknown here.
    if rule == KeyRule::ByValue && !view::is_plain(&key) && entries.contains_key(&key) {
        entries.set_key_rule(KeyRule::ByIdentity);
    }
    let place = entries.insert_at(key, value);
    match place.and_then(|(place, _)| entries.pair(place)) {
        None => Ok(()),
        Some([key, _]) => Err(alloc::format!("duplicate key {key}")),
    }
}

/// Returns an error if containers in a value are nested more than `levels` levels.
pub(super) fn check_depth<V: AsView>(value: &V, levels: u32) -> Result<(), TooDeep> {
    let mut members = value.view().members();
    members.try_for_each(|member| check_depth(member, levels.checked_sub(1).ok_or(TooDeep)?))
}

impl<V> Untyped<V> {
    /// Returns whether this key is a reserved name, so that it may determine the type of its value.
    pub(super) fn is_name(&self) -> bool {
        matches!(self, Self::Text(text) if reserved(text).is_some())
    }

    /// Describes the value, for an error.
    pub(super) fn describe(&self) -> String {
        match self {
            Self::Number(Number::Int(value)) => value.to_string(),
            Self::Number(Number::Large(value)) => value.to_string(),
            Self::Number(Number::Float { wide, .. }) => alloc::format!("{wide:?}"),
            Self::Bytes(bytes) => Count(bytes.len(), "byte").to_string(),
            Self::Text(text) => {
                const LONGEST: usize = 24;
                let short: String = text.chars().take(LONGEST).collect();
                let cut = if short.len() < text.len() { "…" } else { "" };
                alloc::format!("the string {short:?}{cut}")
            }
            Self::List(elements) => {
                alloc::format!("a list of {}", Count(elements.len(), "element"))
            }
            Self::Map(_) => "an object".into(),
            Self::Value(_) | Self::PlainText(_) | Self::Layout(_) => "another value".into(),
        }
    }
}
