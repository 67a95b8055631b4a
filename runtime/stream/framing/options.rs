use super::PREFIX_LENGTH;
use crate::{DecodeOptions, EncodeOptions, ReadError, format};

/// Options of framing: the byte order and the limit of lengths, and the decoding options.
///
/// ```
/// # #[cfg(all(feature = "godot3", feature = "std"))] {
/// use gdvariant::{DecodeOptions, FrameOptions, godot3};
///
/// let file: &[u8] = &[0, 0, 0, 8, 2, 0, 0, 0, 42, 0, 0, 0];
/// let options = FrameOptions::new().big_endian(true).max_length(1024).decode_options(DecodeOptions::engine());
/// assert_eq!(godot3::read_framed_with::<u8>(file, options)?, 42);
///
/// // Packets are shorter than files.
/// let long: &[u8] = &[0, 0, 0, 1];
/// assert!(godot3::read_framed_with::<u8>(long, FrameOptions::packets()).is_err());
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct FrameOptions {
    is_big_endian: bool,
    max_length: u32,
    pub(crate) decode: DecodeOptions,
    pub(super) encode: EncodeOptions,
}

impl FrameOptions {
    /// Returns the options for files: little-endian lengths of at most 64 MiB, and strict decoding.
    pub const fn new() -> Self {
        Self {
            is_big_endian: false,
            max_length: 64 << 20,
            decode: DecodeOptions::new(),
            encode: EncodeOptions::new(),
        }
    }

    /// Returns the options for packets: like [`new`](Self::new), but with lengths of at most 8 MiB,
    /// the default limit of engines.
    pub const fn packets() -> Self {
        Self::new().max_length(format::MAX_PACKET_LENGTH)
    }

    /// Sets whether lengths are big-endian, as with `File.endian_swap` and `StreamPeer.big_endian`.
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
    /// # #[cfg(all(feature = "godot3", feature = "std"))] {
    /// use gdvariant::{DecodeOptions, FrameOptions, godot3};
    ///
    /// let odd: &[u8] = &[8, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]; // a bool that is 2
    /// let options = FrameOptions::new().decode_options(DecodeOptions::engine());
    /// assert!(godot3::read_framed_with::<bool>(odd, options)?);
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
    /// use gdvariant::godot4::{self, TypedArray};
    /// use gdvariant::{EncodeOptions, EngineVersion, FrameOptions, Kind};
    ///
    /// let old = EncodeOptions::new().target(EngineVersion::new(4, 2)).fallback(true);
    /// let options = FrameOptions::new().encode_options(old);
    /// let mut file = Vec::new();
    /// godot4::write_framed_with(&mut file, &TypedArray::new(Kind::Int, [7]), options)?;
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

    /// Returns the maximum length of a value, which engines can represent.
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

    /// Decodes a length prefix, whatever the limit.
    pub(crate) fn raw_length(self, prefix: [u8; PREFIX_LENGTH]) -> u32 {
        if self.is_big_endian {
            u32::from_be_bytes(prefix)
        } else {
            u32::from_le_bytes(prefix)
        }
    }

    /// Decodes the length prefix at `offset`, and checks it against the limit.
    pub(super) fn length(
        self,
        prefix: [u8; PREFIX_LENGTH],
        offset: u64,
    ) -> Result<usize, ReadError> {
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
