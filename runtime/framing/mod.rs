//! Values preceded by their lengths, as written by `FileAccess.store_var` and `StreamPeer.put_var`.
//!
//! [`FrameDecoder`] splits bytes that arrive in pieces into frames. [`Frames`] and [`FrameValues`]
//! read them from a `Read`, and [`Codec`] from a connection of tokio.

#[cfg(feature = "tokio")]
mod codec;
#[cfg(feature = "std")]
pub(crate) mod io;

use crate::{DecodeOptions, EncodeError, EncodeErrorKind, EncodeOptions, ReadError, format};
use alloc::vec::Vec;
#[cfg(feature = "tokio")]
pub use codec::Codec;
#[cfg(feature = "std")]
#[doc(hidden)]
pub use io::FramesAhead;
#[cfg(feature = "std")]
pub use io::{FrameValues, Frames};

/// The size of the length that precedes a value, in bytes.
const PREFIX_LENGTH: usize = size_of::<u32>();

/// Options of framing: the byte order and limit of lengths, and the decoding and encoding options.
///
/// ```
/// # #[cfg(all(feature = "godot4", feature = "std"))] {
/// use gdvariant::framing::FrameOptions;
/// use gdvariant::{DecodeOptions, Godot4, generic};
///
/// let file: &[u8] = &[0, 0, 0, 8, 2, 0, 0, 0, 42, 0, 0, 0];
/// let options = FrameOptions::new().big_endian(true).max_length(1024).decode_options(DecodeOptions::engine());
/// assert_eq!(generic::read_framed::<Godot4, u8>(file, options)?, 42);
///
/// // Packets are shorter than files.
/// let long: &[u8] = &[0, 0, 0, 1];
/// assert!(generic::read_framed::<Godot4, u8>(long, FrameOptions::packets()).is_err());
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct FrameOptions {
    is_big_endian: bool,
    max_length: u32,
    #[doc(hidden)]
    pub decode: DecodeOptions,
    encode: EncodeOptions,
}

impl FrameOptions {
    /// The default maximum length of a value in bytes.
    pub const MAX_LENGTH: u32 = 64 << 20;

    /// Returns the options for files: little-endian lengths of at most 64 MiB, and strict decoding.
    pub const fn new() -> Self {
        Self {
            is_big_endian: false,
            max_length: Self::MAX_LENGTH,
            decode: DecodeOptions::new(),
            encode: EncodeOptions::new(),
        }
    }

    /// Returns the options for packets.
    ///
    /// Unlike [`new`](Self::new), the options limit lengths to 8 MiB, the default limit of engines.
    pub const fn packets() -> Self {
        Self::new().max_length(format::MAX_PACKET_LENGTH)
    }

    /// Sets whether lengths are big-endian, as with `FileAccess.big_endian` (in Godot 3
    /// `File.endian_swap`) and `StreamPeer.big_endian`.
    ///
    /// Values are always little-endian.
    pub const fn big_endian(self, is_big_endian: bool) -> Self {
        Self {
            is_big_endian,
            ..self
        }
    }

    /// Sets the maximum length of a value, in bytes.
    ///
    /// Longer values are errors: when reading, before anything is allocated for them; when writing,
    /// before any byte is written. Regardless of this option, values of 2 GiB and more are errors,
    /// because engines cannot represent their lengths.
    pub const fn max_length(self, bytes: u32) -> Self {
        Self {
            max_length: bytes,
            ..self
        }
    }

    /// Sets the decoding options. Lenient options ignore bytes that follow the value in its frame.
    ///
    /// ```
    /// # #[cfg(all(feature = "godot4", feature = "std"))] {
    /// use gdvariant::framing::FrameOptions;
    /// use gdvariant::{DecodeOptions, Godot4, generic};
    ///
    /// let odd: &[u8] = &[8, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]; // a bool that is 2
    /// let options = FrameOptions::new().decode_options(DecodeOptions::engine());
    /// assert!(generic::read_framed::<Godot4, bool>(odd, options)?);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn decode_options(self, options: DecodeOptions) -> Self {
        Self {
            decode: options,
            ..self
        }
    }

    /// Sets the encoding options, such as the oldest engine that has to read the values.
    ///
    /// ```
    /// # #[cfg(all(feature = "godot4", feature = "std"))] {
    /// use gdvariant::framing::FrameOptions;
    /// use gdvariant::godot4::TypedArray;
    /// use gdvariant::{EncodeOptions, EngineVersion, Godot4, Kind, generic};
    ///
    /// let old = EncodeOptions::new().target(EngineVersion::new(4, 2)).fallback(true);
    /// let options = FrameOptions::new().encode_options(old);
    /// let mut file = Vec::new();
    /// generic::write_framed::<Godot4, _>(&mut file, &TypedArray::new(Kind::Int, [7]), options)?;
    /// assert_eq!(file[4..8], [28, 0, 0, 0], "an Array without flags");
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn encode_options(self, options: EncodeOptions) -> Self {
        Self {
            encode: options,
            ..self
        }
    }

    /// Returns the maximum length of a value: the option, or the limit of engines if it is lower.
    #[doc(hidden)]
    #[inline]
    pub fn limit(self) -> u32 {
        self.max_length.min(format::MAX_LENGTH)
    }

    /// Returns an encoded value, preceded by its length.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::framing::FrameOptions;
    /// use gdvariant::godot4;
    ///
    /// let frame = FrameOptions::new().to_frame(&godot4::to_vec(&true)?)?;
    /// assert_eq!(frame, [8, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
    /// # }
    /// # Ok::<(), gdvariant::EncodeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the value is longer than the options allow.
    pub fn to_frame(self, value: &[u8]) -> Result<Vec<u8>, EncodeError> {
        let prefix = self.prefix(value.len())?;
        Ok([&prefix[..], value].concat())
    }

    /// Checks a value's length against the limit and encodes it.
    fn prefix(self, length: usize) -> Result<[u8; PREFIX_LENGTH], EncodeError> {
        let limit = self.limit();
        match u32::try_from(length) {
            Ok(short) if short <= limit => Ok(if self.is_big_endian {
                short.to_be_bytes()
            } else {
                short.to_le_bytes()
            }),
            _ => Err(EncodeError::new(EncodeErrorKind::ValueTooLong {
                length,
                limit,
            })),
        }
    }

    /// Decodes a length prefix without checking the limit.
    ///
    /// ```
    /// use gdvariant::framing::FrameOptions;
    ///
    /// assert_eq!(FrameOptions::new().raw_length([8, 0, 0, 0]), 8);
    /// assert_eq!(FrameOptions::new().big_endian(true).raw_length([0, 0, 0, 8]), 8);
    /// ```
    #[inline]
    pub fn raw_length(self, prefix: [u8; PREFIX_LENGTH]) -> u32 {
        if self.is_big_endian {
            u32::from_be_bytes(prefix)
        } else {
            u32::from_le_bytes(prefix)
        }
    }

    /// Decodes the length prefix at `offset`, and checks it against the limit.
    fn length(self, prefix: [u8; PREFIX_LENGTH], offset: u64) -> Result<usize, ReadError> {
        let length = self.raw_length(prefix);
        if length > self.limit() {
            return Err(ReadError::TooLong {
                offset,
                length,
                limit: self.limit(),
            });
        }
        Ok(length as usize)
    }
}

impl Default for FrameOptions {
    fn default() -> Self {
        Self::new()
    }
}

/// The maximum capacity that a buffer keeps between two frames.
const KEPT_CAPACITY: usize = 64 << 10;

/// The maximum capacity that is reserved before any byte of a frame has arrived.
#[cfg(feature = "std")]
const FIRST_PIECE: usize = 1 << 10;

/// Splits a stream that arrives in pieces of any size into frames.
///
/// A frame is a value, preceded by its length. The decoder does no I/O, so it serves any transport.
/// The decoder buffers at most one frame and allocates as bytes arrive: a peer that announces 2 GiB
/// has to send them, and a length beyond the limit of the [`FrameOptions`] is rejected before
/// anything is allocated. The buffer never exceeds the frame. The call that follows a frame shrinks
/// the buffer to 64 KiB. Call [`next_frame`](Self::next_frame) until the method returns `None`, so
/// that an idle connection holds at most 64 KiB.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::framing::{FrameDecoder, FrameOptions};
/// use gdvariant::godot4;
///
/// let mut decoder = FrameDecoder::new(FrameOptions::packets());
/// let mut received = Vec::new();
/// for mut piece in [&[8, 0][..], &[0, 0, 2, 0, 0, 0, 42, 0], &[0, 0, 4, 0, 0]] {
///     while let Some(frame) = decoder.next_frame(&mut piece)? {
///         received.push(godot4::from_slice::<i32>(frame)?);
///     }
/// }
/// assert_eq!(received, [42]);
///
/// // The stream must not end here.
/// let cut = decoder.finish().unwrap_err();
/// assert_eq!(cut.to_string(), "0x000c: the input ends in a frame: expected 4 bytes, found 3");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FrameDecoder {
    options: FrameOptions,
    /// The current frame with its length prefix; a complete frame is kept until the next call.
    frame: Vec<u8>,
    position: u64,
}

impl FrameDecoder {
    /// Creates a decoder for a stream that starts with a length.
    pub const fn new(options: FrameOptions) -> Self {
        Self {
            options,
            frame: Vec::new(),
            position: 0,
        }
    }

    /// Returns the options of this decoder.
    ///
    /// ```
    /// use gdvariant::framing::{FrameDecoder, FrameOptions};
    ///
    /// let decoder = FrameDecoder::new(FrameOptions::packets());
    /// assert_eq!(decoder.options(), FrameOptions::packets());
    /// ```
    pub const fn options(&self) -> FrameOptions {
        self.options
    }

    /// Returns the offset of the next length in the stream: the end of the last complete frame.
    ///
    /// ```
    /// use gdvariant::framing::{FrameDecoder, FrameOptions};
    ///
    /// let mut decoder = FrameDecoder::new(FrameOptions::packets());
    /// decoder.next_frame(&mut &[4, 0, 0, 0, 0, 0, 0, 0][..])?;
    /// assert_eq!(decoder.position(), 8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn position(&self) -> u64 {
        self.position
    }

    /// Consumes input up to the end of a frame and returns the frame without its length.
    ///
    /// Returns `None` if the input ends first. A frame that is whole in the input is a part of it;
    /// other frames are copied to the buffer.
    ///
    /// # Errors
    ///
    /// Fails if a length exceeds the limit of the options. The start of the next frame is then
    /// unknown: close the stream. With `std`, also returns an error if memory for the frame cannot
    /// be allocated; the next call continues.
    #[inline]
    pub fn next_frame<'f, 'i: 'f>(
        &'f mut self,
        input: &mut &'i [u8],
    ) -> Result<Option<&'f [u8]>, ReadError> {
        // Small values without a copy take a third less time.
        if let Some(frame) = self.take_whole(input) {
            return Ok(Some(frame));
        }
        if self.is_complete() {
            // The frames that follow in the input are not copied to an empty buffer.
            self.release();
            return self.next_frame(input);
        }
        self.complete_frame(input)
    }

    /// Fast path: consumes the next frame if all of it is in the input, or nothing.
    #[inline]
    fn take_whole<'i>(&mut self, input: &mut &'i [u8]) -> Option<&'i [u8]> {
        let (prefix, rest) = input.split_first_chunk()?;
        let length = self.options.raw_length(*prefix);
        if !self.frame.is_empty() || length > self.options.limit() {
            return None;
        }
        let (frame, rest) = rest.split_at_checked(length as usize)?;
        self.position += PREFIX_LENGTH as u64 + u64::from(length);
        *input = rest;
        Some(frame)
    }

    /// Returns whether the buffer has a complete frame, which the last call has returned.
    fn is_complete(&self) -> bool {
        matches!(self.missing(), Ok(0))
    }

    fn complete_frame(&mut self, input: &mut &[u8]) -> Result<Option<&[u8]>, ReadError> {
        let is_whole = self.fill(|missing, frame| {
            let (front, rest) = input.split_at(missing.min(input.len()));
            reserve(frame, front.len(), missing)?;
            frame.extend_from_slice(front);
            *input = rest;
            Ok(front.len())
        })?;
        Ok(is_whole.then(|| self.frame()))
    }

    /// Checks that the stream may end here: between two frames.
    ///
    /// # Errors
    ///
    /// Fails if a length or a value is truncated.
    pub fn finish(&self) -> Result<(), ReadError> {
        let missing = self.missing()?;
        let taken = self.frame.len();
        if missing == 0 || taken == 0 {
            return Ok(());
        }
        let start = if taken < PREFIX_LENGTH {
            0
        } else {
            PREFIX_LENGTH
        };
        let left = (taken - start) as u64;
        Err(ReadError::UnexpectedEnd {
            offset: self.position + start as u64,
            needed: left + missing as u64,
            left,
        })
    }

    /// Completes a frame from a blocking source.
    ///
    /// `read` appends up to the given number of bytes and returns the number of appended bytes.
    #[cfg(feature = "std")]
    fn fill_from(
        &mut self,
        mut read: impl FnMut(usize, &mut Vec<u8>) -> Result<usize, ReadError>,
    ) -> Result<bool, ReadError> {
        self.fill(|missing, frame| {
            // A new piece is at most as long as the received bytes, because the announced length
            // can be exaggerated.
            if frame.len() == frame.capacity() {
                reserve(frame, FIRST_PIECE.min(missing), missing)?;
            }
            let piece = (frame.capacity() - frame.len()).min(missing);
            read(piece, frame)
        })
    }

    /// Drops the complete frame and shrinks the buffer.
    fn release(&mut self) {
        self.frame.clear();
        self.frame.shrink_to(KEPT_CAPACITY);
    }

    /// Completes a frame, or returns `false` once `take` appends no bytes.
    ///
    /// `take` appends up to the given number of bytes and returns the number of appended bytes.
    fn fill(
        &mut self,
        mut take: impl FnMut(usize, &mut Vec<u8>) -> Result<usize, ReadError>,
    ) -> Result<bool, ReadError> {
        if self.is_complete() {
            self.release();
        }
        loop {
            match self.missing()? {
                0 => break,
                missing if take(missing, &mut self.frame)? == 0 => return Ok(false),
                _ => {}
            }
        }
        self.position += self.frame.len() as u64;
        Ok(true)
    }

    /// Returns the complete frame without its length.
    fn frame(&self) -> &[u8] {
        self.frame.get(PREFIX_LENGTH..).unwrap_or_default()
    }

    /// Returns the number of bytes missing from the length prefix or, after the prefix, the value.
    fn missing(&self) -> Result<usize, ReadError> {
        match self.frame.split_first_chunk() {
            None => Ok(PREFIX_LENGTH - self.frame.len()),
            Some((prefix, value)) => Ok(self.options.length(*prefix, self.position)? - value.len()),
        }
    }
}

/// Reserves capacity for `arrived` of the `missing` bytes.
///
/// The buffer doubles like a `Vec`, but never grows beyond the end of the frame.
#[cfg_attr(
    not(feature = "std"),
    allow(
        clippy::unnecessary_wraps,
        reason = "only `std` has an error for memory"
    )
)]
fn reserve(frame: &mut Vec<u8>, arrived: usize, missing: usize) -> Result<(), ReadError> {
    if frame.capacity() - frame.len() < arrived {
        let more = frame.len().max(arrived).min(missing);
        #[cfg(feature = "std")]
        frame
            .try_reserve_exact(more)
            .map_err(std::io::Error::from)?;
        #[cfg(not(feature = "std"))]
        frame.reserve_exact(more);
    }
    Ok(())
}
