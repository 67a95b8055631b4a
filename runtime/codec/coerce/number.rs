//! Conversions of numbers like the engine's on x86-64, whose processor converts floats that do not
//! fit to the least integer.

use crate::value::view::{AsView, View};
use crate::wire::component_rows::ComponentType;
use crate::wire::number::Number;
use alloc::vec::Vec;

/// Returns the number that a value is.
pub(super) fn of<V: AsView>(view: &View<'_, V>) -> Option<Number> {
    match view {
        View::Bool(value) => Some(Number::Int((*value).into())),
        View::Int(value) => Some(Number::Int(*value)),
        View::Float(value) => Some(Number::Double(*value)),
        _ => None,
    }
}

/// Rounds a float towards zero.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the fraction is dropped")]
pub(crate) fn to_i64(number: Number) -> i64 {
    // The least float above the greatest integer. NaN is not below it.
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    match number {
        Number::Int(value) => value,
        other => match to_f64(other) {
            value if value < LIMIT => value as i64,
            _ => i64::MIN,
        },
    }
}

/// Rounds an integer to the nearest float.
#[inline]
pub(super) fn to_f64(number: Number) -> f64 {
    match number {
        // `Number::to_f64` keeps a signaling NaN, which the processor makes quiet.
        Number::Single(value) => value.into(),
        other => other.to_f64(),
    }
}

/// Appends a number as a component.
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
