//! The values of an input of text.

use crate::args::InputArgs;
use crate::failure::Failure;
use crate::source::{Input, unreadable};
use crate::text::{NotBytes, Value, Values};
use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

/// Reads lines, and joins them to values.
pub(crate) struct Lines {
    input: Input,
    values: Values,
    line: Vec<u8>,
    /// The number of lines so far.
    number: usize,
    /// Values that end with the lines so far.
    ready: VecDeque<Value>,
    has_values: bool,
    /// Whether the rest of a line that is too long has to be skipped.
    is_within_line: bool,
    is_at_end: bool,
}

impl Lines {
    pub(crate) fn new(args: &InputArgs, input: Input) -> Self {
        Self {
            input,
            values: Values::new(args),
            line: Vec::new(),
            number: 0,
            ready: VecDeque::new(),
            has_values: false,
            is_within_line: false,
            is_at_end: false,
        }
    }

    /// Returns whether a line was not empty.
    pub(crate) fn has_values(&self) -> bool {
        self.has_values
    }

    /// Returns the next value, or `None` at the end.
    pub(crate) fn next(&mut self, args: &InputArgs) -> Result<Option<Value>, Failure> {
        while self.ready.is_empty() && !self.is_at_end {
            self.read(args.frame.max_length())
                .map_err(|error| unreadable(&args.file, &error))?;
        }
        Ok(self.ready.pop_front())
    }

    /// Returns values that [`next`](Self::next) has returned to the front.
    pub(crate) fn put_back(&mut self, values: Vec<Value>) {
        let later = std::mem::take(&mut self.ready);
        self.ready = values.into_iter().chain(later).collect();
    }

    /// Reads a line.
    fn read(&mut self, max_length: u32) -> io::Result<()> {
        // Only when the next value is asked for: the rest of the line can be endless.
        if std::mem::take(&mut self.is_within_line) {
            self.input.skip_until(b'\n')?;
        }
        let longest = longest_line(max_length);
        self.number += 1;
        self.line.clear();
        // One more than the longest line, for the line break.
        let mut limited = self.input.by_ref().take(longest + 1);
        if limited.read_until(b'\n', &mut self.line)? == 0 {
            self.is_at_end = true;
            self.ready.extend(self.values.end());
            return Ok(());
        }
        if self.line.len() as u64 > longest && !self.line.ends_with(b"\n") {
            self.has_values = true;
            self.ready.extend(self.values.end());
            self.ready.push_back(Value {
                line: self.number,
                bytes: Err(long_line(longest, max_length)),
            });
            self.is_within_line = true;
            return Ok(());
        }
        // Some editors write a byte order mark before the text.
        let text = self
            .line
            .strip_prefix("\u{feff}".as_bytes())
            .filter(|_| self.number == 1)
            .unwrap_or(&self.line)
            .trim_ascii_end();
        self.has_values |= !text.is_empty();
        let values = self.values.line(self.number, text);
        self.ready.extend(values.into_iter().flatten());
        Ok(())
    }
}

/// Returns how many characters a line may have for a value of at most so many bytes.
///
/// Each byte may be written as `0x12, `, and the line has a margin for indentation.
fn longest_line(max_length: u32) -> u64 {
    u64::from(max_length) * 6 + 256
}

/// Describes a line that is too long to be read.
fn long_line(longest: u64, max_length: u32) -> NotBytes {
    NotBytes {
        offset: 0,
        message: format!(
            "a line of more than {longest} characters, the longest allowed for a value of {max_length} bytes; \
             is each line one value? --max-length allows more"
        ),
    }
}
