//! The evidence for one candidate.

use super::bits::{Description, plain};
use super::examine::Examine;
use crate::{DecodeError, DecodeErrorKind};

/// The bits that a failure costs.
const FAILURE: i64 = 24;

/// The bits that a value costs which engines would encode shorter.
const NOT_CANONICAL: i64 = 16;

/// The evidence for one candidate.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) description: Description,
    /// The bits of correct length prefixes, less those of failures.
    pub(super) bits: i64,
    /// The number of values, of which the last one may be the failure.
    pub(super) values: usize,
    pub(super) decoded: usize,
    /// The number of bytes of the values that were decoded, and of their length prefixes.
    pub(super) decoded_bytes: usize,
    pub(super) not_canonical: usize,
    /// The first failure, and the number of its value, from 1.
    pub(super) failure: Option<(usize, DecodeError)>,
    /// Whether values follow one another without lengths, so that nothing after a failure is known.
    pub(super) is_in_a_row: bool,
    /// Whether more follows than what is examined.
    pub(super) is_limited: bool,
}

impl Tally {
    /// Examines one of several values in a row, and returns its length unless it fails.
    ///
    /// `window` is the part of `value` that is examined, `start` the offset of both in the input.
    pub(super) fn next_value(
        &mut self,
        examine: Examine,
        value: &[u8],
        window: &[u8],
        start: usize,
    ) -> Option<usize> {
        self.is_in_a_row = true;
        match examine(window, &mut self.description) {
            Ok(examined) => {
                self.decode(examined.length, examined.is_canonical);
                Some(examined.length)
            }
            Err(error) => {
                self.fail_unless_limited(error, value, window, start);
                None
            }
        }
    }

    /// Examines a value that ends where its bytes end, and returns whether it fits.
    pub(super) fn value(
        &mut self,
        examine: Examine,
        value: &[u8],
        window: &[u8],
        start: usize,
    ) -> bool {
        match examine(window, &mut self.description) {
            Ok(examined) if examined.length == value.len() => {
                self.decode(examined.length, examined.is_canonical);
                true
            }
            Ok(examined) => {
                let left = value.len() - examined.length;
                let kind = DecodeErrorKind::TrailingBytes { left };
                self.fail(DecodeError::new(start + examined.length, kind));
                false
            }
            Err(error) => self.fail_unless_limited(error, value, window, start),
        }
    }

    /// Examines a value that a length precedes.
    pub(super) fn frame(&mut self, examine: Examine, value: &[u8], window: &[u8], start: usize) {
        if self.value(examine, value, window, start) {
            // The value implies its length.
            let prefix = [0; size_of::<u32>()];
            self.bits += plain(&prefix);
            self.decoded_bytes += prefix.len();
        }
    }

    fn decode(&mut self, length: usize, is_canonical: bool) {
        self.values += 1;
        self.decoded += 1;
        self.decoded_bytes += length;
        if !is_canonical {
            self.not_canonical += 1;
            self.bits -= NOT_CANONICAL;
        }
    }

    /// Counts a value that cannot be decoded.
    pub(super) fn fail(&mut self, error: DecodeError) {
        self.values += 1;
        self.bits -= FAILURE;
        self.failure.get_or_insert((self.values, error));
    }

    /// Counts a value that fails, unless only because its end is not examined. Returns whether it
    /// is such a value.
    fn fail_unless_limited(
        &mut self,
        error: DecodeError,
        value: &[u8],
        window: &[u8],
        start: usize,
    ) -> bool {
        let is_limited = needs_at_most(&error, value.len() - window.len());
        if is_limited {
            self.limit();
        } else {
            self.fail(error.after(start));
        }
        is_limited
    }

    /// Records that more follows than what is examined.
    pub(super) fn limit(&mut self) {
        self.is_limited = true;
    }

    /// Returns the bits that the candidate saves compared to plain bytes.
    pub(super) fn saved(&self) -> i64 {
        self.description.saved + self.bits
    }

    /// Returns whether everything that was examined is values of the candidate.
    pub(super) fn fits(&self) -> bool {
        self.failure.is_none() && (self.decoded > 0 || self.is_limited)
    }
}

/// Returns whether a value may be whole with so many more bytes.
fn needs_at_most(error: &DecodeError, missing: usize) -> bool {
    let (needed, left) = match *error.kind() {
        DecodeErrorKind::UnexpectedEnd { needed, left } => (needed as u64, left),
        DecodeErrorKind::CountTooLarge { count, each, left } => {
            (count.saturating_mul(each as u64), left)
        }
        _ => return false,
    };
    needed <= left.saturating_add(missing) as u64
}
