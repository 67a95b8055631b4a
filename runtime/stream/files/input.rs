//! Reads the fields of files, and limits their lengths.

use super::FileError;
use alloc::vec::Vec;
use std::io::Read;

/// Reads a file from its start, and tracks the offset for error messages.
#[derive(Debug)]
pub(super) struct Input<R> {
    reader: R,
    offset: u64,
}

impl<R: Read> Input<R> {
    pub(super) fn new(reader: R) -> Self {
        Self { reader, offset: 0 }
    }

    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// Reads exactly `length` bytes. Memory grows only as bytes arrive, in case `length` is
    /// exaggerated.
    pub(super) fn take(&mut self, length: u64) -> Result<Vec<u8>, FileError> {
        let mut bytes = Vec::new();
        (&mut self.reader).take(length).read_to_end(&mut bytes)?;
        let left = bytes.len() as u64;
        if left < length {
            return Err(FileError::Cut {
                offset: self.offset,
                needed: length,
                left,
            });
        }
        self.offset += length;
        Ok(bytes)
    }

    /// Reads an array of bytes.
    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], FileError> {
        let mut array = [0; N];
        array.copy_from_slice(&self.take(N as u64)?);
        Ok(array)
    }

    pub(super) fn u32(&mut self) -> Result<u32, FileError> {
        self.array().map(u32::from_le_bytes)
    }

    /// Reads the magic bytes of the format.
    pub(super) fn magic(&mut self, expected: [u8; 4]) -> Result<(), FileError> {
        let found = self.array()?;
        if found == expected {
            Ok(())
        } else {
            Err(FileError::Magic { expected, found })
        }
    }
}

/// Limits of a reader of compressed files, encrypted files or settings.
///
/// ```
/// # #[cfg(feature = "compressed")] {
/// use gdvariant::files::{CompressedReader, FileOptions};
///
/// let header = *b"GCPF\x02\0\0\0\0\x10\0\0\xff\xff\xff\xff";
/// let options = FileOptions::new().max_length(1 << 20);
/// let error = CompressedReader::new(&header[..], options).unwrap_err();
/// assert_eq!(error.to_string(), "0x000c: a length of 4294967295 bytes, expected at most 1048576");
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
    /// In a file of settings, the limit applies to each name and each value. In a compressed file,
    /// the limit also applies to the table of block lengths.
    pub const fn max_length(self, bytes: u64) -> Self {
        Self { max_length: bytes }
    }

    /// Checks a length, which the file announces at `offset`, against the limit.
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
