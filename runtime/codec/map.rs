//! Converts the members of containers, for example from `VariantRef` to `Variant`.

use crate::dictionary::KeyEquality;
use crate::{Dictionary, FullObject, Object, TypedArray, TypedDictionary};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Converts elements. A loop uses less stack space per nesting level than an iterator.
pub(crate) fn map_array<A, B>(elements: Vec<A>, map: impl Fn(A) -> B) -> Vec<B> {
    let mut mapped = Vec::with_capacity(elements.len());
    for element in elements {
        mapped.push(map(element));
    }
    mapped
}

/// Converts the elements of a typed array.
pub(crate) fn map_typed_array<A, B>(
    array: Box<TypedArray<A>>,
    map: impl Fn(A) -> B,
) -> Box<TypedArray<B>> {
    let values = map_array(array.values, map);
    let element = array.element;
    Box::new(TypedArray { element, values })
}

/// Converts the keys and values of a Dictionary, and keeps the rule of keys.
pub(crate) fn map_dictionary<A, B: KeyEquality>(
    entries: Dictionary<A>,
    map: impl Fn(A) -> B,
) -> Dictionary<B> {
    let rule = entries.key_rule();
    let mut mapped = Vec::with_capacity(entries.len());
    for [key, value] in entries.into_pairs() {
        mapped.push([map(key), map(value)]);
    }
    Dictionary::of_pairs(mapped, rule)
}

/// Converts the keys and values of a Dictionary with declared types.
pub(crate) fn map_typed_dictionary<A, B: KeyEquality>(
    dictionary: Box<TypedDictionary<A>>,
    map: impl Fn(A) -> B,
) -> Box<TypedDictionary<B>> {
    Box::new(TypedDictionary {
        entries: map_dictionary(dictionary.entries, map),
        key: dictionary.key,
        value: dictionary.value,
    })
}

/// Converts the properties of an object.
pub(crate) fn map_object<A, B>(object: Object<A>, map: impl Fn(A) -> B) -> Object<B> {
    match object {
        Object::Id(id) => Object::Id(id),
        Object::Full(object) => {
            let mut properties = Vec::with_capacity(object.properties.len());
            for (name, value) in object.properties {
                properties.push((name, map(value)));
            }
            Object::Full(Box::new(FullObject {
                class: object.class,
                properties,
            }))
        }
    }
}
