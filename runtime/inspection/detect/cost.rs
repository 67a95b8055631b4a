//! The description length of rows in bits: values that are common in games take few bits.
//!
//! All costs are whole numbers, so that layouts that decode the same rows have the same score.

use crate::inspection::inspect::{InspectRow, RowKind, Value};

/// A header: one of about 32 types.
const HEADER: u32 = 5;
/// A flag in a header, or a bit with a meaning in a number.
const FLAG: u32 = 2;
/// The largest cost of an integer beyond its plain bytes.
const LARGE: u32 = 4;
/// Zero as a float.
const ZERO: u32 = 2;
/// The sign of a float, and how its exponent and its mantissa are encoded.
const FORM: u32 = 5;
/// The number of significant bits of a float.
const PRECISION: u32 = 5;
/// The extra cost of values that engines rarely write.
const IMPLAUSIBLE: u32 = 4;
/// The largest exponent of a plausible float, positive or negative: magnitudes from 1e-12 to 1e12.
const LARGEST_EXPONENT: u32 = 40;

/// The rows of values in bits, and how many of them are plausible.
#[derive(Debug, Default)]
pub(super) struct Description {
    /// The bits that the rows save compared to plain bytes; negative if they take more.
    pub(super) saved: i64,
    pub(super) floats: Share,
    pub(super) texts: Share,
    /// The number of rows of padding that engines would have left zero.
    pub(super) dirty_padding: usize,
}

/// A part of a total.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Share {
    pub(super) plausible: usize,
    pub(super) of: usize,
}

/// The cost of a row, and whether it is plausible.
#[derive(Clone, Copy)]
struct Cost {
    bits: u32,
    is_plausible: bool,
}

impl Description {
    /// Adds a row.
    pub(super) fn add(&mut self, row: &InspectRow<'_>) {
        let bits = match row.value {
            Value::Text(text) => self.texts.count(characters(text)),
            Value::Single(value) => self
                .floats
                .count(FloatFormat::SINGLE.cost(value.to_bits().into())),
            Value::Double(value) => self.floats.count(FloatFormat::DOUBLE.cost(value.to_bits())),
            _ if row.kind == RowKind::Padding => self.padding(row),
            value => whole_row(value, row.bytes),
        };
        self.saved += plain(row.bytes) - i64::from(bits);
    }

    /// Adds the rows of another value.
    pub(super) fn extend(&mut self, other: &Self) {
        self.saved += other.saved;
        self.floats.extend(other.floats);
        self.texts.extend(other.texts);
        self.dirty_padding += other.dirty_padding;
    }

    /// Returns the cost of padding.
    fn padding(&mut self, row: &InspectRow<'_>) -> u32 {
        if row.value == (Value::Padding { is_zero: true }) {
            return 0;
        }
        let bits = saturated(row.bytes.len() * 8);
        if row.is_unset_padding() {
            return bits;
        }
        self.dirty_padding += 1;
        bits + IMPLAUSIBLE
    }
}

impl Share {
    /// Counts a row, and returns its bits.
    fn count(&mut self, cost: Cost) -> u32 {
        self.of += 1;
        self.plausible += usize::from(cost.is_plausible);
        cost.bits
    }

    fn extend(&mut self, other: Self) {
        self.plausible += other.plausible;
        self.of += other.of;
    }
}

/// Returns the bits of plain bytes.
pub(super) fn plain(bytes: &[u8]) -> i64 {
    i64::try_from(bytes.len()).unwrap_or(i64::MAX / 8) * 8
}

fn saturated(bits: usize) -> u32 {
    u32::try_from(bits).unwrap_or(u32::MAX)
}

/// Returns the cost of a row that is neither a float nor text nor padding.
fn whole_row(value: Value<'_>, bytes: &[u8]) -> u32 {
    match value {
        Value::Type { form: "", .. } => HEADER,
        Value::Type { .. } => HEADER + FLAG,
        Value::Bool(_) => 1,
        Value::Unsigned(number) => integer(number, bytes),
        Value::Signed(number) => 1 + integer(number.unsigned_abs(), bytes),
        Value::Flags { number, .. } => FLAG + integer(number.unsigned_abs(), bytes),
        _ => saturated(bytes.len() * 8),
    }
}

/// Returns the cost of an integer in Elias gamma code, or a little more than its plain bytes.
fn integer(number: u64, bytes: &[u8]) -> u32 {
    let plain = saturated(bytes.len() * 8);
    gamma(number).min(plain + LARGE)
}

/// Returns the length of a number in Elias gamma code, which is short for small numbers.
fn gamma(number: u64) -> u32 {
    2 * number.saturating_add(1).ilog2() + 1
}

/// Returns the cost of a string; control characters are implausible.
fn characters(text: &str) -> Cost {
    let bits = text.chars().map(character).sum();
    Cost {
        bits,
        is_plausible: !text.contains(is_implausible),
    }
}

fn character(c: char) -> u32 {
    match c {
        'a'..='z' => 5,
        'A'..='Z' | '0'..='9' | '_' => 6,
        ' '..='~' | '\n' | '\t' => 7,
        c if is_implausible(c) => saturated(c.len_utf8() * 8) + IMPLAUSIBLE,
        c => saturated(c.len_utf8() * 8) - 3,
    }
}

fn is_implausible(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\r' | '\t')
}

/// The widths of the fields of an IEEE 754 float in bits.
struct FloatFormat {
    exponent: u32,
    mantissa: u32,
}

impl FloatFormat {
    const SINGLE: Self = Self {
        exponent: 8,
        mantissa: f32::MANTISSA_DIGITS - 1,
    };
    const DOUBLE: Self = Self {
        exponent: 11,
        mantissa: f64::MANTISSA_DIGITS - 1,
    };

    /// Returns the cost of the float with this bit pattern: its sign, its exponent, and its
    /// mantissa without trailing zeros.
    fn cost(&self, pattern: u64) -> Cost {
        let largest = (1 << self.exponent) - 1;
        let exponent = pattern >> self.mantissa & largest;
        let mantissa = pattern & ((1 << self.mantissa) - 1);
        if exponent == 0 && mantissa == 0 {
            return Cost {
                bits: ZERO,
                is_plausible: true,
            };
        }
        let distance = exponent.abs_diff(largest >> 1);
        let significant = self.mantissa - mantissa.trailing_zeros().min(self.mantissa);
        let bits = FORM + (distance + 1).ilog2() + self.mantissa.min(PRECISION + significant);
        let is_infinite = exponent == largest && mantissa == 0;
        let is_plausible = is_infinite || distance <= LARGEST_EXPONENT.into();
        Cost {
            bits: bits + if is_plausible { 0 } else { IMPLAUSIBLE },
            is_plausible,
        }
    }
}
