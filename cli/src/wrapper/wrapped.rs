//! Writes the compression, encryption or header around the values of a file.

use gdvariant::any::AnyRef;
#[cfg(feature = "compressed")]
use gdvariant::files::{CompressedWriter, Compression};
#[cfg(feature = "encrypted")]
use gdvariant::files::{EncryptedWriter, Encryption, FileKey};
use gdvariant::schema::LayoutInfo;
use gdvariant::{DecodeOptions, format};
use std::fmt::{self, Display, Formatter};
use std::io;
#[cfg(any(feature = "compressed", feature = "encrypted"))]
use std::io::Write;

/// The maximum number of wrappers around values, such as gzip around an encrypted file.
pub(super) const MAX_WRAPPERS: usize = 4;

/// The compression, encryption or header around the values of a file.
#[derive(Clone)]
pub(crate) enum Wrapper {
    /// A file of `open_compressed`, with the length of its blocks in bytes.
    #[cfg(feature = "compressed")]
    Compressed(Compression, u32),
    #[cfg(feature = "compressed")]
    Gzip,
    #[cfg(feature = "compressed")]
    Zstd,
    /// A file of `open_encrypted`.
    #[cfg(feature = "encrypted")]
    Encrypted(Encryption, FileKey),
    /// The settings file of a game, with the layout of its values and its first bytes.
    Settings(&'static LayoutInfo, [u8; 4]),
    /// The bytes that `--skip` skips.
    Header(Vec<u8>),
}

impl Display for Wrapper {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Header(ref header) => {
                write!(f, "values after a header of {} bytes", header.len())
            }
            Self::Settings(..) => {
                f.write_str("the settings file of a game, decoded as a Dictionary")
            }
            #[cfg(feature = "compressed")]
            Self::Compressed(compression, _) => {
                write!(f, "a compressed file ({})", compression.name())
            }
            #[cfg(feature = "compressed")]
            Self::Gzip => f.write_str("a gzip file"),
            #[cfg(feature = "compressed")]
            Self::Zstd => f.write_str("a zstd file"),
            #[cfg(feature = "encrypted")]
            Self::Encrypted(Encryption::Godot3, _) => f.write_str("an encrypted file of Godot 3"),
            #[cfg(feature = "encrypted")]
            Self::Encrypted(..) => f.write_str("an encrypted file of Godot 4"),
        }
    }
}

impl Wrapper {
    /// Returns the wrapper of the settings file of a game.
    pub(crate) fn of_settings(layout: &'static LayoutInfo, file: &[u8]) -> Self {
        let magic = file.first_chunk().copied();
        Self::Settings(
            layout,
            magic.unwrap_or(format::SETTINGS_MAGIC.to_le_bytes()),
        )
    }

    /// Returns whether the content is encrypted.
    pub(crate) fn is_encrypted(&self) -> bool {
        match *self {
            #[cfg(feature = "encrypted")]
            Self::Encrypted(..) => true,
            _ => false,
        }
    }

    /// Converts the wrapper to the format that the engine of a layout writes.
    pub(crate) fn for_layout(self, target: &'static LayoutInfo) -> Self {
        match self {
            Self::Settings(layout, magic) if layout == target => Self::Settings(layout, magic),
            // Every engine reads these first bytes.
            Self::Settings(..) => Self::Settings(target, format::SETTINGS_MAGIC.to_le_bytes()),
            #[cfg(feature = "encrypted")]
            Self::Encrypted(_, key) => Self::Encrypted(target.encryption, key),
            #[cfg(feature = "compressed")]
            Self::Compressed(..) | Self::Gzip | Self::Zstd => self,
            Self::Header(_) => self,
        }
    }

    pub(crate) fn wrap(&self, content: &[u8]) -> io::Result<Vec<u8>> {
        match *self {
            Self::Settings(layout, magic) => {
                let mut file = settings(layout, content)?;
                file[..magic.len()].copy_from_slice(&magic);
                Ok(file)
            }
            Self::Header(ref header) => Ok([header, content].concat()),
            #[cfg(feature = "compressed")]
            Self::Compressed(compression, block_length) => {
                let mut writer =
                    CompressedWriter::with_block_length(Vec::new(), compression, block_length);
                writer.write_all(content)?;
                writer.finish()
            }
            #[cfg(feature = "compressed")]
            Self::Gzip => {
                let level = flate2::Compression::default();
                let mut writer = flate2::write::GzEncoder::new(Vec::new(), level);
                writer.write_all(content)?;
                writer.finish()
            }
            #[cfg(feature = "compressed")]
            Self::Zstd => Ok(ruzstd::encoding::compress_to_vec(
                content,
                ruzstd::encoding::CompressionLevel::Fastest,
            )),
            #[cfg(feature = "encrypted")]
            Self::Encrypted(encryption, ref key) => {
                let mut writer = EncryptedWriter::new(Vec::new(), encryption, key.clone())?;
                writer.write_all(content)?;
                writer.finish()
            }
        }
    }
}

/// Creates the settings file of a game from an encoded Dictionary.
fn settings(layout: &LayoutInfo, content: &[u8]) -> io::Result<Vec<u8>> {
    let options = DecodeOptions::new().allow_objects(true);
    let decoded = layout.decode(content, options);
    let decoded = decoded.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
    AnyRef::from(&decoded).to_settings()
}
