//! Values behind a length of four bytes: what `File.store_var` and `StreamPeer.put_var` write, and `get_var` reads.

use crate::{Decode, DecodeError, DecodeOptions, DecodeOwned, Encode, EncodeError, Layout, format, generic};
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use std::io::{self, Read, Write};

/// How values lie behind their lengths: the byte order and the cap of the length, and what decoding accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrameOptions {
    is_big_endian: bool,
    max_length: u32,
    decode: DecodeOptions,
}

impl FrameOptions {
    /// A little-endian length of at most 64 MiB, strict decoding.
    #[must_use]
    pub const fn new() -> Self {
        Self { is_big_endian: false, max_length: 64 << 20, decode: DecodeOptions::new() }
    }

    /// Whether the length is big-endian, as with `File.endian_swap` and `StreamPeer.big_endian`; the values never are.
    #[must_use]
    pub const fn big_endian(self, is_big_endian: bool) -> Self {
        Self { is_big_endian, ..self }
    }

    /// The longest value to read or write, in bytes. A longer one is an error before anything is allocated for it.
    #[must_use]
    pub const fn max_length(self, bytes: u32) -> Self {
        Self { max_length: bytes, ..self }
    }

    /// What decoding accepts. Lenient options leave the bytes between the end of a value and that of its frame.
    #[must_use]
    pub const fn decode(self, options: DecodeOptions) -> Self {
        Self { decode: options, ..self }
    }

    fn prefix(self, length: u32) -> [u8; 4] {
        if self.is_big_endian { length.to_be_bytes() } else { length.to_le_bytes() }
    }

    fn length(self, prefix: [u8; 4]) -> u32 {
        if self.is_big_endian { u32::from_be_bytes(prefix) } else { u32::from_le_bytes(prefix) }
    }
}

impl Default for FrameOptions {
    fn default() -> Self {
        Self::new()
    }
}

/// Why a value could not be written.
#[derive(Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// The format cannot say the value; nothing was written.
    Encode(EncodeError),
    /// The value is longer than the options allow; nothing was written.
    TooLong {
        /// Its length in bytes.
        length: usize,
        /// The longest.
        limit: u32,
    },
    /// Writing failed.
    Io(io::Error),
}

/// Why a value could not be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The bytes are not such a value; the offset counts from the start of the input. The next value can still be read.
    Decode(DecodeError),
    /// A length is more than the options allow: a broken stream, another byte order, or no length at all.
    TooLong {
        /// Where the length stands in the input.
        offset: u64,
        /// The length.
        length: u32,
        /// The longest.
        limit: u32,
    },
    /// The input ends within a length or a value.
    Cut {
        /// Where the length or the value starts.
        offset: u64,
        /// Bytes that it has.
        needed: u64,
        /// Bytes that were left.
        left: u64,
    },
    /// Reading failed.
    Io(io::Error),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Encode(error) => error.fmt(f),
            Self::TooLong { length, limit } => write!(f, "a value of {length} bytes, the longest allowed is {limit}"),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decode(error) => error.fmt(f),
            Self::TooLong { offset, length, limit } => write!(
                f,
                "{offset:#06x}: a length of {length} bytes, the longest allowed is {limit}; is the input framed, and in this byte order?"
            ),
            Self::Cut { offset, needed, left } => {
                write!(f, "{offset:#06x}: the input ends in a frame: need {needed} bytes, {left} left")
            }
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for WriteError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Encode(error) => Some(error),
            Self::Io(error) => Some(error),
            Self::TooLong { .. } => None,
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Decode(error) => Some(error),
            Self::Io(error) => Some(error),
            Self::TooLong { .. } | Self::Cut { .. } => None,
        }
    }
}

impl From<EncodeError> for WriteError {
    fn from(error: EncodeError) -> Self {
        Self::Encode(error)
    }
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<DecodeError> for ReadError {
    fn from(error: DecodeError) -> Self {
        Self::Decode(error)
    }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Writes a value behind its length, in one go.
pub(crate) fn write_framed<L: Layout, T: Encode<L> + ?Sized>(
    mut writer: impl Write,
    value: &T,
    options: FrameOptions,
) -> Result<(), WriteError> {
    const ROOM: [u8; PREFIX_LENGTH] = [0; PREFIX_LENGTH];
    let mut bytes = ROOM.to_vec();
    generic::encode_into::<L, T>(value, &mut bytes)?;
    let length = bytes.len() - PREFIX_LENGTH;
    let too_long = WriteError::TooLong { length, limit: options.max_length };
    let short = u32::try_from(length).ok().filter(|&short| short <= options.max_length).ok_or(too_long)?;
    if let Some(prefix) = bytes.first_chunk_mut() {
        *prefix = options.prefix(short);
    }
    Ok(writer.write_all(&bytes)?)
}

/// Bytes of the length in front of a value.
const PREFIX_LENGTH: usize = size_of::<u32>();

/// Reads frames one after the other: the bytes of values, each behind its length.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{FrameOptions, Frames};
///
/// let file = [4, 0, 0, 0, 0, 0, 0, 0]; // what File.store_var(null) writes
/// let mut frames = Frames::new(file.as_slice(), FrameOptions::new());
/// assert_eq!(frames.next_frame()?, Some([0; 4].as_slice()));
/// assert_eq!(frames.next_frame()?, None);
/// # }
/// # Ok::<(), gdvariant::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Frames<R> {
    reader: R,
    options: FrameOptions,
    frame: Vec<u8>,
    /// Where the next length stands.
    position: u64,
}

impl<R: Read> Frames<R> {
    /// Reads from here on.
    pub fn new(reader: R, options: FrameOptions) -> Self {
        Self { reader, options, frame: Vec::new(), position: 0 }
    }

    /// How many bytes have been read: where the next length stands.
    #[must_use]
    pub fn position(&self) -> u64 {
        self.position
    }

    /// The bytes of the next value, or none at the end of the input.
    ///
    /// # Errors
    ///
    /// When the input ends within a length or a value, a length is too long, or reading fails. What comes then cannot be told apart any
    /// more: frames have to be read from a new place.
    pub fn next_frame(&mut self) -> Result<Option<&[u8]>, ReadError> {
        let mut prefix = Vec::new();
        self.fill(&mut prefix, PREFIX_LENGTH as u64)?;
        let Some(prefix) = prefix.first_chunk() else { return Ok(None) };
        let (offset, length, limit) = (self.position, self.options.length(*prefix), self.options.max_length);
        if length > limit.min(format::MAX_LENGTH) {
            return Err(ReadError::TooLong { offset, length, limit });
        }
        self.position += PREFIX_LENGTH as u64;
        let mut frame = core::mem::take(&mut self.frame);
        frame.clear();
        self.fill(&mut frame, length.into())?;
        if frame.is_empty() && length > 0 {
            return Err(ReadError::Cut { offset: self.position, needed: length.into(), left: 0 });
        }
        self.position += u64::from(length);
        self.frame = frame;
        Ok(Some(&self.frame))
    }

    /// Reads so many bytes; a length alone may be missing altogether, at the end.
    fn fill(&mut self, bytes: &mut Vec<u8>, needed: u64) -> Result<(), ReadError> {
        // `take` with `read_to_end` allocates as bytes arrive, not as the length promises.
        self.reader.by_ref().take(needed).read_to_end(bytes)?;
        let left = bytes.len() as u64;
        if left > 0 && left < needed {
            return Err(ReadError::Cut { offset: self.position, needed, left });
        }
        Ok(())
    }

    /// Decodes the next value, or none at the end of the input. The value may borrow from the frame.
    ///
    /// # Errors
    ///
    /// As [`next_frame`](Self::next_frame); and [`ReadError::Decode`] when the bytes are not such a value, then the next call reads the next
    /// frame.
    pub fn next_value<'s, L: Layout, T: Decode<'s, L>>(&'s mut self) -> Result<Option<T>, ReadError> {
        let options = self.options.decode;
        let start = usize::try_from(self.position).unwrap_or(usize::MAX).saturating_add(PREFIX_LENGTH);
        let Some(frame) = self.next_frame()? else { return Ok(None) };
        Ok(Some(generic::from_slice(frame, options).map_err(|error| error.after(start))?))
    }

    /// Decodes values until the end.
    pub fn values<L: Layout, T: DecodeOwned<L>>(self) -> Values<R, L, T> {
        Values { frames: Some(self), decoded: PhantomData }
    }
}

/// Values read one after the other; `read_framed` of a layout makes one.
///
/// A value that cannot be decoded is an error, and the next one follows. After any other error the iterator ends.
#[derive(Debug)]
pub struct Values<R, L, T> {
    frames: Option<Frames<R>>,
    decoded: PhantomData<fn() -> (L, T)>,
}

impl<R: Read, L: Layout, T: DecodeOwned<L>> Iterator for Values<R, L, T> {
    type Item = Result<T, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let frames = self.frames.as_mut()?;
        let options = frames.options.decode;
        let start = usize::try_from(frames.position).unwrap_or(usize::MAX).saturating_add(PREFIX_LENGTH);
        let result = match frames.next_frame() {
            Ok(Some(frame)) => return Some(generic::from_slice(frame, options).map_err(|error| error.after(start).into())),
            Ok(None) => None,
            Err(error) => Some(Err(error)),
        };
        self.frames = None;
        result
    }
}
