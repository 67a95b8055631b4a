use super::{PREFIX_LENGTH, ReadError};
use crate::{DecodeOptions, format};

/// How values lie behind their lengths: the byte order and the cap of the length, and what decoding accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrameOptions {
    is_big_endian: bool,
    max_length: u32,
    pub(super) decode: DecodeOptions,
}

impl FrameOptions {
    /// For files: a little-endian length of at most 64 MiB, strict decoding.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            is_big_endian: false,
            max_length: 64 << 20,
            decode: DecodeOptions::new(),
        }
    }

    /// For packets: as [`new`](Self::new), but of at most 8 MiB, the longest that an engine sends unless it is told otherwise.
    #[must_use]
    pub const fn packets() -> Self {
        Self::new().max_length(format::MAX_PACKET_LENGTH)
    }

    /// Whether the length is big-endian, as with `File.endian_swap` and `StreamPeer.big_endian`; the values never are.
    #[must_use]
    pub const fn big_endian(self, is_big_endian: bool) -> Self {
        Self {
            is_big_endian,
            ..self
        }
    }

    /// The longest value to read or write, in bytes. A longer one is an error: to be read, before anything is allocated for it; to be
    /// written, before any of it is.
    ///
    /// Nothing is longer than engines can count, 2 GiB less one byte, whatever this says.
    #[must_use]
    pub const fn max_length(self, bytes: u32) -> Self {
        Self {
            max_length: bytes,
            ..self
        }
    }

    /// What decoding accepts. Lenient options leave the bytes between the end of a value and that of its frame.
    #[must_use]
    pub const fn decode(self, options: DecodeOptions) -> Self {
        Self {
            decode: options,
            ..self
        }
    }

    /// The longest value, which engines can count.
    pub(super) fn limit(self) -> u32 {
        self.max_length.min(format::MAX_LENGTH)
    }

    #[cfg(feature = "std")]
    pub(super) fn prefix(self, length: u32) -> [u8; PREFIX_LENGTH] {
        if self.is_big_endian {
            length.to_be_bytes()
        } else {
            length.to_le_bytes()
        }
    }

    /// The length of the value whose prefix stands at `offset`.
    pub(super) fn length(
        self,
        prefix: [u8; PREFIX_LENGTH],
        offset: u64,
    ) -> Result<usize, ReadError> {
        let length = if self.is_big_endian {
            u32::from_be_bytes(prefix)
        } else {
            u32::from_le_bytes(prefix)
        };
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
