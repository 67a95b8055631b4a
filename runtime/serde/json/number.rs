//! Numbers, and the strings for floats that JSON has no number for.

use crate::wire::component_rows::ComponentType;
use crate::wire::number::Number as Component;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use core::fmt::Display;

/// A number of the input. It is an integer if it has neither a point nor an exponent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Number {
    /// An integer.
    Int(i64),
    /// An integer beyond the engine's int, as only the id of an object can be.
    Large(u64),
    /// Any other number.
    Float {
        /// In double precision.
        wide: f64,
        /// In single precision, rounded once; infinite where the number is too large for it.
        narrow: f32,
    },
}

impl Number {
    /// Creates a number that the format has already parsed.
    #[expect(clippy::cast_possible_truncation, reason = "narrowed as the nearest")]
    pub(super) fn from_f64(value: f64) -> Self {
        Self::Float {
            wide: value,
            narrow: value as f32,
        }
    }

    /// Creates a number that the format has already parsed.
    pub(super) fn from_u64(value: u64) -> Self {
        i64::try_from(value).map_or(Self::Large(value), Self::Int)
    }

    /// Parses a number of JSON.
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

/// The bits of floats that are not finite, in one precision.
struct SpecialBits {
    /// The number of hex digits of the bits.
    digits: usize,
    infinity: u64,
    /// The bits of the NaN that is written without them.
    nan: u64,
    sign: u64,
}

impl SpecialBits {
    const SINGLE: Self = Self {
        digits: 8,
        infinity: 0x7f80_0000,
        nan: 0x7fc0_0000,
        sign: 0x8000_0000,
    };

    const DOUBLE: Self = Self {
        digits: 16,
        infinity: 0x7ff0_0000_0000_0000,
        nan: 0x7ff8_0000_0000_0000,
        sign: 0x8000_0000_0000_0000,
    };

    const fn of(is_single: bool) -> Self {
        if is_single {
            Self::SINGLE
        } else {
            Self::DOUBLE
        }
    }

    /// Parses the digits of a NaN.
    fn parse(&self, digits: &str) -> Option<u64> {
        let is_hex = digits.len() == self.digits && digits.bytes().all(|c| c.is_ascii_hexdigit());
        let bits = u64::from_str_radix(digits, 16).ok().filter(|_| is_hex)?;
        (bits & !self.sign > self.infinity).then_some(bits)
    }
}

/// Returns the string for a float that is not finite.
pub(super) fn special_text(number: Component) -> Cow<'static, str> {
    let special = SpecialBits::of(matches!(number, Component::Single(_)));
    match number.bits() {
        bits if bits == special.nan => "nan".into(),
        bits if bits == special.infinity => "inf".into(),
        bits if bits == special.infinity | special.sign => "-inf".into(),
        bits => format!("nan:{bits:0digits$x}", digits = special.digits).into(),
    }
}

/// Parses the string for a float of this type that is not finite.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the bits of a float in single precision"
)]
pub(super) fn special_number(ty: ComponentType, text: &str) -> Result<Component, String> {
    let is_single = ty == ComponentType::Single;
    let special = SpecialBits::of(is_single);
    let bits = match text {
        "nan" => Some(special.nan),
        "inf" => Some(special.infinity),
        "-inf" => Some(special.infinity | special.sign),
        _ => text
            .strip_prefix("nan:")
            .and_then(|digits| special.parse(digits)),
    };
    let digits = special.digits;
    let bits = bits.ok_or_else(|| format!("expected \"nan\", \"inf\", \"-inf\" or \"nan:\" with the {digits} hex digits of a NaN, found {text:?}"))?;
    Ok(if is_single {
        Component::Single(f32::from_bits(bits as u32))
    } else {
        Component::Double(f64::from_bits(bits))
    })
}
