//! Reads the values of an open file: raw bytes, lines of text, or length-prefixed values.
//!
//! Every [`Entry`] has the position of a value in the file. An entry of bytes that are not a value
//! states the reason, so that a caller can report the reason and continue.

use crate::AnyReader;
use crate::detect::{Framing, InputStart, MAX_BYTES};
use crate::error::{EntryFault, Error, ErrorKind, FaultKind};
use crate::input::{Input, from_bytes, put_back, read_into, read_start};
use crate::layer::{self, Layer};
use crate::notation::{LineValue, Lines};
use crate::options::OpenOptions;
use crate::{LENIENT, STRICT};
use gdvariant::format;
use gdvariant::framing::FrameOptions;
use gdvariant::schema::Layout;
use std::fmt::{self, Debug, Formatter};
use std::io::{self, BufRead, Read};
use std::ops::Range;

/// The size of a length prefix, in bytes.
pub const PREFIX_LENGTH: usize = size_of::<u32>();

/// The maximum number of bytes that are read after an invalid value to find further values.
const MAX_INVALID_LENGTH: u32 = 16 << 20;

/// The bytes of one value, and their position in the content.
///
/// ```
/// use gdvariant::DecodeOptions;
/// use gdvariant::godot4;
/// use gdvariant_files::open::{OpenOptions, open};
///
/// let mut file = Vec::new();
/// godot4::write_framed(&mut file, &["Ada", "Grace"])?;
/// godot4::write_framed(&mut file, &["Alan"])?;
/// let opened = open(file.as_slice(), &OpenOptions::new())?;
/// let layout = opened.layout;
/// let mut values = opened.values();
/// while let Some(entry) = values.next_entry()? {
///     match entry.bytes() {
///         Ok(bytes) => println!("{}: {}", entry.number, layout.decode(bytes, DecodeOptions::new())?),
///         Err(fault) => println!("{}: {:#06x}: {}", entry.number, fault.offset, fault.kind),
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Entry<'b> {
    /// The number of the value in the file, from 1.
    pub number: u64,
    /// The number, from 1, of the value's first line or of the malformed line; `None` for raw
    /// bytes.
    pub line: Option<usize>,
    /// The length prefix; `None` without framing.
    pub frame: Option<Frame>,
    /// The offset of the bytes in the content, or in the bytes of the line.
    pub start: usize,
    /// The bytes of the value; for a fault, the available bytes or those of an invalid length. After
    /// an invalid length at the start of the content, the start of the other bytes follows.
    pub available: &'b [u8],
    /// The reason why the bytes are not a value.
    pub fault: Option<EntryFault>,
    /// Whether bytes follow length-prefixed values and are not the start of another one.
    pub is_rest: bool,
    /// Whether the file has no other value: a bare value, or one without others after it if
    /// [`Values::look_ahead`] was called.
    pub is_only: bool,
}

/// The length prefix of a value.
///
/// ```
/// use gdvariant_files::detect::Framing;
/// use gdvariant_files::open::{OpenOptions, open};
///
/// let file = [0, 0, 0, 8, 2, 0, 0, 0, 7, 0, 0, 0];
/// let mut values = open(&file[..], &OpenOptions::new().framing(Framing::BigEndian))?.values();
/// let frame = values.next_entry()?.unwrap().frame.unwrap();
/// assert_eq!((frame.prefix, frame.length), ([0, 0, 0, 8], 8));
/// # Ok::<(), gdvariant_files::error::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Frame {
    /// The bytes of the length.
    pub prefix: [u8; PREFIX_LENGTH],
    /// The length of the value, in bytes.
    pub length: u32,
}

impl<'b> Entry<'b> {
    /// Returns the bytes of the value.
    ///
    /// # Errors
    ///
    /// Returns the reason why the bytes are not a value.
    pub fn bytes(&self) -> Result<&'b [u8], &EntryFault> {
        self.fault.as_ref().map_or(Ok(self.available), Err)
    }

    /// Returns the position of the bytes in the content, with the length prefix.
    ///
    /// ```
    /// use gdvariant_files::detect::Framing;
    /// use gdvariant_files::open::{OpenOptions, open};
    ///
    /// let file = [8, 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0];
    /// let mut values = open(&file[..], &OpenOptions::new().framing(Framing::LittleEndian))?.values();
    /// assert_eq!(values.next_entry()?.unwrap().range(), 0..12);
    /// # Ok::<(), gdvariant_files::error::Error>(())
    /// ```
    pub fn range(&self) -> Range<usize> {
        let start = self.start - self.frame.map_or(0, |_| PREFIX_LENGTH);
        start..self.start + self.available.len()
    }
}

/// Reads the values of a file one by one.
///
/// Framed values, concatenated values and lines are buffered one at a time; a bare value is the whole
/// content.
///
/// ```
/// use gdvariant::godot4;
/// use gdvariant_files::open::{OpenOptions, open};
///
/// let mut file = Vec::new();
/// godot4::write_framed(&mut file, &["Ada", "Grace"])?;
/// godot4::write_framed(&mut file, &["Alan"])?;
/// let mut values = open(file.as_slice(), &OpenOptions::new())?.values();
/// while let Some(entry) = values.next_entry()? {
///     println!("{:#06x}: {} bytes", entry.start, entry.available.len());
/// }
/// assert_eq!(values.count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Values<'r> {
    source: ValueSource<'r>,
    /// The number of values so far.
    count: u64,
    /// Whether the last value has been read.
    is_at_end: bool,
    /// The error after the last value.
    fault: Option<FaultKind>,
}

impl Debug for Values<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Values");
        shown.field("count", &self.count).finish_non_exhaustive()
    }
}

/// The source of the values.
enum ValueSource<'r> {
    Unframed(AnyReader<Input<'r>>),
    Frames(Frames<'r>),
    Lines(Box<LineValues<'r>>),
}

/// Reads the values of lines. The bytes of each line are the content of a file.
struct LineValues<'r> {
    lines: Lines<Input<'r>>,
    options: ValueOptions,
    /// How each line is opened.
    open: OpenOptions,
    /// The number of the current line.
    line: usize,
    /// The values of the current line.
    values: Values<'static>,
    /// The number of bytes of the current line that are left.
    left: usize,
    /// The ignored bytes at the end of the current line.
    ignored: Option<EntryFault>,
}

/// How the values of a content are delimited.
#[derive(Clone, Copy)]
pub(crate) struct ValueOptions {
    pub(crate) layout: &'static Layout,
    pub(crate) framing: Framing,
    /// The maximum length of a framed value, in bytes.
    pub(crate) max_length: u32,
    /// Whether bytes after framed values that are not values are ignored.
    pub(crate) ignores_rest: bool,
    /// Whether the first value is read only if it is known whether another one follows.
    pub(crate) looks_ahead: bool,
}

/// Reads length-prefixed values.
struct Frames<'r> {
    input: Input<'r>,
    options: ValueOptions,
    framing: FrameOptions,
    is_first: bool,
    /// Whether further frames follow an invalid value.
    is_filled: bool,
    /// The offset of the next byte to read.
    position: usize,
    buffer: Vec<u8>,
}

impl<'r> Values<'r> {
    pub(crate) fn from_lines(
        lines: Lines<Input<'r>>,
        open: OpenOptions,
        options: ValueOptions,
    ) -> Self {
        Self::new(ValueSource::Lines(Box::new(LineValues {
            lines,
            options,
            open,
            line: 0,
            values: Values::from_raw(from_bytes([]), options),
            left: 0,
            ignored: None,
        })))
    }

    pub(crate) fn from_raw(input: Input<'r>, options: ValueOptions) -> Self {
        let (layout, framing) = (options.layout, options.framing);
        Self::new(if let Some(frames) = framing.options() {
            ValueSource::Frames(Frames {
                input,
                options,
                framing: frames,
                is_first: true,
                is_filled: false,
                position: 0,
                buffer: Vec::new(),
            })
        } else {
            // Finding the end of each concatenated value requires decoding, so decoding has to accept
            // every value.
            let options = FrameOptions::new().decode_options(LENIENT);
            let options = options.max_length(MAX_INVALID_LENGTH);
            ValueSource::Unframed(AnyReader::with_layout(input, layout, framing, options))
        })
    }

    fn new(source: ValueSource<'r>) -> Self {
        Self {
            source,
            count: 0,
            is_at_end: false,
            fault: None,
        }
    }

    /// Adds the error that follows the values.
    pub(crate) fn before(self, error: Option<Error>) -> Self {
        let fault = error.map(|error| FaultKind::Line {
            message: error.to_string(),
            advice: error.advice(),
        });
        Self { fault, ..self }
    }

    /// Returns the number of values so far.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Reads beyond the first value to set [`Entry::is_only`].
    ///
    /// The value of a connection is then returned only when another one follows, or at the end.
    ///
    /// ```
    /// use gdvariant::godot4;
    /// use gdvariant_files::open::{OpenOptions, open};
    ///
    /// let mut file = Vec::new();
    /// godot4::write_framed(&mut file, &["Ada", "Grace"])?;
    /// let mut values = open(file.as_slice(), &OpenOptions::new())?.values();
    /// values.look_ahead();
    /// assert!(values.next_entry()?.unwrap().is_only);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn look_ahead(&mut self) {
        match &mut self.source {
            ValueSource::Unframed(_) => {}
            ValueSource::Frames(frames) => frames.options.looks_ahead = true,
            ValueSource::Lines(lines) => lines.options.looks_ahead = true,
        }
    }

    /// Returns the ignored bytes at the end of the last line that has been read, with the number of
    /// the line.
    pub fn take_ignored(&mut self) -> Option<(usize, EntryFault)> {
        match &mut self.source {
            ValueSource::Lines(lines) => Some((lines.line, lines.ignored.take()?)),
            _ => None,
        }
    }

    /// Returns the next value, or `None` at the end.
    ///
    /// # Errors
    ///
    /// Returns an error if reading fails, or if the file has no values.
    pub fn next_entry(&mut self) -> Result<Option<Entry<'_>>, Error> {
        if self.is_at_end {
            return Ok(None);
        }
        let number = self.count + 1;
        let (next, expected, ignores_rest) = match &mut self.source {
            ValueSource::Unframed(values) => {
                let is_only = values.framing() == Framing::Bare;
                let entry = |(start, available)| Entry {
                    start: usize::try_from(start).unwrap_or(usize::MAX),
                    available,
                    is_only,
                    ..Entry::default()
                };
                let next = values.next_bytes()?.map(entry);
                (next, "a value of at least 4 bytes", false)
            }
            ValueSource::Frames(frames) => {
                let ignores_rest = frames.options.ignores_rest;
                (frames.next()?, "length-prefixed values", ignores_rest)
            }
            ValueSource::Lines(lines) => {
                let ignores_rest = lines.options.ignores_rest;
                (lines.next()?, "one value per line", ignores_rest)
            }
        };
        let after = |kind| Entry {
            fault: Some(EntryFault { offset: 0, kind }),
            ..Entry::default()
        };
        let next = next.or_else(|| self.fault.take().map(after));
        let Some(entry) = next else {
            self.is_at_end = true;
            return match self.count {
                0 => Err(ErrorKind::Empty(expected).into()),
                _ => Ok(None),
            };
        };
        // After a fault, the start of the next frame is unknown.
        self.is_at_end = entry.fault.is_some() && entry.line.is_none();
        if !(entry.is_rest && ignores_rest) {
            self.count = number;
        }
        Ok(Some(Entry { number, ..entry }))
    }
}

impl LineValues<'_> {
    /// Reads the next value of the current line, or the first value of the next line.
    fn next(&mut self) -> Result<Option<Entry<'_>>, Error> {
        let is_first = self.line == 0;
        if self.left == 0 {
            let Some(value) = self.lines.next_value()? else {
                return Ok(None);
            };
            let entry = |fault| Entry {
                line: Some(value.line),
                fault,
                ..Entry::default()
            };
            let mut bytes = match value.content(&self.open) {
                Ok((bytes, _)) if bytes.is_empty() => return Ok(Some(entry(None))),
                Ok((bytes, _)) => bytes,
                Err(fault) => return Ok(Some(entry(Some(fault)))),
            };
            if self.options.ignores_rest {
                self.ignored = ignored_rest(&mut bytes, self.options)?;
            }
            (self.line, self.left) = (value.line, bytes.len());
            self.values = Values::from_raw(from_bytes(bytes), self.options);
        }
        let entry = self.values.next_entry()?.unwrap_or_default();
        let length = match entry.fault {
            None => entry.range().len(),
            // After a fault, the start of the next frame is unknown.
            Some(_) => self.left,
        };
        self.left -= length.min(self.left);
        let line = Some(self.line);
        let is_only =
            is_first && self.left == 0 && self.options.looks_ahead && self.lines.is_at_end()?;
        Ok(Some(Entry {
            line,
            is_only,
            ..entry
        }))
    }
}

/// Removes bytes after the framed values that are not values.
fn ignored_rest(bytes: &mut Vec<u8>, options: ValueOptions) -> Result<Option<EntryFault>, Error> {
    let mut values = Values::from_raw(from_bytes(bytes.as_slice()), options);
    let mut rest = None;
    while let Some(entry) = values.next_entry()? {
        if entry.is_rest {
            rest = Some((entry.range().start, entry.fault));
        }
    }
    drop(values);
    let Some((start, fault)) = rest else {
        return Ok(None);
    };
    bytes.truncate(start);
    Ok(fault)
}

impl LineValue {
    /// Returns the bytes without the layers that a file can have, and these layers.
    pub(crate) fn content(
        &self,
        options: &OpenOptions,
    ) -> Result<(Vec<u8>, Vec<Layer>), EntryFault> {
        let bytes = self.bytes.as_deref().map_err(Clone::clone)?;
        let unpacked = layer::unpack(bytes, options, &mut ());
        unpacked.map_err(|error| EntryFault {
            offset: 0,
            kind: FaultKind::Line {
                message: error.to_string(),
                advice: error.advice(),
            },
        })
    }
}

impl Frames<'_> {
    /// Reads the next value, or the available part of it.
    fn next(&mut self) -> io::Result<Option<Entry<'_>>> {
        let (mut start, mut frame) = (self.position, None);
        // Bytes after the first value can be no value, unless they are the start of one.
        let mut is_rest = !self.is_first;
        self.read(PREFIX_LENGTH as u64)?;
        let mut fault = match self.buffer.first_chunk().copied() {
            None if self.buffer.is_empty() => return Ok(None),
            None => Some(FaultKind::Truncated {
                needed: PREFIX_LENGTH as u64,
                left: self.buffer.len(),
            }),
            Some(prefix) => match (self.framing.raw_length(prefix), self.options.max_length) {
                (length, limit) if length > limit && self.is_first => {
                    // If the first bytes are not a length, the bytes after them show what the input
                    // is instead.
                    let mut start = InputStart::read(&mut self.input, MAX_BYTES)?.bytes;
                    self.buffer.append(&mut start);
                    Some(FaultKind::TooLong { length, limit })
                }
                (length, limit) if length > limit => {
                    // A value that is too long is not a leftover, if all of it is there.
                    is_rest = is_rest && self.skip(length.into())? < u64::from(length);
                    Some(FaultKind::TooLong { length, limit })
                }
                (length, _) => {
                    frame = Some(Frame { prefix, length });
                    start = self.position;
                    self.read(length.into())?;
                    let left = self.buffer.len();
                    if left as u64 == u64::from(length) {
                        is_rest &= length == 0 || self.is_leftover()?;
                        None
                    } else {
                        let is_length = length.is_multiple_of(format::ALIGNMENT);
                        is_rest &= !(is_length && is_start(self.options.layout, &self.buffer));
                        let needed = length.into();
                        Some(FaultKind::Truncated { needed, left })
                    }
                }
            },
        };
        let mut offset = start;
        if is_rest {
            offset -= frame.map_or(0, |_| PREFIX_LENGTH);
            let end = self.position as u64 + io::copy(&mut self.input, &mut io::sink())?;
            fault = Some(FaultKind::Rest(end.saturating_sub(offset as u64)));
        }
        let is_first = std::mem::take(&mut self.is_first);
        let is_only = is_first && self.options.looks_ahead && self.input.fill_buf()?.is_empty();
        Ok(Some(Entry {
            frame,
            start,
            available: &self.buffer,
            fault: fault.map(|kind| EntryFault { offset, kind }),
            is_rest,
            is_only,
            ..Entry::default()
        }))
    }

    /// Returns whether a frame after the first is not a value, and neither fills the input with later
    /// frames nor precedes a value.
    fn is_leftover(&mut self) -> io::Result<bool> {
        let is_value = |bytes: &[u8]| self.options.layout.check(bytes, STRICT).is_ok();
        if self.is_first || self.is_filled || is_value(&self.buffer) {
            return Ok(false);
        }
        let mut rest = Vec::new();
        self.is_filled = loop {
            let start = rest.len();
            rest.append(&mut read_start(&mut self.input, PREFIX_LENGTH as u64)?);
            let Some(prefix) = rest[start..].first_chunk() else {
                break rest.len() == start;
            };
            let length = self.framing.raw_length(*prefix);
            if length > MAX_INVALID_LENGTH {
                break false;
            }
            let mut value = read_start(&mut self.input, length.into())?;
            let is_whole = value.len() == length as usize;
            let is_end = !is_whole || is_value(&value);
            rest.append(&mut value);
            if is_end || rest.len() > MAX_INVALID_LENGTH as usize {
                break is_whole;
            }
        };
        let input = std::mem::replace(&mut self.input, from_bytes([]));
        self.input = put_back(rest, input);
        Ok(!self.is_filled)
    }

    /// Skips this many bytes, or the rest of the input, and returns their number.
    fn skip(&mut self, length: u64) -> io::Result<u64> {
        let skipped = io::copy(&mut self.input.by_ref().take(length), &mut io::sink())?;
        let position = usize::try_from(skipped).unwrap_or(usize::MAX);
        self.position = self.position.saturating_add(position);
        Ok(skipped)
    }

    /// Fills the buffer with this many bytes, or with the rest of the input.
    fn read(&mut self, length: u64) -> io::Result<()> {
        read_into(&mut self.input, length, &mut self.buffer)?;
        self.position = self.position.saturating_add(self.buffer.len());
        Ok(())
    }
}

/// Returns whether bytes are the start of a value that further bytes can complete.
pub(crate) fn is_start(layout: &'static Layout, start: &[u8]) -> bool {
    layout
        .check(start, LENIENT)
        .is_err_and(|error| error.is_eof())
}
