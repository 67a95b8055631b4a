use super::{FrameOptions, PREFIX_LENGTH};
use crate::ReadError;
use alloc::vec::Vec;

/// Capacity that a buffer keeps between two frames; a larger one is shrunk to it.
pub(super) const KEPT_CAPACITY: usize = 64 << 10;

/// The maximum capacity that is reserved before any byte of a frame has arrived.
#[cfg(feature = "std")]
const FIRST_PIECE: usize = 1 << 10;

/// Splits a stream that arrives in pieces of any size into frames: values, each preceded by its
/// length.
///
/// It does no I/O, so it serves any transport. It buffers one frame at most and allocates as bytes
/// arrive: a peer that announces 2 GiB has to send them, and a length beyond the cap of the
/// [`FrameOptions`] is rejected before anything is allocated. The buffer never exceeds the frame.
/// The call that follows a frame shrinks it to 64 KiB, so call [`next_frame`](Self::next_frame)
/// until it returns `None`: an idle connection then holds no more than that.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{FrameDecoder, FrameOptions, godot3};
///
/// let mut decoder = FrameDecoder::new(FrameOptions::packets());
/// let mut received = Vec::new();
/// for mut piece in [&[8, 0][..], &[0, 0, 2, 0, 0, 0, 42, 0], &[0, 0, 4, 0, 0]] {
///     while let Some(frame) = decoder.next_frame(&mut piece)? {
///         received.push(godot3::from_slice::<i32>(frame)?);
///     }
/// }
/// assert_eq!(received, [42]);
///
/// // The stream must not end here.
/// let cut = decoder.finish().unwrap_err();
/// assert_eq!(cut.to_string(), "0x000c: the input ends in a frame: need 4 bytes, 3 left");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FrameDecoder {
    options: FrameOptions,
    /// The current frame with its length prefix; a complete one is lent out until the next call.
    frame: Vec<u8>,
    position: u64,
}

impl FrameDecoder {
    /// Creates a decoder for a stream that starts with a length.
    #[must_use]
    pub const fn new(options: FrameOptions) -> Self {
        Self {
            options,
            frame: Vec::new(),
            position: 0,
        }
    }

    /// Returns the options that it was created with.
    ///
    /// ```
    /// use gdvariant::{FrameDecoder, FrameOptions};
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
    /// use gdvariant::{FrameDecoder, FrameOptions};
    ///
    /// let mut decoder = FrameDecoder::new(FrameOptions::packets());
    /// decoder.next_frame(&mut &[4, 0, 0, 0, 0, 0, 0, 0][..])?;
    /// assert_eq!(decoder.position(), 8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn position(&self) -> u64 {
        self.position
    }

    /// Consumes input up to the end of a frame and returns the frame without its length, or `None`
    /// if the input ends first.
    ///
    /// # Errors
    ///
    /// Fails if a length exceeds the limit of the options. The start of the next frame is then
    /// unknown: close the stream.
    pub fn next_frame(&mut self, input: &mut &[u8]) -> Result<Option<&[u8]>, ReadError> {
        let is_whole = self.fill(|missing, frame| {
            let (front, rest) = input.split_at(missing.min(input.len()));
            reserve(frame, front.len(), missing);
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

    /// Reads from a blocking source: `read` appends up to the given number of bytes and returns how
    /// many it appended.
    #[cfg(feature = "std")]
    pub(super) fn fill_from(
        &mut self,
        mut read: impl FnMut(usize, &mut Vec<u8>) -> Result<usize, ReadError>,
    ) -> Result<bool, ReadError> {
        self.fill(|missing, frame| {
            // A new piece is at most as long as what has arrived, so the announced length is not
            // trusted.
            if frame.len() == frame.capacity() {
                reserve(frame, FIRST_PIECE.min(missing), missing);
            }
            let piece = (frame.capacity() - frame.len()).min(missing);
            read(piece, frame)
        })
    }

    /// Drops the complete frame and shrinks the buffer.
    pub(super) fn release(&mut self) {
        self.frame.clear();
        self.frame.shrink_to(KEPT_CAPACITY);
    }

    /// Completes a frame; `take` appends up to the given number of bytes and returns how many it
    /// appended. Returns `false` once it appends none.
    fn fill(
        &mut self,
        mut take: impl FnMut(usize, &mut Vec<u8>) -> Result<usize, ReadError>,
    ) -> Result<bool, ReadError> {
        if matches!(self.missing(), Ok(0)) {
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
    pub(super) fn frame(&self) -> &[u8] {
        self.frame.get(PREFIX_LENGTH..).unwrap_or_default()
    }

    /// Returns how many bytes complete the length, or else the value.
    fn missing(&self) -> Result<usize, ReadError> {
        match self.frame.split_first_chunk() {
            None => Ok(PREFIX_LENGTH - self.frame.len()),
            Some((prefix, value)) => Ok(self.options.length(*prefix, self.position)? - value.len()),
        }
    }
}

/// Reserves capacity for `arrived` of the `missing` bytes: doubles the buffer like `Vec`, but never
/// beyond the end of the frame.
fn reserve(frame: &mut Vec<u8>, arrived: usize, missing: usize) {
    if frame.capacity() - frame.len() < arrived {
        frame.reserve_exact(frame.len().max(arrived).min(missing));
    }
}
