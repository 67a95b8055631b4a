//! The components of values.

use gdvariant::any::{Number, Numbers};
use std::fmt::{self, Write};

/// Returns the bits of a number that are compared, equal in both precisions: all 64 of an int, and
/// those of the widened float. All floats that are not a number have the same.
pub(crate) fn number_bits(number: Number) -> u64 {
    match number {
        Number::Int(value) => value.cast_unsigned(),
        Number::Single(value) => float_bits(value.into()),
        Number::Double(value) => float_bits(value),
    }
}

pub(crate) fn float_bits(value: f64) -> u64 {
    if value.is_nan() {
        f64::NAN.to_bits()
    } else {
        value.to_bits()
    }
}

/// Returns the text of an element of a packed array: a number, or its components in parentheses.
pub(crate) fn element_text(elements: &dyn Numbers, index: usize) -> String {
    enclosed(elements, index, ['(', ')'], |text, number| match number {
        Number::Int(value) => write!(text, "{value}"),
        Number::Single(value) => write!(text, "{value:?}"),
        Number::Double(value) => write!(text, "{value:?}"),
    })
}

/// Returns the JSON form of an element of a packed array: a number, or an array of its components.
pub(crate) fn element_json(elements: &dyn Numbers, index: usize) -> String {
    enclosed(elements, index, ['[', ']'], |text, number| match number {
        Number::Int(value) => write!(text, "{value}"),
        Number::Single(value) if value.is_finite() => write!(text, "{value:?}"),
        Number::Double(value) if value.is_finite() => write!(text, "{value:?}"),
        Number::Single(value) if value.is_infinite() => write!(text, "\"{value}\""),
        Number::Double(value) if value.is_infinite() => write!(text, "\"{value}\""),
        Number::Single(value) if value.to_bits() != f32::NAN.to_bits() => {
            write!(text, "\"nan:{:08x}\"", value.to_bits())
        }
        Number::Double(value) if value.to_bits() != f64::NAN.to_bits() => {
            write!(text, "\"nan:{:016x}\"", value.to_bits())
        }
        Number::Single(_) | Number::Double(_) => text.write_str("\"nan\""),
    })
}

/// Writes the components of an element, in brackets if there are several.
fn enclosed(
    elements: &dyn Numbers,
    index: usize,
    [open, close]: [char; 2],
    write: fn(&mut String, Number) -> fmt::Result,
) -> String {
    let (mut text, mut count) = (String::new(), 0);
    elements.element(index, &mut |number| {
        text.push_str(if count == 0 { "" } else { ", " });
        count += 1;
        // Writing to a String cannot fail.
        let _ = write(&mut text, number);
    });
    if count == 1 {
        text
    } else {
        format!("{open}{text}{close}")
    }
}
