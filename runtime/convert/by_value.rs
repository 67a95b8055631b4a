//! Conversions between the `Variant` types of the layouts, by value.
//!
//! Payloads are moved out of one Variant into another, not cloned; only a conversion to double
//! precision copies those with real numbers.

use crate::value::build::{Build, Content};
use crate::value::editable::{Editable, ViewMut};
use crate::value::view::segment_of;
use crate::{
    ConvertError, ConvertErrorKind, Dictionary, ElementType, FullObject, Kind, Layout, Object,
    Segment, TypedArray, TypedDictionary,
};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::mem;

/// Implements `TryFrom` between the `Variant` types of two layouts.
#[allow(unused_macros, reason = "a single layout has no conversions")]
macro_rules! conversion {
    ($from:ident $a:ident => $to:ident $b:ident) => {
        impl TryFrom<crate::$from::Variant> for crate::$to::Variant {
            type Error = ConvertError;

            fn try_from(value: crate::$from::Variant) -> Result<Self, Self::Error> {
                convert::<crate::$a, crate::$b>(value)
            }
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/convert.rs"));

/// Converts a value and everything that it contains.
///
/// Containers have separate functions, which are not inlined, to keep the stack frame of leaves
/// small.
fn convert<A: Layout, B: Layout>(mut value: A::Variant) -> Result<B::Variant, ConvertError> {
    let converted = match value.view_mut() {
        ViewMut::Nil => B::Variant::default(),
        ViewMut::Bool(value) => (*value).into(),
        ViewMut::Int(value) => (*value).into(),
        ViewMut::Float(value) => (*value).into(),
        ViewMut::Text(text) => mem::take(text).into(),
        ViewMut::Payload(kind, payload) => {
            let converted = B::Variant::build(kind, Content::Payload(payload));
            return converted.ok_or_else(|| missing::<A, B>(kind));
        }
        ViewMut::Array(values) => return self::values::<A, B>(mem::take(values)).map(Into::into),
        ViewMut::TypedArray(kind, array) => return typed_array::<A, B>(kind, mem::take(array)),
        ViewMut::Dictionary(entries) => {
            return self::entries::<A, B>(mem::take(entries)).map(Into::into);
        }
        ViewMut::TypedDictionary(entries) => return typed_entries::<A, B>(mem::take(entries)),
        ViewMut::Object(object) => {
            return self::object::<A, B>(mem::replace(object, Object::Id(0))).map(Into::into);
        }
    };
    // The value owns nothing any more: to check that would cost as much as the conversion.
    mem::forget(value);
    Ok(converted)
}

/// Returns the error of a kind that the target lacks.
fn missing<A: Layout, B: Layout>(kind: Kind) -> ConvertError {
    ConvertError::new(ConvertErrorKind::MissingType {
        ty: A::name_of(kind),
        layout: B::TITLE,
    })
}

// Loops instead of iterators keep the recursive stack frames small.

#[inline(never)]
fn values<A: Layout, B: Layout>(values: Vec<A::Variant>) -> Result<Vec<B::Variant>, ConvertError> {
    let mut converted = Vec::with_capacity(values.len());
    for (index, value) in values.into_iter().enumerate() {
        match convert::<A, B>(value) {
            Ok(value) => converted.push(value),
            Err(error) => return Err(error.within(Segment::Index(index))),
        }
    }
    Ok(converted)
}

#[inline(never)]
fn typed_array<A: Layout, B: Layout>(
    kind: Kind,
    array: TypedArray<A::Variant>,
) -> Result<B::Variant, ConvertError> {
    if B::number_of(kind).is_none() {
        return Err(missing::<A, B>(kind));
    }
    let TypedArray { element, values } = array;
    check_declared::<A, B>(&element)?;
    let values = self::values::<A, B>(values)?;
    let typed = B::typed_array(kind, TypedArray { element, values });
    typed.ok_or_else(|| {
        let layout = B::TITLE;
        ConvertError::new(ConvertErrorKind::MissingTypedArray { layout })
    })
}

/// Checks that the target layout has a declared type.
fn check_declared<A: Layout, B: Layout>(declared: &ElementType) -> Result<(), ConvertError> {
    match declared {
        ElementType::Kind(kind) if B::number_of(*kind).is_none() => Err(missing::<A, B>(*kind)),
        _ => Ok(()),
    }
}

#[inline(never)]
fn typed_entries<A: Layout, B: Layout>(
    dictionary: TypedDictionary<A::Variant>,
) -> Result<B::Variant, ConvertError> {
    let TypedDictionary {
        key,
        value,
        entries,
    } = dictionary;
    check_declared::<A, B>(&key)?;
    check_declared::<A, B>(&value)?;
    let entries = self::entries::<A, B>(entries)?;
    let typed = B::typed_dictionary(TypedDictionary {
        key,
        value,
        entries,
    });
    typed.ok_or_else(|| {
        let layout = B::TITLE;
        ConvertError::new(ConvertErrorKind::MissingTypedDictionary { layout })
    })
}

#[inline(never)]
fn entries<A: Layout, B: Layout>(
    entries: Dictionary<A::Variant>,
) -> Result<Dictionary<B::Variant>, ConvertError> {
    let mut converted = Dictionary::<B::Variant>::new();
    converted.reserve(entries.len());
    for (index, (key, value)) in entries.into_iter().enumerate() {
        let key = match convert::<A, B>(key) {
            Ok(key) => key,
            Err(error) => return Err(error.within(Segment::KeyOf(index))),
        };
        match convert::<A, B>(value) {
            Ok(value) => drop(converted.insert(key, value)),
            Err(error) => return Err(error.within(segment_of(&key))),
        }
    }
    Ok(converted)
}

#[inline(never)]
fn object<A: Layout, B: Layout>(
    object: Object<A::Variant>,
) -> Result<Object<B::Variant>, ConvertError> {
    let object = match object {
        Object::Id(id) => return Ok(Object::Id(id)),
        Object::Full(object) => *object,
    };
    let mut properties = Vec::with_capacity(object.properties.len());
    for (name, value) in object.properties {
        match convert::<A, B>(value) {
            Ok(value) => properties.push((name, value)),
            Err(error) => return Err(error.within(Segment::name(&name))),
        }
    }
    Ok(Object::Full(Box::new(FullObject {
        class: object.class,
        properties,
    })))
}
