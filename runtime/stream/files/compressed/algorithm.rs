use super::fastlz;
use crate::stream::files::Compression;
use alloc::borrow::Cow;
use alloc::vec::Vec;
use flate2::read;
use ruzstd::decoding::StreamingDecoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::io::{self, Read};

impl Compression {
    /// Compresses the content of a block.
    pub(super) fn compress(self, content: &[u8]) -> io::Result<Vec<u8>> {
        let level = flate2::Compression::default();
        match self {
            Self::FastLz => Ok(fastlz::compress(&padded(content))),
            Self::Deflate => read_all(read::ZlibEncoder::new(content, level)),
            Self::Zstd => Ok(compress_to_vec(content, CompressionLevel::Fastest)),
            Self::Gzip => read_all(read::GzEncoder::new(content, level)),
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
            Self::Zstd => {
                // The decoder holds a window of content before it returns any.
                let window = MIN_ZSTD_WINDOW.max(length as u64);
                let decoder = StreamingDecoder::new_with_max_window_size(block, window).ok()?;
                read_at_most(decoder, length)?
            }
            Self::Gzip => read_at_most(read::GzDecoder::new(block), length)?,
        };
        (content.len() == length).then_some(content)
    }
}

/// The largest zstd window that is accepted for short content: the one that the encoder announces.
/// Engines announce the length of the content.
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

/// Reads to the end, but at most one byte more than the limit.
fn read_at_most(decoder: impl Read, limit: usize) -> Option<Vec<u8>> {
    read_all(decoder.take(limit as u64 + 1)).ok()
}

fn read_all(mut reader: impl Read) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    reader.read_to_end(&mut content)?;
    Ok(content)
}
