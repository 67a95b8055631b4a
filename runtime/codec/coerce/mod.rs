//! Converts an element or a key that is not of the declared type, like Godot 4. The engine converts
//! such a value like an argument of a strictly typed function, or drops the value.
//!
//! `conversions` in the schema lists the types that the engine converts; the results were measured
//! in Godot 4.6.3.

mod components;
mod number;

use crate::NodePath;
use crate::table::Body;
use crate::table::bodies::TYPES;
use crate::value::build::{Build, Content};
use crate::value::record::RecordField;
use crate::value::view::{AsView, Numbers, View};
use crate::wire::component_rows::ComponentType;
use crate::{DecodeErrorKind, Kind};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
pub use number::encode_exactly;
pub(crate) use number::{encode, to_i64};

/// Converts a value of another type to the declared type, or returns `None` if the engine drops it.
pub(crate) fn convert<V: Build>(
    value: &V,
    declared: Kind,
    layout: &'static str,
) -> Result<Option<V>, DecodeErrorKind> {
    let found = value.kind();
    if !declared.info().converted.contains(&found) {
        return Ok(None);
    }
    let unsupported = DecodeErrorKind::UnsupportedConversion {
        declared,
        found,
        layout,
    };
    converted(value, declared).map(Some).ok_or(unsupported)
}

/// Returns `None` if the engine drops a borrowed value that is not of the declared type.
///
/// Returns an error if the engine converts the value, because the converted value would be owned.
pub(crate) fn borrowed<V: AsView>(
    value: &V,
    declared: Kind,
    _layout: &'static str,
) -> Result<Option<V>, DecodeErrorKind> {
    if declared.info().converted.contains(&value.kind()) {
        return Err(DecodeErrorKind::CannotBorrow);
    }
    Ok(None)
}

/// Formats a path like Godot 4, which omits the colon of a single empty sub-name.
fn path_text(path: &NodePath) -> String {
    let mut text = path.to_string();
    if path.subnames().eq([""]) {
        text.pop();
    }
    text
}

fn converted<V: Build>(value: &V, declared: Kind) -> Option<V> {
    let mut encoded = Vec::new();
    let content = match (TYPES[declared as usize].body, value.view()) {
        (Body::Array, View::Packed(kind, numbers)) => return elements(kind, numbers),
        (Body::Array, View::PackedText(texts)) => {
            let text = |text: &String| V::build(Kind::String, Content::Text(text.clone()));
            let texts: Option<Vec<_>> = texts.iter().map(text).collect();
            return texts.map(Into::into);
        }
        (_, View::Array(values)) => return packed(values, declared),
        (_, View::TypedArray(_, array)) => return packed(&array.values, declared),
        (Body::Bool, view) => Content::Bool(number::to_f64(number::of(&view)?) != 0.0),
        (Body::Number, view) if declared == Kind::Int => {
            Content::Int(number::to_i64(number::of(&view)?))
        }
        (Body::Number, view) => Content::Float(number::to_f64(number::of(&view)?)),
        (Body::Text, View::Text(_, text)) => Content::Text(text.into()),
        (Body::Text, View::NodePath(path)) => Content::Text(path_text(path)),
        (Body::NodePath, View::Text(_, text)) => Content::NodePath(text.into()),
        // An encoded object names no resource, so the RID is 0.
        (Body::Record, View::Object(_)) => Content::Record(Vec::from([RecordField::Int(0)])),
        (Body::Fields, view) => {
            let numbers = components::convert(&view, declared)?;
            let types = component_types::<V>(declared);
            for (number, ty) in numbers.into_iter().zip(types) {
                number::encode(number, ty, &mut encoded);
            }
            Content::Components(&encoded)
        }
        _ => return None,
    };
    V::build(declared, content)
}

/// Converts a packed array to an Array.
pub(crate) fn elements<V: Build>(kind: Kind, numbers: &dyn Numbers) -> Option<V> {
    let (element, types) = (element_of::<V>(kind)?, component_types::<V>(kind));
    let elements = (0..numbers.elements()).map(|index| value_of(element, &types, numbers, index));
    elements.collect::<Option<Vec<_>>>().map(Into::into)
}

fn value_of<V: Build>(
    element: Kind,
    types: &[ComponentType],
    numbers: &dyn Numbers,
    index: usize,
) -> Option<V> {
    // Only a value of components is built from bytes.
    let is_plain = matches!(element, Kind::Int | Kind::Float);
    let mut encoded = Vec::new();
    let mut only = None;
    let mut types = types.iter();
    numbers.element(index, &mut |number| {
        only = Some(number);
        if !is_plain && let Some(ty) = types.next() {
            number::encode(number, *ty, &mut encoded);
        }
    });
    // An index beyond the last element has no number.
    let only = only?;
    let content = match element {
        Kind::Int => Content::Int(number::to_i64(only)),
        Kind::Float => Content::Float(number::to_f64(only)),
        _ => Content::Components(&encoded),
    };
    V::build(element, content)
}

/// Converts the elements of an Array to those of a packed array.
fn packed<V: Build>(values: &[V], declared: Kind) -> Option<V> {
    let element = element_of::<V>(declared)?;
    let types = component_types::<V>(declared);
    let (mut encoded, mut texts) = (Vec::new(), Vec::new());
    for value in values {
        // Like the engine, converts a number in one step: by way of a 64-bit int, a large float
        // would wrap in a 32-bit component.
        if let (Kind::Int | Kind::Float, Some(number)) = (element, number::of(&value.view())) {
            number::encode(number, *types.first()?, &mut encoded);
            continue;
        }
        let converted;
        let value = if value.kind() == element {
            value
        } else if let Ok(Some(value)) = convert(value, element, "") {
            converted = value;
            &converted
        } else {
            return None;
        };
        match value.view() {
            View::Text(_, text) => texts.push(String::from(text)),
            View::Fields(_, numbers) => numbers.encode(&mut encoded),
            view => number::encode(number::of(&view)?, *types.first()?, &mut encoded),
        }
    }
    let content = match element {
        Kind::String => Content::Texts(texts),
        _ => Content::Components(&encoded),
    };
    V::build(declared, content)
}

/// Returns the type that an element of a packed array has as a standalone value.
pub(crate) fn element_of<V: Build>(packed: Kind) -> Option<Kind> {
    let plain = |ty: &ComponentType| {
        if ty.is_float() {
            Kind::Float
        } else {
            Kind::Int
        }
    };
    match TYPES[packed as usize].body {
        Body::PackedText => Some(Kind::String),
        _ => packed
            .info()
            .element
            .or_else(|| component_types::<V>(packed).first().map(plain)),
    }
}

/// Returns the types of the components of a value, or of an element of a packed array, in the
/// precision of the Variant.
pub(crate) fn component_types<V: Build>(kind: Kind) -> Vec<ComponentType> {
    let rows = V::rows(kind).into_iter().flatten();
    rows.map(|row| ComponentType::of(row)).collect()
}
