use super::{FrameOptions, PREFIX_LENGTH, ReadError};
use alloc::vec::Vec;

/// Finds the frames in bytes that come in pieces of any size: the bytes of values, each behind its length.
///
/// It reads from nowhere by itself, so it serves any transport. It keeps one frame at the most, and takes memory for it as its bytes
/// come: a peer that announces 2 GiB has to send them, and is refused before that by the cap of the [`FrameOptions`].
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
    /// The frame that is coming, its length in front; a whole one is lent, and makes room with the next call.
    frame: Vec<u8>,
    position: u64,
}

impl FrameDecoder {
    /// Starts where a length stands.
    #[must_use]
    pub const fn new(options: FrameOptions) -> Self {
        Self {
            options,
            frame: Vec::new(),
            position: 0,
        }
    }

    /// The options that it was made with.
    #[must_use]
    pub const fn options(&self) -> FrameOptions {
        self.options
    }

    /// Where the next length stands, from the start of the stream, in bytes: the end of all frames that were whole.
    #[must_use]
    pub const fn position(&self) -> u64 {
        self.position
    }

    /// Takes bytes from the front of the input up to the end of a frame, and gives the frame without its length; none when the input was
    /// used up before.
    ///
    /// # Errors
    ///
    /// When a length is more than the options allow. Where the next frame starts cannot be told then: the stream is to be closed.
    pub fn next_frame(&mut self, input: &mut &[u8]) -> Result<Option<&[u8]>, ReadError> {
        let is_whole = self.fill(|missing, frame| {
            let (front, rest) = input.split_at(missing.min(input.len()));
            frame.extend_from_slice(front);
            *input = rest;
            Ok(front.len())
        })?;
        Ok(is_whole.then(|| self.frame()))
    }

    /// Says whether the stream may end here: between two frames.
    ///
    /// # Errors
    ///
    /// When a length or a value has begun and is not whole.
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
        Err(ReadError::Cut {
            offset: self.position + start as u64,
            needed: left + missing as u64,
            left,
        })
    }

    /// Takes bytes until a frame is whole; `take` appends up to so many and says how many. Not whole when there are none.
    pub(super) fn fill(
        &mut self,
        mut take: impl FnMut(usize, &mut Vec<u8>) -> Result<usize, ReadError>,
    ) -> Result<bool, ReadError> {
        if matches!(self.missing(), Ok(0)) {
            self.frame.clear();
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

    /// The bytes of the value that is whole.
    pub(super) fn frame(&self) -> &[u8] {
        self.frame.get(PREFIX_LENGTH..).unwrap_or_default()
    }

    /// How many bytes to wait for: the rest of the length, or then of the value.
    fn missing(&self) -> Result<usize, ReadError> {
        match self.frame.split_first_chunk() {
            None => Ok(PREFIX_LENGTH - self.frame.len()),
            Some((prefix, value)) => Ok(self.options.length(*prefix, self.position)? - value.len()),
        }
    }
}
