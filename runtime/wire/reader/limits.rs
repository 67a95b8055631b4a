//! Limits that hostile input cannot exceed: counts, memory, nesting depth, objects and repeated
//! decoding.

use super::{Reader, State};
use crate::error::Result;
use crate::format;
use crate::table::HEADER;
use crate::table::Row;
use crate::table::layout::HasLayout;
use crate::table::rule::Number;
use crate::wire::options::short;
use crate::{DecodeError, DecodeErrorKind, DecodeOptions, Kind};

/// The maximum number of bytes of memory to reserve per byte of input. A Variant takes 32 bytes in
/// memory and at least 4 in the input, so an Array with a correct count needs only one allocation.
const RESERVED_FOR_A_BYTE: usize = 8;

/// The maximum number of bytes to decode again per byte of input. Untagged enums and flattened
/// structs decode bytes again.
const REREAD_FOR_A_BYTE: usize = 64;

/// The maximum number of nested pointers that consume no byte. Only types that recurse endlessly
/// exceed this limit.
pub(crate) const MAX_POINTERS: u32 = 64;

/// A count of elements or entries for which the remaining input has enough bytes.
///
/// Only [`Reader::repetitions`] creates one, so no memory is reserved for an unchecked number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CheckedCount(usize);

impl CheckedCount {
    pub(crate) const ZERO: Self = Self(0);

    #[inline]
    pub(crate) fn get(self) -> usize {
        self.0
    }
}

/// The number of containers that enclose a value. Only readers, which check the limit, create one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Depth(u32);

impl Depth {
    #[inline]
    pub(crate) fn get(self) -> u32 {
        self.0
    }
}

impl<E: HasLayout> Reader<'_, E> {
    /// Returns the sum of the counts, if the input has at least `each` bytes for each repetition.
    ///
    /// `offset` and `row` are those of the first count.
    #[inline]
    pub(crate) fn repetitions<const N: usize>(
        &self,
        offset: usize,
        row: &'static Row,
        counts: [u32; N],
        each: usize,
    ) -> Result<CheckedCount> {
        // Engines add in 32 bits and ignore overflow.
        let count = if self.state.options.lenient {
            counts.into_iter().fold(0, u32::wrapping_add).into()
        } else {
            counts.into_iter().map(u64::from).sum::<u64>()
        };
        let left = self.state.rest.len();
        match usize::try_from(count) {
            Ok(fitting) if count.saturating_mul(each as u64) <= left as u64 => {
                Ok(CheckedCount(fitting))
            }
            _ => Err(self.too_many(offset, row, count, each)),
        }
    }

    /// Consumes a count of repetitions; each repetition has at least `each` bytes.
    #[inline]
    pub(crate) fn count(&mut self, rule: &'static Number, each: usize) -> Result<CheckedCount> {
        if let Some((number, rest)) = self.state.rest.split_first_chunk()
            && let Some(count) = rule.checked(*number)
            && count as u64 * each as u64 <= rest.len() as u64
        {
            self.state.rest = rest;
            return Ok(CheckedCount(count));
        }
        self.other_count(rule, each)
    }

    /// Consumes a count that only lenient decoding accepts, or returns an error.
    #[inline(never)]
    fn other_count(&mut self, rule: &'static Number, each: usize) -> Result<CheckedCount> {
        let offset = self.position();
        let count = rule.value(self.number(rule)?);
        self.repetitions(offset, rule.row, [count], each)
    }

    /// Fast path: consumes the header and the count of a container whose repetitions have at least
    /// `each` bytes, or nothing.
    #[inline]
    pub(crate) fn take_count(
        &mut self,
        kind: Kind,
        rule: &Number,
        each: usize,
    ) -> Option<CheckedCount> {
        let (start, rest) = self.state.rest.split_first_chunk::<8>()?;
        let [a, b, c, d, count @ ..] = *start;
        let count = rule.checked(count)?;
        if u32::from_le_bytes([a, b, c, d]) != self.constant().header_of(kind)
            || count > rest.len() / each
        {
            return None;
        }
        self.state.rest = rest;
        Some(CheckedCount(count))
    }

    /// Returns the error of a count that is too large for the remaining input.
    #[cold]
    fn too_many(&self, offset: usize, row: &'static Row, count: u64, each: usize) -> DecodeError {
        let left = self.state.rest.len();
        DecodeError::new(offset, DecodeErrorKind::CountTooLarge { count, each, left })
            .in_field(row.name)
    }

    /// Returns an error, at the header that was just consumed, unless full objects are allowed.
    pub(crate) fn check_objects(&self) -> Result<()> {
        if self.state.options.allow_objects {
            return Ok(());
        }
        Err(self.error_before(HEADER, DecodeErrorKind::ObjectsNotAllowed))
    }

    /// Returns the number of elements, at most `count`, for which memory may be reserved.
    pub(crate) fn reserve<T>(&mut self, count: CheckedCount) -> usize {
        let each = size_of::<T>().max(1);
        let left = self
            .state
            .length
            .saturating_mul(RESERVED_FOR_A_BYTE)
            .saturating_sub(self.state.reserved);
        let reserved = count.get().min(left / each);
        self.state.reserved += reserved * each;
        reserved
    }

    /// Decodes `count` elements or entries one level deeper.
    #[inline]
    pub(crate) fn nested<R>(
        &mut self,
        count: CheckedCount,
        read: impl FnOnce(&mut Self) -> Result<R>,
    ) -> Result<R> {
        let outer = self.enter(count)?;
        let result = read(self);
        self.set_depth(outer);
        result
    }

    /// Returns the nesting depth of the next value.
    #[inline]
    pub(crate) fn depth(&self) -> Depth {
        Depth(self.state.depth)
    }

    /// Returns the options with the maximum nesting depth that is left for the next value.
    pub(crate) fn options_within(&self) -> DecodeOptions {
        let left = |limit: u16| limit.saturating_sub(short(self.state.depth));
        DecodeOptions {
            max_depth: left(self.state.options.max_depth),
            serde_depth: left(self.state.options.serde_depth),
            ..self.state.options
        }
    }

    /// Restores the depth after a call of `Decode`, because the implementation may replace the
    /// reader.
    #[inline]
    pub(crate) fn set_depth(&mut self, Depth(depth): Depth) {
        self.state.depth = depth;
    }

    /// Rejects a long chain of pointers such as `Box` that consumes no byte.
    ///
    /// Decoding types such as `struct A(Box<B>)` and `struct B(Box<A>)` would never end.
    #[inline]
    pub(crate) fn enter_pointer(&mut self) -> Result<()> {
        let left = self.state.rest.len();
        self.state.pointers = if left == self.state.left_at_pointer {
            self.state.pointers + 1
        } else {
            1
        };
        self.state.left_at_pointer = left;
        if self.state.pointers > MAX_POINTERS {
            return Err(self.too_deep());
        }
        Ok(())
    }

    /// Returns the error of a nesting depth that exceeds the limit of the options.
    #[cold]
    pub(crate) fn too_deep(&self) -> DecodeError {
        self.error(DecodeErrorKind::TooDeep {
            limit: self.state.options.max_depth.into(),
        })
    }

    /// Enters a container of `count` elements or entries, and returns the depth to restore at its
    /// end. An empty container never exceeds the limit of the nesting depth.
    #[inline]
    pub(crate) fn enter(&mut self, count: CheckedCount) -> Result<Depth> {
        if count.get() > 0 && self.state.depth >= u32::from(self.state.options.max_depth) {
            return Err(self.too_deep());
        }
        let outer = self.depth();
        self.state.depth += 1;
        Ok(outer)
    }

    /// Rewinds to an earlier position, unless the input has been decoded too often.
    pub(crate) fn rewind(&mut self, place: &Self) -> Result<()> {
        let again = place
            .state
            .rest
            .len()
            .saturating_sub(self.state.rest.len())
            .max(format::HEADER_LENGTH as usize);
        let limit = place.state.length.saturating_mul(REREAD_FOR_A_BYTE);
        // An implementation of `Decode` may have replaced the reader by one with an unused budget.
        match self.state.reread.max(place.state.reread).checked_add(again) {
            Some(all) if all <= limit => self.state.reread = all,
            _ => return Err(self.error(DecodeErrorKind::RedecodeLimitExceeded)),
        }
        self.go_to(place);
        Ok(())
    }

    /// Moves to a position that was reached before, without resetting the budgets.
    pub(crate) fn go_to(&mut self, place: &Self) {
        self.state = State {
            reserved: self.state.reserved.max(place.state.reserved),
            reread: self.state.reread.max(place.state.reread),
            ..place.state.clone()
        };
    }

    /// Checks the next values in strict decoding, unless an enclosing value was checked.
    pub(crate) fn check_ahead(
        &mut self,
        check: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let start = self.position();
        if self.state.options.lenient || self.state.checked.contains(&start) {
            return Ok(());
        }
        let mut ahead = self.clone();
        check(&mut ahead)?;
        self.state.checked = start..ahead.position();
        Ok(())
    }
}
