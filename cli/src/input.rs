//! Where values come from: bytes, lines of text, or values after their lengths.

use crate::args::{Bytes, FileArgs, InputArgs};
use crate::failure::Failure;
use crate::layouts::LayoutName;
use crate::lines::Lines;
use crate::source::{Input, open, unreadable};
use crate::text::{NotBytes, Value};
use crate::wrapper::{self, Unwrapped, Wrapper};
use gdvariant::{Frames, ReadError};
use std::io::Read;

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
#[derive(Debug, Clone)]
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

/// Opens an input of encoded values, and removes the wrappers of a raw one.
pub(crate) fn open_wrapped(
    args: &InputArgs,
    layout: Option<LayoutName>,
) -> Result<Unwrapped, Failure> {
    unwrap(args, layout, open(&args.file)?)
}

/// Removes the wrappers of an opened input, if it is a raw one.
pub(crate) fn unwrap(
    args: &InputArgs,
    layout: Option<LayoutName>,
    input: Input,
) -> Result<Unwrapped, Failure> {
    match args.from {
        Bytes::Raw => {
            let opened = wrapper::unwrap(&args.file, &args.wrapper, layout, input)?;
            check_framing(args, &opened)?;
            Ok(opened)
        }
        Bytes::Hex | Bytes::Base64 => Ok(Unwrapped {
            input,
            wrappers: Vec::new(),
        }),
    }
}

/// Fails if lengths are expected where there are none.
fn check_framing(args: &InputArgs, opened: &Unwrapped) -> Result<(), Failure> {
    let is_settings = |wrapper: &Wrapper| matches!(wrapper, Wrapper::Settings(_));
    if args.frame.framed && opened.wrappers.iter().any(is_settings) {
        let label = args.file.label();
        return Err(Failure::Usage(format!(
            "{label}: the settings of a game are one Dictionary without a length; leave --framed out"
        )));
    }
    Ok(())
}

/// Opens an input of encoded values, without the wrappers of raw ones.
pub(crate) fn open_values(args: &InputArgs, layout: Option<LayoutName>) -> Result<Input, Failure> {
    Ok(open_wrapped(args, layout)?.input)
}

/// Returns an input without anything in it.
pub(crate) fn empty(file: &FileArgs, expected: &str) -> Failure {
    Failure::Input(format!(
        "{}: the input is empty; expected {expected}",
        file.label()
    ))
}

/// Hands each value's bytes to `each`, as they come.
///
/// Only settings of a game need the layout.
pub(crate) fn each(
    args: &InputArgs,
    layout: Option<LayoutName>,
    each: &mut dyn FnMut(&Entry<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    args.check()?;
    each_of(args, open_values(args, layout)?, each)
}

/// Hands each value's bytes to `each`, from an opened input.
pub(crate) fn each_of(
    args: &InputArgs,
    input: Input,
    each: &mut dyn FnMut(&Entry<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut entries = Entries::of(args, input);
    while let Some(entry) = entries.next()? {
        each(&entry)?;
    }
    Ok(())
}

/// The values of an input, one after the other.
pub(crate) struct Entries<'a> {
    args: &'a InputArgs,
    source: Source,
    /// Whether no value follows.
    is_at_end: bool,
}

/// What values are read from, and the bytes of the current one.
enum Source {
    Whole(Input, Vec<u8>),
    Frames(Frames<Input>),
    Lines(Box<Lines>, Option<Value>),
}

impl<'a> Entries<'a> {
    /// Opens an input.
    pub(crate) fn open(args: &'a InputArgs, layout: LayoutName) -> Result<Self, Failure> {
        args.check()?;
        Ok(Self::of(args, open_values(args, Some(layout))?))
    }

    fn of(args: &'a InputArgs, input: Input) -> Self {
        let source = match args.from {
            Bytes::Raw if args.frame.framed => {
                Source::Frames(Frames::new(input, args.frame.options()))
            }
            Bytes::Raw => Source::Whole(input, Vec::new()),
            Bytes::Hex | Bytes::Base64 => Source::Lines(Box::new(Lines::new(args, input)), None),
        };
        Self {
            args,
            source,
            is_at_end: false,
        }
    }

    /// Returns the next value, or `None` at the end. An input without values is an error.
    pub(crate) fn next(&mut self) -> Result<Option<Entry<'_>>, Failure> {
        if self.is_at_end {
            return Ok(None);
        }
        match &mut self.source {
            Source::Whole(input, bytes) => {
                self.is_at_end = true;
                whole(self.args, input, bytes).map(Some)
            }
            Source::Frames(frames) => frame(self.args, frames, &mut self.is_at_end),
            Source::Lines(lines, current) => {
                *current = lines.next(self.args)?;
                self.is_at_end = current.is_none();
                if self.is_at_end && !lines.has_values() {
                    return Err(empty(&self.args.file, "a value a line"));
                }
                Ok(current.as_ref().map(line))
            }
        }
    }
}

/// Reads the one value of an input.
fn whole<'b>(
    args: &InputArgs,
    input: &mut Input,
    bytes: &'b mut Vec<u8>,
) -> Result<Entry<'b>, Failure> {
    input
        .read_to_end(bytes)
        .map_err(|error| unreadable(&args.file, &error))?;
    if bytes.is_empty() {
        return Err(empty(&args.file, "a value, of 4 bytes at least"));
    }
    Ok(Entry {
        bytes: Ok(bytes),
        line: None,
        start: 0,
    })
}

/// Returns a value of lines.
fn line(value: &Value) -> Entry<'_> {
    let bytes = value.bytes.as_deref();
    Entry {
        bytes: bytes.map_err(|NotBytes { offset, message }| InvalidInput {
            offset: *offset,
            message: message.clone(),
        }),
        line: Some(value.line),
        start: 0,
    }
}

/// Reads the next value that follows its length.
fn frame<'b>(
    args: &InputArgs,
    frames: &'b mut Frames<Input>,
    is_at_end: &mut bool,
) -> Result<Option<Entry<'b>>, Failure> {
    let position = frames.position();
    let start = usize::try_from(position)
        .unwrap_or(usize::MAX)
        .saturating_add(PREFIX_LENGTH);
    let bytes = match frames.next_frame() {
        Ok(Some(frame)) => Ok(frame),
        Ok(None) if position == 0 => {
            return Err(empty(&args.file, "values after their lengths"));
        }
        Ok(None) => {
            *is_at_end = true;
            return Ok(None);
        }
        // Where the next frame starts cannot be told any more.
        Err(error) => {
            *is_at_end = true;
            Err(broken_frame(args, &error)?)
        }
    };
    Ok(Some(Entry {
        bytes,
        line: None,
        start,
    }))
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
