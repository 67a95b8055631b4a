//! Conversions of the containers in a `VariantRef` to those in a `Variant`.

use crate::{Dictionary, FullObject, KeyEquality, Object, TypedArray, TypedDictionary};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Converts borrowed elements to owned ones. A loop uses less of the stack for each level than an
/// iterator.
pub(crate) fn own_array<A: Into<B>, B>(elements: Vec<A>) -> Vec<B> {
    let mut owned = Vec::with_capacity(elements.len());
    for element in elements {
        owned.push(element.into());
    }
    owned
}

/// Converts a borrowed typed array to an owned one.
#[allow(dead_code, reason = "not every layout has typed arrays")]
#[allow(
    clippy::boxed_local,
    clippy::unnecessary_box_returns,
    reason = "a Variant holds the typed array in a box"
)]
pub(crate) fn own_typed_array<A: Into<B>, B>(array: Box<TypedArray<A>>) -> Box<TypedArray<B>> {
    let TypedArray { element, values } = *array;
    let values = own_array(values);
    Box::new(TypedArray { element, values })
}

/// Converts a borrowed Dictionary with declared types to an owned one.
#[allow(
    dead_code,
    clippy::boxed_local,
    clippy::unnecessary_box_returns,
    reason = "the Variant of Godot 4 holds it in a box"
)]
pub(crate) fn own_typed_dictionary<A: Into<B>, B: KeyEquality>(
    dictionary: Box<TypedDictionary<A>>,
) -> Box<TypedDictionary<B>> {
    let TypedDictionary {
        key,
        value,
        entries,
    } = *dictionary;
    let entries = own_dictionary(entries);
    Box::new(TypedDictionary {
        key,
        value,
        entries,
    })
}

/// Converts a borrowed Dictionary to an owned one.
pub(crate) fn own_dictionary<A: Into<B>, B: KeyEquality>(pairs: Dictionary<A>) -> Dictionary<B> {
    let mut owned = Dictionary::new();
    owned.reserve(pairs.len());
    for (key, value) in pairs {
        owned.insert(key, value);
    }
    owned
}

/// Converts a borrowed object to an owned one.
pub(crate) fn own_object<A: Into<B>, B>(object: Object<A>) -> Object<B> {
    match object {
        Object::Id(id) => Object::Id(id),
        Object::Full(object) => {
            let mut properties = Vec::with_capacity(object.properties.len());
            for (name, value) in object.properties {
                properties.push((name, value.into()));
            }
            Object::Full(Box::new(FullObject {
                class: object.class,
                properties,
            }))
        }
    }
}
