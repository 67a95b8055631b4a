//! Decompresses what `PackedByteArray.compress` returns, and files in byte arrays.

use super::nested::{MAX_CONTENT, fits, is_text, may_be_value};
use crate::wrapper::{Format, MAGIC_LENGTH, Zstd};
use flate2::bufread::{MultiGzDecoder, ZlibDecoder};
use gdvariant::files::{CompressedReader, Compression, FileError, FileOptions};
use gdvariant::schema::LayoutInfo;
use std::io::Read;

/// The form of compressed bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CompressedForm {
    /// A file of `open_compressed`.
    File,
    Gzip,
    Zstd,
    Zlib,
    FastLz,
}

impl CompressedForm {
    /// Returns the form of bytes that start like compressed bytes.
    pub(super) fn of(layout: &LayoutInfo, bytes: &[u8]) -> Option<Self> {
        match bytes.get(..MAGIC_LENGTH).and_then(Format::of) {
            Some(Format::Compressed) => Some(Self::File),
            Some(Format::Gzip) => Some(Self::Gzip),
            Some(Format::Zstd) => Some(Self::Zstd),
            _ if is_zlib(bytes) => Some(Self::Zlib),
            _ => is_fastlz(layout, bytes).then_some(Self::FastLz),
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::File => "compressed file",
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
            Self::Zlib => "zlib",
            Self::FastLz => "FastLZ",
        }
    }

    /// Decompresses bytes. Returns what precedes the first error if the bytes are invalid, and `None`
    /// if the content is longer than `limit` bytes or needs too much memory.
    pub(super) fn content(self, bytes: &[u8], limit: usize) -> Option<Vec<u8>> {
        let options = FileOptions::new().max_length(limit as u64);
        let reader: Box<dyn Read + '_> = match self {
            Self::File => match CompressedReader::new(bytes, options) {
                Ok(reader) => Box::new(reader),
                Err(error) => return unless_too_long(&error),
            },
            Self::FastLz => {
                let content = Compression::FastLz.decompress(bytes, limit);
                return content.map_or_else(|error| unless_too_long(&error), Some);
            }
            Self::Gzip => Box::new(MultiGzDecoder::new(bytes)),
            Self::Zstd => Box::new(Zstd::new(bytes, u64::MAX).ok()?),
            Self::Zlib => Box::new(ZlibDecoder::new(bytes)),
        };
        let mut content = Vec::new();
        // Engines reject invalid bytes, but a game can keep what precedes the error.
        let _ = reader.take(limit as u64 + 1).read_to_end(&mut content);
        (content.len() <= limit).then_some(content)
    }
}

/// Returns empty content for invalid bytes.
fn unless_too_long(error: &FileError) -> Option<Vec<u8>> {
    (!matches!(error, FileError::TooLong { .. })).then(Vec::new)
}

/// Returns whether bytes start with the header of a zlib stream with a window of 32 KiB.
fn is_zlib(bytes: &[u8]) -> bool {
    bytes
        .first_chunk()
        .is_some_and(|header| header[0] == 0x78 && u16::from_be_bytes(*header) % 31 == 0)
}

/// Returns whether bytes start like FastLZ, with the start of a value, of a length-prefixed value
/// or of a text as the first literal run.
fn is_fastlz(layout: &LayoutInfo, bytes: &[u8]) -> bool {
    // The first command holds the level and the length of the run.
    let Some((&command @ 0..0x40, rest)) = bytes.split_first() else {
        return false;
    };
    let run = rest.get(..=usize::from(command & 0x1f)).unwrap_or(rest);
    let framed = run.get(4..).unwrap_or_default();
    may_be_value(layout, run, usize::MAX)
        || fits(Some(run), MAX_CONTENT) && may_be_value(layout, framed, usize::MAX)
        || is_text(run)
}
