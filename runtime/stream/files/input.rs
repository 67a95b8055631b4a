use super::FileError;
use alloc::vec::Vec;
use std::io::Read;

/// A file that is read from the start, with the offset for errors.
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

    /// Reads exactly this many bytes. Memory grows as bytes arrive, whatever the length says.
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
