//! Limits that hostile input cannot exceed: memory, nesting depth and repeated decoding.

use super::Reader;
use crate::format;
use crate::table::layout_rules::LayoutRules;
use crate::{DecodeError, DecodeErrorKind};

/// Bytes of memory to reserve for each byte of input. A Variant takes 32 bytes in memory and at
/// least 4 in the input, so an honest Array of them is reserved in one call.
const RESERVED_FOR_A_BYTE: usize = 8;

/// How often the whole input may be decoded again, for untagged enums and flattened structs.
const REREAD_FOR_A_BYTE: usize = 64;

/// Types that delegate to one another without consuming a byte do so a few times at most, unless
/// they never end.
pub(crate) const MAX_POINTERS: u32 = 64;

impl<L: LayoutRules> Reader<'_, L> {
    /// Returns how many of `count` elements may be reserved before they have been decoded.
    pub(crate) fn reserve<T>(&mut self, count: usize) -> usize {
        let each = size_of::<T>().max(1);
        let left = self
            .length
            .saturating_mul(RESERVED_FOR_A_BYTE)
            .saturating_sub(self.reserved);
        let granted = count.min(left / each);
        self.reserved += granted * each;
        granted
    }

    /// Decodes `count` elements or entries one level deeper; an empty container has none.
    #[inline]
    pub(crate) fn nested<R>(
        &mut self,
        count: usize,
        read: impl FnOnce(&mut Self) -> Result<R, DecodeError>,
    ) -> Result<R, DecodeError> {
        let outer = self.depth;
        self.enter(count)?;
        let result = read(self)?;
        self.set_depth(outer);
        Ok(result)
    }

    /// Returns how many containers enclose the next value.
    #[inline]
    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    /// Restores a depth after an implementation of `Decode` was called, which may have assigned
    /// another reader to this one.
    #[inline]
    pub(crate) fn set_depth(&mut self, depth: u32) {
        self.depth = depth;
    }

    /// Checks that a pointer such as `Box`, which consumes nothing itself, is not one of a cycle of
    /// types that never consume anything: `struct A(Box<B>)` and `struct B(Box<A>)`.
    #[inline]
    pub(crate) fn enter_pointer(&mut self) -> Result<(), DecodeError> {
        let left = self.rest.len();
        self.pointers = if left == self.left_at_pointer {
            self.pointers + 1
        } else {
            1
        };
        self.left_at_pointer = left;
        if self.pointers > MAX_POINTERS {
            return Err(self.too_deep());
        }
        Ok(())
    }

    /// Returns the error that the nesting exceeds the limit of the options.
    #[cold]
    pub(crate) fn too_deep(&self) -> DecodeError {
        self.error(DecodeErrorKind::TooDeep {
            limit: self.options.max_depth,
        })
    }

    /// Goes one level deeper, to `count` elements or entries; an empty container has none.
    #[inline]
    pub(crate) fn enter(&mut self, count: usize) -> Result<(), DecodeError> {
        if count > 0 && self.depth >= self.options.max_depth {
            return Err(self.too_deep());
        }
        self.depth += 1;
        Ok(())
    }

    /// Returns from a deeper level in which no implementation of `Decode` was called.
    #[inline]
    pub(crate) fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Rewinds to an earlier position, unless the input has been decoded too often.
    pub(crate) fn go_back(&mut self, place: &Self) -> Result<(), DecodeError> {
        let again = place
            .rest
            .len()
            .saturating_sub(self.rest.len())
            .max(format::HEADER_LENGTH as usize);
        let limit = place.length.saturating_mul(REREAD_FOR_A_BYTE);
        // An implementation of `Decode` may have assigned a reader whose budget is unused.
        match self.reread.max(place.reread).checked_add(again) {
            Some(all) if all <= limit => self.reread = all,
            _ => return Err(self.error(DecodeErrorKind::RereadTooOften)),
        }
        self.go_to(place);
        Ok(())
    }

    /// Moves to a position that was reached before, and keeps what the budgets have spent.
    pub(crate) fn go_to(&mut self, place: &Self) {
        *self = Self {
            reserved: self.reserved.max(place.reserved),
            reread: self.reread.max(place.reread),
            ..place.clone()
        };
    }
}
