use super::FileError;

/// Limits of a reader of compressed files, encrypted files or settings.
///
/// ```
/// # #[cfg(feature = "compressed")] {
/// use gdvariant::files::{CompressedReader, FileOptions};
///
/// let header = *b"GCPF\x02\0\0\0\0\x10\0\0\xff\xff\xff\xff";
/// let options = FileOptions::new().max_length(1 << 20);
/// let error = CompressedReader::new(&header[..], options).unwrap_err();
/// assert_eq!(error.to_string(), "0x000c: 4294967295 bytes announced, the options allow 1048576");
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct FileOptions {
    max_length: u64,
}

impl FileOptions {
    /// Returns the default options: a maximum length of 256 MiB.
    pub const fn new() -> Self {
        Self {
            max_length: 256 << 20,
        }
    }

    /// Sets the maximum length of the content, decompressed or decrypted, in bytes.
    ///
    /// In a file of settings, it is the maximum length of each name and each value. In a compressed
    /// file, it also limits the table of the lengths of the blocks.
    pub const fn max_length(self, bytes: u64) -> Self {
        Self { max_length: bytes }
    }

    /// Checks a length that a file announces at an offset.
    pub(super) fn check(self, length: u64, offset: u64) -> Result<u64, FileError> {
        if length > self.max_length {
            return Err(FileError::TooLong {
                offset,
                length,
                limit: self.max_length,
            });
        }
        Ok(length)
    }
}

impl Default for FileOptions {
    fn default() -> Self {
        Self::new()
    }
}
