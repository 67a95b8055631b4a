//! The bytes of encoded values: alone or framed, compressed, encrypted.

use super::failure::Failure;
use super::options;
use crate::Encryption;
use crate::detect::Choice;
use crate::layer::Layer;
use crate::layouts;
use crate::open::OpenFile;
use gdvariant::framing::FrameOptions;
use gdvariant::schema::Layout;
use gdvariant::{AnyEngine, Encode, EncodeError, EncodeOptions};

/// How values are encoded: alone or with their lengths, and for which version of the engine.
#[derive(Debug)]
pub struct Encoding {
    options: EncodeOptions,
    /// The options of the length prefix; `None` for a value without one.
    frames: Option<FrameOptions>,
}

impl Encoding {
    /// Creates an encoding for an engine that is not older than `target`.
    ///
    /// # Errors
    ///
    /// Returns an error if `target` is not a version.
    pub fn new(
        framed: bool,
        big_endian: bool,
        target: Option<&str>,
        fallback: bool,
    ) -> Result<Self, Failure> {
        let options = options::encoding(target, fallback)?;
        let options_of_frames = || {
            FrameOptions::new()
                .max_length(u32::MAX)
                .big_endian(big_endian)
                .encode_options(options)
        };
        Ok(Self {
            options,
            frames: framed.then(options_of_frames),
        })
    }

    /// Encodes a value in a layout.
    ///
    /// # Errors
    ///
    /// Returns an error if the value cannot be encoded.
    pub fn encode(
        &self,
        layout: &'static Layout,
        value: &impl Encode<AnyEngine>,
    ) -> Result<Vec<u8>, EncodeError> {
        let bytes = layout.encode(value, self.options)?;
        match self.frames {
            Some(frames) => frames.to_frame(&bytes),
            None => Ok(bytes),
        }
    }
}

/// The options of compression, encryption and the header of a file.
#[derive(Debug)]
pub struct PackOptions<'o> {
    /// The name of the layout, which chooses the form of encryption.
    pub layout: Option<&'o str>,
    /// The bytes that the game writes first.
    pub header: Option<&'o [u8]>,
    /// The name of the compression.
    pub compression: Option<&'o str>,
    /// The password, instead of the key.
    pub password: Option<&'o str>,
    /// The key, of 32 bytes.
    pub key: Option<&'o [u8]>,
}

impl PackOptions<'_> {
    /// Returns the layers of a file, outermost first.
    ///
    /// # Errors
    ///
    /// Returns an error if a name is unknown, or if the key is invalid.
    pub fn layers(&self) -> Result<Vec<Layer>, Failure> {
        let layout = self
            .layout
            .map_or(Ok(layouts::most_used()), options::layout)?;
        let key = options::key(self.password, self.key)?;
        let encrypted = key.map(|key| Layer::Encrypted(Encryption::for_layout(layout), key));
        let compression = self.compression.map(options::compression).transpose()?;
        let header = self.header.map(|header| Layer::Header(header.to_vec()));
        // `open_compressed` compresses everything that a game stores, including its header. Bytes that
        // the game compresses itself follow the header.
        let layers = match &compression {
            Some(Layer::Compressed(..)) => [encrypted, compression, header],
            _ => [encrypted, header, compression],
        };
        Ok(layers.into_iter().flatten().collect())
    }
}

impl From<&OpenFile<'_>> for Choice {
    fn from(opened: &OpenFile<'_>) -> Self {
        Self {
            layout: opened.layout,
            framing: opened.framing,
            confidence: opened.confidence,
            also_valid: opened.also_valid.clone(),
        }
    }
}
