//! Where values come from: bytes, lines of text, or values after their lengths.

use crate::args::{FileArgs, InputArgs};
use crate::auto::{Content, OpenInput};
use crate::failure::Failure;
use crate::source::{Input, unreadable};
use crate::text::{Lines, Value};
use gdvariant::any::AnyReader;
use gdvariant::detect::Framing;
use gdvariant::{DecodeOptions, ReadError};

/// The length in bytes of the length before a framed value.
pub(crate) const PREFIX_LENGTH: usize = size_of::<u32>();

/// The bytes of one value, and where they are from.
#[derive(Debug)]
pub(crate) struct Entry<'b> {
    /// The bytes, or why there are none.
    pub(crate) bytes: Result<&'b [u8], InvalidInput>,
    /// The number of its first line, or of the malformed one, from 1, where values are lines.
    pub(crate) line: Option<usize>,
    /// The offset of the first of the bytes in the input; 0 where values are lines.
    pub(crate) start: usize,
}

/// Why there is no value: the offset in the input or the line, and what is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct InvalidInput {
    /// Bytes before the fault.
    pub(crate) offset: usize,
    /// What is wrong.
    pub(crate) message: String,
}

impl Entry<'_> {
    /// Returns the input and the line of an error's message.
    pub(crate) fn place(&self, file: &FileArgs) -> String {
        let label = file.label();
        self.line.map_or_else(
            || format!("{label}: "),
            |line| format!("{label}: line {line}: "),
        )
    }
}

impl InvalidInput {
    /// Returns the one line that ends the program.
    pub(crate) fn into_failure(self, file: &FileArgs, entry: &Entry<'_>) -> Failure {
        let place = entry.place(file);
        Failure::Input(match entry.line {
            Some(_) => format!("{place}{}", self.message),
            None => format!("{place}{:#06x}: {}", self.offset, self.message),
        })
    }
}

/// Returns an input without anything in it.
pub(crate) fn empty(file: &FileArgs, expected: &str) -> Failure {
    Failure::Input(format!(
        "{}: the input is empty; expected {expected}",
        file.label()
    ))
}

/// Hands each value's bytes to `each`, from an opened input.
pub(crate) fn each(
    args: &InputArgs,
    opened: OpenInput,
    each: &mut dyn FnMut(&Entry<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut entries = Entries::of(args, opened);
    while let Some(entry) = entries.next()? {
        each(&entry)?;
    }
    Ok(())
}

/// The values of an input, one after the other.
pub(crate) struct Entries<'a> {
    args: &'a InputArgs,
    source: Source,
    /// The number of values so far.
    count: usize,
    /// Whether no value follows.
    is_at_end: bool,
}

/// What values are read from.
enum Source {
    Values(AnyReader<Input>),
    Lines(Box<Lines<Input>>, Option<Value>),
}

impl<'a> Entries<'a> {
    pub(crate) fn of(args: &'a InputArgs, opened: OpenInput) -> Self {
        let source = match opened.content {
            Content::Raw(input) => {
                let framing = args.frame.stated().unwrap_or(Framing::Bare);
                // For the ends of values in a row.
                let accepted = DecodeOptions::engine().allow_objects(true);
                let options = args.frame.options().decode_options(accepted);
                let layout = opened.layout.info();
                Source::Values(AnyReader::of(input, layout, framing, options))
            }
            Content::Lines(lines) => Source::Lines(lines, None),
        };
        Self {
            args,
            source,
            count: 0,
            is_at_end: false,
        }
    }

    /// Returns the next value, or `None` at the end. An input without values is an error.
    pub(crate) fn next(&mut self) -> Result<Option<Entry<'_>>, Failure> {
        if self.is_at_end {
            return Ok(None);
        }
        self.count += 1;
        match &mut self.source {
            Source::Values(values) => {
                let next = next(self.args, values, self.count)?;
                self.is_at_end = next.as_ref().is_none_or(|entry| entry.bytes.is_err());
                Ok(next)
            }
            Source::Lines(lines, current) => {
                let next = lines.next();
                *current = next.map_err(|error| unreadable(&self.args.file, &error))?;
                self.is_at_end = current.is_none();
                if self.is_at_end && !lines.has_values() {
                    return Err(empty(&self.args.file, "a value a line"));
                }
                Ok(current.as_ref().map(line))
            }
        }
    }
}

/// Reads the next value of a raw input, by its number from 1.
fn next<'b>(
    args: &InputArgs,
    values: &'b mut AnyReader<Input>,
    number: usize,
) -> Result<Option<Entry<'b>>, Failure> {
    let (start, bytes) = match values.next_bytes() {
        Ok(Some((start, bytes))) => (start, Ok(bytes)),
        Ok(None) if number == 1 => {
            return Err(empty(
                &args.file,
                if args.frame.framed {
                    "values after their lengths"
                } else {
                    "a value, of 4 bytes at least"
                },
            ));
        }
        Ok(None) => return Ok(None),
        // Where the next frame starts cannot be told any more.
        Err(error) => (0, Err(broken_frame(args, &error)?)),
    };
    Ok(Some(Entry {
        bytes,
        line: None,
        start: usize::try_from(start).unwrap_or(usize::MAX),
    }))
}

/// Returns a value of lines.
pub(crate) fn line(value: &Value) -> Entry<'_> {
    Entry {
        bytes: value.bytes.as_deref().map_err(Clone::clone),
        line: Some(value.line),
        start: 0,
    }
}

/// Describes a length beyond the limit, with advice.
pub(crate) fn too_long(length: u32, limit: u32) -> String {
    format!(
        "a length of {length} bytes, the longest allowed is {limit}; leave --framed out if no lengths are there, or try \
         --big-endian or --max-length"
    )
}

/// Describes a frame that the end of the input truncates, with advice.
pub(crate) fn truncated(needed: u64, left: u64) -> String {
    format!(
        "the input ends in a value or its length: need {needed} bytes, {left} left; is it truncated, or not framed?"
    )
}

/// Describes the error of a frame, with advice, for one line.
pub(crate) fn broken_frame(args: &InputArgs, error: &ReadError) -> Result<InvalidInput, Failure> {
    let (offset, message) = match *error {
        ReadError::TooLong {
            offset,
            length,
            limit,
            ..
        } => (offset, too_long(length, limit)),
        ReadError::UnexpectedEnd {
            offset,
            needed,
            left,
            ..
        } => (offset, truncated(needed, left)),
        ReadError::Io(ref error) => return Err(unreadable(&args.file, error)),
        ref other => (0, other.to_string()),
    };
    Ok(InvalidInput {
        offset: usize::try_from(offset).unwrap_or(usize::MAX),
        message,
    })
}
