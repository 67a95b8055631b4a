//! The code that the writers of Arrays and Dictionaries share.

use crate::table::layout::{HasLayout, Layout};
use crate::table::rule::Number;
use crate::wire::writer::checked_count;
use crate::{Encode, EncodeError, Kind, Segment, Writer};
use alloc::vec::Vec;

/// A container that is being written. Dropping it replaces the placeholder of the count.
#[derive(Debug)]
pub(crate) struct Container<'a, 'w, E: HasLayout> {
    pub(crate) writer: &'a mut Writer<'w, E>,
    kind: Kind,
    /// The place of the count in the buffer; beyond the buffer if there is no count.
    pub(crate) count_at: usize,
    count: u32,
    /// The number of nesting levels that end with the container.
    pub(crate) levels: u32,
}

impl<'a, 'w, E: HasLayout> Container<'a, 'w, E> {
    #[inline]
    pub(crate) fn open(writer: &'a mut Writer<'w, E>, kind: Kind) -> Self {
        writer.words([], kind, 0, [rule(writer.const_layout(), kind).encoded(0)]);
        writer.depth += 1;
        Self {
            count_at: writer.out.len() - size_of::<u32>(),
            writer,
            kind,
            count: 0,
            levels: 1,
        }
    }

    /// Writes an element, a key or a value; `segment` returns its segment in the path of an error.
    #[inline]
    pub(crate) fn member<T: Encode<E> + ?Sized>(
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

    /// Returns the number of complete elements or entries, and of fields that are written next.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.count as usize
    }

    /// Counts elements or entries that the caller writes.
    #[inline]
    pub(crate) fn count_more(&mut self, count: u32) {
        self.count = self.count.wrapping_add(count);
    }

    /// Counts a complete element or entry; returns an error above the limit of engines.
    #[inline]
    pub(crate) fn add(&mut self) -> Result<(), EncodeError> {
        self.count_more(1);
        checked_count(rule(self.writer.const_layout(), self.kind), self.count())
            .map(drop)
            .map_err(|error| self.writer.fail(error))
    }
}

impl<E: HasLayout> Drop for Container<'_, '_, E> {
    #[inline]
    fn drop(&mut self) {
        // If the caller has replaced the writer, the depth wraps, so all further values are
        // rejected.
        self.writer.depth = self.writer.depth.wrapping_sub(self.levels);
        let rule = rule(self.writer.const_layout(), self.kind);
        if let Some(slot) = self.writer.out.get_mut(self.count_at..)
            && let Some(slot) = slot.first_chunk_mut()
        {
            *slot = rule.encoded(self.count);
        }
    }
}

impl<E: HasLayout> Writer<'_, E> {
    /// Writes the header and the count of an Array or a Dictionary, and returns the count.
    #[inline]
    pub(crate) fn container_start(
        &mut self,
        kind: Kind,
        length: usize,
    ) -> Result<u32, EncodeError> {
        let rule = rule(self.const_layout(), kind);
        let count = checked_count(rule, length)?;
        self.words([], kind, 0, [rule.encoded(count)]);
        Ok(count)
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

/// Appends an element to a list that will have `total` elements. A list of large elements grows to
/// this length at once, as soon as the first ones are valid.
#[inline]
pub(crate) fn push<T>(elements: &mut Vec<T>, element: T, total: usize) {
    if elements.len() == elements.capacity() {
        elements.reserve_exact(total.saturating_sub(elements.len()));
    }
    elements.push(element);
}

/// Returns the rule of the count of an Array or a Dictionary.
#[inline]
fn rule(layout: &Layout, kind: Kind) -> &'static Number {
    match kind {
        Kind::Array => layout.array.count,
        _ => layout.dictionary.count,
    }
}
