//! Decodes counts, lengths and flags, and encodes numbers.

use crate::error::Result;
use crate::table::rule::{InvalidNumber, Number};
use crate::wire::writer::put_value;
use crate::{DecodeErrorKind, Kind, LayoutRules, Reader, Writer};
use alloc::vec::Vec;

/// The maximum number of values that are encoded in one batch.
pub(crate) const BATCH: usize = 16;

impl<L: LayoutRules> Reader<'_, L> {
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

impl<L: LayoutRules> Writer<'_, L> {
    /// Writes a key, a header with flags and a number.
    #[inline]
    pub(crate) fn flagged<const N: usize, const M: usize>(
        &mut self,
        key: [u8; N],
        kind: Kind,
        flags: u32,
        number: [u8; M],
    ) {
        put_words(self.out, key, L::header_of(kind) | flags, [number]);
    }

    /// Writes a key, a header without flags and the first words of a body.
    #[inline]
    pub(crate) fn start<const N: usize, const WORDS: usize>(
        &mut self,
        key: [u8; N],
        kind: Kind,
        words: [[u8; 4]; WORDS],
    ) {
        put_words(self.out, key, L::header_of(kind), words);
    }
}

/// Appends a key, a header and the first words of a body. Compiled once for all layouts.
#[inline]
fn put_words<const N: usize, const LENGTH: usize, const WORDS: usize>(
    out: &mut Vec<u8>,
    key: [u8; N],
    header: u32,
    words: [[u8; LENGTH]; WORDS],
) {
    put_value(out, key, header, size_of_val(&words), |body| {
        for (slot, word) in body.as_chunks_mut().0.iter_mut().zip(words) {
            *slot = word;
        }
    });
}
