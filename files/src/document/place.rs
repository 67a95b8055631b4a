//! The lengths before a value: of its frame, and in headers.

use crate::change::EditError;
use crate::detect::Framing;
use crate::values::PREFIX_LENGTH;
use crate::wrapper::Wrapper;
use std::ops::Range;

impl Framing {
    pub(super) fn prefix(self, length: u32) -> [u8; PREFIX_LENGTH] {
        match self {
            Self::BigEndian => length.to_be_bytes(),
            _ => length.to_le_bytes(),
        }
    }
}

/// Returns the header directly before the content of a file with these wrappers.
pub(super) fn header(wrappers: &[Wrapper]) -> &[u8] {
    match wrappers.last() {
        Some(Wrapper::Header(header)) => header,
        _ => &[],
    }
}

/// The content in which a value is replaced.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'h> {
    /// The bytes before the content.
    pub(super) header: &'h [u8],
    /// The length of the content, in bytes.
    pub(super) length: usize,
    /// The framing of the values.
    pub(super) framing: Framing,
    /// The maximum length of a changed value, in bytes.
    pub(super) max_length: u32,
}

impl Place<'_> {
    /// The number of bytes before a value that can be the length of the value.
    const COUNT_LENGTH: usize = size_of::<u64>();

    /// Returns the values with their length prefixes, which replace the bytes in `range` after
    /// `before`; `trailer` is the number of bytes at the end of a single value that are not a part of
    /// it.
    ///
    /// # Errors
    ///
    /// Returns an error if a value is too long, or if a number before the values is the length of
    /// bytes whose length changes.
    pub(super) fn replacement(
        &self,
        range: Range<usize>,
        values: &[&[u8]],
        trailer: usize,
        before: &[u8],
    ) -> Result<Vec<u8>, EditError> {
        let framed = values.iter().map(|value| self.framed(value));
        let framed = framed.collect::<Result<Vec<_>, _>>()?.concat();
        // Bytes after a value with a length are a part of it.
        let trailer = if self.is_framed() { 0 } else { trailer };
        let range = range.start..range.end - trailer;
        self.check_counts(range, framed.len() - trailer, before)?;
        Ok(framed)
    }

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
        let start = self.header.len();
        let before = &before[before.len().saturating_sub(Self::COUNT_LENGTH)..];
        let content = Numbers {
            header: self.header,
            before: &[self.header, before].concat(),
            end: start + self.length,
            value: start + value.start..start + value.end,
            prefix: if self.is_framed() { PREFIX_LENGTH } else { 0 },
        };
        let Some(found) = content.find() else {
            return Ok(());
        };
        Err(EditError::Count {
            count: found.number,
            offset: found.offset,
            is_prefix: !self.is_framed()
                && found.offset + found.bytes.len() == content.value.start
                && *found.bytes == content.value.len().to_le_bytes()[..PREFIX_LENGTH],
        })
    }
}

/// The numbers before a value, in a header or in values.
struct Numbers<'c> {
    header: &'c [u8],
    /// The last bytes before the value, which can include the header.
    before: &'c [u8],
    /// The length of the header and all bytes after it.
    end: usize,
    /// The position of the value, with its length prefix.
    value: Range<usize>,
    /// The length of the length prefix in bytes; 0 without framing.
    prefix: usize,
}

/// A number that is the length of what follows.
struct Count<'c> {
    number: usize,
    /// The offset of the number.
    offset: usize,
    bytes: &'c [u8],
}

impl<'c> Numbers<'c> {
    /// Returns a number that is the length of what follows.
    fn find(&self) -> Option<Count<'c>> {
        let start = self.value.start;
        let widths = [8, 4].into_iter();
        let in_header = widths.flat_map(|width| self.header.windows(width).enumerate());
        // A value of a row can be the length of the next value; frames have lengths of their own.
        // Numbers of one and two bytes are too often equal to a length by chance, except directly
        // before a value without a length.
        let is_bare = self.prefix == 0;
        let is_adjacent = is_bare || start == self.header.len();
        let widths = [4, 8, 2, 1].into_iter();
        let adjacent = widths.filter(|width| is_adjacent && (is_bare || *width >= 4));
        let adjacent = adjacent.filter_map(|width| {
            let offset = start.checked_sub(width)?;
            let bytes = self.before.get(self.before.len().checked_sub(width)?..)?;
            Some((offset, bytes))
        });
        let mut numbers = adjacent.chain(in_header);
        numbers.find_map(|(offset, bytes)| {
            let number = self.length_at(offset, bytes)?;
            Some(Count {
                number,
                offset,
                bytes,
            })
        })
    }

    /// Returns a number in either byte order, if it is the length of what follows.
    fn length_at(&self, offset: usize, bytes: &[u8]) -> Option<usize> {
        let (value, end) = (&self.value, self.end);
        let after = offset + bytes.len();
        let lengths = [
            value.end - after,
            end - after,
            value.len(),
            end - self.header.len(),
            end,
        ];
        let join = |number: usize, byte: &u8| number << 8 | usize::from(*byte);
        let little_endian = bytes.iter().rev().fold(0, join);
        let numbers = [little_endian, bytes.iter().fold(0, join)];
        numbers.into_iter().find(|number| lengths.contains(number))
    }
}
