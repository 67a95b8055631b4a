use super::fastlz;
use crate::format;
use alloc::borrow::Cow;
use alloc::vec::Vec;
use flate2::{read, write};
use ruzstd::decoding::StreamingDecoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::io::{self, Read, Write};

/// The algorithm of a compressed file, by its constant in `File` or `FileAccess`.
///
/// ```
/// use gdvariant::files::Compression;
///
/// assert_eq!(Compression::FastLz.name(), "FastLZ");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Compression {
    /// `COMPRESSION_FASTLZ`, the default of engines.
    FastLz,
    /// `COMPRESSION_DEFLATE`: a zlib stream.
    Deflate,
    /// `COMPRESSION_ZSTD`.
    Zstd,
    /// `COMPRESSION_GZIP`.
    Gzip,
}

impl Compression {
    /// Every algorithm.
    ///
    /// ```
    /// use gdvariant::files::Compression;
    ///
    /// assert_eq!(Compression::ALL.map(Compression::name), ["FastLZ", "deflate", "zstd", "gzip"]);
    /// ```
    pub const ALL: [Self; 4] = [Self::FastLz, Self::Deflate, Self::Zstd, Self::Gzip];

    /// Returns the name of the algorithm.
    ///
    /// ```
    /// use gdvariant::files::Compression;
    ///
    /// assert_eq!(Compression::Zstd.name(), "zstd");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::FastLz => "FastLZ",
            Self::Deflate => "deflate",
            Self::Zstd => "zstd",
            Self::Gzip => "gzip",
        }
    }

    /// Returns the number in the file.
    pub(super) const fn mode(self) -> u32 {
        match self {
            Self::FastLz => format::COMPRESSED_FASTLZ,
            Self::Deflate => format::COMPRESSED_DEFLATE,
            Self::Zstd => format::COMPRESSED_ZSTD,
            Self::Gzip => format::COMPRESSED_GZIP,
        }
    }

    /// Returns the algorithm with a number.
    pub(super) fn of_mode(mode: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.mode() == mode)
    }

    /// Compresses the content of a block.
    pub(super) fn compress(self, content: &[u8]) -> io::Result<Vec<u8>> {
        let level = flate2::Compression::default();
        match self {
            Self::FastLz => Ok(fastlz::compress(&padded(content))),
            Self::Deflate => {
                let mut encoder = write::ZlibEncoder::new(Vec::new(), level);
                encoder.write_all(content)?;
                encoder.finish()
            }
            Self::Zstd => Ok(compress_to_vec(content, CompressionLevel::Fastest)),
            Self::Gzip => {
                let mut encoder = write::GzEncoder::new(Vec::new(), level);
                encoder.write_all(content)?;
                encoder.finish()
            }
        }
    }

    /// Decompresses a block with content of exactly this length; returns `None` if it is invalid.
    pub(super) fn decompress(self, block: &[u8], length: usize) -> Option<Vec<u8>> {
        let content = match self {
            Self::FastLz => {
                let mut content = fastlz::decompress(block, length.max(fastlz::MIN_LENGTH))?;
                if length < fastlz::MIN_LENGTH && content.len() == fastlz::MIN_LENGTH {
                    content.truncate(length);
                }
                content
            }
            Self::Deflate => read_at_most(read::ZlibDecoder::new(block), length)?,
            Self::Zstd => read_at_most(StreamingDecoder::new(block).ok()?, length)?,
            Self::Gzip => read_at_most(read::GzDecoder::new(block), length)?,
        };
        (content.len() == length).then_some(content)
    }
}

/// Pads short content with zeros, as FastLZ requires.
fn padded(content: &[u8]) -> Cow<'_, [u8]> {
    if content.len() >= fastlz::MIN_LENGTH {
        return content.into();
    }
    let mut padded = content.to_vec();
    padded.resize(fastlz::MIN_LENGTH, 0);
    padded.into()
}

/// Reads to the end, but at most one byte more than the limit.
fn read_at_most(decoder: impl Read, limit: usize) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    decoder
        .take(limit as u64 + 1)
        .read_to_end(&mut content)
        .ok()?;
    Some(content)
}
