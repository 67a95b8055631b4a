//! The lengths before a value: of its frame, and in headers.

use crate::change::EditError;
use crate::detect::Framing;
use crate::layer::Layer;
use crate::values::PREFIX_LENGTH;
use std::ops::Range;

impl Framing {
    pub(super) fn prefix(self, length: u32) -> [u8; PREFIX_LENGTH] {
        match self {
            Self::BigEndian => length.to_be_bytes(),
            _ => length.to_le_bytes(),
        }
    }
}

/// Returns the header directly before the content, which can state its length.
pub(super) fn header(layers: &[Layer]) -> &[u8] {
    match layers.last() {
        Some(Layer::Header(header)) => header,
        _ => &[],
    }
}

/// The content in which a value is replaced.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lengths<'h> {
    /// The bytes before the content.
    pub(super) header: &'h [u8],
    /// The length of the content, in bytes.
    pub(super) length: usize,
    /// The framing of the values.
    pub(super) framing: Framing,
    /// The maximum length of a changed value, in bytes.
    pub(super) max_length: u32,
}

impl Lengths<'_> {
    /// The number of bytes before a value that can be the length of the value.
    const COUNT_LENGTH: usize = size_of::<u64>();

    fn is_framed(&self) -> bool {
        self.framing.options().is_some()
    }

    /// Returns the bytes of a value, with a length prefix if the file is framed.
    pub(super) fn framed(&self, value: &[u8]) -> Result<Vec<u8>, EditError> {
        if !self.is_framed() {
            return Ok(value.to_vec());
        }
        Ok([&self.prefix(value.len())?, value].concat())
    }

    /// Returns the length prefix of a value, or an error if the value is too long.
    pub(super) fn prefix(&self, length: usize) -> Result<[u8; PREFIX_LENGTH], EditError> {
        let limit = self.max_length;
        let prefix = u32::try_from(length).ok().filter(|it| *it <= limit);
        let prefix = prefix.ok_or(EditError::TooLong { length, limit })?;
        Ok(self.framing.prefix(prefix))
    }

    /// Returns an error if a number before the value is the length of bytes whose length changes,
    /// because a change updates only the length prefix of a framed value.
    ///
    /// `value` is the position of the old value with its length prefix, and `length` the new length
    /// of both. The error has the number and its offset.
    pub(super) fn check_counts(
        &self,
        value: Range<usize>,
        length: usize,
        before: &[u8],
    ) -> Result<(), EditError> {
        if length == value.len() {
            return Ok(());
        }
        let Self { header, .. } = self;
        let start = header.len() + value.start;
        let end = header.len() + self.length;
        let before = &before[before.len().saturating_sub(Self::COUNT_LENGTH)..];
        let before = [header, before].concat();
        let widths = [8, 4].into_iter();
        let in_header = widths.flat_map(|width| header.windows(width).enumerate());
        // A value of a row can be the length of the next value; frames have lengths of their own.
        // Numbers of one and two bytes are too often equal to a length by chance, except directly
        // before a value without a length.
        let is_bare = !self.is_framed();
        let is_adjacent = is_bare || value.start == 0;
        let widths = [4, 8, 2, 1].into_iter();
        let adjacent = widths.filter(|width| is_adjacent && (is_bare || *width >= 4));
        let adjacent = adjacent.filter_map(|width| {
            let bytes = before.get(before.len().checked_sub(width)?..)?;
            Some((start.checked_sub(width)?, bytes))
        });
        for (offset, bytes) in adjacent.chain(in_header) {
            let after = offset + bytes.len();
            let lengths = [
                start + value.len() - after,
                end - after,
                value.len(),
                self.length,
                end,
            ];
            let join = |number: usize, byte: &u8| number << 8 | usize::from(*byte);
            let little_endian = bytes.iter().rev().fold(0, join);
            let numbers = [little_endian, bytes.iter().fold(0, join)];
            if let Some(count) = numbers.into_iter().find(|it| lengths.contains(it)) {
                return Err(EditError::Count {
                    count,
                    offset,
                    is_prefix: is_bare
                        && after == start
                        && *bytes == value.len().to_le_bytes()[..PREFIX_LENGTH],
                });
            }
        }
        Ok(())
    }
}
