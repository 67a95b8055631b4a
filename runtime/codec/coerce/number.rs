//! Converts numbers like the engine on x86-64: floats that do not fit become the least integer.

use crate::value::view::{AsView, View};
use crate::wire::component_rows::ComponentType;
use crate::wire::number::{Float, Number};
use alloc::vec::Vec;

/// Returns a bool, an int or a float as a number, or `None` for other values.
pub(super) fn of<V: AsView>(view: &View<'_, V>) -> Option<Number> {
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
pub(super) fn to_f64(number: Number) -> f64 {
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
