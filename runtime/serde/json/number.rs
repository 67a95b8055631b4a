//! Parses numbers, and the strings for floats that JSON cannot represent as numbers.

use crate::wire::fields::{ComponentType, Number as Component};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use core::fmt::Display;

/// A number in the input: an integer if it has neither a decimal point nor an exponent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Number {
    /// An integer.
    Int(i64),
    /// An integer beyond the engine's int; only ids and floats can be this large.
    Large(u64),
    /// A number with a decimal point or an exponent.
    Float {
        /// The number in double precision.
        wide: f64,
        /// The number rounded once to single precision; infinite if it is too large.
        narrow: f32,
    },
}

impl Number {
    /// Creates a number from a float that the format has parsed.
    #[expect(clippy::cast_possible_truncation, reason = "narrowed as the nearest")]
    pub(super) fn from_f64(value: f64) -> Self {
        Self::Float {
            wide: value,
            narrow: value as f32,
        }
    }

    /// Creates a number that is invalid in single precision if it would have to be rounded.
    pub(super) fn exactly(value: f64) -> Self {
        match Self::from_f64(value) {
            Self::Float { wide, narrow } if f64::from(narrow).to_bits() != wide.to_bits() => {
                let narrow = f32::INFINITY;
                Self::Float { wide, narrow }
            }
            number => number,
        }
    }

    /// Creates a number from an integer that the format has parsed.
    pub(super) fn from_u64(value: u64) -> Self {
        i64::try_from(value).map_or(Self::Large(value), Self::Int)
    }

    /// Converts a number to a component: an integer exactly, any other number to the nearest float.
    #[expect(
        clippy::cast_precision_loss,
        reason = "the nearest number of the precision"
    )]
    pub(super) fn to_component(self, ty: ComponentType) -> Option<Component> {
        match (ty, self) {
            (_, Self::Int(value)) => {
                (ty.is_float() || ty.holds(value)).then_some(Component::Int(value))
            }
            (ComponentType::Single, Self::Large(value)) => Some(Component::Single(value as f32)),
            (ComponentType::Double, Self::Large(value)) => Some(Component::Double(value as f64)),
            (ComponentType::Single, Self::Float { wide, narrow }) => {
                (narrow.is_finite() || !wide.is_finite()).then_some(Component::Single(narrow))
            }
            (ComponentType::Double, Self::Float { wide, .. }) => Some(Component::Double(wide)),
            _ => None,
        }
    }

    /// Parses a JSON number.
    pub(super) fn from_text(text: &str) -> Result<Self, String> {
        let not_a_number = || format!("expected a number, found {text:?}");
        let is_json = text.starts_with(|c: char| c == '-' || c.is_ascii_digit())
            && text
                .bytes()
                .all(|c| matches!(c, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'));
        if !is_json {
            return Err(not_a_number());
        }
        if !text.contains(['.', 'e', 'E']) {
            let int = text.parse().map(Self::Int);
            let number = int.or_else(|_| text.parse().map(Self::Large));
            return number.map_err(|_| out_of_int(text));
        }
        match (text.parse::<f64>(), text.parse()) {
            (Ok(wide), Ok(narrow)) if wide.is_finite() => Ok(Self::Float { wide, narrow }),
            (Ok(_), Ok(_)) => Err(format!(
                "{text} is out of the range of float, up to {:e}; infinity is {{\"float\": \"inf\"}}",
                f64::MAX
            )),
            _ => Err(not_a_number()),
        }
    }
}

/// Returns the error for an int that is out of range.
pub(super) fn out_of_int(text: impl Display) -> String {
    format!(
        "{text} is out of the range of int, {} to {}; with a point it is a float",
        i64::MIN,
        i64::MAX
    )
}

/// Returns the string for a non-finite float. The string for any NaN but the usual one contains its
/// bits.
pub(super) fn special_text(number: Component) -> Cow<'static, str> {
    let (nan, digits) = match number {
        Component::Single(_) => (f32::NAN.to_bits().into(), 8),
        _ => (f64::NAN.to_bits(), 16),
    };
    match number.bits() {
        _ if number.to_f64() == f64::INFINITY => "inf".into(),
        _ if number.to_f64() == f64::NEG_INFINITY => "-inf".into(),
        bits if bits == nan => "nan".into(),
        bits => format!("nan:{bits:0digits$x}").into(),
    }
}

/// Parses the string for a non-finite float of this type.
pub(super) fn special_number(ty: ComponentType, text: &str) -> Result<Component, String> {
    let is_single = ty == ComponentType::Single;
    let digits = if is_single { 8 } else { 16 };
    let hex = text
        .strip_prefix("nan:")
        .filter(|hex| hex.len() == digits && !hex.starts_with('+'));
    let number = match (text, hex) {
        ("nan" | "inf" | "-inf", _) if is_single => text.parse().map(Component::Single).ok(),
        ("nan" | "inf" | "-inf", _) => text.parse().map(Component::Double).ok(),
        (_, Some(hex)) if is_single => {
            let bits = u32::from_str_radix(hex, 16).ok();
            bits.map(|bits| Component::Single(f32::from_bits(bits)))
        }
        (_, Some(hex)) => {
            let bits = u64::from_str_radix(hex, 16).ok();
            bits.map(|bits| Component::Double(f64::from_bits(bits)))
        }
        _ => None,
    };
    let number = number.filter(|number| hex.is_none() || number.is_nan());
    number.ok_or_else(|| format!("expected \"nan\", \"inf\", \"-inf\" or \"nan:\" with the {digits} hex digits of a NaN, found {text:?}"))
}
