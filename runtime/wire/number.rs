//! The exact values of components, and conversions of numbers to floats.

use crate::DecodeErrorKind;

/// The exact value of a component of any number type.
///
/// ```
/// # #[cfg(all(feature = "godot4", feature = "std"))] {
/// use gdvariant::any::{AnyRef, AnyView, Number};
/// use gdvariant::{Godot4, Variant, Vector2i};
///
/// let value = Variant::from(Vector2i::new(3, 4));
/// if let AnyView::Fields(numbers) = AnyRef::of::<Godot4>(&value).view() {
///     numbers.visit(&mut |number| assert!(matches!(number, Number::Int(3 | 4))));
/// }
/// # }
/// ```
#[derive(Debug, Clone, Copy)]
pub enum Number {
    /// An integer.
    Int(i64),
    /// A float in single precision.
    Single(f32),
    /// A float in double precision.
    Double(f64),
}

impl Number {
    /// Converts the number to a 64-bit float: a 64-bit integer to the nearest float, others
    /// exactly. A NaN keeps its sign and its payload.
    ///
    /// ```
    /// # #[cfg(feature = "std")] {
    /// use gdvariant::any::Number;
    ///
    /// assert_eq!(Number::Single(0.5).to_f64(), 0.5);
    /// # }
    /// ```
    #[expect(
        clippy::cast_precision_loss,
        reason = "large 64-bit integers are rounded"
    )]
    pub fn to_f64(self) -> f64 {
        match self {
            Self::Int(value) => value as f64,
            Self::Single(value) => widened(value),
            Self::Double(value) => value,
        }
    }

    /// Returns the bits of the number: the 64 bits of an integer, or the bits of a float.
    pub(crate) fn bits(self) -> u64 {
        match self {
            Self::Int(value) => value.cast_unsigned(),
            Self::Single(value) => value.to_bits().into(),
            Self::Double(value) => value.to_bits(),
        }
    }

    /// Returns whether the number is a NaN.
    pub(crate) fn is_nan(self) -> bool {
        self.to_f64().is_nan()
    }
}

/// A float type that numbers are converted to. Floats are rounded, but not to infinity. Integers
/// have to be represented exactly, unless rounding is allowed.
pub(crate) trait Float: Sized {
    /// The name of the Rust type.
    const NAME: &'static str;

    /// The number of significant bits.
    const PRECISION: u32;

    /// Returns the float that is nearest to an integer.
    fn nearest(value: i64) -> Self;

    /// Returns the nearest float, or `None` if a finite value would become infinite.
    fn rounded(value: f64) -> Option<Self>;

    /// Returns the nearest float, or an error if a finite value would become infinite.
    #[inline]
    fn from_f64(value: f64) -> Result<Self, DecodeErrorKind> {
        Self::rounded(value).ok_or(DecodeErrorKind::FloatOutOfRange {
            value,
            expected: Self::NAME,
        })
    }

    /// Converts an integer exactly, or to the nearest float if rounding is allowed.
    #[inline]
    fn from_int(value: i64, may_round: bool) -> Result<Self, DecodeErrorKind> {
        if may_round || is_exact(value, Self::PRECISION) {
            return Ok(Self::nearest(value));
        }
        Err(DecodeErrorKind::Inexact {
            value,
            expected: Self::NAME,
        })
    }

    /// Converts a number. An integer has to be represented exactly, unless rounding is allowed.
    #[inline]
    fn from_number(number: Number, may_round: bool) -> Result<Self, DecodeErrorKind> {
        match number {
            Number::Int(value) => Self::from_int(value, may_round),
            other => Self::from_f64(other.to_f64()),
        }
    }
}

macro_rules! floats {
    ($($float:ident: $rounded:expr;)*) => {$(
        impl Float for $float {
            const NAME: &'static str = stringify!($float);
            const PRECISION: u32 = Self::MANTISSA_DIGITS;

            #[inline]
            #[expect(clippy::cast_precision_loss, reason = "the nearest float")]
            fn nearest(value: i64) -> Self {
                value as Self
            }

            #[inline]
            fn rounded(value: f64) -> Option<Self> {
                $rounded(value)
            }
        }
    )*};
}

floats! {
    f32: rounded;
    f64: Some;
}

/// Returns the nearest `f32`, or `None` if a finite value would become infinite.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the nearest float")]
fn rounded(value: f64) -> Option<f32> {
    let nearest = value as f32;
    if nearest.is_finite() {
        Some(nearest)
    } else {
        (!value.is_finite()).then(|| narrowed(value))
    }
}

/// Returns whether a float of this precision in bits represents an integer exactly.
#[inline]
fn is_exact(value: i64, precision: u32) -> bool {
    let magnitude = value.unsigned_abs();
    let zeros = magnitude.leading_zeros() + magnitude.trailing_zeros();
    value == 0 || u64::BITS - zeros <= precision
}

/// The number of bits of a NaN's payload that single precision lacks.
const NARROWED: u32 = f64::MANTISSA_DIGITS - f32::MANTISSA_DIGITS;

/// The bits of a NaN's payload in single precision.
const PAYLOAD: u32 = (1 << (f32::MANTISSA_DIGITS - 1)) - 1;

/// Widens a float. A NaN keeps its sign and its payload, which a cast may alter.
pub(crate) fn widened(value: f32) -> f64 {
    if !value.is_nan() {
        return value.into();
    }
    let bits = value.to_bits();
    let sign = u64::from(bits & 1 << 31) << 32;
    let payload = u64::from(bits & PAYLOAD) << NARROWED;
    f64::from_bits(sign | f64::INFINITY.to_bits() | payload)
}

/// Narrows a float. A NaN keeps its sign and the leading bits of its payload, which a cast may
/// alter.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the conversion that loses precision"
)]
pub(crate) fn narrowed(value: f64) -> f32 {
    if !value.is_nan() {
        return value as f32;
    }
    let bits = value.to_bits();
    let sign = (bits >> 32) as u32 & 1 << 31;
    let payload = (bits >> NARROWED) as u32 & PAYLOAD;
    // A NaN without a payload would be an infinity.
    let payload = if payload == 0 { 1 << 22 } else { payload };
    f32::from_bits(sign | f32::INFINITY.to_bits() | payload)
}

#[cfg(test)]
mod tests;
