//! Numbers.

use super::scanner::Scanner;
use crate::error::{ParseError, ParseErrorKind, shortened};
use crate::error::{is_identifier_part, leading};
use crate::wire::component_rows::ComponentType;
use crate::wire::number::Number;
use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use core::str::FromStr;

/// A number as the text has it.
#[derive(Clone, Copy)]
pub(super) struct Numeral<'t> {
    /// The sign and the digits.
    text: &'t str,
    /// The offset in the text.
    pub(super) start: usize,
    form: Form,
}

/// The number of `inf_neg`, which has no sign.
const MINUS_INFINITE: &str = "-inf";

#[derive(Clone, Copy)]
enum Form {
    /// An integer with this radix.
    Int(u32),
    /// With a point or an exponent.
    Float,
    /// A word, such as `inf` or `PI`, and the number that it stands for.
    Word(&'static str),
}

impl<'t> Scanner<'t> {
    /// Consumes a number, if one is next.
    pub(super) fn numeral(&mut self) -> Option<Numeral<'t>> {
        self.peek();
        let (start, rest) = (self.offset(), self.rest());
        let sign = usize::from(rest.starts_with(['+', '-']));
        let unsigned = &rest[sign..];
        let (form, length) = if unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            digits(unsigned)
        } else {
            special(unsigned)?
        };
        let text = rest.get(..sign + length)?;
        self.advance(text.len());
        Some(Numeral { text, start, form })
    }

    /// Returns the integer, which has to fit 64 bits.
    pub(super) fn int(&self, numeral: Numeral<'_>) -> Result<i64, ParseError> {
        const RANGE: &str = "a 64-bit integer";
        let Form::Int(radix) = numeral.form else {
            let value = self.float::<f64>(numeral)?;
            let error = |number| ParseErrorKind::NotAnInteger { number };
            return integral(value).ok_or_else(|| self.number_error(numeral, error));
        };
        i64::from_str_radix(&numeral.digits(), radix).map_err(|error| {
            use core::num::IntErrorKind::{NegOverflow, PosOverflow};
            if matches!(error.kind(), PosOverflow | NegOverflow) {
                self.out_of_range(numeral, RANGE)
            } else {
                self.invalid(numeral)
            }
        })
    }

    /// Returns the float that is nearest to the number.
    pub(super) fn float<F: FromStr>(&self, numeral: Numeral<'_>) -> Result<F, ParseError> {
        let digits = match numeral.form {
            Form::Int(2 | 16) => self.int(numeral)?.to_string().into(),
            Form::Word(number) if numeral.text.starts_with('-') && number != MINUS_INFINITE => {
                ["-", number].concat().into()
            }
            Form::Word(number) => number.into(),
            // An integer has no negative zero.
            Form::Int(_) => match numeral.digits() {
                digits if digits.bytes().all(|digit| b"-0".contains(&digit)) => "0".into(),
                digits => digits,
            },
            Form::Float if numeral.has_invalid_exponent() => return Err(self.invalid(numeral)),
            Form::Float => numeral.digits(),
        };
        digits.parse().map_err(|_| self.invalid(numeral))
    }

    /// Returns the number as a component.
    pub(super) fn component(
        &self,
        numeral: Numeral<'_>,
        ty: ComponentType,
    ) -> Result<Number, ParseError> {
        let range = match ty {
            ComponentType::Single => return self.float(numeral).map(Number::Single),
            ComponentType::Double => return self.float(numeral).map(Number::Double),
            ComponentType::Byte => "a byte",
            ComponentType::I32 => "a 32-bit integer",
            ComponentType::I64 => "a 64-bit integer",
        };
        let value = self.int(numeral)?;
        if ty.holds(value) {
            Ok(Number::Int(value))
        } else {
            Err(self.out_of_range(numeral, range))
        }
    }

    #[cold]
    fn out_of_range(&self, numeral: Numeral<'_>, range: &'static str) -> ParseError {
        self.number_error(numeral, |number| ParseErrorKind::OutOfRange {
            number,
            range,
        })
    }

    #[cold]
    fn invalid(&self, numeral: Numeral<'_>) -> ParseError {
        self.number_error(numeral, |number| ParseErrorKind::InvalidNumber { number })
    }

    #[cold]
    fn number_error(
        &self,
        numeral: Numeral<'_>,
        kind: impl FnOnce(String) -> ParseErrorKind,
    ) -> ParseError {
        self.error_at(numeral.start, kind(shortened(numeral.text)))
    }
}

impl<'t> Numeral<'t> {
    /// Returns whether the number alone is an int, not a float.
    pub(super) fn is_int(self) -> bool {
        matches!(self.form, Form::Int(_))
    }

    /// Returns the sign and the digits, without underscores and a prefix such as `0x`.
    fn digits(self) -> Cow<'t, str> {
        let prefix = match self.form {
            Form::Int(2 | 16) => "0x".len(),
            _ => 0,
        };
        if prefix == 0 && !self.text.contains('_') {
            return self.text.into();
        }
        let unsigned = self.text.trim_start_matches(['+', '-']);
        let (sign, _) = self.text.split_at(self.text.len() - unsigned.len());
        let digits = unsigned.get(prefix..).unwrap_or_default();
        [sign, digits].concat().replace('_', "").into()
    }

    /// Returns whether an exponent starts with an underscore.
    fn has_invalid_exponent(self) -> bool {
        let exponent = self.text.split(['e', 'E']).nth(1).unwrap_or_default();
        exponent.trim_start_matches(['+', '-']).starts_with('_')
    }
}

/// Returns the form and the length of digits. Invalid digits are part of the number, so that errors
/// name all of it.
fn digits(text: &str) -> (Form, usize) {
    let mut previous = '\0';
    let has_prefix = text.starts_with(['0']) && text[1..].starts_with(['x', 'X', 'b', 'B']);
    let number = leading(text, |c| {
        let is_sign_of_exponent = !has_prefix && matches!(previous, 'e' | 'E') && "+-".contains(c);
        previous = c;
        is_identifier_part(c) || c == '.' || is_sign_of_exponent
    });
    let form = match text.as_bytes().get(1) {
        Some(b'x' | b'X') if has_prefix => Form::Int(16),
        Some(b'b' | b'B') if has_prefix => Form::Int(2),
        _ if number.contains(['.', 'e', 'E']) => Form::Float,
        _ => Form::Int(10),
    };
    (form, number.len())
}

/// Returns the form and the length of a number that is a word.
fn special(text: &str) -> Option<(Form, usize)> {
    let word = leading(text, is_identifier_part);
    let number = match word {
        "inf" | "INF" => "inf",
        "nan" | "NAN" => "nan",
        "inf_neg" => MINUS_INFINITE,
        "PI" => "3.14159265358979323846",
        "TAU" => "6.28318530717958647693",
        _ => return None,
    };
    // `var2str` of Godot 3 appends a point to minus infinity.
    let is_constant = number.starts_with(|c: char| c.is_ascii_digit());
    let has_point = !is_constant && text[word.len()..].starts_with(".0");
    let point = if has_point { ".0".len() } else { 0 };
    Some((Form::Word(number), word.len() + point))
}

/// Returns the integer that a float is, if it is one of 64 bits.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::float_cmp,
    reason = "only exact conversions are returned"
)]
fn integral(value: f64) -> Option<i64> {
    let integer = value as i64;
    // The cast saturates, and the maximum is rounded to a float that is out of range.
    (integer as f64 == value && integer != i64::MAX).then_some(integer)
}
