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
use core::ops::{Add, Div, Mul, Sub};

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
        (Body::Bool, view) => Content::Bool(to_f64(number_of(&view)?) != 0.0),
        (Body::Number, view) if declared == Kind::Int => Content::Int(to_i64(number_of(&view)?)),
        (Body::Number, view) => Content::Float(to_f64(number_of(&view)?)),
        (Body::Text, View::Text(_, text)) => Content::Text(text.into()),
        (Body::Text, View::NodePath(path)) => Content::Text(path_text(path)),
        (Body::NodePath, View::Text(_, text)) => Content::NodePath(text.into()),
        // An encoded object names no resource, so the RID is 0.
        (Body::Record, View::Object(_)) => Content::Record(Vec::from([RecordField::Int(0)])),
        (Body::Fields, view) => {
            let numbers = convert_components(&view, declared)?;
            let types = component_types::<V>(declared);
            for (number, ty) in numbers.into_iter().zip(types) {
                encode(number, ty, &mut encoded);
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

/// Converts the elements of an Array to those of a packed array.
fn packed<V: Build>(values: &[V], declared: Kind) -> Option<V> {
    let element = element_of::<V>(declared)?;
    let types = component_types::<V>(declared);
    let (mut encoded, mut texts) = (Vec::new(), Vec::new());
    for value in values {
        // Like the engine, converts a number in one step: by way of a 64-bit int, a large float
        // would wrap in a 32-bit component.
        if let (Kind::Int | Kind::Float, Some(number)) = (element, number_of(&value.view())) {
            encode(number, *types.first()?, &mut encoded);
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
            view => encode(number_of(&view)?, *types.first()?, &mut encoded),
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
    rows.map(ComponentType::from_row).collect()
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

/// The source of a component of the converted value.
#[derive(Clone, Copy)]
enum Source {
    /// The component with this index of the original value.
    At(usize),
    Zero,
    One,
}

use Source::{At, One, Zero};

/// Transform3D to Transform2D: the upper left 2x2 matrix, and two components of the origin.
const FLATTENED: &[Source] = &[At(0), At(3), At(1), At(4), At(9), At(10)];

/// Transform2D to Transform3D.
#[rustfmt::skip]
const RAISED: &[Source] = &[
    At(0), At(2), Zero,
    At(1), At(3), Zero,
    Zero, Zero, One,
    At(4), At(5), Zero,
];

/// Basis to Transform3D, with the origin at zero.
#[rustfmt::skip]
const AT_ORIGIN: &[Source] = &[
    At(0), At(1), At(2),
    At(3), At(4), At(5),
    At(6), At(7), At(8),
    Zero, Zero, Zero,
];

/// Projection to Transform3D: columns become rows, and the last row is dropped.
#[rustfmt::skip]
const AFFINE: &[Source] = &[
    At(0), At(4), At(8),
    At(1), At(5), At(9),
    At(2), At(6), At(10),
    At(12), At(13), At(14),
];

/// Transform3D to Projection: rows become columns.
#[rustfmt::skip]
const PROJECTED: &[Source] = &[
    At(0), At(3), At(6), Zero,
    At(1), At(4), At(7), Zero,
    At(2), At(5), At(8), Zero,
    At(9), At(10), At(11), One,
];

/// Converts a value to the components of the declared type.
fn convert_components<V: AsView>(view: &View<'_, V>, declared: Kind) -> Option<Vec<Number>> {
    let (kind, numbers) = match view {
        View::Fields(kind, numbers) => (*kind, numbers),
        View::Int(value) => return Some(color(*value).into()),
        _ => return None,
    };
    let mut components = Vec::new();
    numbers.visit(&mut |number| components.push(number));
    match (declared, kind) {
        (Kind::Transform2D, Kind::Transform3D) => arranged(&components, FLATTENED),
        (Kind::Transform3D, Kind::Transform2D) => arranged(&components, RAISED),
        (Kind::Transform3D, Kind::Basis) => arranged(&components, AT_ORIGIN),
        (Kind::Transform3D, Kind::Projection) => arranged(&components, AFFINE),
        (Kind::Transform3D, Kind::Quaternion) => arranged(&rotation(&components)?, AT_ORIGIN),
        (Kind::Basis, Kind::Quaternion) => rotation(&components).map(Into::into),
        (Kind::Projection, Kind::Transform3D) => arranged(&components, PROJECTED),
        (Kind::Quaternion, Kind::Basis) => None,
        // The types of all other pairs have the same components, which differ only in their number
        // types.
        _ => Some(components),
    }
}

fn arranged(components: &[Number], sources: &[Source]) -> Option<Vec<Number>> {
    let component = |source: &Source| match *source {
        At(index) => components.get(index).copied(),
        Zero => Some(Number::Single(0.0)),
        One => Some(Number::Single(1.0)),
    };
    sources.iter().map(component).collect()
}

/// Returns the components of a color in the form `0xRRGGBBAA`.
fn color(value: i64) -> [Number; 4] {
    let [alpha, blue, green, red, ..] = value.to_le_bytes();
    [red, green, blue, alpha].map(|byte| Number::Single(f32::from(byte) / 255.0))
}

/// Converts a quaternion to a rotation matrix by rows, in the precision of the quaternion.
fn rotation(quat: &[Number]) -> Option<[Number; 9]> {
    use Number::{Double, Single};

    match *quat {
        [Single(x), Single(y), Single(z), Single(w)] => Some(matrix([x, y, z, w]).map(Single)),
        [Double(x), Double(y), Double(z), Double(w)] => Some(matrix([x, y, z, w]).map(Double)),
        _ => None,
    }
}

fn matrix<F>([x, y, z, w]: [F; 4]) -> [F; 9]
where
    F: Copy + From<f32>,
    F: Add<Output = F> + Sub<Output = F> + Mul<Output = F> + Div<Output = F>,
{
    let (one, two) = (F::from(1.0), F::from(2.0));
    let scale = two / (x * x + y * y + z * z + w * w);
    let (xs, ys, zs) = (x * scale, y * scale, z * scale);
    let (wx, wy, wz) = (w * xs, w * ys, w * zs);
    let (xx, xy, xz) = (x * xs, x * ys, x * zs);
    let (yy, yz, zz) = (y * ys, y * zs, z * zs);
    #[rustfmt::skip]
    let rows = [
        one - (yy + zz), xy - wz, xz + wy,
        xy + wz, one - (xx + zz), yz - wx,
        xz - wy, yz + wx, one - (xx + yy),
    ];
    rows
}
