//! The evidence for one candidate.

use super::cost::{Description, plain};
use super::examine::{Examine, Examined};
use crate::{DecodeError, DecodeErrorKind};

/// The bits that a failure costs.
const FAILURE: i64 = 24;

/// The bits that a value costs if engines would encode it with another length.
const NOT_CANONICAL: i64 = 16;

/// The evidence for one candidate.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) description: Description,
    /// The bits of correct length prefixes, less those of failures.
    bits: i64,
    /// The number of values, including those that fail.
    pub(super) values: usize,
    pub(super) decoded: usize,
    /// The number of bytes of the values that were decoded, and of their length prefixes.
    pub(super) decoded_bytes: usize,
    pub(super) not_canonical: usize,
    /// The first failure, and the number of its value, from 1.
    pub(super) failure: Option<(usize, DecodeError)>,
    /// Whether values follow one another without lengths; then nothing after a failure is examined.
    pub(super) is_in_a_row: bool,
    /// Whether only the start of the input is examined.
    pub(super) is_limited: bool,
}

/// The place of a value that is examined.
#[derive(Clone, Copy)]
pub(super) struct Region<'v> {
    /// The bytes that are examined.
    pub(super) window: &'v [u8],
    /// The length of the value, or of all bytes that are left if its end is unknown.
    pub(super) length: usize,
    /// The offset of the bytes in the input.
    pub(super) start: usize,
}

impl Region<'_> {
    /// Returns whether a value may decode although its examined bytes are truncated.
    fn allows(self, error: &DecodeError) -> bool {
        let (needed, left) = match *error.kind() {
            DecodeErrorKind::UnexpectedEnd { needed, left } => (needed as u64, left),
            DecodeErrorKind::CountTooLarge { count, each, left } => {
                (count.saturating_mul(each as u64), left)
            }
            _ => return false,
        };
        let missing = self.length.saturating_sub(self.window.len());
        needed <= left.saturating_add(missing) as u64
    }
}

impl Tally {
    /// Examines a value, and returns its length unless it fails.
    pub(super) fn examine(&mut self, examine: Examine, region: Region<'_>) -> Option<usize> {
        let mut rows = Description::default();
        match examine(region.window, &mut rows) {
            Ok(examined) if self.is_in_a_row || examined.length == region.length => {
                self.decode(&rows, &examined);
                return Some(examined.length);
            }
            Ok(examined) => {
                let left = region.length - examined.length;
                let kind = DecodeErrorKind::TrailingBytes { left };
                self.fail(DecodeError::new(region.start + examined.length, kind));
            }
            Err(error) if region.allows(&error) => {
                self.description.extend(&rows);
                self.is_limited = true;
            }
            Err(error) => {
                // The rows that precede the end of a truncated input are evidence as well.
                let is_cut = matches!(error.kind(), DecodeErrorKind::UnexpectedEnd { .. });
                if (self.is_in_a_row || region.start == 0) && is_cut {
                    self.description.extend(&rows);
                }
                self.fail(error.with_base_offset(region.start));
            }
        }
        None
    }

    /// Examines a value that a length precedes, which the value or the input may imply.
    pub(super) fn frame(&mut self, examine: Examine, region: Region<'_>, is_implied: bool) {
        let failures = self.values - self.decoded;
        self.examine(examine, region);
        if is_implied && self.values - self.decoded == failures {
            let prefix = [0; size_of::<u32>()];
            self.bits += plain(&prefix);
            self.decoded_bytes += prefix.len();
        }
    }

    /// Examines a value that a length precedes and the end of the input truncates.
    pub(super) fn cut_frame(&mut self, examine: Examine, region: Region<'_>) {
        let mut rows = Description::default();
        if examine(region.window, &mut rows).is_err_and(|error| region.allows(&error)) {
            self.description.extend(&rows);
        }
        self.cut(region.start, region.length, region.window.len());
    }

    /// Counts a length or a value that the end of the input truncates.
    pub(super) fn cut(&mut self, offset: usize, needed: usize, left: usize) {
        let kind = DecodeErrorKind::UnexpectedEnd { needed, left };
        self.fail(DecodeError::new(offset, kind));
    }

    fn decode(&mut self, rows: &Description, examined: &Examined) {
        self.description.extend(rows);
        self.values += 1;
        self.decoded += 1;
        self.decoded_bytes += examined.length;
        if !examined.is_canonical {
            self.not_canonical += 1;
            self.bits -= NOT_CANONICAL;
        }
    }

    fn fail(&mut self, error: DecodeError) {
        self.values += 1;
        self.bits -= FAILURE;
        self.failure.get_or_insert((self.values, error));
    }

    /// Returns the bits that the candidate saves compared to plain bytes.
    pub(super) fn saved(&self) -> i64 {
        self.description.saved + self.bits
    }

    /// Returns whether other values follow a bare one.
    pub(super) fn has_row(&self) -> bool {
        self.is_in_a_row && (self.decoded > 1 || self.decoded == 1 && self.is_limited)
    }

    /// Returns whether all examined bytes are values of the candidate.
    pub(super) fn fits(&self) -> bool {
        self.failure.is_none() && (self.decoded > 0 || self.is_limited)
    }
}
