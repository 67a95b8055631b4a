//! Unpacking and detection.

use super::{AnyError, AnyOptions, AnyReader};
use crate::inspection::detect::{Choice, Detection, MAX_VALUES, detect_reader, detect_values};
#[cfg(feature = "compressed")]
use crate::stream::files::CompressedReader;
#[cfg(feature = "encrypted")]
use crate::stream::files::EncryptedReader;
use crate::stream::files::{Settings, SettingsReader};
use crate::{Layout, format};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::mem;
use std::io::{BufReader, Cursor, Read};

/// The content of a file, without compression and encryption.
type Content<'r> = Box<dyn Read + 'r>;

/// The largest number of nested compressed and encrypted files.
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
    DetectedFile::new(reader, options)?.detect(options)
}

/// A file without compression and encryption.
struct DetectedFile<'r> {
    content: Content<'r>,
    /// Whether the content is the settings of a game.
    is_settings: bool,
}

impl<'r> DetectedFile<'r> {
    /// Unpacks a file and skips its header.
    fn new(reader: impl Read + 'r, options: &AnyOptions) -> Result<Self, AnyError> {
        let mut content: Content<'r> = Box::new(BufReader::new(reader));
        let mut start = None;
        for _ in 0..MAX_WRAPPERS {
            let mut magic = Vec::new();
            (&mut content).take(4).read_to_end(&mut magic)?;
            start = magic.first_chunk().copied();
            let file = Cursor::new(magic).chain(content);
            content = match start {
                #[cfg(feature = "compressed")]
                Some(COMPRESSED) => {
                    Box::new(BufReader::new(CompressedReader::new(file, options.files)?))
                }
                #[cfg(feature = "encrypted")]
                Some(ENCRYPTED) => {
                    let key = options.key.as_ref().ok_or(AnyError::Key)?;
                    Box::new(EncryptedReader::new(file, key, options.files)?)
                }
                #[cfg(not(feature = "compressed"))]
                Some(COMPRESSED) => return Err(AnyError::Feature("compressed")),
                #[cfg(not(feature = "encrypted"))]
                Some(ENCRYPTED) => return Err(AnyError::Feature("encrypted")),
                _ => Box::new(file),
            };
            if !matches!(start, Some(COMPRESSED | ENCRYPTED)) {
                break;
            }
        }
        let is_settings = start == Some(SETTINGS);
        if !is_settings {
            std::io::copy(&mut (&mut content).take(options.skip), &mut std::io::sink())?;
        }
        Ok(Self {
            content,
            is_settings,
        })
    }

    /// Ranks the layouts, and keeps what it reads in the content.
    #[inline]
    fn detect(&mut self, options: &AnyOptions) -> Result<Detection, AnyError> {
        let (start, detection) = if self.is_settings {
            let mut bytes = Vec::new();
            self.content.read_to_end(&mut bytes)?;
            let settings = Settings::new(bytes.as_slice(), options.files)?.take(MAX_VALUES);
            let values = settings.map(|setting| setting.map(|(_, value)| value));
            let values: Vec<_> = values.collect::<Result<_, _>>()?;
            let detection = detect_values(values.iter().map(Vec::as_slice));
            (bytes, detection)
        } else {
            detect_reader(&mut self.content, options.detect)?
        };
        let rest = mem::replace(&mut self.content, Box::new(std::io::empty()));
        self.content = Box::new(Cursor::new(start).chain(rest));
        Ok(detection)
    }
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
    /// assert!(values.choice().to_string().starts_with("godot4, bare"));
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
        let mut opened = DetectedFile::new(reader, options)?;
        let choice = match options.detect.stated() {
            Some((layout, framing)) => Choice::stated(layout, framing),
            None => opened.detect(options)?.choice()?,
        };
        let mut content = opened.content;
        if opened.is_settings {
            // The settings are a Dictionary of the layout.
            content = each_layout!(for_layout {
                choice.layout.name,
                L => Box::new(SettingsReader::<_, L>::new(content, options.files)?),
                else content
            });
        }
        Ok(Self::new(content, choice, options.frames))
    }
}
