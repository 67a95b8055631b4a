use crate::format;
use crate::stream::files::Compression;
use alloc::vec::Vec;
use std::io::{self, Write};

/// Writes a compressed file, which engines read with `open_compressed`.
///
/// The header precedes the blocks and holds their lengths: everything is kept compressed in memory
/// until [`finish`](Self::finish) writes the file. Nothing is written before.
///
/// ```
/// use gdvariant::files::{CompressedWriter, Compression};
/// use std::io::Write;
///
/// let mut writer = CompressedWriter::new(Vec::new(), Compression::Deflate);
/// writer.write_all(&[0; 10_000])?;
/// let file = writer.finish()?;
/// assert_eq!(file[..8], *b"GCPF\x01\0\0\0");
/// assert!(file.len() < 200);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
#[must_use = "the file is written by `finish`"]
pub struct CompressedWriter<W> {
    writer: W,
    compression: Compression,
    block_length: u32,
    /// The length of the content in bytes.
    length: u32,
    /// The content of the block that is not complete.
    block: Vec<u8>,
    /// The lengths of the compressed blocks.
    lengths: Vec<u32>,
    /// The compressed blocks.
    blocks: Vec<u8>,
}

impl<W: Write> CompressedWriter<W> {
    /// Creates a writer with the block length of engines.
    pub fn new(writer: W, compression: Compression) -> Self {
        Self::with_block_length(writer, compression, format::COMPRESSED_BLOCK_LENGTH)
    }

    /// Creates a writer with a block length, such as that of a file to be replaced.
    ///
    /// ```
    /// use gdvariant::files::{CompressedWriter, Compression};
    ///
    /// let writer = CompressedWriter::with_block_length(Vec::new(), Compression::FastLz, 1024);
    /// assert_eq!(writer.finish()?[8..12], 1024_u32.to_le_bytes());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the block length is 0.
    pub fn with_block_length(writer: W, compression: Compression, block_length: u32) -> Self {
        assert_ne!(block_length, 0, "a block contains at least one byte");
        Self {
            writer,
            compression,
            block_length,
            length: 0,
            block: Vec::new(),
            lengths: Vec::new(),
            blocks: Vec::new(),
        }
    }

    /// Writes the file, and returns the writer.
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails.
    pub fn finish(mut self) -> io::Result<W> {
        // Content of a multiple of the block length ends with a block of nothing, as engines write
        // it.
        self.end_block()?;
        let magic = format::COMPRESSED_MAGIC;
        for field in [
            magic,
            self.compression.mode(),
            self.block_length,
            self.length,
        ] {
            self.writer.write_all(&field.to_le_bytes())?;
        }
        for length in &self.lengths {
            self.writer.write_all(&length.to_le_bytes())?;
        }
        self.writer.write_all(&self.blocks)?;
        self.writer.write_all(&magic.to_le_bytes())?;
        Ok(self.writer)
    }

    /// Compresses the block.
    fn end_block(&mut self) -> io::Result<()> {
        let block = self.compression.compress(&self.block)?;
        let length = u32::try_from(block.len()).map_err(|_| too_long())?;
        self.lengths.push(length);
        self.blocks.extend(block);
        self.block.clear();
        Ok(())
    }
}

fn too_long() -> io::Error {
    let message = "a compressed file contains at most 4 GiB";
    io::Error::new(io::ErrorKind::FileTooLarge, message)
}

impl<W: Write> Write for CompressedWriter<W> {
    fn write(&mut self, content: &[u8]) -> io::Result<usize> {
        let left = self.block_length as usize - self.block.len();
        let content = &content[..content.len().min(left)];
        let length = u32::try_from(content.len()).map_err(|_| too_long())?;
        self.length = self.length.checked_add(length).ok_or_else(too_long)?;
        self.block.extend_from_slice(content);
        if self.block.len() == self.block_length as usize {
            self.end_block()?;
        }
        Ok(content.len())
    }

    /// Does nothing: [`finish`](Self::finish) writes the file.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
