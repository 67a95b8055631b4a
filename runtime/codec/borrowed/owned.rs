//! Conversions of the containers in a `VariantRef` to those in a `Variant`.

use crate::dictionary::KeyEquality;
use crate::{Dictionary, FullObject, Object, TypedArray, TypedDictionary};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Converts borrowed elements to owned ones. A loop uses less stack space per nesting level than an
/// iterator.
pub(crate) fn own_array<A: Into<B>, B>(elements: Vec<A>) -> Vec<B> {
    let mut owned = Vec::with_capacity(elements.len());
    for element in elements {
        owned.push(element.into());
    }
    owned
}

/// Converts a borrowed typed array to an owned one.
pub(crate) fn own_typed_array<A: Into<B>, B>(array: Box<TypedArray<A>>) -> Box<TypedArray<B>> {
    let values = own_array(array.values);
    let element = array.element;
    Box::new(TypedArray { element, values })
}

/// Converts a borrowed Dictionary to an owned one with the same rule of keys.
pub(crate) fn own_dictionary<A: Into<B>, B: KeyEquality>(entries: Dictionary<A>) -> Dictionary<B> {
    let rule = entries.key_rule();
    let mut owned = Vec::with_capacity(entries.len());
    for [key, value] in entries.into_pairs() {
        owned.push([key.into(), value.into()]);
    }
    Dictionary::of_pairs(owned, rule)
}

/// Converts a borrowed Dictionary with declared types to an owned one.
pub(crate) fn own_typed_dictionary<A: Into<B>, B: KeyEquality>(
    dictionary: Box<TypedDictionary<A>>,
) -> Box<TypedDictionary<B>> {
    Box::new(TypedDictionary {
        entries: own_dictionary(dictionary.entries),
        key: dictionary.key,
        value: dictionary.value,
    })
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
