//! Decodes counts, lengths and flags.

use crate::error::Result;
use crate::table::layout::HasLayout;
use crate::table::rule::{InvalidNumber, Number};
use crate::{DecodeErrorKind, Reader};

/// The maximum number of values that are encoded in one batch.
pub(crate) const BATCH: usize = 16;

impl<E: HasLayout> Reader<'_, E> {
    /// Consumes a count, a length or flags.
    #[inline]
    pub(crate) fn number(&mut self, rule: &'static Number) -> Result<u32> {
        let number = self.bytes(rule.row).map(u32::from_le_bytes)?;
        if number & !rule.known == 0 && number <= rule.max {
            Ok(number)
        } else {
            self.invalid(rule, number)
        }
    }

    /// Returns the error of an invalid number, or the number that lenient decoding uses instead.
    #[cold]
    fn invalid(&self, rule: &'static Number, number: u32) -> Result<u32> {
        let kind = match (rule.invalid, self.options().lenient) {
            (InvalidNumber::Bits | InvalidNumber::Bool, true) => return Ok(number),
            (InvalidNumber::Zero, true) => return Ok(0),
            (InvalidNumber::Bits, false) => DecodeErrorKind::UnknownFlags {
                flags: number & !rule.known,
            },
            (InvalidNumber::Bool, false) => DecodeErrorKind::InvalidBool { value: number },
            (InvalidNumber::Negative, _) | (InvalidNumber::Zero, false) => {
                DecodeErrorKind::NegativeLength {
                    length: number.cast_signed(),
                }
            }
        };
        Err(self.error_before(rule.row, kind).in_field(rule.row.name))
    }
}
