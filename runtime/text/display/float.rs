//! Formats floats like the engines.

use crate::table::text_form::TextForm;
use alloc::format;
use core::fmt::{self, Display, Formatter};

/// Formats a float that is not a component: with a point, unless it has an exponent or is
/// non-finite.
pub(super) fn standalone(f: &mut Formatter<'_>, value: f64, form: TextForm) -> fmt::Result {
    let text = FloatText::new(f, value, false, form);
    // Godot 3 also appends the point to minus infinity (`-inf.0`), but not to infinity and NaN.
    let has_point = match text.form {
        TextForm::Godot3 => text.value.is_finite() || value.is_sign_negative(),
        TextForm::Godot4 | TextForm::Pandemonium => text.value.is_finite(),
    };
    let text = format!("{text}");
    f.write_str(&text)?;
    f.write_str(if has_point && !text.contains(['.', 'e']) {
        ".0"
    } else {
        ""
    })
}

/// A float in the engine's text format.
pub(super) struct FloatText {
    value: f64,
    /// Whether the value is a widened 32-bit float, for which fewer digits suffice.
    is_single: bool,
    /// Whether to write every digit and the sign of zero, in a form that `str2var` can parse.
    is_alternate: bool,
    form: TextForm,
}

impl FloatText {
    #[expect(clippy::cast_possible_truncation, reason = "as the engine narrows")]
    pub(super) fn new(f: &Formatter<'_>, value: f64, is_single: bool, form: TextForm) -> Self {
        let is_alternate = f.alternate();
        let narrowed = f64::from(value as f32);
        let is_exact = is_alternate || form.is_exact();
        Self {
            value: if is_exact { value } else { narrowed },
            // Godot 4 writes the digits of a 32-bit float if that float has the same value.
            is_single: is_single || (!is_alternate && narrowed.to_bits() == value.to_bits()),
            is_alternate,
            form,
        }
    }

    /// Returns whether all digits are written instead of six.
    fn is_exact(&self) -> bool {
        self.is_alternate || self.form.is_exact()
    }

    fn non_finite(&self) -> &'static str {
        let is_negative = self.value.is_sign_negative();
        if self.value.is_nan() {
            let has_sign = !self.is_alternate && self.form == TextForm::Godot3 && is_negative;
            return if has_sign { "-nan" } else { "nan" };
        }
        match (self.is_exact(), self.form, is_negative) {
            (_, TextForm::Godot4, true) | (false, TextForm::Pandemonium, true) => "inf_neg",
            (_, TextForm::Godot4, false) | (false, _, false) => "inf",
            // `str2var` rejects a sign before `inf`, but parses out-of-range numbers as infinity.
            (true, _, true) => "-1e400",
            (true, _, false) => "1e400",
            (false, TextForm::Godot3, true) => "-inf",
        }
    }
}

impl Display for FloatText {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a single value is a widened 32-bit float"
    )]
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let value = self.value;
        if value == 0.0 {
            // Without the point `str2var` parses an int, which has no negative zero.
            let has_sign = self.is_alternate && value.is_sign_negative();
            return f.write_str(if has_sign { "-0.0" } else { "0" });
        }
        if !value.is_finite() {
            return f.write_str(self.non_finite());
        }
        let digits = if !self.is_exact() {
            format!("{:.*e}", SIGNIFICANT - 1, value)
        } else if self.is_single {
            format!("{:e}", value as f32)
        } else {
            format!("{value:e}")
        };
        write_digits(f, &digits, self.form)
    }
}

/// The number of digits that `%g` writes.
const SIGNIFICANT: usize = 6;

/// The number of digits that `str2var` parses, including leading zeros; further digits are dropped.
const MOST_DIGITS: usize = 18;

/// Formats a number in scientific notation like C's `%g`, without trailing zeros.
///
/// The exponent is kept only for small or long numbers, and for numbers of which `str2var` would
/// drop digits.
fn write_digits(f: &mut Formatter<'_>, scientific: &str, form: TextForm) -> fmt::Result {
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((scientific, "0"));
    let exponent: i32 = exponent.parse().map_err(|_| fmt::Error)?;
    let places = exponent.unsigned_abs() as usize;
    let digits = mantissa.trim_start_matches('-');
    let (first, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let fraction = fraction.trim_end_matches('0');
    f.write_str(if digits == mantissa { "" } else { "-" })?;
    // Numbers with more digits than this before the point have an exponent.
    let precision = match form {
        TextForm::Godot4 => f64::DIGITS as usize,
        TextForm::Godot3 | TextForm::Pandemonium => (1 + fraction.len()).max(SIGNIFICANT),
    };
    let is_cut = form != TextForm::Godot4 && places + 1 + fraction.len() > MOST_DIGITS;
    if exponent < -4 || (exponent < 0 && is_cut) || (exponent > 0 && places >= precision) {
        let point = if fraction.is_empty() { "" } else { "." };
        let sign = if exponent < 0 { '-' } else { '+' };
        return write!(f, "{first}{point}{fraction}e{sign}{places:02}");
    }
    if exponent < 0 {
        return write!(f, "0.{:0>width$}{first}{fraction}", "", width = places - 1);
    }
    let (whole, rest) = fraction.split_at(places.min(fraction.len()));
    let point = if rest.is_empty() { "" } else { "." };
    write!(f, "{first}{whole:0<places$}{point}{rest}")
}

#[cfg(test)]
mod tests;
