//! Unpacking and detection.

use super::{AnyError, AnyOptions, AnyReader};
use crate::detect::{Choice, Detection, MAX_VALUES, detect_reader, detect_values};
use crate::files::{Settings, SettingsReader};
use crate::{Layout, format};
use alloc::boxed::Box;
use alloc::vec::Vec;
use std::io::{BufReader, Cursor, Read};

/// The content of a file, without compression and encryption.
type Content<'r> = Box<dyn Read + 'r>;

/// The largest number of compressed and encrypted files within one another.
const MAX_WRAPPERS: usize = 4;

const COMPRESSED: [u8; 4] = format::COMPRESSED_MAGIC.to_le_bytes();
const ENCRYPTED: [u8; 4] = format::ENCRYPTED_MAGIC.to_le_bytes();
const SETTINGS: [u8; 4] = format::SETTINGS_MAGIC.to_le_bytes();

/// Ranks the layouts and the framings that a file may have, which may be compressed or encrypted.
///
/// ```
/// # #[cfg(all(feature = "compressed", feature = "godot4"))] {
/// use gdvariant::any::{AnyOptions, detect};
/// use gdvariant::files::{CompressedWriter, Compression};
/// use gdvariant::godot4;
///
/// let mut writer = CompressedWriter::new(Vec::new(), Compression::Zstd);
/// godot4::write_framed(&mut writer, &["Ada", "Grace"])?;
/// let file = writer.finish()?;
/// let detection = detect(file.as_slice(), &AnyOptions::new())?;
/// assert_eq!(detection.choice()?.layout.name, "godot4");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the errors of [`AnyReader::open`], except for that of an unclear layout.
pub fn detect(reader: impl Read, options: &AnyOptions) -> Result<Detection, AnyError> {
    Ok(Opened::new(reader, options)?.detection)
}

/// A file whose layouts are ranked.
struct Opened<'r> {
    content: Content<'r>,
    detection: Detection,
    is_settings: bool,
}

impl<'r> Opened<'r> {
    fn new(reader: impl Read + 'r, options: &AnyOptions) -> Result<Self, AnyError> {
        let (content, is_settings) = unpack(Box::new(BufReader::new(reader)), options)?;
        if is_settings {
            return settings(content, options);
        }
        let mut content = content;
        skip(&mut content, options)?;
        let (start, detection) = detect_reader(&mut content, options.detect)?;
        Ok(Self {
            content: Box::new(Cursor::new(start).chain(content)),
            detection,
            is_settings,
        })
    }
}

fn skip(content: &mut Content<'_>, options: &AnyOptions) -> Result<(), AnyError> {
    std::io::copy(&mut content.take(options.skip), &mut std::io::sink())?;
    Ok(())
}

/// Removes compression and encryption. Returns whether the content is the settings of a game.
fn unpack<'r>(
    mut content: Content<'r>,
    options: &AnyOptions,
) -> Result<(Content<'r>, bool), AnyError> {
    for _ in 0..MAX_WRAPPERS {
        let mut magic = Vec::new();
        (&mut content).take(4).read_to_end(&mut magic)?;
        let start = magic.first_chunk().copied();
        let whole = Cursor::new(magic).chain(content);
        content = match start {
            Some(COMPRESSED) => compressed(whole, options)?,
            Some(ENCRYPTED) => encrypted(whole, options)?,
            _ => return Ok((Box::new(whole), start == Some(SETTINGS))),
        };
    }
    Ok((content, false))
}

#[cfg(feature = "compressed")]
fn compressed<'r>(file: impl Read + 'r, options: &AnyOptions) -> Result<Content<'r>, AnyError> {
    let reader = crate::files::CompressedReader::new(file, options.files)?;
    Ok(Box::new(BufReader::new(reader)))
}

#[cfg(not(feature = "compressed"))]
fn compressed<'r>(_: impl Read + 'r, _: &AnyOptions) -> Result<Content<'r>, AnyError> {
    Err(AnyError::Feature("compressed"))
}

#[cfg(feature = "encrypted")]
fn encrypted<'r>(file: impl Read + 'r, options: &AnyOptions) -> Result<Content<'r>, AnyError> {
    let key = options.key.as_ref().ok_or(AnyError::Key)?;
    Ok(Box::new(crate::files::EncryptedReader::new(
        file,
        key,
        options.files,
    )?))
}

#[cfg(not(feature = "encrypted"))]
fn encrypted<'r>(_: impl Read + 'r, _: &AnyOptions) -> Result<Content<'r>, AnyError> {
    Err(AnyError::Feature("encrypted"))
}

/// Ranks the layouts of the settings of a game. Every value of them has a length.
fn settings<'r>(mut content: Content<'r>, options: &AnyOptions) -> Result<Opened<'r>, AnyError> {
    let mut bytes = Vec::new();
    content.read_to_end(&mut bytes)?;
    let settings = Settings::new(bytes.as_slice(), options.files)?.take(MAX_VALUES);
    let values = settings.map(|setting| setting.map(|(_, value)| value));
    let values: Vec<_> = values.collect::<Result<_, _>>()?;
    Ok(Opened {
        detection: detect_values(values.iter().map(Vec::as_slice)),
        content: Box::new(Cursor::new(bytes)),
        is_settings: true,
    })
}

macro_rules! settings_reader {
    ({ $name:ident $content:ident $options:ident } $({ $module:ident $marker:ident $types:tt })*) => {
        $(if $name == crate::$marker::NAME {
            return Ok(Box::new(SettingsReader::<_, crate::$marker>::new($content, $options.files)?));
        })*
    };
}

/// Returns the settings of a game as a Dictionary of a layout.
fn dictionary<'r>(
    content: Content<'r>,
    name: &str,
    options: &AnyOptions,
) -> Result<Content<'r>, AnyError> {
    each_layout!(settings_reader { name content options });
    Ok(content)
}

impl<'r> AnyReader<Box<dyn Read + 'r>> {
    /// Opens a file or a buffer: unpacks it, and detects the layout and the framing.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::any::{AnyOptions, AnyReader};
    /// use gdvariant::godot4;
    ///
    /// let file = godot4::to_vec(&["Ada", "Grace"])?;
    /// let mut values = AnyReader::open(file.as_slice(), &AnyOptions::new())?;
    /// assert_eq!(values.choice().to_string(), "godot4, bare: 99%");
    /// assert_eq!(values.next().unwrap()?, godot4::variant!(["Ada", "Grace"]).into());
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if reading fails, if a compressed or encrypted file is invalid or lacks its
    /// key, and if the layout is unclear: see [`Detection::choice`].
    pub fn open(reader: impl Read + 'r, options: &AnyOptions) -> Result<Self, AnyError> {
        if let Some((layout, framing)) = options.detect.stated() {
            let (mut content, is_settings) = unpack(Box::new(BufReader::new(reader)), options)?;
            if is_settings {
                content = dictionary(content, layout.name, options)?;
            }
            skip(&mut content, options)?;
            return Ok(Self::new(
                content,
                Choice::stated(layout, framing),
                options.frames,
            ));
        }
        let opened = Opened::new(reader, options)?;
        let choice = opened.detection.choice()?;
        let mut content = opened.content;
        if opened.is_settings {
            content = dictionary(content, choice.layout.name, options)?;
        }
        Ok(Self::new(content, choice, options.frames))
    }
}
