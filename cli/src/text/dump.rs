//! Rows with offsets that are one value, and the `*` between them.

use super::NotBytes;
use super::row::{Context, Row, octal_offset, offset};

/// The state between two lines of a dump.
#[derive(Debug)]
pub(super) struct Dump {
    /// The offset of the value's first byte.
    start: u64,
    /// The index in the value of the last row's bytes.
    row: usize,
    /// Whether the rows have the form of od, with octal offsets.
    is_of_od: bool,
    /// Whether a `*` stands for repetitions of the last row.
    is_repeated: bool,
    /// Whether a row was malformed, after which no offset is expected.
    is_malformed: bool,
}

impl Dump {
    /// Starts a value with its first row.
    pub(super) fn new(row: &Row) -> Self {
        Self {
            start: row.offset,
            row: 0,
            is_of_od: row.is_of_od,
            is_repeated: false,
            is_malformed: false,
        }
    }

    /// Returns the offset of a line without bytes: the last one of `hexdump -C`, where the dump
    /// ends.
    ///
    /// Such a line is never a value: as one, its 4 bytes would be Nil, which is all zeros.
    pub(super) fn end_offset(&self, line: &[u8], read: usize) -> Option<u64> {
        let line = line.trim_ascii();
        let end = if self.is_of_od {
            octal_offset(line)?
        } else {
            offset(line)?
        };
        let expected = self.expected(read);
        let is_end = if self.is_malformed {
            end > 0 && line.len() <= 8
        } else {
            end == expected || self.is_repeated && end > expected
        };
        is_end.then_some(end)
    }

    /// Appends the bytes of a row, after those that a `*` stands for.
    pub(super) fn read(
        &mut self,
        line: &[u8],
        row: &Row,
        max_length: u32,
        bytes: &mut Vec<u8>,
    ) -> Result<(), NotBytes> {
        self.fill(row.offset, max_length, bytes)?;
        self.row = bytes.len();
        row.read(line, bytes)
    }

    /// Appends the repetitions that a `*` stands for, up to an offset.
    pub(super) fn fill(
        &mut self,
        offset: u64,
        max_length: u32,
        bytes: &mut Vec<u8>,
    ) -> Result<(), NotBytes> {
        let expected = self.expected(bytes.len());
        let missing = offset.checked_sub(expected);
        let missing = missing.filter(|missing| *missing == 0 || self.is_repeated);
        let Some(missing) = missing else {
            let message = format!(
                "expected the offset {expected:#x}, found {offset:#x}; is a line missing? An empty line separates values"
            );
            return Err(NotBytes::new(bytes, message));
        };
        self.is_repeated = false;
        let length = (bytes.len() as u64).saturating_add(missing);
        if length > max_length.into() {
            return Err(NotBytes::too_long(length, max_length));
        }
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let period = bytes.len() - self.row;
        while bytes.len() < length && period > 0 {
            let missing = length - bytes.len();
            let repeated = bytes.len() - self.row;
            // Whole repetitions, so that each pass doubles them.
            bytes.extend_from_within(self.row..self.row + repeated.min(missing));
        }
        Ok(())
    }

    /// Returns the context of the lines that follow.
    pub(super) fn context(&self) -> Context {
        if self.is_of_od {
            Context::Od
        } else {
            Context::Dump
        }
    }

    /// Takes note of a `*`.
    pub(super) fn repeat(&mut self) {
        self.is_repeated = true;
    }

    /// Takes note of a malformed row.
    pub(super) fn fail(&mut self) {
        self.is_malformed = true;
    }

    /// Checks that the offset after a `*` was there.
    pub(super) fn end(&self, bytes: &[u8]) -> Result<(), NotBytes> {
        if !self.is_repeated {
            return Ok(());
        }
        let message = "expected the offset where the lines of the * end, found the end of the dump; copy its last line too";
        Err(NotBytes::new(bytes, message))
    }

    fn expected(&self, read: usize) -> u64 {
        self.start.saturating_add(read as u64)
    }
}

/// Returns whether the line stands for repetitions of the line before.
pub(super) fn is_repeat(line: &[u8]) -> bool {
    line.trim_ascii() == b"*"
}
