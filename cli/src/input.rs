//! Reads the values of an input: raw bytes, lines of text, or length-prefixed values.

use crate::args::{FileArgs, InputArgs};
use crate::detect::{InputContent, OpenInput, is_start};
use crate::failure::{Failure, note};
use crate::hints::byte_count;
use crate::layouts::LayoutName;
use crate::source::{self, Input};
use gdvariant::any::AnyReader;
use gdvariant::detect::Framing;
use gdvariant::{DecodeOptions, ReadError};
use gdvariant_files::forms::{InvalidInput, LineValue, Lines};
use std::io::{self, Read};
use std::ops::Range;

/// The size of a length prefix, in bytes.
pub(crate) const PREFIX_LENGTH: usize = size_of::<u32>();

/// The maximum number of bytes that are read of an input in a row after an invalid value.
const MAX_INVALID_LENGTH: u32 = 16 << 20;

/// The bytes of one value, and their position in the input.
#[derive(Debug, Clone, Default)]
pub(crate) struct InputEntry<'b> {
    /// The number of the value in the input, from 1.
    pub(crate) number: u64,
    /// The number, from 1, of the value's first line or of the malformed line; `None` for raw
    /// input.
    pub(crate) line: Option<usize>,
    /// The length prefix; `None` without framing.
    pub(crate) frame: Option<Frame>,
    /// The offset of the bytes in the input; 0 for lines of text.
    pub(crate) start: usize,
    /// The bytes of the value; for a fault, the available bytes or those of an invalid length.
    pub(crate) available: &'b [u8],
    /// The reason why the bytes are not a value.
    pub(crate) fault: Option<InvalidInput>,
    /// Whether bytes follow length-prefixed values and are not the start of another one.
    pub(crate) is_rest: bool,
}

/// The length prefix of a value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame {
    /// The bytes of the length.
    pub(crate) prefix: [u8; PREFIX_LENGTH],
    pub(crate) length: u32,
}

impl<'b> InputEntry<'b> {
    /// Returns the bytes of the value, or the reason why the value is missing.
    pub(crate) fn bytes(&self) -> Result<&'b [u8], &InvalidInput> {
        self.fault.as_ref().map_or(Ok(self.available), Err)
    }

    /// Returns the position of the bytes in the input, with the length prefix.
    pub(crate) fn range(&self) -> Range<usize> {
        let start = self.start - self.frame.map_or(0, |_| PREFIX_LENGTH);
        start..self.start + self.available.len()
    }

    /// Returns the name of the input and the line, as the prefix of an error.
    pub(crate) fn place(&self, file: &FileArgs) -> String {
        let label = file.label();
        match self.line {
            Some(line) => format!("{label}: line {line}"),
            None => label,
        }
    }

    /// Returns the failure of a missing value, with the position and the message in one line.
    pub(crate) fn failure(&self, fault: &InvalidInput, file: &FileArgs) -> Failure {
        match self.line {
            Some(_) => Failure::at(self.place(file), &fault.message),
            None => Failure::at(self.place(file), fault),
        }
    }
}

/// Returns the failure of an empty input.
pub(crate) fn empty(file: &FileArgs, expected: &str) -> Failure {
    file.failure(format_args!("the input is empty; expected {expected}"))
}

/// Returns the failure for a value number that exceeds the number of values.
pub(crate) fn no_such_value(file: &FileArgs, number: u64, count: u64) -> Failure {
    file.failure(format_args!("no value {number}, the last value is {count}"))
}

/// Calls `each` with each value of an open input, and returns the number of values.
pub(crate) fn each(
    args: &InputArgs,
    opened: OpenInput,
    each: &mut dyn FnMut(&InputEntry<'_>) -> Result<(), Failure>,
) -> Result<u64, Failure> {
    let mut entries = InputEntries::of(args, opened);
    while let Some(entry) = entries.next()? {
        each(&entry)?;
    }
    Ok(entries.count)
}

/// Reads the values of an input one by one.
pub(crate) struct InputEntries<'a> {
    args: &'a InputArgs,
    source: ValueSource,
    /// The number of values so far.
    count: u64,
    /// Whether the last value has been read.
    is_at_end: bool,
}

/// The source of the values.
enum ValueSource {
    Values(AnyReader<Input>),
    Frames(Frames),
    Lines(Box<Lines<Input>>, Option<LineValue>),
}

/// Reads length-prefixed values.
struct Frames {
    input: Input,
    layout: LayoutName,
    is_first: bool,
    /// The offset of the next byte to read.
    position: usize,
    buffer: Vec<u8>,
}

impl<'a> InputEntries<'a> {
    pub(crate) fn of(args: &'a InputArgs, opened: OpenInput) -> Self {
        let source = match opened.content {
            InputContent::Raw(input) if args.frame.framed => ValueSource::Frames(Frames {
                input,
                layout: opened.layout,
                is_first: true,
                position: 0,
                buffer: Vec::new(),
            }),
            InputContent::Raw(input) => {
                let framing = args.frame.requested().unwrap_or(Framing::Bare);
                // Finding the end of each value in a row requires decoding, so decoding has to
                // accept every value.
                let accepted = DecodeOptions::engine().allow_objects(true);
                let options = args.frame.options().decode_options(accepted);
                let options = options.max_length(MAX_INVALID_LENGTH);
                let layout = opened.layout.info();
                ValueSource::Values(AnyReader::with_layout(input, layout, framing, options))
            }
            InputContent::Lines(lines) => ValueSource::Lines(lines, None),
        };
        Self {
            args,
            source,
            count: 0,
            is_at_end: false,
        }
    }

    /// Returns the next value, or `None` at the end. An input without values is an error.
    pub(crate) fn next(&mut self) -> Result<Option<InputEntry<'_>>, Failure> {
        if self.is_at_end {
            return Ok(None);
        }
        let (args, number) = (self.args, self.count + 1);
        let unreadable = |error: io::Error| args.file.unreadable(&error);
        let (next, expected) = match &mut self.source {
            ValueSource::Values(values) => {
                let next = values.next_bytes().map_err(|error| match error {
                    ReadError::Io(error) => unreadable(error),
                    other => args.file.failure(other),
                })?;
                let entry = |(start, available)| InputEntry {
                    start: usize::try_from(start).unwrap_or(usize::MAX),
                    available,
                    ..InputEntry::default()
                };
                (next.map(entry), "a value of at least 4 bytes")
            }
            ValueSource::Frames(frames) => {
                let next = frames.next(args).map_err(unreadable)?;
                (next, "length-prefixed values")
            }
            ValueSource::Lines(lines, current) => {
                *current = lines.next_value().map_err(unreadable)?;
                (current.as_ref().map(line), "one value per line")
            }
        };
        let entry = match next {
            Some(entry) if entry.is_rest && args.frame.ignores_rest => {
                if let Some(fault) = &entry.fault {
                    note(&format!("{}: {fault}", args.file.label()));
                }
                None
            }
            next => next,
        };
        let Some(entry) = entry else {
            self.is_at_end = true;
            return match self.count {
                0 => Err(empty(&args.file, expected)),
                _ => Ok(None),
            };
        };
        self.count = number;
        // After a fault, the start of the next frame is unknown.
        self.is_at_end = entry.fault.is_some() && entry.line.is_none();
        Ok(Some(InputEntry { number, ..entry }))
    }
}

impl Frames {
    /// Reads the next value, or the available part of it.
    fn next(&mut self, args: &InputArgs) -> io::Result<Option<InputEntry<'_>>> {
        let (mut start, mut frame) = (self.position, None);
        // Bytes after the first value can be no value, unless they are the start of one.
        let mut is_rest = !self.is_first;
        self.read(PREFIX_LENGTH as u64)?;
        let mut message = match self.buffer.first_chunk().copied() {
            None if self.buffer.is_empty() => return Ok(None),
            None => Some(truncated(PREFIX_LENGTH as u64, self.buffer.len())),
            Some(prefix) => match (args.frame.length(prefix), args.frame.max_length()) {
                (length, limit) if length > limit => Some(too_long(length, limit)),
                (length, _) => {
                    frame = Some(Frame { prefix, length });
                    start = self.position;
                    self.read(length.into())?;
                    let left = self.buffer.len();
                    if left as u64 == u64::from(length) {
                        is_rest &= length == 0 || self.is_leftover(args)?;
                        None
                    } else {
                        let is_length = length.is_multiple_of(gdvariant::format::ALIGNMENT);
                        is_rest &= !(is_length && is_start(self.layout, &self.buffer));
                        Some(truncated(length.into(), left))
                    }
                }
            },
        };
        let mut offset = start;
        if is_rest {
            offset -= frame.map_or(0, |_| PREFIX_LENGTH);
            let end = self.position as u64 + io::copy(&mut self.input, &mut io::sink())?;
            message = Some(format!(
                "{} after the last value are not values; --engine ignores them",
                byte_count(end.saturating_sub(offset as u64))
            ));
        }
        self.is_first = false;
        Ok(Some(InputEntry {
            frame,
            start,
            available: &self.buffer,
            fault: message.map(|message| InvalidInput { offset, message }),
            is_rest,
            ..InputEntry::default()
        }))
    }

    /// Returns whether a frame after the first is neither a value nor one of the frames that fill the
    /// input, if such bytes are ignored.
    fn is_leftover(&mut self, args: &InputArgs) -> io::Result<bool> {
        let options = DecodeOptions::new().allow_objects(true);
        if self.is_first
            || !args.frame.ignores_rest
            || self.layout.info().check(&self.buffer, options).is_ok()
        {
            return Ok(false);
        }
        let mut rest = Vec::new();
        self.input.read_to_end(&mut rest)?;
        let mut left = rest.as_slice();
        while let Some((prefix, after)) = left.split_first_chunk()
            && let Some(after) = after.get(args.frame.length(*prefix) as usize..)
        {
            left = after;
        }
        let is_filled = left.is_empty();
        self.input = source::of_bytes(rest);
        Ok(!is_filled)
    }

    /// Fills the buffer with this many bytes, or with the rest of the input.
    fn read(&mut self, length: u64) -> io::Result<()> {
        self.buffer.clear();
        // `take` with `read_to_end` allocates memory only as bytes arrive, whatever the length
        // claims.
        let mut limited = self.input.by_ref().take(length);
        let read = limited.read_to_end(&mut self.buffer)?;
        self.position = self.position.saturating_add(read);
        Ok(())
    }
}

/// Returns the entry of a value that was read from a line.
pub(crate) fn line(value: &LineValue) -> InputEntry<'_> {
    InputEntry {
        line: Some(value.line),
        available: value.bytes.as_deref().unwrap_or_default(),
        fault: value.bytes.as_ref().err().cloned(),
        ..InputEntry::default()
    }
}

/// Describes a length beyond the limit, with advice.
fn too_long(length: u32, limit: u32) -> String {
    format!(
        "a length of {length} bytes, expected at most {limit}; if the values are not length-prefixed, omit --framed, otherwise try \
         --big-endian or raise --max-length"
    )
}

/// Describes a frame that the end of the input truncates, with advice.
fn truncated(needed: u64, left: usize) -> String {
    format!(
        "the input ends in a value or its length: expected {needed} bytes, found {left}; the input is truncated, or not framed"
    )
}
