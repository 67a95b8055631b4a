//! Writes the compression, encryption or header around the values of a file.

use super::sizes::Size;
use crate::STRICT;
use crate::{Compression, Encryption, FileKey, compress_file, encrypt_file, write_settings};
use gdvariant::format;
use gdvariant::schema::Layout;
use std::fmt::{self, Display, Formatter};
use std::io;

/// The maximum number of layers around values, such as gzip around an encrypted file.
pub const MAX_LAYERS: usize = 4;

/// The compression, encryption or header around the values of a file.
///
/// An open file has its layers, so that the file can be written in its form after a change:
///
/// ```
/// use gdvariant_files::{Compression, compress_file};
/// use gdvariant::{DecodeOptions, EncodeOptions, Variant, godot4, variant};
/// use gdvariant_files::open::{OpenOptions, open};
///
/// let content = godot4::to_vec(&variant!({"level": 3}))?;
/// let file = compress_file(&content, Compression::Zstd, 4096)?;
///
/// let opened = open(file.as_slice(), &OpenOptions::new())?;
/// let layout = opened.layout;
/// let (content, layers) = opened.into_content()?;
/// let mut save = layout.decode(&content, DecodeOptions::new())?;
/// assert!(save.set_at_path(&"level".parse()?, layout.parse("4")?).is_ok());
/// let mut changed = save.to_vec(EncodeOptions::new())?;
/// for layer in layers.iter().rev() {
///     changed = layer.wrap(&changed)?;
/// }
/// # let (content, _) = open(changed.as_slice(), &OpenOptions::new())?.into_content()?;
/// # assert_eq!(godot4::from_slice::<Variant>(&content)?, variant!({"level": 4}));
/// assert_eq!(changed[..8], file[..8]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Layer {
    /// A file of `open_compressed`, with the length of its blocks in bytes.
    Compressed(Compression, u32),
    /// What `PackedByteArray.compress` returned, after the sizes that the game stores before it; a
    /// gzip or zstd file has no sizes. FastLZ pads content of less than 16 bytes with zeros, which
    /// only a size removes.
    Stream(Vec<Size>, Compression),
    /// A file of `open_encrypted`.
    Encrypted(Encryption, FileKey),
    /// The settings file of a game, with the layout of its values and its first bytes.
    Settings(&'static Layout, [u8; 4]),
    /// The bytes before the values that a game adds.
    Header(Vec<u8>),
}

impl Display for Layer {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Header(ref header) => {
                write!(f, "values after a header of {} bytes", header.len())
            }
            Self::Settings(..) => {
                f.write_str("the settings file of a game, decoded as a Dictionary")
            }
            Self::Compressed(compression, _) => {
                write!(f, "a compressed file ({})", compression.name())
            }
            Self::Stream(ref sizes, compression) if sizes.is_empty() => {
                f.write_str(match compression {
                    Compression::FastLz => "FastLZ of PackedByteArray.compress",
                    Compression::Deflate => "a zlib stream",
                    Compression::Zstd => "a zstd file",
                    Compression::Gzip => "a gzip file",
                })
            }
            Self::Stream(ref sizes, compression) => {
                let (s, name) = (if sizes.len() == 1 { "" } else { "s" }, compression.name());
                write!(f, "compressed bytes ({name}) after the size{s}")
            }
            Self::Encrypted(Encryption::Godot3, _) => f.write_str("an encrypted file of Godot 3"),
            Self::Encrypted(..) => f.write_str("an encrypted file of Godot 4"),
        }
    }
}

impl Layer {
    /// Returns the layer of what `PackedByteArray.compress` returns in this mode.
    ///
    /// ```
    /// use gdvariant_files::Compression;
    /// use gdvariant_files::layer::Layer;
    ///
    /// assert_eq!(Layer::from_mode(Compression::Deflate).to_string(), "a zlib stream");
    /// ```
    pub const fn from_mode(mode: Compression) -> Self {
        Self::Stream(Vec::new(), mode)
    }

    /// Returns whether the content is encrypted.
    ///
    /// ```
    /// use gdvariant_files::{Encryption, FileKey};
    /// use gdvariant_files::layer::Layer;
    ///
    /// let key = FileKey::from_password("correct horse");
    /// assert!(Layer::Encrypted(Encryption::Godot4, key).is_encrypted());
    /// assert!(!Layer::Header(Vec::new()).is_encrypted());
    /// ```
    pub fn is_encrypted(&self) -> bool {
        matches!(self, Self::Encrypted(..))
    }

    /// Returns whether the layer is only a header, so that the content follows as it is.
    pub fn is_header(&self) -> bool {
        matches!(self, Self::Header(_))
    }

    /// Converts the layer to the format that the engine of a layout writes.
    ///
    /// ```
    /// use gdvariant_files::{Encryption, FileKey};
    /// use gdvariant::schema::layout_named;
    /// use gdvariant_files::layer::Layer;
    ///
    /// let key = FileKey::from_password("correct horse");
    /// let layer = Layer::Encrypted(Encryption::Godot3, key);
    /// let layer = layer.for_layout(layout_named("godot4").unwrap());
    /// assert!(matches!(layer, Layer::Encrypted(Encryption::Godot4, _)));
    /// ```
    #[must_use]
    pub fn for_layout(self, target: &'static Layout) -> Self {
        match self {
            Self::Settings(layout, magic) if layout == target => Self::Settings(layout, magic),
            // Every engine reads these first bytes.
            Self::Settings(..) => Self::Settings(target, format::settings::MAGIC.to_le_bytes()),
            Self::Encrypted(_, key) => Self::Encrypted(Encryption::for_layout(target), key),
            Self::Compressed(..) | Self::Stream(..) | Self::Header(_) => self,
        }
    }

    /// Returns the bytes of a file with this content.
    ///
    /// ```
    /// use gdvariant_files::open::{OpenOptions, open};
    /// use gdvariant_files::Compression;
    /// use gdvariant_files::layer::Layer;
    ///
    /// let content = [2, 0, 0, 0, 7, 0, 0, 0];
    /// let file = Layer::from_mode(Compression::Gzip).wrap(&content)?;
    /// assert_eq!(open(file.as_slice(), &OpenOptions::new())?.into_content()?.0, content);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the content is not the Dictionary of a settings file, or if there are no
    /// random numbers for its encryption.
    pub fn wrap(&self, content: &[u8]) -> io::Result<Vec<u8>> {
        match *self {
            Self::Settings(layout, magic) => {
                let mut file = settings(layout, content)?;
                file[..magic.len()].copy_from_slice(&magic);
                Ok(file)
            }
            Self::Header(ref header) => Ok([header, content].concat()),
            Self::Compressed(compression, block_length) => {
                compress_file(content, compression, block_length)
            }
            Self::Stream(ref sizes, compression) => {
                let compressed = compression.compress(content)?;
                let lengths = sizes
                    .iter()
                    .map(|it| it.bytes(content.len(), compressed.len()));
                let mut file: Vec<_> = lengths.collect::<io::Result<_>>()?;
                file.push(compressed);
                Ok(file.concat())
            }
            Self::Encrypted(encryption, ref key) => encrypt_file(content, encryption, key),
        }
    }
}

/// Creates the settings file of a game from an encoded Dictionary.
fn settings(layout: &'static Layout, content: &[u8]) -> io::Result<Vec<u8>> {
    let decoded = layout.decode(content, STRICT);
    let decoded = decoded.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
    write_settings(&decoded)
}
