//! Replaces values in the content of a file, and keeps all other bytes.

use super::kept::EditedValue;
use crate::args::EditArgs;
use crate::failure::Failure;
use crate::hints::byte_count;
use gdvariant_files::values::PREFIX_LENGTH;
use gdvariant_files::wrapper::Wrapper;
use std::ops::Range;
use std::sync::Arc;

/// The content of a file without compression and encryption.
pub(crate) struct Content {
    /// The bytes after the header.
    bytes: Arc<[u8]>,
    /// The bytes that an option skips.
    header: Vec<u8>,
}

impl Content {
    /// Creates the content of a file with these wrappers, outermost first.
    pub(crate) fn new(bytes: Arc<[u8]>, wrappers: &[Wrapper]) -> Self {
        let header = match wrappers.last() {
            Some(Wrapper::Header(header)) => header.clone(),
            _ => Vec::new(),
        };
        Self { bytes, header }
    }

    /// Returns the content after the header, with one value replaced.
    ///
    /// `range` is the position of the old value, with its length prefix.
    pub(crate) fn replace(
        &self,
        args: &EditArgs,
        range: Range<usize>,
        new: &EditedValue,
    ) -> Result<Vec<u8>, Failure> {
        let framed = args.framed(&new.bytes)?;
        // Bytes after a value without a length are not a part of it.
        let trailer = if args.frame.framed { 0 } else { new.trailer };
        let value = range.start..range.end - trailer;
        self.check_counts(args, value, framed.len() - trailer)?;
        Ok(self.splice(range, &framed))
    }

    /// Returns a note about bytes after the edited value that are not values.
    ///
    /// `rest` is the offset of such bytes after the last value of the file.
    pub(crate) fn trailer_note(
        &self,
        args: &EditArgs,
        edited: &EditedValue,
        rest: Option<usize>,
    ) -> Option<String> {
        let rest = rest.filter(|_| args.value.is_none());
        let length = match rest.map_or(0, |start| self.bytes.len() - start) {
            0 => edited.trailer,
            length => length,
        };
        let bytes = byte_count(length as u64);
        (length > 0).then(|| {
            format!(
                "kept {bytes} after the value; if they are a checksum, the game may reject the file"
            )
        })
    }

    /// Returns the content after the header, with the bytes in `range` replaced.
    pub(crate) fn splice(&self, range: Range<usize>, new: &[u8]) -> Vec<u8> {
        [&self.bytes[..range.start], new, &self.bytes[range.end..]].concat()
    }

    /// Returns a failure if a number before the value is the length of bytes whose length changes,
    /// because an edit updates only the length prefix of a framed value.
    ///
    /// `value` is the position of the old value with its length prefix, and `length` the new length
    /// of both.
    pub(crate) fn check_counts(
        &self,
        args: &EditArgs,
        value: Range<usize>,
        length: usize,
    ) -> Result<(), Failure> {
        if length == value.len() {
            return Ok(());
        }
        let header = self.header.len();
        let content = Numbers {
            bytes: &[&self.header, &*self.bytes].concat(),
            header,
            value: header + value.start..header + value.end,
            prefix: if args.frame.framed { PREFIX_LENGTH } else { 0 },
        };
        let Some((number, count)) = content.find() else {
            return Ok(());
        };
        let offset = number.start;
        let is_prefix = !args.frame.framed
            && number.end == content.value.start
            && content.bytes[number] == content.value.len().to_le_bytes()[..PREFIX_LENGTH];
        let advice = if is_prefix {
            format!(
                "use --framed --skip {offset}, which updates the number, without --values and --value"
            )
        } else {
            "set a value of the same length".into()
        };
        Err(args.file.failure(format_args!(
            "the number {count} at {offset:#06x} is the length of the bytes after it, and the edit changes this length; {advice}"
        )))
    }
}

/// The numbers before a value, in a header or in values.
struct Numbers<'c> {
    /// The header and the bytes after it.
    bytes: &'c [u8],
    /// The length of the header in bytes.
    header: usize,
    /// The position of the value, with its length prefix.
    value: Range<usize>,
    /// The length of the length prefix in bytes; 0 without framing.
    prefix: usize,
}

impl Numbers<'_> {
    /// Returns the position and the value of a number that is the length of what follows.
    fn find(&self) -> Option<(Range<usize>, usize)> {
        let start = self.value.start;
        let in_header = [8, 4].into_iter().flat_map(|width| {
            let offsets = 0..(self.header + 1).saturating_sub(width);
            offsets.map(move |offset| offset..offset + width)
        });
        // A value of a row can be the length of the next value; frames have lengths of their own.
        // Numbers of one and two bytes are too often equal to a length by chance, except directly
        // before a value without a length.
        let is_bare = self.prefix == 0;
        let is_adjacent = is_bare || start == self.header;
        let widths = [4, 8, 2, 1].into_iter();
        let adjacent = widths.filter(|width| is_adjacent && (is_bare || *width >= 4));
        let adjacent = adjacent.filter_map(|width| Some(start.checked_sub(width)?..start));
        let mut numbers = adjacent.chain(in_header);
        numbers.find_map(|number| Some((number.clone(), self.length_at(number)?)))
    }

    /// Returns a number in either byte order, if it is the length of what follows.
    fn length_at(&self, number: Range<usize>) -> Option<usize> {
        let (value, end) = (&self.value, self.bytes.len());
        let lengths = [
            value.end - number.end,
            end - number.end,
            value.len(),
            end - self.header,
            end,
        ];
        let bytes = self.bytes.get(number)?;
        let join = |number: usize, byte: &u8| number << 8 | usize::from(*byte);
        let little_endian = bytes.iter().rev().fold(0, join);
        let numbers = [little_endian, bytes.iter().fold(0, join)];
        numbers.into_iter().find(|number| lengths.contains(number))
    }
}
