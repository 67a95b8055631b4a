//! Conversions of numbers like the engine's on x86-64, whose processor converts what does not fit to
//! the least integer.

/// A float whose components are converted to those of integer types.
pub(super) trait Truncate: Into<f64> {
    /// Rounds towards zero.
    fn to_i32(self) -> i32 {
        i32::try_from(to_i64(self.into())).unwrap_or(i32::MIN)
    }
}

impl Truncate for f32 {}
impl Truncate for f64 {}

/// Rounds towards zero.
#[expect(clippy::cast_possible_truncation, reason = "the fraction is dropped")]
pub(super) fn to_i64(value: f64) -> i64 {
    // The least float above the greatest integer. NaN is not below it.
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if value < LIMIT {
        value as i64
    } else {
        i64::MIN
    }
}

/// Rounds to the nearest float.
#[expect(clippy::cast_precision_loss, reason = "as the engine does")]
pub(super) fn to_f64(value: i64) -> f64 {
    value as f64
}

/// Returns the low bytes of an int, the first being the least significant.
pub(super) fn low_bytes(value: i64) -> [u8; 4] {
    let [a, b, c, d, ..] = value.to_le_bytes();
    [a, b, c, d]
}
