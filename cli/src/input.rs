//! Where values come from: bytes, lines of text, or values after their lengths.

use crate::any_layout::AnyLayout;
use crate::args::{FileArgs, InputArgs, InputForm};
use crate::decode::BadValue;
use crate::failure::Failure;
use crate::layouts::LayoutName;
use crate::source::{Input, open, unreadable};
use crate::text::{Dump, Lines, Value};
use crate::wrapper::{self, Unwrapped, Wrapper};
use gdvariant::detect::MAX_BYTES;
use gdvariant::{DecodeOptions, Frames, ReadError};
use std::io::{self, BufReader, Read};

/// The length in bytes of the length before a framed value.
pub(crate) const PREFIX_LENGTH: usize = size_of::<u32>();

/// The number of bytes that are read of an input that does not start with a value, for hints.
const LONGEST_OTHER: u64 = 16 << 20;

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

/// Opens an input of encoded values, and removes the wrappers of bytes.
pub(crate) fn open_wrapped(
    args: &InputArgs,
    layout: Option<LayoutName>,
) -> Result<Unwrapped, Failure> {
    unwrap(args, layout, open(&args.file)?)
}

/// Removes the wrappers of an opened input, unless its lines are values.
pub(crate) fn unwrap(
    args: &InputArgs,
    layout: Option<LayoutName>,
    input: Input,
) -> Result<Unwrapped, Failure> {
    let input = match args.from {
        InputForm::Raw => input,
        InputForm::Dump => {
            let bytes: Box<dyn Read> = Box::new(Dump::new(input, args.frame.max_length()));
            BufReader::new(bytes)
        }
        _ => {
            let wrappers = Vec::new();
            return Ok(Unwrapped { input, wrappers });
        }
    };
    let mut opened = wrapper::unwrap(&args.file, &args.wrapper, layout, input)?;
    check_framing(args, &opened)?;
    if let (Some(layout), false) = (layout, args.frame.framed) {
        let limited = limited(layout, opened.input);
        opened.input = limited.map_err(|error| unreadable(&args.file, &error))?;
    }
    Ok(opened)
}

/// Limits a long input that does not start with a value, so that it is not read whole.
fn limited(layout: LayoutName, mut input: Input) -> io::Result<Input> {
    let start = wrapper::start(&mut input, MAX_BYTES)?;
    let entry = Entry {
        bytes: Ok(&start),
        line: None,
        start: 0,
    };
    let options = DecodeOptions::engine().allow_objects(true);
    let is_start = |layout: AnyLayout| match (layout.check)(options, &entry) {
        Err(BadValue::Bytes(error)) => error.is_eof(),
        _ => false,
    };
    let is_whole = start.len() < MAX_BYTES || AnyLayout::of(layout).is_ok_and(is_start);
    let limit = if is_whole { u64::MAX } else { LONGEST_OTHER };
    Ok(wrapper::put_back(start, input.take(limit)))
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

/// Opens an input of encoded values, without the wrappers of bytes.
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
    Lines(Box<Lines<Input>>, Option<Value>),
}

impl<'a> Entries<'a> {
    /// Opens an input.
    pub(crate) fn open(args: &'a InputArgs, layout: LayoutName) -> Result<Self, Failure> {
        args.check()?;
        Ok(Self::of(args, open_values(args, Some(layout))?))
    }

    fn of(args: &'a InputArgs, input: Input) -> Self {
        let source = match args.from {
            form if form.is_lines() => {
                let lines = Lines::new(form, args.frame.max_length(), input);
                Source::Lines(Box::new(lines), None)
            }
            _ if args.frame.framed => Source::Frames(Frames::new(input, args.frame.options())),
            _ => Source::Whole(input, Vec::new()),
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
    Entry {
        bytes: value.bytes.as_deref().map_err(Clone::clone),
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
