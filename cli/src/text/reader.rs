//! The lines of a text.

use std::io::{self, BufRead, Read};

/// Reads the lines of a text, up to a length.
pub(super) struct LineReader<R> {
    reader: R,
    line: Vec<u8>,
    /// The number of lines so far.
    number: usize,
    /// The largest number of characters in a line.
    longest: u64,
    /// Whether the rest of a line that is too long has to be skipped.
    is_within_line: bool,
}

/// A line of a text.
pub(super) struct Line<'l> {
    /// The number of the line, from 1.
    pub(super) number: usize,
    /// The text without whitespace at its end, or `None` if the line is too long.
    pub(super) text: Option<&'l [u8]>,
}

impl<R: BufRead> LineReader<R> {
    pub(super) fn new(reader: R, longest: u64) -> Self {
        Self {
            reader,
            line: Vec::new(),
            number: 0,
            longest,
            is_within_line: false,
        }
    }

    /// Returns the next line, or `None` at the end of the text.
    pub(super) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        // Only when the next line is asked for: the rest of this one can be endless.
        if std::mem::take(&mut self.is_within_line) {
            self.reader.skip_until(b'\n')?;
        }
        self.number += 1;
        self.line.clear();
        // One more than the longest line, for the line break.
        let mut limited = self.reader.by_ref().take(self.longest + 1);
        if limited.read_until(b'\n', &mut self.line)? == 0 {
            return Ok(None);
        }
        self.is_within_line = self.line.len() as u64 > self.longest && !self.line.ends_with(b"\n");
        // Some editors write a byte order mark before the text.
        let text = self
            .line
            .strip_prefix("\u{feff}".as_bytes())
            .filter(|_| self.number == 1)
            .unwrap_or(&self.line)
            .trim_ascii_end();
        Ok(Some(Line {
            number: self.number,
            text: (!self.is_within_line).then_some(text),
        }))
    }
}
