use super::Compression;
use crate::files::input::Input;
use crate::files::{FileError, FileOptions};
use crate::format;
use alloc::vec::{self, Vec};
use std::io::{self, Read};

/// Reads the content of a compressed file, block by block.
///
/// It holds one block at a time, and never more content than the file announces. Errors of
/// [`Read::read`] contain a [`FileError`].
///
/// ```
/// use gdvariant::files::{CompressedReader, CompressedWriter, Compression, FileOptions};
/// use std::io::{Read, Write};
///
/// let mut writer = CompressedWriter::new(Vec::new(), Compression::FastLz);
/// writer.write_all(b"any bytes")?;
/// let file = writer.finish()?;
///
/// let mut content = String::new();
/// CompressedReader::new(file.as_slice(), FileOptions::new())?.read_to_string(&mut content)?;
/// assert_eq!(content, "any bytes");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct CompressedReader<R> {
    input: Input<R>,
    compression: Compression,
    block_length: u32,
    /// The length of the content that has not been decompressed.
    left: u64,
    /// The number of the next block.
    index: u32,
    /// The lengths of the blocks that have not been read.
    blocks: vec::IntoIter<u32>,
    /// The content of the current block that has not been read.
    content: vec::IntoIter<u8>,
}

impl<R: Read> CompressedReader<R> {
    /// Reads the header of a compressed file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file does not start with `GCPF`, if its algorithm is not supported, if
    /// it announces more content than the options allow, or if it ends within the header.
    pub fn new(reader: R, options: FileOptions) -> Result<Self, FileError> {
        let mut input = Input::new(reader);
        input.magic(format::COMPRESSED_MAGIC.to_le_bytes())?;
        let mode = input.u32()?;
        let compression = Compression::of_mode(mode).ok_or(FileError::Mode { mode })?;
        let block_length = input.u32()?;
        let offset = input.offset();
        let left = options.check(input.u32()?.into(), offset)?;
        let full = left
            .checked_div(block_length.into())
            .ok_or(FileError::EmptyBlocks)?;
        let lengths = input.take((full + 1) * size_of::<u32>() as u64)?;
        let (lengths, _) = lengths.as_chunks();
        let blocks: Vec<u32> = lengths.iter().copied().map(u32::from_le_bytes).collect();
        Ok(Self {
            input,
            compression,
            block_length,
            left,
            index: 0,
            blocks: blocks.into_iter(),
            content: Vec::new().into_iter(),
        })
    }

    /// Returns the algorithm.
    ///
    /// ```
    /// use gdvariant::files::{CompressedReader, CompressedWriter, Compression, FileOptions};
    ///
    /// let file = CompressedWriter::new(Vec::new(), Compression::Gzip).finish()?;
    /// let reader = CompressedReader::new(file.as_slice(), FileOptions::new())?;
    /// assert_eq!((reader.compression(), reader.block_length()), (Compression::Gzip, 4096));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn compression(&self) -> Compression {
        self.compression
    }

    /// Returns the length of the content of a block in bytes; engines write 4096.
    ///
    /// ```
    /// use gdvariant::files::{CompressedReader, CompressedWriter, Compression, FileOptions};
    ///
    /// let writer = CompressedWriter::with_block_length(Vec::new(), Compression::Zstd, 1024);
    /// let file = writer.finish()?;
    /// let reader = CompressedReader::new(file.as_slice(), FileOptions::new())?;
    /// assert_eq!(reader.block_length(), 1024);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn block_length(&self) -> u32 {
        self.block_length
    }

    /// Decompresses the next block; returns whether there was one.
    fn next_block(&mut self) -> Result<bool, FileError> {
        // The last block of content of a multiple of the block length has no content, and engines do
        // not read it.
        if self.left == 0 {
            return Ok(false);
        }
        let Some(length) = self.blocks.next() else {
            return Ok(false);
        };
        let offset = self.input.offset();
        let block = self.input.take(length.into())?;
        let content = self.left.min(self.block_length.into());
        let invalid = FileError::Block {
            offset,
            index: self.index,
        };
        let content_length = usize::try_from(content).ok();
        let decompressed =
            content_length.and_then(|length| self.compression.decompress(&block, length));
        self.content = decompressed.ok_or(invalid)?.into_iter();
        self.left -= content;
        self.index += 1;
        Ok(true)
    }
}

impl<R: Read> Read for CompressedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        while self.content.as_slice().is_empty() {
            if !self.next_block()? {
                return Ok(0);
            }
        }
        let length = self.content.as_slice().read(buffer)?;
        self.content.nth(length - 1);
        Ok(length)
    }
}
