use super::FileError;
use alloc::vec::Vec;
use std::io::{ErrorKind, Read};

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
            return Err(self.cut(length, left));
        }
        self.offset += length;
        Ok(bytes)
    }

    /// Reads an array of bytes.
    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], FileError> {
        let mut array = [0; N];
        let mut filled = 0;
        while let Some(rest) = array.get_mut(filled..)
            && !rest.is_empty()
        {
            match self.reader.read(rest) {
                Ok(0) => return Err(self.cut(N as u64, filled as u64)),
                Ok(read) => filled += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        self.offset += N as u64;
        Ok(array)
    }

    /// Returns the error of a field or a block that is incomplete.
    fn cut(&self, needed: u64, left: u64) -> FileError {
        FileError::Cut {
            offset: self.offset,
            needed,
            left,
        }
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
