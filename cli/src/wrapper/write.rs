//! Wrappers that are written around values, like those of another file.

use crate::layouts::LayoutName;
use gdvariant::Layout;
#[cfg(feature = "compressed")]
use gdvariant::files::{CompressedWriter, Compression};
#[cfg(feature = "encrypted")]
use gdvariant::files::{EncryptedWriter, Encryption, FileKey};
use std::fmt::{self, Display, Formatter};
use std::io;
#[cfg(any(feature = "compressed", feature = "encrypted"))]
use std::io::Write;

/// What is around the values of a file.
pub(crate) enum Wrapper {
    /// A file of `open_compressed`, with blocks of this many bytes.
    #[cfg(feature = "compressed")]
    Compressed(Compression, u32),
    #[cfg(feature = "compressed")]
    Gzip,
    #[cfg(feature = "compressed")]
    Zstd,
    /// A file of `open_encrypted`.
    #[cfg(feature = "encrypted")]
    Encrypted(Encryption, FileKey),
    /// The settings of a game, with values of this layout.
    Settings(LayoutName),
    /// A header of the game's own.
    Header(Vec<u8>),
}

impl Display for Wrapper {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Header(ref header) => {
                write!(f, "values after a header of {} bytes", header.len())
            }
            Self::Settings(_) => f.write_str("the settings of a game, read as a Dictionary"),
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
    /// Returns whether the content is encrypted.
    pub(crate) fn is_encrypted(&self) -> bool {
        match *self {
            #[cfg(feature = "encrypted")]
            Self::Encrypted(..) => true,
            _ => false,
        }
    }

    /// Returns the wrapper as the engine of the layout `L`, which has this name, writes it.
    #[cfg_attr(
        not(feature = "encrypted"),
        expect(
            clippy::extra_unused_type_parameters,
            reason = "only encryption differs between engines"
        )
    )]
    pub(crate) fn for_layout<L: Layout>(self, name: LayoutName) -> Self {
        match self {
            Self::Settings(_) => Self::Settings(name),
            #[cfg(feature = "encrypted")]
            Self::Encrypted(_, key) => Self::Encrypted(L::ENCRYPTION, key),
            #[cfg(feature = "compressed")]
            Self::Compressed(..) | Self::Gzip | Self::Zstd => self,
            Self::Header(_) => self,
        }
    }

    /// Returns a file with this content.
    pub(crate) fn wrap(&self, content: &[u8]) -> io::Result<Vec<u8>> {
        match *self {
            Self::Settings(layout) => super::settings::file(layout, content),
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
