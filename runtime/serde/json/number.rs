//! Parses numbers, and the strings for floats that JSON cannot represent as numbers.

use crate::wire::component_rows::ComponentType;
use crate::wire::number::Number as Component;
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

    /// Returns the integer, or `None` for a float.
    pub(super) fn to_int(self) -> Option<i128> {
        match self {
            Self::Int(value) => Some(value.into()),
            Self::Large(value) => Some(value.into()),
            Self::Float { .. } => None,
        }
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

/// The strings for non-finite floats, with their bits in one precision. The string for any other
/// NaN contains its bits.
type SpecialBits = [(&'static str, u64); 3];

const SINGLE: SpecialBits = [
    ("nan", 0x7fc0_0000),
    ("inf", 0x7f80_0000),
    ("-inf", 0xff80_0000),
];

const DOUBLE: SpecialBits = [
    ("nan", 0x7ff8_0000_0000_0000),
    ("inf", 0x7ff0_0000_0000_0000),
    ("-inf", 0xfff0_0000_0000_0000),
];

/// Returns the strings and bits of the non-finite floats of one precision, and the number of hex
/// digits in the bits.
const fn special(is_single: bool) -> (SpecialBits, usize) {
    if is_single { (SINGLE, 8) } else { (DOUBLE, 16) }
}

/// Returns the string for a non-finite float.
pub(super) fn special_text(number: Component) -> Cow<'static, str> {
    let (special, digits) = special(matches!(number, Component::Single(_)));
    let bits = number.bits();
    match special.iter().find(|(_, special)| *special == bits) {
        Some((text, _)) => (*text).into(),
        None => format!("nan:{bits:0digits$x}").into(),
    }
}

/// Parses the string for a non-finite float of this type.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the bits of a float in single precision"
)]
pub(super) fn special_number(ty: ComponentType, text: &str) -> Result<Component, String> {
    let is_single = ty == ComponentType::Single;
    let (special, digits) = special(is_single);
    let of_bits = |bits: u64| {
        if is_single {
            Component::Single(f32::from_bits(bits as u32))
        } else {
            Component::Double(f64::from_bits(bits))
        }
    };
    if let Some((_, bits)) = special.iter().find(|(special, _)| *special == text) {
        return Ok(of_bits(*bits));
    }
    let hex = text.strip_prefix("nan:");
    let hex = hex.filter(|hex| hex.len() == digits && !hex.starts_with('+'));
    let number = hex
        .and_then(|hex| u64::from_str_radix(hex, 16).ok())
        .map(of_bits);
    number.filter(|number| number.is_nan()).ok_or_else(|| format!("expected \"nan\", \"inf\", \"-inf\" or \"nan:\" with the {digits} hex digits of a NaN, found {text:?}"))
}
