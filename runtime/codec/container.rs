//! The code that the writers of Arrays and Dictionaries share.

use crate::wire::writer::checked_length;
use crate::{Encode, EncodeError, Kind, Layout, Segment, Writer};
use alloc::vec::Vec;

/// A container that is being written. Dropping it replaces the placeholder of the count.
#[derive(Debug)]
pub(crate) struct Container<'a, 'w, L: Layout> {
    pub(crate) writer: &'a mut Writer<'w, L>,
    /// Encodes a count as the start of the body.
    put_start: fn(u32) -> Start,
    start_at: usize,
    pub(crate) count: usize,
    /// The number of nesting levels that end with the container.
    pub(crate) levels: u32,
}

/// The encoded start of the body of a container: the count.
type Start = [[u8; 4]; 1];

impl<'a, 'w, L: Layout> Container<'a, 'w, L> {
    #[inline]
    pub(crate) fn open(
        writer: &'a mut Writer<'w, L>,
        kind: Kind,
        put_start: fn(u32) -> Start,
    ) -> Self {
        writer.start([], kind, put_start(0));
        writer.depth += 1;
        Self {
            start_at: writer.out.len() - size_of::<Start>(),
            writer,
            put_start,
            count: 0,
            levels: 1,
        }
    }

    /// Writes an element, a key or a value; `segment` returns its segment in the path of an error.
    #[inline]
    pub(crate) fn member<T: Encode<L> + ?Sized>(
        &mut self,
        value: &T,
        segment: impl FnOnce(&Self) -> Segment,
    ) -> Result<(), EncodeError> {
        let result = self.writer.check_depth();
        result
            .and_then(|()| value.encode(self.writer))
            .map_err(|error| self.failed(error, segment))
    }

    /// Rejects an element or entry whose nesting depth exceeds the limit of engines.
    #[inline]
    pub(crate) fn check_depth(&mut self) -> Result<(), EncodeError> {
        self.writer
            .check_depth()
            .map_err(|error| self.writer.fail(error))
    }

    /// Records the error of an element or entry, and returns it with the segment in its path.
    #[cold]
    pub(crate) fn failed(
        &mut self,
        error: EncodeError,
        segment: impl FnOnce(&Self) -> Segment,
    ) -> EncodeError {
        let segment = segment(self);
        self.writer.fail(error.within(segment))
    }

    /// Counts a complete element or entry; returns an error above the limit of engines.
    #[inline]
    pub(crate) fn add(&mut self) -> Result<(), EncodeError> {
        self.writer.forget();
        self.count += 1;
        checked_length(self.count)
            .map(drop)
            .map_err(|error| self.writer.fail(error))
    }
}

impl<L: Layout> Drop for Container<'_, '_, L> {
    #[inline]
    fn drop(&mut self) {
        // If the caller has replaced the writer, the depth wraps, so all further values are
        // rejected.
        self.writer.depth = self.writer.depth.wrapping_sub(self.levels);
        // A counting writer may have dropped the bytes of the placeholder.
        if self.writer.counting.is_none()
            && let Some(slot) = self.writer.out.get_mut(self.start_at..)
            && let Some(slot) = slot.as_chunks_mut().0.first_chunk_mut()
            && let Ok(count) = u32::try_from(self.count)
        {
            *slot = (self.put_start)(count);
        }
    }
}

/// Appends a default value and returns it, so that a value can be decoded in place.
#[inline]
pub(crate) fn new_place<T: Default>(elements: &mut Vec<T>) -> Option<&mut T> {
    // `push` would create the value outside the list and copy it, and the processor would wait for
    // the copy: `rpc/decode dynamic, borrowed` would take 1.2 times as long.
    elements.extend(core::iter::once_with(T::default));
    elements.last_mut()
}
