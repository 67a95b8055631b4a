//! The bodies of bool, int and float.

use crate::error::Result;
use crate::table::bodies::bool::BODY as BOOL;
pub(crate) use crate::table::bodies::float::BODY as FLOAT;
pub(crate) use crate::table::bodies::int::BODY as INT;
use crate::wire::reader::Header;
use crate::{Layout, Reader, format};

/// The Rust type of an int in the narrow form.
pub(crate) type NarrowInt = i32;

/// The length of the longest int or float, in bytes.
pub(crate) const LONGEST: usize = format::HEADER_LENGTH as usize + size_of::<u64>();

/// The flags in the header of a narrow int.
pub(crate) const NARROW_INT: u32 = INT.narrow;

/// The flags in the header of an int of 64 bits.
pub(crate) const WIDE_INT: u32 = INT.wide();

/// The flags in the header of a float of 32 bits.
pub(crate) const NARROW_FLOAT: u32 = FLOAT.narrow;

/// The flags in the header of a float of 64 bits.
pub(crate) const WIDE_FLOAT: u32 = FLOAT.wide();

impl<L: Layout> Reader<'_, L> {
    /// Decodes the body of a bool.
    pub(crate) fn bool_body(&mut self) -> Result<bool> {
        Ok(self.number(BOOL)? != 0)
    }

    /// Decodes the body of an int.
    #[inline]
    pub(crate) fn int_body(&mut self, header: Header) -> Result<i64> {
        if header.flags() & INT.flag == INT.narrow {
            Ok(NarrowInt::from_le_bytes(self.bytes(INT.narrow_row)?).into())
        } else {
            Ok(i64::from_le_bytes(self.bytes(INT.wide_row)?))
        }
    }

    /// Decodes the body of a float.
    #[inline]
    pub(crate) fn float_body(&mut self, header: Header) -> Result<f64> {
        if header.flags() & FLOAT.flag == FLOAT.narrow {
            Ok(f32::from_le_bytes(self.bytes(FLOAT.narrow_row)?).into())
        } else {
            Ok(f64::from_le_bytes(self.bytes(FLOAT.wide_row)?))
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
pub(crate) fn single(value: f64) -> Option<f32> {
    let single = value as f32;
    (f64::from(single) == value).then_some(single)
}
