//! Removes compression, encryption and headers.

use super::compressed;
use super::magic::{Format, MAGIC_LENGTH};
use super::wrapped::{MAX_WRAPPERS, Wrapper};
use super::zlib::Zlib;
use super::zstd::Zstd;
use crate::error::{Error, TooLong};
use crate::input::{Input, of, of_bytes, put_back, read_start};
use crate::open::{Note, OpenEvents, OpenOptions};
use flate2::bufread::MultiGzDecoder;
use gdvariant::detect::{DetectOptions, Detection, Framing, MAX_VALUES, detect_values_with};
use gdvariant::files::{CompressedReader, Compression, EncryptedReader, FileError, Settings};
use gdvariant::schema::LayoutInfo;
use std::io::{self, Read};

/// The content of a file without its wrappers.
pub(crate) struct Unwrapped<'r> {
    pub(crate) input: Input<'r>,
    /// The removed wrappers, outermost first.
    pub(crate) wrappers: Vec<Wrapper>,
    /// Whether the content is the settings file of a game, which needs a known layout to be
    /// decoded.
    pub(crate) is_settings: bool,
}

/// Removes the wrappers of a file, which their first bytes identify, and the header that the options
/// skip.
pub(crate) fn unwrapped<'r>(
    mut input: Input<'r>,
    options: &OpenOptions,
    events: &mut dyn OpenEvents,
) -> Result<Unwrapped<'r>, Error> {
    let mut wrappers = Vec::new();
    let mut skip = options.skip;
    loop {
        let start = read_start(&mut input, MAGIC_LENGTH as u64)?;
        let format = Format::of(&start);
        input = put_back(start, input);
        // The bytes after a skipped header are not a settings file.
        let is_settings = format == Some(Format::Settings) && skip == 0;
        let found = match format.filter(|it| *it != Format::Settings) {
            Some(format) => {
                let (content, wrapper) = format.open(input, options, events)?;
                input = content;
                vec![wrapper]
            }
            None if is_settings => Vec::new(),
            None => {
                let removed = compressed::remove(input, skip, options)?;
                input = removed.input;
                if removed.is_skipped {
                    skip = 0;
                }
                removed.wrappers
            }
        };
        let is_last = found.is_empty();
        let header = if is_last {
            header(&mut input, skip)?
        } else {
            None
        };
        for wrapper in found.into_iter().chain(header) {
            events.note(&Note::Wrapper(&wrapper));
            wrappers.push(wrapper);
        }
        if is_last {
            return Ok(Unwrapped {
                input,
                wrappers,
                is_settings,
            });
        }
        let is_layer = |it: &&Wrapper| !matches!(it, Wrapper::Header(_));
        if wrappers.iter().filter(is_layer).count() > MAX_WRAPPERS {
            return Err(Error::Layers(MAX_WRAPPERS));
        }
    }
}

/// Removes a header of `skip` bytes.
fn header(input: &mut Input<'_>, skip: u64) -> Result<Option<Wrapper>, Error> {
    let header = read_start(input, skip)?;
    let length = header.len();
    if (length as u64) < skip {
        return Err(Error::Skip { skip, length });
    }
    Ok((skip > 0).then_some(Wrapper::Header(header)))
}

impl Format {
    /// Opens a file of this format, except for settings, which cannot be opened without their
    /// layout.
    fn open<'r>(
        self,
        input: Input<'r>,
        options: &OpenOptions,
        events: &mut dyn OpenEvents,
    ) -> Result<(Input<'r>, Wrapper), Error> {
        Ok(match self {
            Self::Compressed => {
                let reader = CompressedReader::new(input, options.files())?;
                let wrapper = Wrapper::Compressed(reader.compression(), reader.block_length());
                (of(reader), wrapper)
            }
            Self::Gzip => {
                let content = decompressing(Compression::Gzip, input, options)?;
                (content, Wrapper::Gzip)
            }
            Self::Zstd => {
                let content = decompressing(Compression::Zstd, input, options)?;
                (content, Wrapper::Zstd)
            }
            Self::Encrypted => {
                let key = options.key.clone().or_else(|| events.key());
                let key = key.ok_or(Error::Key)?;
                let reader = EncryptedReader::new(input, &key, options.files())?;
                let wrapper = Wrapper::Encrypted(reader.encryption(), key);
                (of(reader), wrapper)
            }
            Self::Settings => return Err(Error::FramedSettings),
        })
    }
}

/// Returns the content of a zlib, zstd or gzip stream.
pub(super) fn decompressing<'r>(
    mode: Compression,
    input: Input<'r>,
    options: &OpenOptions,
) -> Result<Input<'r>, Error> {
    Ok(match mode {
        Compression::Zstd => limited(Zstd::new(input, options.max_content)?, options),
        Compression::Gzip => limited(MultiGzDecoder::new(input), options),
        _ => limited(Zlib::new(input)?, options),
    })
}

/// Limits the length of the content.
fn limited<'r>(content: impl Read + 'r, options: &OpenOptions) -> Input<'r> {
    of(Limited {
        reader: content,
        left: options.max_content,
        limit: options.max_content,
    })
}

/// A reader that returns an error if the content exceeds a limit.
struct Limited<R> {
    reader: R,
    left: u64,
    limit: u64,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        let left = self.left.checked_sub(read as u64);
        self.left = left.ok_or_else(|| io::Error::other(TooLong(self.limit)))?;
        Ok(read)
    }
}

/// Converts the settings file of a game to an encoded Dictionary.
///
/// Returns an error if the values have another layout. Decoding may not detect another layout,
/// because most types have the same number in all layouts.
pub(crate) fn settings<'r>(
    options: &OpenOptions,
    layout: &'static LayoutInfo,
    bytes: &[u8],
    detection: Option<&Detection>,
) -> Result<(Input<'r>, Wrapper), Error> {
    let mut fitting = detection
        .into_iter()
        .flat_map(Detection::matches)
        .peekable();
    if let Some(best) = fitting.peek().copied()
        && fitting.all(|it| it.layout.name != layout.name)
    {
        return Err(Error::SettingsLayout(best.layout));
    }
    let mut content = Vec::new();
    let mut reader = layout.settings_reader(bytes, options.files())?;
    reader.read_to_end(&mut content)?;
    let wrapper = Wrapper::of_settings(layout, bytes);
    Ok((of_bytes(content), wrapper))
}

/// Reads the settings file of a game, and ranks the layouts of its values.
pub(crate) fn read_settings(
    input: Input<'_>,
    options: &OpenOptions,
) -> Result<(Vec<u8>, Detection), Error> {
    let bytes = read_start(&mut limited(input, options), u64::MAX)?;
    let settings = Settings::new(bytes.as_slice(), options.files())?.take(MAX_VALUES);
    let values = settings.map(|setting| Ok(setting?.1));
    let values: Vec<_> = values.collect::<Result<_, FileError>>()?;
    let bare = DetectOptions::new().framing(Framing::Bare);
    let detection = detect_values_with(values.iter().map(Vec::as_slice), bare);
    Ok((bytes, detection))
}

#[cfg(test)]
mod tests;
