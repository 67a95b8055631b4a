//! Converts an element or a key that is not of the declared type, like Godot 4. The engine converts
//! such a value like an argument of a strictly typed function, or drops the value.
//!
//! `conversions` in the schema lists the types that the engine converts; the results were measured
//! in Godot 4.6.3.

use crate::table::Body;
use crate::table::bodies::TYPES;
use crate::value::record::RecordField;
use crate::value::view::{AsView, Build, Content, Numbers, View};
use crate::wire::fields::{ComponentType, Float, Number};
use crate::{DecodeErrorKind, Kind, NodePath};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

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
        (Body::Bool, view) => Content::Bool(to_f64(number_of(&view)?) != 0.0),
        (Body::Number, view) if declared == Kind::Int => Content::Int(to_i64(number_of(&view)?)),
        (Body::Number, view) => Content::Float(to_f64(number_of(&view)?)),
        (Body::Text, View::Text(_, text)) => Content::Text(text.into()),
        (Body::Text, View::NodePath(path)) => Content::Text(path_text(path)),
        (Body::NodePath, View::Text(_, text)) => Content::NodePath(text.into()),
        // An encoded object names no resource, so the RID is 0.
        (Body::Record, View::Object(_)) => Content::Record(Vec::from([RecordField::Int(0)])),
        // A Color is written as 0xrrggbbaa.
        (Body::Fields, View::Int(color)) => {
            let [alpha, blue, green, red, ..] = color.to_le_bytes();
            for byte in [red, green, blue, alpha] {
                let number = Number::Single(f32::from(byte) / 255.0);
                encode(number, ComponentType::Single, &mut encoded);
            }
            Content::Components(&encoded)
        }
        // Between vectors of floats and of ints, each component is converted by itself.
        (Body::Fields, View::Fields(_, numbers)) => {
            let types = component_types::<V>(declared);
            let mut count = 0;
            numbers.visit(&mut |number| {
                if let Some(ty) = types.get(count) {
                    encode(number, *ty, &mut encoded);
                }
                count += 1;
            });
            if count != types.len() {
                return None;
            }
            Content::Components(&encoded)
        }
        _ => return None,
    };
    V::build(declared, content)
}

/// Converts a packed array to an Array.
pub(crate) fn elements<V: Build>(kind: Kind, numbers: &dyn Numbers) -> Option<V> {
    let types = component_types::<V>(kind);
    let number = |ty: &ComponentType| {
        if ty.is_float() {
            Kind::Float
        } else {
            Kind::Int
        }
    };
    let element = kind.info().element.or_else(|| types.first().map(number))?;
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
            encode(number, *ty, &mut encoded);
        }
    });
    // An index beyond the last element has no number.
    let only = only?;
    let content = match element {
        Kind::Int => Content::Int(to_i64(only)),
        Kind::Float => Content::Float(to_f64(only)),
        _ => Content::Components(&encoded),
    };
    V::build(element, content)
}

/// Returns the types of the components of a value, or of an element of a packed array, in the
/// precision of the Variant.
pub(crate) fn component_types<V: Build>(kind: Kind) -> Vec<ComponentType> {
    let rows = V::rows(kind).into_iter().flatten();
    rows.map(|row| ComponentType::from_row(row)).collect()
}

/// Returns a bool, an int or a float as a number, or `None` for other values.
fn number_of<V: AsView>(view: &View<'_, V>) -> Option<Number> {
    match view {
        View::Bool(value) => Some(Number::Int((*value).into())),
        View::Int(value) => Some(Number::Int(*value)),
        View::Float(value) => Some(Number::Double(*value)),
        _ => None,
    }
}

/// Converts a number to an int; rounds floats towards zero.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the fraction is dropped")]
pub(crate) fn to_i64(number: Number) -> i64 {
    // The least float above `i64::MAX`. NaN does not compare as less, so it becomes `i64::MIN`.
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    match number {
        Number::Int(value) => value,
        other => match to_f64(other) {
            value if value < LIMIT => value as i64,
            _ => i64::MIN,
        },
    }
}

/// Converts a number to a float; rounds integers to the nearest float.
#[inline]
fn to_f64(number: Number) -> f64 {
    match number {
        // The processor makes a signaling NaN quiet; `Number::to_f64` would keep it.
        Number::Single(value) => value.into(),
        other => other.to_f64(),
    }
}

/// Appends a number as a component, or returns `None` if the component's type cannot represent the
/// number.
///
/// Floats are rounded, but not to infinity, and a NaN keeps the bits that fit. Integers have to be
/// exact.
pub fn encode_exactly(number: Number, ty: ComponentType, out: &mut Vec<u8>) -> Option<()> {
    let number = match number {
        Number::Int(value) => ty.holds(value).then_some(number)?,
        _ if !ty.is_float() => return None,
        float if ty == ComponentType::Single => Number::Single(f32::from_f64(float.to_f64()).ok()?),
        float => Number::Double(float.to_f64()),
    };
    encode(number, ty, out);
    Some(())
}

/// Appends a number, converted to the type of a component.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "as the engine does"
)]
pub(crate) fn encode(number: Number, ty: ComponentType, out: &mut Vec<u8>) {
    match (ty, number) {
        (ComponentType::Byte, number) => out.push(to_i64(number) as u8),
        (ComponentType::I32, Number::Int(value)) => out.extend((value as i32).to_le_bytes()),
        (ComponentType::I32, number) => {
            let value = i32::try_from(to_i64(number)).unwrap_or(i32::MIN);
            out.extend(value.to_le_bytes());
        }
        (ComponentType::I64, number) => out.extend(to_i64(number).to_le_bytes()),
        (ComponentType::Single, Number::Int(value)) => out.extend((value as f32).to_le_bytes()),
        (ComponentType::Single, Number::Single(value)) => out.extend(value.to_le_bytes()),
        (ComponentType::Single, Number::Double(value)) => {
            out.extend((value as f32).to_le_bytes());
        }
        (ComponentType::Double, number) => out.extend(to_f64(number).to_le_bytes()),
    }
}
