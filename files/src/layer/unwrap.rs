//! Removes compression, encryption and headers.

use super::compressed;
use super::decompressing::{decompressing, limited};
use super::kinds::{Layer, MAX_LAYERS};
use super::magic::{Format, MAGIC_LENGTH};
use crate::detect::{DetectOptions, Detection, Framing, detect_values};
use crate::engine_files::decrypt_with;
use crate::error::{Error, ErrorKind};
use crate::input::{Input, from_bytes, from_reader, put_back, read_start};
use crate::open::{Note, OpenEvents, OpenOptions};
use crate::{CompressedReader, list_settings};
use gdvariant::schema::Layout;
use std::io::Read;

/// The content of a file without its layers.
pub(crate) struct Unwrapped<'r> {
    pub(crate) input: Input<'r>,
    /// The removed layers, outermost first.
    pub(crate) layers: Vec<Layer>,
    /// The length of the content, if it is known.
    pub(crate) length: Option<u64>,
    /// Whether the content is the settings file of a game, which needs a known layout to be
    /// decoded.
    pub(crate) is_settings: bool,
}

/// Removes the layers of a file, which their first bytes identify, and the header that the options
/// skip.
pub(crate) fn remove_layers<'r>(
    mut input: Input<'r>,
    options: &OpenOptions,
    events: &mut dyn OpenEvents,
) -> Result<Unwrapped<'r>, Error> {
    let mut layers = Vec::new();
    let (mut skip, mut length) = (options.skip, options.file_length.filter(|it| *it > 0));
    loop {
        let start = read_start(&mut input, MAGIC_LENGTH as u64)?;
        let format = Format::detect(&start);
        input = put_back(start, input);
        // The bytes after a skipped header are not a settings file.
        let is_settings = format == Some(Format::Settings) && skip == 0;
        let found = match format.filter(|it| *it != Format::Settings) {
            Some(format) => {
                let (content, layer, content_length) = format.open(input, options, events)?;
                (input, length) = (content, content_length);
                vec![layer]
            }
            None if is_settings => Vec::new(),
            None => {
                let (content, found) = compressed::remove(input, skip, options)?;
                input = content;
                length = length.filter(|_| found.is_empty());
                // The header that the options skip is a part of these layers.
                let is_after_header = |it: &Layer| match it {
                    Layer::Stream(sizes, _) => !sizes.is_empty(),
                    it => it.is_header(),
                };
                if found.iter().any(is_after_header) {
                    skip = 0;
                }
                found
            }
        };
        let is_last = found.is_empty();
        let header = if is_last {
            length = length.map(|it| it.saturating_sub(skip));
            header(&mut input, skip)?
        } else {
            None
        };
        for layer in found.into_iter().chain(header) {
            events.note(&Note::Layer(&layer));
            layers.push(layer);
        }
        if is_last {
            return Ok(Unwrapped {
                input,
                layers,
                length,
                is_settings,
            });
        }
        let is_layer = |it: &&Layer| !it.is_header();
        if layers.iter().filter(is_layer).count() > MAX_LAYERS {
            return Err(ErrorKind::Layers(MAX_LAYERS).into());
        }
    }
}

/// Removes a header of `skip` bytes.
fn header(input: &mut Input<'_>, skip: u64) -> Result<Option<Layer>, Error> {
    let header = read_start(input, skip)?;
    let length = header.len();
    if (length as u64) < skip {
        return Err(ErrorKind::Skip { skip, length }.into());
    }
    Ok((skip > 0).then_some(Layer::Header(header)))
}

impl Format {
    /// Opens a file of this format, except for settings, which cannot be opened without their
    /// layout. Returns the content, its layer, and its length if that is known.
    fn open<'r>(
        self,
        input: Input<'r>,
        options: &OpenOptions,
        events: &mut dyn OpenEvents,
    ) -> Result<(Input<'r>, Layer, Option<u64>), Error> {
        Ok(match self {
            Self::Compressed => {
                let reader = CompressedReader::new(input, options.max_content)?;
                let layer = Layer::Compressed(reader.compression(), reader.block_length());
                let length = reader.left();
                (from_reader(reader), layer, Some(length))
            }
            Self::Stream(mode) => {
                let content = decompressing(mode, input, options.max_content)?;
                (content, Layer::from_mode(mode), None)
            }
            Self::Encrypted => {
                let key = options.key.clone().or_else(|| events.key());
                let mut key = key.ok_or(ErrorKind::Key)?;
                let mut other_key = || events.other_key();
                let (encryption, content) =
                    decrypt_with(input, &mut key, options.max_content, &mut other_key)?;
                let length = content.len() as u64;
                let layer = Layer::Encrypted(encryption, key);
                (from_bytes(content), layer, Some(length))
            }
            Self::Settings => return Err(ErrorKind::FramedSettings.into()),
        })
    }
}

/// Removes the layers of a file and returns its content with the layers, outermost first.
///
/// The content can be anything, such as text or an image: unlike [`open`](crate::open::open), the
/// function does not look for values. A file without layers is its own content. The options
/// contribute the key, the limit of the content and the length of a header to skip.
///
/// ```
/// use gdvariant_files::{Encryption, FileKey};
/// use gdvariant_files::open::OpenOptions;
/// use gdvariant_files::layer::{Layer, unpack, add_layers};
///
/// let key = FileKey::from_password("correct horse");
/// let layers = [Layer::Encrypted(Encryption::Godot4, key.clone())];
/// let save = add_layers(br#"{"gold": 30}"#.to_vec(), &layers)?;
///
/// let (content, layers) = unpack(&save[..], &OpenOptions::new().key(key), &mut ())?;
/// assert_eq!(content, br#"{"gold": 30}"#);
/// let changed = add_layers(br#"{"gold": 31}"#.to_vec(), &layers)?;
/// # assert_eq!(changed[..4], *b"GDEC");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if reading fails, if a compressed or encrypted file is invalid or its content
/// is too long, if the key of an encrypted file is missing, or if the file is shorter than its
/// header.
pub fn unpack(
    reader: impl Read,
    options: &OpenOptions,
    events: &mut dyn OpenEvents,
) -> Result<(Vec<u8>, Vec<Layer>), Error> {
    let mut unwrapped = remove_layers(from_reader(reader), options, events)?;
    let content = read_start(&mut unwrapped.input, u64::MAX)?;
    Ok((content, unwrapped.layers))
}

/// Converts the settings file of a game to an encoded Dictionary.
///
/// Returns an error if the values have another layout. Decoding may not detect another layout,
/// because most types have the same number in all layouts.
pub(crate) fn settings<'r>(
    options: &OpenOptions,
    layout: &'static Layout,
    bytes: &[u8],
    detection: Option<&Detection>,
) -> Result<(Input<'r>, Layer), Error> {
    let mut fitting = detection
        .into_iter()
        .flat_map(Detection::matches)
        .peekable();
    if let Some(best) = fitting.peek().copied()
        && fitting.all(|it| it.layout.name != layout.name)
    {
        return Err(ErrorKind::SettingsLayout(best.layout).into());
    }
    let content = crate::read_settings(layout, bytes, options.max_content)?;
    // A valid file has these bytes.
    let magic = bytes.first_chunk().copied().unwrap_or_default();
    Ok((from_bytes(content), Layer::Settings(layout, magic)))
}

/// Reads the settings file of a game, and ranks the layouts of its values.
pub(crate) fn read_settings(
    input: Input<'_>,
    options: &OpenOptions,
) -> Result<(Vec<u8>, Detection), Error> {
    let bytes = read_start(&mut limited(input, options.max_content), u64::MAX)?;
    let settings = list_settings(bytes.as_slice(), options.max_content)?;
    let bare = DetectOptions::new().framing(Framing::Bare);
    let detection = detect_values(settings.iter().map(|it| it.value.as_slice()), bare);
    Ok((bytes, detection))
}
