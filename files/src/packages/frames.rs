//! The values of a connection.

use gdvariant::ReadError;
use gdvariant::framing::{FrameDecoder, FrameOptions};
use std::collections::VecDeque;

/// The bytes of a value, with their offset in the connection.
pub type Frame = (usize, Vec<u8>);

/// Splits the bytes of a connection into the bytes of values.
#[derive(Debug)]
pub struct Frames {
    decoder: FrameDecoder,
    /// The values that are complete.
    ready: VecDeque<Frame>,
    /// Whether a length exceeded the maximum. The decoder returns the error in each call.
    has_failed: bool,
}

impl Frames {
    /// Creates a decoder at the start of a connection, for values of up to `max_length` bytes.
    pub fn new(big_endian: bool, max_length: Option<u32>) -> Self {
        let mut options = FrameOptions::packets().big_endian(big_endian);
        if let Some(length) = max_length {
            options = options.max_length(length);
        }
        Self {
            decoder: FrameDecoder::new(options),
            ready: VecDeque::new(),
            has_failed: false,
        }
    }

    /// Adds bytes.
    pub fn feed(&mut self, mut bytes: &[u8]) {
        loop {
            match self.decoder.next_frame(&mut bytes) {
                Ok(None) => return,
                Ok(Some(frame)) => {
                    let frame = frame.to_vec();
                    let start = self.decoder.position() - frame.len() as u64;
                    let start = usize::try_from(start).unwrap_or(usize::MAX);
                    self.ready.push_back((start, frame));
                }
                Err(_) => {
                    self.has_failed = true;
                    return;
                }
            }
        }
    }

    /// Checks that the connection ends between two values.
    ///
    /// # Errors
    ///
    /// Returns an error if the connection ends in a value.
    pub fn finish(&self) -> Result<(), ReadError> {
        self.decoder.finish()
    }
}

/// Iterates over the bytes of the values that are complete. After a length that exceeds the maximum,
/// each call returns the error again.
impl Iterator for Frames {
    type Item = Result<Frame, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(frame) = self.ready.pop_front() {
            return Some(Ok(frame));
        }
        let again = self
            .has_failed
            .then(|| self.decoder.next_frame(&mut &[][..]));
        again.and_then(Result::err).map(Err)
    }
}
