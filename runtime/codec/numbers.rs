//! The bodies of bool, int and float.

use crate::error::Result;
use crate::table::rule::{Arm, Number, Step};
use crate::table::{Row, bodies};
use crate::wire::reader::Header;
use crate::{Kind, Layout, Reader, Writer};

const BOOL: &Number = match bodies::bool::RULES.steps {
    [Step::Number(number)] => number,
    _ => panic!("a bool is a number"),
};

/// The two forms of a number. Encoders use the narrow form if it represents the number exactly.
struct Forms {
    narrow: &'static Arm,
    narrow_row: &'static Row,
    wide: &'static Arm,
    wide_row: &'static Row,
}

const fn forms(steps: &'static [Step]) -> Forms {
    match steps {
        [
            Step::Branch(
                [
                    narrow @ Arm {
                        steps: [Step::Components([narrow_row])],
                        ..
                    },
                    wide @ Arm {
                        steps: [Step::Components([wide_row])],
                        ..
                    },
                ],
            ),
        ] => Forms {
            narrow,
            narrow_row,
            wide,
            wide_row,
        },
        _ => panic!("a flag of the header selects the form of a number"),
    }
}

const INT: Forms = forms(bodies::int::RULES.steps);

const FLOAT: Forms = forms(bodies::float::RULES.steps);

/// The Rust type of an int in the narrow form.
pub(crate) type NarrowInt = i32;

/// The flags in the header of a narrow int.
pub(crate) const NARROW_INT: u32 = INT.narrow.value;

/// The flags in the header of a float of 32 bits.
pub(crate) const NARROW_FLOAT: u32 = FLOAT.narrow.value;

/// The flags in the header of a float of 64 bits.
pub(crate) const WIDE_FLOAT: u32 = FLOAT.wide.value;

impl<L: Layout> Reader<'_, L> {
    /// Decodes the body of a bool.
    pub(crate) fn bool_body(&mut self) -> Result<bool> {
        Ok(self.number(BOOL)? != 0)
    }

    /// Decodes the body of an int.
    #[inline]
    pub(crate) fn int_body(&mut self, header: Header) -> Result<i64> {
        if header.flags() & INT.narrow.mask == INT.narrow.value {
            Ok(NarrowInt::from_le_bytes(self.bytes(INT.narrow_row)?).into())
        } else {
            Ok(i64::from_le_bytes(self.bytes(INT.wide_row)?))
        }
    }

    /// Decodes the body of a float.
    #[inline]
    pub(crate) fn float_body(&mut self, header: Header) -> Result<f64> {
        if header.flags() & FLOAT.narrow.mask == FLOAT.narrow.value {
            Ok(f32::from_le_bytes(self.bytes(FLOAT.narrow_row)?).into())
        } else {
            Ok(f64::from_le_bytes(self.bytes(FLOAT.wide_row)?))
        }
    }
}

impl<L: Layout> Writer<'_, L> {
    /// Encodes a key and a bool.
    #[inline]
    pub(crate) fn put_bool<const N: usize>(&mut self, key: [u8; N], value: bool) {
        self.flagged(key, Kind::Bool, 0, u32::from(value).to_le_bytes());
    }

    /// Encodes a key and an int.
    #[inline]
    pub(crate) fn put_int<const N: usize>(&mut self, key: [u8; N], value: i64) {
        match NarrowInt::try_from(value) {
            Ok(narrow) => self.flagged(key, Kind::Int, INT.narrow.value, narrow.to_le_bytes()),
            Err(_) => self.flagged(key, Kind::Int, INT.wide.value, value.to_le_bytes()),
        }
    }

    /// Encodes a key and a float.
    #[inline]
    pub(crate) fn put_float<const N: usize>(&mut self, key: [u8; N], value: f64) {
        match single(value) {
            Some(narrow) => {
                self.flagged(key, Kind::Float, FLOAT.narrow.value, narrow.to_le_bytes());
            }
            None => self.flagged(key, Kind::Float, FLOAT.wide.value, value.to_le_bytes()),
        }
    }
}

/// Converts a float to single precision, or returns `None` if the value changes, like engines.
///
/// A NaN is not equal to itself, so it keeps 64 bits.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    clippy::float_cmp,
    reason = "the engine's own test of whether 32 bits are enough"
)]
fn single(value: f64) -> Option<f32> {
    let single = value as f32;
    (f64::from(single) == value).then_some(single)
}
