//! Numbers, and the texts of those that JSON has no number for.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

/// What serde_json with `arbitrary_precision` gives as the key of a number's text.
pub(super) const NUMBER_TOKEN: &str = "$serde_json::private::Number";

/// A number as it is read: whole when it has neither a point nor an exponent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Number {
    /// A whole number.
    Int(i64),
    /// A whole number beyond the engine's int, as only the id of an object can be.
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
    /// From a number that the format has already parsed.
    #[expect(clippy::cast_possible_truncation, reason = "narrowed as the nearest")]
    pub(super) fn from_f64(value: f64) -> Self {
        Self::Float {
            wide: value,
            narrow: value as f32,
        }
    }

    /// From a number that the format has already parsed.
    pub(super) fn from_u64(value: u64) -> Self {
        i64::try_from(value).map_or(Self::Large(value), Self::Int)
    }

    /// From the text of a number, or none where the text is no number of JSON's.
    pub(super) fn from_text(text: &str) -> Option<Result<Self, String>> {
        let is_json = text.starts_with(|c: char| c == '-' || c.is_ascii_digit())
            && text
                .bytes()
                .all(|c| matches!(c, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'));
        if !is_json {
            return None;
        }
        if !text.contains(['.', 'e', 'E']) {
            return Some(match text.parse() {
                Ok(value) => Ok(Self::Int(value)),
                Err(_) => text.parse().map(Self::Large).map_err(|_| out_of_int(text)),
            });
        }
        let wide: f64 = text.parse().ok()?;
        let narrow = text.parse().ok()?;
        let is_in_range = wide.is_finite();
        Some(if is_in_range {
            Ok(Self::Float { wide, narrow })
        } else {
            Err(out_of_float(text))
        })
    }
}

/// Returns the error for an int that is out of range.
pub(super) fn out_of_int(text: impl core::fmt::Display) -> String {
    format!(
        "{text} is out of the range of int, {} to {}; with a point it is a float",
        i64::MIN,
        i64::MAX
    )
}

/// Returns the error for a float that is out of range.
fn out_of_float(text: &str) -> String {
    format!(
        "{text} is out of the range of float, up to {:e}; infinity is {{\"float\": \"inf\"}}",
        f64::MAX
    )
}

/// How the two widths of a float differ in the texts of those that are not finite.
pub(super) trait Bits: Copy {
    /// Hex digits of the bits.
    const DIGITS: usize;
    /// The bits of the NaN that is written without them.
    const NAN: u64;
    /// The bits of infinity.
    const INFINITY: u64;
    /// The sign's bit.
    const SIGN: u64;
}

impl Bits for f32 {
    const DIGITS: usize = 8;
    const NAN: u64 = 0x7fc0_0000;
    const INFINITY: u64 = 0x7f80_0000;
    const SIGN: u64 = 0x8000_0000;
}

impl Bits for f64 {
    const DIGITS: usize = 16;
    const NAN: u64 = 0x7ff8_0000_0000_0000;
    const INFINITY: u64 = 0x7ff0_0000_0000_0000;
    const SIGN: u64 = 0x8000_0000_0000_0000;
}

/// Returns the text of a float that is not finite.
pub(super) fn special_text<F: Bits>(bits: u64) -> Cow<'static, str> {
    match bits {
        _ if bits == F::NAN => "nan".into(),
        _ if bits == F::INFINITY => "inf".into(),
        _ if bits == F::INFINITY | F::SIGN => "-inf".into(),
        _ => format!("nan:{bits:0digits$x}", digits = F::DIGITS).into(),
    }
}

/// Returns the bits of a float that is not finite, from its text.
pub(super) fn special_bits<F: Bits>(text: &str) -> Result<u64, String> {
    let bits = match text {
        "nan" => Some(F::NAN),
        "inf" => Some(F::INFINITY),
        "-inf" => Some(F::INFINITY | F::SIGN),
        _ => text.strip_prefix("nan:").and_then(nan_bits::<F>),
    };
    bits.ok_or_else(|| {
        let digits = F::DIGITS;
        format!("expected \"nan\", \"inf\", \"-inf\" or \"nan:\" with the {digits} hex digits of a NaN, found {text:?}")
    })
}

fn nan_bits<F: Bits>(digits: &str) -> Option<u64> {
    let is_hex = digits.len() == F::DIGITS && digits.bytes().all(|c| c.is_ascii_hexdigit());
    let bits = u64::from_str_radix(digits, 16).ok().filter(|_| is_hex)?;
    (bits & !F::SIGN > F::INFINITY).then_some(bits)
}
