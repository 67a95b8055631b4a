//! The bits that the rows of values save, and their plausibility.

use gdvariant::inspect::{InspectRow, RowKind, RowValue};

/// The cost, in bits, of a header: one of about 32 types.
const HEADER: u32 = 5;
/// The additional cost of flags in a header or a number.
const FLAG: u32 = 2;
/// The maximum cost of an integer beyond its plain bytes.
const LARGE: u32 = 4;
/// The cost of a float that is zero.
const ZERO: u32 = 2;
/// The cost of a float's sign, and of the form of its exponent and mantissa.
const FORM: u32 = 5;
/// The cost of stating the number of significant bits of a float.
const PRECISION: u32 = 5;
/// The additional cost of values that engines rarely write.
const IMPLAUSIBLE: u32 = 4;
/// The largest exponent of a plausible float, positive or negative: magnitudes from 1e-12 to 1e12.
const LARGEST_EXPONENT: u32 = 40;

/// The number of zeros in a row that are evidence. Every layout decodes zeros, and arrays of bytes do
/// not save any bits of them.
const MAX_ZEROS: u32 = 4;

/// The bits that the rows of values save, and the shares of plausible rows.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub(super) struct Description {
    /// The bits that the rows and correct length prefixes save compared to plain bytes, minus the
    /// cost of failures; negative if plain bytes would need fewer bits.
    pub(super) saved: i64,
    pub(super) floats: Share,
    pub(super) texts: Share,
    /// The number of rows of nonzero padding where engines write zeros.
    pub(super) dirty_padding: usize,
    /// The number of last rows that are zero.
    zeros: u32,
}

/// The number of plausible rows among all rows of one kind.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub(super) struct Share {
    pub(super) plausible: usize,
    pub(super) of: usize,
}

/// The cost of a row, and the plausibility of the row.
#[derive(Clone, Copy)]
struct Cost {
    bits: u32,
    is_plausible: bool,
}

impl Description {
    pub(super) fn add(&mut self, row: &InspectRow<'_>) {
        let bits = match row.value {
            RowValue::Text(text) => self.texts.count(characters(text)),
            RowValue::F32(value) => {
                let pattern = value.to_bits();
                self.floats
                    .count(float(pattern.into(), u32::BITS, f32::MANTISSA_DIGITS))
            }
            RowValue::Double(value) => {
                let pattern = value.to_bits();
                self.floats
                    .count(float(pattern, u64::BITS, f64::MANTISSA_DIGITS))
            }
            _ if row.kind == RowKind::Padding => self.padding(row),
            value => whole_row(value, row.bytes),
        };
        let is_zero = row.bytes.iter().all(|byte| *byte == 0);
        self.zeros = if is_zero { self.zeros + 1 } else { 0 };
        if self.zeros <= MAX_ZEROS {
            self.saved += plain(row.bytes) - i64::from(bits);
        }
    }

    /// Returns whether the last rows are more zeros than are evidence.
    pub(super) fn ends_in_zeros(&self) -> bool {
        self.zeros > MAX_ZEROS
    }

    /// Returns the cost of padding in bits.
    fn padding(&mut self, row: &InspectRow<'_>) -> u32 {
        if row.value == (RowValue::Padding { is_zero: true }) {
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
    /// Counts a row, and returns its cost in bits.
    fn count(&mut self, cost: Cost) -> u32 {
        self.of += 1;
        self.plausible += usize::from(cost.is_plausible);
        cost.bits
    }
}

/// Returns the cost, in bits, of uninterpreted bytes.
pub(super) fn plain(bytes: &[u8]) -> i64 {
    i64::try_from(bytes.len()).unwrap_or(i64::MAX / 8) * 8
}

fn saturated(bits: usize) -> u32 {
    u32::try_from(bits).unwrap_or(u32::MAX)
}

/// Returns the cost of a row that is neither a float nor a string nor padding.
fn whole_row(value: RowValue<'_>, bytes: &[u8]) -> u32 {
    match value {
        RowValue::Type { form: "", .. } => HEADER,
        RowValue::Type { .. } => HEADER + FLAG,
        RowValue::Bool(_) => 1,
        RowValue::Unsigned(number) => integer(number, bytes),
        RowValue::Signed(number) => 1 + integer(number.unsigned_abs(), bytes),
        RowValue::Flags { number, .. } => FLAG + integer(number.unsigned_abs(), bytes),
        _ => saturated(bytes.len() * 8),
    }
}

/// Returns the cost of an integer: its Elias gamma code, but at most [`LARGE`] over plain bytes.
fn integer(number: u64, bytes: &[u8]) -> u32 {
    let gamma = 2 * number.saturating_add(1).ilog2() + 1;
    gamma.min(saturated(bytes.len() * 8) + LARGE)
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

/// Returns the cost of a float with this bit pattern: mantissas with trailing zeros cost less.
///
/// `width` is the width of the type in bits, and `precision` the constant `MANTISSA_DIGITS`.
fn float(pattern: u64, width: u32, precision: u32) -> Cost {
    let width_of_mantissa = precision - 1;
    let largest = (1 << (width - precision)) - 1;
    let exponent = pattern >> width_of_mantissa & largest;
    let mantissa = pattern & ((1 << width_of_mantissa) - 1);
    if exponent == 0 && mantissa == 0 {
        return Cost {
            bits: ZERO,
            is_plausible: true,
        };
    }
    let distance = exponent.abs_diff(largest >> 1);
    let significant = width_of_mantissa - mantissa.trailing_zeros().min(width_of_mantissa);
    let bits = FORM + (distance + 1).ilog2() + width_of_mantissa.min(PRECISION + significant);
    let is_infinite = exponent == largest && mantissa == 0;
    let is_plausible = is_infinite || distance <= LARGEST_EXPONENT.into();
    Cost {
        bits: bits + if is_plausible { 0 } else { IMPLAUSIBLE },
        is_plausible,
    }
}

#[cfg(test)]
mod tests;
