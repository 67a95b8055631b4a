//! Conversions of the elements of containers, such as those in a `VariantRef` to those in a `Variant`.

use crate::dictionary::KeyEquality;
use crate::{Dictionary, FullObject, Object, TypedArray, TypedDictionary};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Converts elements. A loop uses less stack space per nesting level than an iterator.
pub(crate) fn own_array<A, B>(elements: Vec<A>, own: impl Fn(A) -> B) -> Vec<B> {
    let mut owned = Vec::with_capacity(elements.len());
    for element in elements {
        owned.push(own(element));
    }
    owned
}

/// Converts the elements of a typed array.
pub(crate) fn own_typed_array<A, B>(
    array: Box<TypedArray<A>>,
    own: impl Fn(A) -> B,
) -> Box<TypedArray<B>> {
    let values = own_array(array.values, own);
    let element = array.element;
    Box::new(TypedArray { element, values })
}

/// Converts the keys and values of a Dictionary, and keeps the rule of keys.
pub(crate) fn own_dictionary<A, B: KeyEquality>(
    entries: Dictionary<A>,
    own: impl Fn(A) -> B,
) -> Dictionary<B> {
    let rule = entries.key_rule();
    let mut owned = Vec::with_capacity(entries.len());
    for [key, value] in entries.into_pairs() {
        owned.push([own(key), own(value)]);
    }
    Dictionary::of_pairs(owned, rule)
}

/// Converts the keys and values of a Dictionary with declared types.
pub(crate) fn own_typed_dictionary<A, B: KeyEquality>(
    dictionary: Box<TypedDictionary<A>>,
    own: impl Fn(A) -> B,
) -> Box<TypedDictionary<B>> {
    Box::new(TypedDictionary {
        entries: own_dictionary(dictionary.entries, own),
        key: dictionary.key,
        value: dictionary.value,
    })
}

/// Converts the properties of an object.
pub(crate) fn own_object<A, B>(object: Object<A>, own: impl Fn(A) -> B) -> Object<B> {
    match object {
        Object::Id(id) => Object::Id(id),
        Object::Full(object) => {
            let mut properties = Vec::with_capacity(object.properties.len());
            for (name, value) in object.properties {
                properties.push((name, own(value)));
            }
            Object::Full(Box::new(FullObject {
                class: object.class,
                properties,
            }))
        }
    }
}
