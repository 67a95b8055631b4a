//! Decompresses zstd files: sequences of frames.

use crate::error::{self, Error, MAX_WINDOW};
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{self, BufRead, ErrorKind, Read};

/// The minimum limit of windows, in bytes: the maximum window of compression levels up to 19.
const MIN_WINDOW: u64 = 8 << 20;

/// Reads the content of all frames.
pub(super) struct Zstd<R> {
    source: R,
    max_window: u64,
    frame: FrameDecoder,
}

impl<R: BufRead> Zstd<R> {
    /// Reads the header of the first frame.
    ///
    /// The limit of content also limits the window, because the decoder buffers a window of content
    /// before it returns any.
    pub(super) fn new(source: R, max_content: u64) -> io::Result<Self> {
        let mut zstd = Self {
            source,
            max_window: max_content.clamp(MIN_WINDOW, MAX_WINDOW),
            frame: FrameDecoder::new(),
        };
        zstd.next_frame()?;
        Ok(zstd)
    }

    /// Reads the header of the next frame, and returns whether there is a next frame.
    fn next_frame(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            self.frame = FrameDecoder::new();
            self.frame.set_max_window_size(self.max_window);
            match self.frame.init(&mut self.source) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => self.skip(length.into())?,
                Err(FrameDecoderError::WindowSizeTooBig { requested, max }) => {
                    let (length, limit) = (requested, max);
                    return Err(Error::from(error::ErrorKind::Window { length, limit }).into());
                }
                Err(FrameDecoderError::ReadFrameHeaderError(error)) if is_no_frame(&error) => {
                    return Err(invalid("the bytes after a frame are not a frame"));
                }
                Err(_) => return Err(invalid("the header of a frame cannot be read")),
            }
        }
        Ok(false)
    }

    /// Skips the content of a skippable frame.
    fn skip(&mut self, length: u64) -> io::Result<()> {
        let skipped = io::copy(&mut self.source.by_ref().take(length), &mut io::sink())?;
        if skipped < length {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        Ok(())
    }

    /// Compares the checksum of a decompressed frame.
    fn check(&self) -> io::Result<()> {
        let stored = self.frame.get_checksum_from_data();
        if stored.is_some() && stored != self.frame.get_calculated_checksum() {
            return Err(invalid("the checksum does not match the content"));
        }
        Ok(())
    }
}

impl<R: BufRead> Read for Zstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.frame.can_collect() == 0 {
            if !self.frame.is_finished() {
                let one = BlockDecodingStrategy::UptoBlocks(1);
                let decoded = self.frame.decode_blocks(&mut self.source, one);
                decoded.map_err(|_| invalid("a block cannot be decompressed"))?;
                continue;
            }
            self.check()?;
            if !self.next_frame()? {
                return Ok(0);
            }
        }
        self.frame.read(buffer)
    }
}

/// Returns whether an error means that the bytes do not start with the magic number of a frame.
fn is_no_frame(error: &ReadFrameHeaderError) -> bool {
    match error {
        ReadFrameHeaderError::BadMagicNumber(_) => true,
        ReadFrameHeaderError::MagicNumberReadError(error) => {
            error.kind() == ErrorKind::UnexpectedEof
        }
        _ => false,
    }
}

/// Returns an error without that of ruzstd, whose text is about its internal state and needs 22 KB of
/// code.
fn invalid(message: &str) -> io::Error {
    io::Error::new(
        ErrorKind::InvalidData,
        format!("invalid zstd frame: {message}"),
    )
}

#[cfg(test)]
mod tests;
