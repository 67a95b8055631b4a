//! Recognizes what `PackedByteArray.compress` returned if no magic number starts the input: zlib,
//! FastLZ, and compressed bytes after their sizes or after a header.
//!
//! These forms are recognized only if no layout decodes the input as it is: `78 9c 00 00` starts a
//! zlib stream, but is also the length of a value.

use super::decompressing::decompressing;
use super::kinds::Layer;
use super::magic::{Format, MAGIC_LENGTH};
use super::sizes::{SizeOf, length_of, sizes_before};
use super::zlib;
use crate::STRICT;
use crate::contents;
use crate::detect::{Candidate, DetectOptions, Framing, InputStart, MAX_BYTES, MIN_SAVED};
use crate::error::{Error, ErrorKind};
use crate::input::{Input, from_bytes, put_back, read_start};
use crate::open::OpenOptions;
use crate::{Compression, fastlz_length};
use gdvariant::schema::LAYOUTS;
use std::cmp::Reverse;
use std::io;

/// The lengths of sizes and of a number before them, at which compressed bytes can start.
const OFFSETS: [usize; 5] = [0, 4, 8, 12, 16];

/// The length to which FastLZ pads content, in bytes.
const MIN_FASTLZ: usize = 16;

/// The minimum length of content that FastLZ compresses with level 2, in bytes.
const MIN_LEVEL_2: u64 = 1 << 16;

/// Removes compression from an input that does not start with a magic number, or the header before
/// compressed or encrypted bytes.
///
/// `skip` is the length of the header that the options skip. Returns the content with the removed
/// layers, outermost first.
pub(super) fn remove<'r>(
    input: Input<'r>,
    skip: u64,
    options: &OpenOptions,
) -> Result<(Input<'r>, Vec<Layer>), Error> {
    let mut start = Start {
        bytes: Vec::new(),
        input,
        skip: usize::try_from(skip).unwrap_or(usize::MAX),
        options,
    };
    let found = start.find()?;
    let Start {
        mut bytes, input, ..
    } = start;
    let (end, layer, input) = match found {
        None => (0, None, put_back(bytes.split_off(0), input)),
        Some(Found::Header(end)) => (end, None, put_back(bytes.split_off(end), input)),
        Some(Found::Zlib) => {
            let stream = put_back(bytes.split_off(0), input);
            let content = decompressing(Compression::Deflate, stream, options.max_content)?;
            (0, Some(Layer::from_mode(Compression::Deflate)), content)
        }
        Some(Found::Content(end, layer, content)) => (end, Some(layer), from_bytes(content)),
    };
    bytes.truncate(end);
    let header = (end > 0).then_some(Layer::Header(bytes));
    Ok((input, header.into_iter().chain(layer).collect()))
}

/// What starts an input.
enum Found {
    /// A header of this length, before other layers.
    Header(usize),
    /// A zlib stream.
    Zlib,
    /// The whole input: a header of this length, a layer, and the content of the layer.
    Content(usize, Layer, Vec<u8>),
}

impl Found {
    /// Returns whether this is only the size of the content and a stream that only a compressor
    /// writes, so that `input` is unlikely to be values, whatever the content is.
    ///
    /// FastLZ has no checksum, so its content is compressed again.
    fn is_certain(&self, skip: usize, input: &[u8]) -> bool {
        let Self::Content(header, Layer::Stream(sizes, mode), content) = self else {
            return false;
        };
        let is_size = *header == skip && matches!(sizes[..], [size] if size.of == SizeOf::Content);
        let ends = |stream: Vec<u8>| input.ends_with(&stream);
        is_size && (*mode != Compression::FastLz || mode.compress(content).is_ok_and(ends))
    }
}

/// The start of an input.
struct Start<'r, 'o> {
    bytes: Vec<u8>,
    /// The bytes after the start.
    input: Input<'r>,
    /// The length of the header that the options skip.
    skip: usize,
    options: &'o OpenOptions,
}

impl Start<'_, '_> {
    fn find(&mut self) -> Result<Option<Found>, Error> {
        if self.skip > MAX_BYTES || self.is_frame()? {
            return Ok(None);
        }
        self.fill(self.skip + OFFSETS[4] + MAGIC_LENGTH)?;
        let format = self.format(self.skip);
        if matches!(format, Some(Format::Compressed | Format::Encrypted)) && self.skip > 0 {
            return Ok(Some(Found::Header(self.skip)));
        }
        let mut streams = self.streams();
        // A size can also be the header of zlib or a command of FastLZ, so that the stream after the
        // most sizes is first.
        streams.sort_by_key(|(offset, _)| Reverse(*offset));
        let is_certain = self.skip > 0 && format.and_then(Format::mode).is_some();
        if is_certain {
            // Later streams are a part of this one, which stores bytes that it cannot compress.
            streams.retain(|(offset, _)| *offset <= self.skip);
        }
        if streams.is_empty() {
            return Ok(None);
        }
        let is_content = !is_certain && self.is_content()?;
        if is_content && self.bytes.len() > self.skip + MAX_BYTES {
            return Ok(None);
        }
        // Another stream can contain the magic number of a stream that cannot be opened.
        let mut failure = None;
        for (offset, mode) in streams {
            let found = match mode {
                Compression::FastLz => self.fastlz(offset),
                _ => self.stream(offset, mode),
            };
            match found {
                Ok(Some(found)) if !is_content || found.is_certain(self.skip, &self.bytes) => {
                    return Ok(Some(found));
                }
                Err(error) if !is_content => failure = failure.or(Some(error)),
                _ => {}
            }
        }
        failure.map_or(Ok(None), Err)
    }

    /// Reads at most `length` bytes of the input and returns whether it is shorter.
    fn fill(&mut self, length: usize) -> io::Result<bool> {
        let left = length.saturating_sub(self.bytes.len());
        self.bytes.extend(read_start(&mut self.input, left as u64)?);
        Ok(self.bytes.len() < length)
    }

    /// Returns the bytes from an offset on.
    fn at(&self, offset: usize) -> &[u8] {
        self.bytes.get(offset..).unwrap_or_default()
    }

    fn format(&self, offset: usize) -> Option<Format> {
        self.at(offset).get(..MAGIC_LENGTH).and_then(Format::detect)
    }

    /// Returns whether a value follows its length. No more than this value is read: the next one
    /// may not have arrived yet.
    fn is_frame(&mut self) -> io::Result<bool> {
        const PREFIX: usize = size_of::<u32>();
        let start = self.skip + PREFIX;
        self.fill(start + PREFIX)?;
        let words = (
            self.at(self.skip).first_chunk(),
            self.at(start).first_chunk(),
        );
        let (Some(length), Some(number)) = words else {
            return Ok(false);
        };
        let length = u32::from_le_bytes(*length).min(u32::from_be_bytes(*length)) as usize;
        if !contents::is_type(u32::from_le_bytes(*number) & 0xff) || length > MAX_BYTES {
            return Ok(false);
        }
        self.fill(start + length)?;
        let value = self.at(start).get(..length).unwrap_or_default();
        Ok(LAYOUTS.iter().any(|it| it.check(value, STRICT).is_ok()))
    }

    /// Returns whether the input is values or text as it is, after the header that the options skip.
    fn is_content(&mut self) -> io::Result<bool> {
        let is_complete = self.fill(self.skip + MAX_BYTES + 1)?;
        let bytes = self.at(self.skip).to_vec();
        if contents::text(&bytes, is_complete).is_some() {
            return Ok(true);
        }
        let start = InputStart { bytes, is_complete };
        let detection = start.detect(self.options.detection(&[], None));
        // An older and longer file can have left bytes after the frames.
        Ok(detection
            .candidates()
            .iter()
            .any(|it| it.fits() || it.skip == 0 && it.framing.options().is_some() && it.values > 0))
    }

    /// Returns the offsets at which compressed bytes can start, and their algorithms.
    fn streams(&self) -> Vec<(usize, Compression)> {
        use Compression::{Deflate, FastLz, Gzip, Zstd};
        let mut offsets = OFFSETS.to_vec();
        offsets.extend(
            OFFSETS
                .map(|it| self.skip + it)
                .iter()
                .filter(|_| self.skip > 0),
        );
        let is_start = |mode, offset| match mode {
            FastLz => is_fastlz_start(self.at(offset)),
            Deflate => zlib::has_header(self.at(offset)),
            _ => self.format(offset).and_then(Format::mode) == Some(mode),
        };
        let streams = [Zstd, Gzip, Deflate, FastLz].into_iter().flat_map(|mode| {
            let offsets = offsets.iter().filter(move |it| is_start(mode, **it));
            offsets.map(move |offset| (*offset, mode))
        });
        streams.collect()
    }

    /// Returns a stream other than FastLZ at `offset`.
    fn stream(&mut self, offset: usize, mode: Compression) -> Result<Option<Found>, Error> {
        if mode == Compression::Deflate && !zlib::is_start(self.at(offset)) {
            return Ok(None);
        }
        if offset == 0 {
            return Ok(Some(Found::Zlib));
        }
        let is_skipped = offset == self.skip;
        let content = self.read_all().and_then(|()| {
            let stream = from_bytes(self.at(offset));
            Ok(read_start(
                &mut decompressing(mode, stream, self.options.max_content)?,
                u64::MAX,
            )?)
        });
        match content {
            Ok(content) => {
                let (header, compressed) = self.bytes.split_at(offset);
                if let Some(sizes) = sizes_before(header, content.len(), compressed.len()) {
                    let header = offset - length_of(&sizes);
                    let layer = Layer::Stream(sizes, mode);
                    return Ok(Some(Found::Content(header, layer, content)));
                }
            }
            // Arbitrary bytes are rarely the start of a zlib stream, but more often than of others.
            Err(error) if self.skip == 0 => {
                let is_likely = mode != Compression::Deflate || self.has_size(offset);
                return if is_likely { Err(error) } else { Ok(None) };
            }
            Err(_) => {}
        }
        if self.skip == 0 {
            let (length, compression) = (offset, mode);
            return Err(ErrorKind::Header {
                length,
                compression,
            }
            .into());
        }
        Ok(is_skipped.then_some(Found::Header(offset)))
    }

    /// Returns whether the bytes before an offset can be a size of the input.
    fn has_size(&self, offset: usize) -> bool {
        let number = self.bytes[..offset]
            .last_chunk()
            .copied()
            .unwrap_or_default();
        let number = u32::from_le_bytes(number).min(u32::from_be_bytes(number));
        u64::from(number) <= self.options.max_content
    }

    /// Reads the whole input.
    fn read_all(&mut self) -> Result<(), Error> {
        let limit = self.options.max_content;
        if self.fill(saturated(limit.saturating_add(1)))? {
            Ok(())
        } else {
            Err(ErrorKind::TooLong(limit).into())
        }
    }

    /// Returns FastLZ at `offset`, whose sizes or whose content confirm it.
    fn fastlz(&mut self, offset: usize) -> Result<Option<Found>, Error> {
        if !is_fastlz_start(self.at(offset)) || self.read_all().is_err() {
            return Ok(None);
        }
        let (header, compressed) = self.bytes.split_at(offset);
        let (length, rest) = fastlz_length(compressed);
        let is_level_2 = compressed[0] >> 5 > 0;
        if rest > 0 || length < MIN_FASTLZ as u64 || is_level_2 && length < MIN_LEVEL_2 {
            return Ok(None);
        }
        if length > self.options.max_content {
            let sizes = sizes_before(header, saturated(length), compressed.len());
            let error = ErrorKind::TooLong(self.options.max_content);
            return sizes.map_or(Ok(None), |_| Err(error.into()));
        }
        let mut content = Compression::FastLz.decompress(compressed, saturated(length))?;
        let zeros = content.iter().rev().take_while(|byte| **byte == 0).count();
        let padding = if content.len() == MIN_FASTLZ {
            zeros
        } else {
            0
        };
        let lengths = content.len() - padding..=content.len();
        let sizes = lengths.filter_map(|length| {
            let sizes = sizes_before(header, length, compressed.len())?;
            Some((length, sizes))
        });
        // If a number fits both sizes, we take it for the content's.
        let sizes =
            sizes.max_by_key(|(_, sizes)| (length_of(sizes), sizes[0].of == SizeOf::Content));
        let is_confirmed = sizes.as_ref().is_some_and(|(_, sizes)| {
            sizes.iter().any(|it| it.of == SizeOf::Content)
                && offset <= self.skip + length_of(sizes)
        });
        let is_other = || {
            let start = self.at(self.skip);
            let bounded = start.get(..MAX_BYTES).unwrap_or(start);
            contents::known(bounded, bounded.len() == start.len()).is_some()
        };
        if !is_confirmed && (is_other() || !is_recognized(&content)) {
            return Ok(None);
        }
        Ok(match sizes {
            Some((length, sizes)) => {
                content.truncate(length);
                let header = offset - length_of(&sizes);
                let layer = Layer::Stream(sizes, Compression::FastLz);
                Some(Found::Content(header, layer, content))
            }
            None if offset == 0 => Some(Found::Content(
                0,
                Layer::from_mode(Compression::FastLz),
                content,
            )),
            None => (offset == self.skip).then_some(Found::Header(offset)),
        })
    }
}

/// Returns whether a compressor can have written all bytes but the last command, which can be
/// truncated.
fn is_fastlz_start(bytes: &[u8]) -> bool {
    /// The length of most commands, in bytes.
    const MAX_COMMAND: usize = 33;
    bytes.first().is_some_and(|first| first >> 5 < 2) && fastlz_length(bytes).1 <= MAX_COMMAND
}

/// Returns whether content is values, text, or in a format that its first bytes identify.
fn is_recognized(content: &[u8]) -> bool {
    let start = content.get(..MAX_BYTES).unwrap_or(content);
    let is_complete = start.len() == content.len();
    let is_format = start.get(..MAGIC_LENGTH).and_then(Format::detect).is_some();
    let is_format = is_format || zlib::is_start(start);
    let start = InputStart {
        bytes: start.to_vec(),
        is_complete,
    };
    let detection = start.detect(DetectOptions::new());
    let is_certain = |it: &Candidate| {
        it.score >= MIN_SAVED && it.skip == 0 && it.framing != Framing::Concatenated
    };
    is_format
        || detection.matches().any(is_certain)
        || contents::text(&start.bytes, is_complete).is_some()
}

fn saturated(length: u64) -> usize {
    usize::try_from(length).unwrap_or(usize::MAX)
}
