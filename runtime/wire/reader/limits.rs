//! Limits that hostile input cannot exceed: memory, nesting depth and repeated decoding.

use super::Reader;
use crate::format;
use crate::table::layout_rules::LayoutRules;
use crate::{DecodeError, DecodeErrorKind};

/// The maximum number of bytes of memory to reserve per byte of input. A Variant takes 32 bytes in
/// memory and at least 4 in the input, so an Array with a correct count needs only one allocation.
const RESERVED_FOR_A_BYTE: usize = 8;

/// The maximum number of bytes to decode again per byte of input. Untagged enums and flattened
/// structs decode bytes again.
const REREAD_FOR_A_BYTE: usize = 64;

/// The maximum number of nested pointers that consume no byte. Only types that recurse endlessly
/// exceed this limit.
pub(crate) const MAX_POINTERS: u32 = 64;

impl<L: LayoutRules> Reader<'_, L> {
    /// Returns the number of elements, at most `count`, for which memory may be reserved.
    pub(crate) fn reserve<T>(&mut self, count: usize) -> usize {
        let each = size_of::<T>().max(1);
        let left = self
            .length
            .saturating_mul(RESERVED_FOR_A_BYTE)
            .saturating_sub(self.reserved);
        let reserved = count.min(left / each);
        self.reserved += reserved * each;
        reserved
    }

    /// Decodes `count` elements or entries one level deeper. An empty container never exceeds the
    /// limit of the nesting depth.
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

    /// Returns the number of containers that enclose the next value.
    #[inline]
    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    /// Restores the depth after a call of `Decode`, because the implementation may replace the
    /// reader.
    #[inline]
    pub(crate) fn set_depth(&mut self, depth: u32) {
        self.depth = depth;
    }

    /// Rejects a long chain of pointers such as `Box` that consumes no byte.
    ///
    /// Decoding types such as `struct A(Box<B>)` and `struct B(Box<A>)` would never end.
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

    /// Returns the error of a nesting depth that exceeds the limit of the options.
    #[cold]
    pub(crate) fn too_deep(&self) -> DecodeError {
        self.error(DecodeErrorKind::TooDeep {
            limit: self.options.max_depth,
        })
    }

    /// Enters a container of `count` elements or entries. An empty container never exceeds the
    /// limit of the nesting depth.
    #[inline]
    pub(crate) fn enter(&mut self, count: usize) -> Result<(), DecodeError> {
        if count > 0 && self.depth >= self.options.max_depth {
            return Err(self.too_deep());
        }
        self.depth += 1;
        Ok(())
    }

    /// Leaves a container. The caller has to restore the depth after each call of `Decode` since
    /// `enter`, because an implementation may have changed the depth.
    #[inline]
    pub(crate) fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Rewinds to an earlier position, unless the input has been decoded too often.
    pub(crate) fn rewind(&mut self, place: &Self) -> Result<(), DecodeError> {
        let again = place
            .rest
            .len()
            .saturating_sub(self.rest.len())
            .max(format::HEADER_LENGTH as usize);
        let limit = place.length.saturating_mul(REREAD_FOR_A_BYTE);
        // An implementation of `Decode` may have replaced the reader by one with an unused budget.
        match self.reread.max(place.reread).checked_add(again) {
            Some(all) if all <= limit => self.reread = all,
            _ => return Err(self.error(DecodeErrorKind::RereadTooOften)),
        }
        self.go_to(place);
        Ok(())
    }

    /// Moves to a position that was reached before, without resetting the budgets.
    pub(crate) fn go_to(&mut self, place: &Self) {
        *self = Self {
            reserved: self.reserved.max(place.reserved),
            reread: self.reread.max(place.reread),
            ..place.clone()
        };
    }
}
