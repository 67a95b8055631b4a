//! Where values come from: bytes, lines of text, or values after their lengths.

use crate::args::{Bytes, FileArgs, InputArgs};
use crate::failure::Failure;
use crate::layouts::LayoutName;
use crate::source::{Input, open, unreadable};
use crate::text::{NotBytes, Value, Values};
use crate::wrapper;
use gdvariant::{Frames, ReadError};
use std::io::{self, BufRead, Read};

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
    /// The input and the line of an error's message.
    pub(crate) fn place(&self, file: &FileArgs) -> String {
        let label = file.label();
        self.line.map_or_else(
            || format!("{label}: "),
            |line| format!("{label}: line {line}: "),
        )
    }
}

impl InvalidInput {
    /// The one line that ends the program.
    pub(crate) fn into_failure(self, file: &FileArgs, entry: &Entry<'_>) -> Failure {
        let place = entry.place(file);
        Failure::Input(match entry.line {
            Some(_) => format!("{place}{}", self.message),
            None => format!("{place}{:#06x}: {}", self.offset, self.message),
        })
    }
}

/// Opens an input of encoded values, without the wrappers of raw ones.
pub(crate) fn open_values(args: &InputArgs, layout: Option<LayoutName>) -> Result<Input, Failure> {
    let input = open(&args.file)?;
    match args.from {
        Bytes::Raw => Ok(wrapper::unwrap(&args.file, &args.wrapper, layout, input)?.input),
        Bytes::Hex | Bytes::Base64 => Ok(input),
    }
}

/// An input without anything in it.
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
    mut input: Input,
    each: &mut dyn FnMut(&Entry<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if args.from != Bytes::Raw {
        return lines(args, &mut input, each);
    }
    if args.frame.framed {
        return frames(args, &mut input, each);
    }
    let mut bytes = Vec::new();
    input
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable(&args.file, &error))?;
    if bytes.is_empty() {
        return Err(empty(&args.file, "a value, of 4 bytes at least"));
    }
    each(&Entry {
        bytes: Ok(&bytes),
        line: None,
        start: 0,
    })
}

fn lines(
    args: &InputArgs,
    input: &mut impl BufRead,
    each: &mut dyn FnMut(&Entry<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let unreadable = |error: io::Error| unreadable(&args.file, &error);
    let max_length = args.frame.max_length();
    let longest = longest_line(max_length);
    let mut line = Vec::new();
    let mut values = Values::new(args);
    let mut has_values = false;
    for number in 1.. {
        line.clear();
        // One more than the longest line, for the line break.
        let mut limited = input.by_ref().take(longest + 1);
        if limited.read_until(b'\n', &mut line).map_err(unreadable)? == 0 {
            break;
        }
        if line.len() as u64 > longest && !line.ends_with(b"\n") {
            has_values = true;
            let before = values.end();
            before.map_or(Ok(()), |value| hand(value, each))?;
            each(&Entry {
                bytes: Err(long_line(longest, max_length)),
                line: Some(number),
                start: 0,
            })?;
            input.skip_until(b'\n').map_err(unreadable)?;
            continue;
        }
        // Some editors write a byte order mark before the text.
        let text = line
            .strip_prefix("\u{feff}".as_bytes())
            .filter(|_| number == 1)
            .unwrap_or(&line)
            .trim_ascii_end();
        has_values |= !text.is_empty();
        for value in values.line(number, text).into_iter().flatten() {
            hand(value, each)?;
        }
    }
    values.end().map_or(Ok(()), |value| hand(value, each))?;
    if has_values {
        Ok(())
    } else {
        Err(empty(&args.file, "a value a line"))
    }
}

/// Hands a value over.
fn hand(
    value: Value,
    each: &mut dyn FnMut(&Entry<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let Value { line, bytes } = value;
    let bytes = bytes.map_err(|NotBytes { offset, message }| InvalidInput { offset, message });
    each(&Entry {
        bytes: bytes.as_deref().map_err(InvalidInput::clone),
        line: Some(line),
        start: 0,
    })
}

/// Returns how many characters a line may have for a value of at most so many bytes.
///
/// Each byte may be written as `0x12, `, and the line has a margin for indentation.
fn longest_line(max_length: u32) -> u64 {
    u64::from(max_length) * 6 + 256
}

/// Describes a line that is too long to be read.
fn long_line(longest: u64, max_length: u32) -> InvalidInput {
    InvalidInput {
        offset: 0,
        message: format!(
            "a line of more than {longest} characters, the longest allowed for a value of {max_length} bytes; \
             is each line one value? --max-length allows more"
        ),
    }
}

fn frames(
    args: &InputArgs,
    input: &mut impl Read,
    each: &mut dyn FnMut(&Entry<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut frames = Frames::new(input, args.frame.options());
    loop {
        let position = frames.position();
        let start = usize::try_from(position)
            .unwrap_or(usize::MAX)
            .saturating_add(size_of::<u32>());
        match frames.next_frame() {
            Ok(Some(frame)) => each(&Entry {
                bytes: Ok(frame),
                line: None,
                start,
            })?,
            Ok(None) if position == 0 => {
                return Err(empty(&args.file, "values after their lengths"));
            }
            Ok(None) => return Ok(()),
            // Where the next frame starts cannot be told any more.
            Err(error) => {
                let fault = broken_frame(args, &error)?;
                return each(&Entry {
                    bytes: Err(fault),
                    line: None,
                    start,
                });
            }
        }
    }
}

/// What is wrong with a frame, for one line with what to do.
pub(crate) fn broken_frame(args: &InputArgs, error: &ReadError) -> Result<InvalidInput, Failure> {
    let (offset, message) = match *error {
        ReadError::TooLong {
            offset,
            length,
            limit,
        } => (
            offset,
            format!(
                "a length of {length} bytes, the longest allowed is {limit}; leave --framed out if no lengths are there, or try \
                 --big-endian or --max-length"
            ),
        ),
        ReadError::UnexpectedEnd {
            offset,
            needed,
            left,
        } => (
            offset,
            format!(
                "the input ends in a value or its length: need {needed} bytes, {left} left; is it cut, or not framed?"
            ),
        ),
        ReadError::Io(ref error) => return Err(unreadable(&args.file, error)),
        ref other => (0, other.to_string()),
    };
    Ok(InvalidInput {
        offset: usize::try_from(offset).unwrap_or(usize::MAX),
        message,
    })
}
