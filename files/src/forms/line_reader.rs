//! Reads a text line by line, with a limit.

use std::io::{self, BufRead, Read};

/// Reads the lines of a text, up to a maximum length of each line.
pub(super) struct LineReader<R> {
    reader: R,
    line: Vec<u8>,
    /// The number of lines read so far.
    number: usize,
    /// The maximum length of a line, in bytes.
    max_chars: u64,
    /// Whether the rest of a line that is too long must be skipped.
    is_within_line: bool,
}

pub(super) struct TextLine<'l> {
    /// The number of the line, from 1.
    pub(super) number: usize,
    /// The text without trailing whitespace; `None` if the line is too long.
    pub(super) text: Option<&'l [u8]>,
}

impl<R: BufRead> LineReader<R> {
    pub(super) fn new(reader: R, max_chars: u64) -> Self {
        Self {
            reader,
            line: Vec::new(),
            number: 0,
            max_chars,
            is_within_line: false,
        }
    }

    /// Returns the next line, or `None` at the end of the text.
    pub(super) fn next(&mut self) -> io::Result<Option<TextLine<'_>>> {
        // The rest of a line is skipped only when the next line is needed, because it can be
        // endless.
        if std::mem::take(&mut self.is_within_line) {
            self.reader.skip_until(b'\n')?;
        }
        self.number += 1;
        self.line.clear();
        // The limit includes one more byte, for the line break.
        let mut limited = self.reader.by_ref().take(self.max_chars + 1);
        if limited.read_until(b'\n', &mut self.line)? == 0 {
            return Ok(None);
        }
        self.is_within_line =
            self.line.len() as u64 > self.max_chars && !self.line.ends_with(b"\n");
        // Some editors write a byte order mark at the start of a text.
        let text = self
            .line
            .strip_prefix("\u{feff}".as_bytes())
            .filter(|_| self.number == 1)
            .unwrap_or(&self.line)
            .trim_ascii_end();
        Ok(Some(TextLine {
            number: self.number,
            text: (!self.is_within_line).then_some(text),
        }))
    }
}
