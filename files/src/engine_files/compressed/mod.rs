//! Files of `File.open_compressed` and `FileAccess.open_compressed`: blocks after a table of
//! lengths.

mod fastlz;

pub(crate) use fastlz::length as fastlz_length;

use super::Compression;
use super::input::{Fields, Input, check_length, decoded, encoded};
use crate::error::{Error, ErrorKind};
use flate2::read;
use gdvariant::format::compressed::{self, row};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::{self, Read};
use std::mem;

impl Compression {
    /// Compresses as `PackedByteArray.compress` and `PoolByteArray.compress` do.
    ///
    /// Engines need the length of the content to decompress it, so scripts store it as well. FastLZ
    /// pads content shorter than 16 bytes with zeros. zstd is as small as theirs with the feature
    /// `zstd`, which needs a C compiler, and up to 65% longer without.
    ///
    /// ```
    /// use gdvariant_files::Compression;
    ///
    /// let compressed = Compression::Deflate.compress(b"any bytes")?;
    /// assert_eq!(compressed[0], 0x78); // zlib
    /// assert_eq!(Compression::Deflate.decompress(&compressed, 9)?, b"any bytes");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a compressor fails, which does not happen in memory.
    pub fn compress(self, content: &[u8]) -> io::Result<Vec<u8>> {
        let level = flate2::Compression::default();
        match self {
            Self::FastLz => Ok(fastlz::compress(&padded(content))),
            Self::Deflate => read_all(read::ZlibEncoder::new(content, level)),
            Self::Zstd => compress_zstd(content),
            Self::Gzip => read_all(read::GzEncoder::new(content, level)),
        }
    }

    /// Decompresses what `PackedByteArray.compress` or `PoolByteArray.compress` returned.
    ///
    /// The compressed bytes do not contain the length of the content: scripts store or know it. Use
    /// [`CompressedReader`] for files. FastLZ pads content shorter than 16 bytes with zeros, which
    /// remain.
    ///
    /// ```
    /// use gdvariant_files::Compression;
    ///
    /// // A run of 5 literal bytes.
    /// let content = Compression::FastLz.decompress(b"\x04hello", 100)?;
    /// assert_eq!(content, b"hello");
    /// # Ok::<(), gdvariant_files::error::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the data is invalid, or if its content is longer than `max_length` bytes.
    pub fn decompress(self, data: &[u8], max_length: usize) -> Result<Vec<u8>, Error> {
        let content = self.decompress_some(data, max_length);
        let content = content.ok_or(ErrorKind::Block {
            offset: 0,
            index: 0,
        })?;
        check_length(content.len() as u64, max_length as u64, "content", 0)?;
        Ok(content)
    }

    /// Decompresses a block with content of exactly this length; returns `None` if it is invalid.
    fn decompress_block(self, block: &[u8], length: usize) -> Option<Vec<u8>> {
        let is_padded = self == Self::FastLz && length < fastlz::MIN_LENGTH;
        let limit = if is_padded {
            fastlz::MIN_LENGTH
        } else {
            length
        };
        let mut content = self.decompress_some(block, limit)?;
        if is_padded && content.len() == fastlz::MIN_LENGTH {
            content.truncate(length);
        }
        (content.len() == length).then_some(content)
    }

    /// Decompresses content up to `limit` bytes or slightly beyond, so that callers notice longer
    /// content. Returns `None` if the data is invalid.
    fn decompress_some(self, data: &[u8], limit: usize) -> Option<Vec<u8>> {
        match self {
            Self::FastLz => fastlz::decompress(data, limit),
            Self::Deflate => read_at_most(read::ZlibDecoder::new(data), limit),
            Self::Zstd => decompress_zstd(data, limit),
            Self::Gzip => read_at_most(read::GzDecoder::new(data), limit),
        }
    }
}

/// Compresses at the level of the engines, with the content size in the frame as they do.
#[cfg(feature = "zstd")]
fn compress_zstd(content: &[u8]) -> io::Result<Vec<u8>> {
    zstd::bulk::compress(content, 3)
}

#[cfg(not(feature = "zstd"))]
#[allow(clippy::unnecessary_wraps, reason = "the signature with the feature")]
fn compress_zstd(content: &[u8]) -> io::Result<Vec<u8>> {
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};
    Ok(compress_to_vec(content, CompressionLevel::Fastest))
}

/// Decompresses zstd as [`Compression::decompress_some`] does.
///
/// `StreamingDecoder` would do the same, but stores errors as `io::Error`s, and so adds the code that
/// formats them: 50 kB of the npm package.
fn decompress_zstd(mut data: &[u8], limit: usize) -> Option<Vec<u8>> {
    let mut decoder = FrameDecoder::new();
    // The decoder buffers a window of content in memory, so the window is limited.
    decoder.set_max_window_size(MIN_ZSTD_WINDOW.max(limit as u64));
    decoder.init(&mut data).ok()?;
    let mut content = Vec::new();
    while content.len() <= limit && !decoder.is_finished() {
        let block = BlockDecodingStrategy::UptoBlocks(1);
        decoder.decode_blocks(&mut data, block).ok()?;
        decoder.read_to_end(&mut content).ok()?;
    }
    Some(content)
}

/// The zstd window that is accepted even for shorter content, because the encoder announces this
/// window. Engines announce the length of the content instead.
const MIN_ZSTD_WINDOW: u64 = 128 << 10;

/// Pads short content with zeros, as FastLZ requires.
fn padded(content: &[u8]) -> Cow<'_, [u8]> {
    if content.len() >= fastlz::MIN_LENGTH {
        return content.into();
    }
    let mut padded = content.to_vec();
    padded.resize(fastlz::MIN_LENGTH, 0);
    padded.into()
}

/// Reads to the end or to one byte beyond the limit, so that callers notice longer content.
fn read_at_most(decoder: impl Read, limit: usize) -> Option<Vec<u8>> {
    read_all(decoder.take(limit as u64 + 1)).ok()
}

fn read_all(mut reader: impl Read) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    reader.read_to_end(&mut content)?;
    Ok(content)
}

/// The number of bytes by which a compressed block may exceed twice the length of its content. No
/// algorithm of the format needs more.
const MAX_OVERHEAD: u64 = 1024;

/// Reads the content of a compressed file block by block.
///
/// Engines write compressed files with `File.open_compressed` or `FileAccess.open_compressed`. The
/// reader holds the lengths of the blocks and one block at a time. Errors of [`Read::read`] contain
/// a [`Error`]; after an error, there is no more content. The header is read 4 bytes at a time:
/// use a [`BufReader`](io::BufReader) around a [`File`](std::fs::File).
///
/// [`format::compressed`](gdvariant::format::compressed) has the offset tables. If the length of the
/// content is a multiple of the block length, the last block is empty.
///
/// ```
/// use gdvariant_files::{CompressedReader, Compression, compress_file};
/// use std::io::Read;
///
/// let file = compress_file(b"any bytes", Compression::FastLz, 4096)?;
/// let mut content = String::new();
/// CompressedReader::new(file.as_slice(), 256 << 20)?.read_to_string(&mut content)?;
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
    /// The length of each compressed block, encoded.
    table: Vec<u8>,
    /// The content of the current block that has not been read.
    content: VecDeque<u8>,
}

impl<R: Read> CompressedReader<R> {
    /// Reads the header of a compressed file whose content has at most `max_length` bytes. The limit
    /// also applies to the table of block lengths.
    ///
    /// # Errors
    ///
    /// Returns an error if the file does not start with `GCPF`, has an unsupported algorithm or a
    /// block length of 0, announces more content or a longer table of blocks than the limit
    /// allows, or ends within the header.
    pub fn new(reader: R, max_length: u64) -> Result<Self, Error> {
        let mut input = Input::new(reader);
        let header = input.fields(compressed::HEADER, max_length)?;
        let mode = u32::try_from(header.number(row::MODE)).unwrap_or(u32::MAX);
        let offset = header.offset(row::MODE);
        let compression = Compression::from_mode(mode).ok_or(ErrorKind::Mode { offset, mode })?;
        let left = header.length(row::LENGTH, max_length)?;
        let block_length = u32::try_from(header.number(row::BLOCK_LENGTH)).unwrap_or(u32::MAX);
        let offset = header.offset(row::BLOCK_LENGTH);
        let full = left.checked_div(block_length.into());
        let full = full.ok_or(ErrorKind::EmptyBlocks { offset })?;
        // With blocks of less than 4 bytes, the table is longer than the content: limit it, too.
        let entry = u64::from(row::COMPRESSED.length);
        let full_lengths = check_length(full * entry, max_length, row::BLOCK_LENGTH.name, offset)?;
        let table = input.field(row::COMPRESSED, full_lengths + entry)?;
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
    /// use gdvariant_files::{CompressedReader, Compression, compress_file};
    ///
    /// let file = compress_file(b"", Compression::Gzip, 4096)?;
    /// let reader = CompressedReader::new(file.as_slice(), 256 << 20)?;
    /// assert_eq!((reader.compression(), reader.block_length()), (Compression::Gzip, 4096));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn compression(&self) -> Compression {
        self.compression
    }

    /// Returns the length of the content that has not been read, in bytes.
    pub(crate) fn left(&self) -> u64 {
        self.left
    }

    /// Returns the length of the content of a block in bytes; engines write 4096.
    ///
    /// ```
    /// use gdvariant_files::{CompressedReader, Compression, compress_file};
    ///
    /// let file = compress_file(b"", Compression::Zstd, 1024)?;
    /// let reader = CompressedReader::new(file.as_slice(), 256 << 20)?;
    /// assert_eq!(reader.block_length(), 1024);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn block_length(&self) -> u32 {
        self.block_length
    }

    /// Decompresses the next block; returns whether there was one.
    fn next_block(&mut self) -> Result<bool, Error> {
        // After an error, there is no more content.
        let left = mem::take(&mut self.left);
        // The empty block at the end is not read, as in engines.
        if left == 0 {
            return Ok(false);
        }
        let Some(length) = self.next_length() else {
            return Ok(false);
        };
        let content = left.min(self.block_length.into());
        let invalid = ErrorKind::Block {
            offset: self.input.offset(),
            index: self.index,
        };
        if length > 2 * content + MAX_OVERHEAD {
            return Err(invalid.into());
        }
        let block = self.input.field(row::BLOCK, length)?;
        let content_length = usize::try_from(content).ok();
        let decompressed =
            content_length.and_then(|length| self.compression.decompress_block(&block, length));
        self.content = decompressed.ok_or(invalid)?.into();
        self.left = left - content;
        self.index += 1;
        Ok(true)
    }

    /// Returns the length of the next compressed block.
    fn next_length(&self) -> Option<u64> {
        let mut lengths = self.table.chunks_exact(row::COMPRESSED.length as usize);
        lengths.nth(self.index as usize).map(decoded)
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

/// Returns the compressed file with this content, which engines read with `open_compressed`.
///
/// Engines write blocks of 4096 bytes,
/// [`INITIAL_BLOCK_LENGTH`](gdvariant::format::compressed::INITIAL_BLOCK_LENGTH).
///
/// ```
/// use gdvariant_files::{Compression, compress_file};
///
/// let file = compress_file(&[0; 10_000], Compression::Deflate, 4096)?;
/// assert_eq!(file[..8], *b"GCPF\x01\0\0\0");
/// assert!(file.len() < 200);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// Returns an error if the content is longer than 4 GiB.
///
/// # Panics
///
/// Panics if `block_length` is 0.
pub fn compress_file(
    content: &[u8],
    compression: Compression,
    block_length: u32,
) -> io::Result<Vec<u8>> {
    let mut header = Fields::new(compressed::HEADER);
    header.set_number(row::MODE, compression.mode())?;
    header.set_number(row::BLOCK_LENGTH, block_length)?;
    header.set_number(row::LENGTH, content.len() as u64)?;
    let (mut file, mut blocks) = (header.concat(), Vec::new());
    let full = content.chunks_exact(block_length as usize);
    // The last block is empty if the length of the content is a multiple of the block length, as in
    // engines.
    let last = full.remainder();
    for block in full.chain([last]) {
        let block = compression.compress(block)?;
        file.extend(encoded(row::COMPRESSED, block.len() as u64)?);
        blocks.extend(block);
    }
    file.extend(blocks);
    file.extend(Fields::new(compressed::END).concat());
    Ok(file)
}
