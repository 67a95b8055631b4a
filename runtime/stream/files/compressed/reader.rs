use crate::format;
use crate::stream::files::input::Input;
use crate::stream::files::{Compression, FileError, FileOptions};
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::mem;
use std::io::{self, Read};

/// The length of an entry of the table of blocks in bytes.
const LENGTH: u64 = size_of::<u32>() as u64;

/// The largest length in bytes that a compressed block has beyond twice its content. No algorithm
/// of the format exceeds it.
const MAX_OVERHEAD: u64 = 1024;

/// Reads the content of a compressed file, a file of `File.open_compressed` or
/// `FileAccess.open_compressed`, block by block.
///
/// It holds the lengths of the blocks and one block at a time. Errors of [`Read::read`] contain a
/// [`FileError`]; after an error, there is no more content. The header is read 4 bytes at a time:
/// use a [`BufReader`](io::BufReader) around a [`File`](std::fs::File).
///
/// | offset | length | field |
/// | --- | --- | --- |
/// | 0 | 4 | the magic `GCPF` |
/// | 4 | 4 | the algorithm, see [`Compression`] |
/// | 8 | 4 | the length of the content of a block in bytes; the last block is shorter |
/// | 12 | 4 | the length of the content in bytes |
/// | 16 | 4 each | the length of each compressed block |
/// | | | the blocks, and the magic again, which readers ignore |
///
/// If the length of the content is a multiple of the block length, a block of no content follows.
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
///
/// Source: `core/io/file_access_compressed.cpp` of Godot 3.6 and 4.6; measured in Godot 3.2.3,
/// 3.6.2 and 4.6.3.
#[derive(Debug)]
pub struct CompressedReader<R> {
    input: Input<R>,
    compression: Compression,
    block_length: u32,
    /// The length of the content that has not been decompressed.
    left: u64,
    /// The number of the next block.
    index: u32,
    /// The length of each compressed block, in 4 bytes.
    table: Vec<u8>,
    /// The content of the current block that has not been read.
    content: VecDeque<u8>,
}

impl<R: Read> CompressedReader<R> {
    /// Reads the header of a compressed file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file does not start with `GCPF`, if its algorithm is not supported,
    /// if the block length is 0, if it announces more content or a longer table of blocks than the
    /// options allow, or if it ends within the header.
    pub fn new(reader: R, options: FileOptions) -> Result<Self, FileError> {
        let mut input = Input::new(reader);
        input.magic(format::COMPRESSED_MAGIC.to_le_bytes())?;
        let mode = input.u32()?;
        let compression = Compression::of_mode(mode).ok_or(FileError::Mode { mode })?;
        let block_length_offset = input.offset();
        let block_length = input.u32()?;
        let offset = input.offset();
        let left = options.check(input.u32()?.into(), offset)?;
        let full = left
            .checked_div(block_length.into())
            .ok_or(FileError::EmptyBlocks)?;
        // Only blocks of less than 4 bytes have lengths that take more memory than their content.
        let full_lengths = options.check(full * LENGTH, block_length_offset)?;
        let table = input.take(full_lengths + LENGTH)?;
        Ok(Self {
            input,
            compression,
            block_length,
            left,
            index: 0,
            table,
            content: VecDeque::new(),
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
        // After an error, there is no more content.
        let left = mem::take(&mut self.left);
        // The last block of content of a multiple of the block length has no content, and engines
        // do not read it.
        if left == 0 {
            return Ok(false);
        }
        let Some(length) = self.next_length() else {
            return Ok(false);
        };
        let content = left.min(self.block_length.into());
        let invalid = FileError::Block {
            offset: self.input.offset(),
            index: self.index,
        };
        if length > 2 * content + MAX_OVERHEAD {
            return Err(invalid);
        }
        let block = self.input.take(length)?;
        let content_length = usize::try_from(content).ok();
        let decompressed =
            content_length.and_then(|length| self.compression.decompress(&block, length));
        self.content = decompressed.ok_or(invalid)?.into();
        self.left = left - content;
        self.index += 1;
        Ok(true)
    }

    /// Returns the length of the next compressed block.
    fn next_length(&self) -> Option<u64> {
        let (lengths, _) = self.table.as_chunks();
        let length = lengths.get(self.index as usize)?;
        Some(u32::from_le_bytes(*length).into())
    }
}

impl<R: Read> Read for CompressedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        while self.content.is_empty() {
            if !self.next_block()? {
                return Ok(0);
            }
        }
        self.content.read(buffer)
    }
}
