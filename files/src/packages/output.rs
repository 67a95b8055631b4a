//! The bytes of encoded values: alone or framed, compressed, encrypted.

use super::{InvalidOption, options};
use crate::open::Opened;
use crate::wrapper::Wrapper;
use gdvariant::any::EncodeAny;
use gdvariant::detect::Framing;
use gdvariant::files::{CompressedWriter, Compression, EncryptedWriter, FileKey};
use gdvariant::framing::FrameOptions;
use gdvariant::schema::LayoutInfo;
use gdvariant::{EncodeOptions, WriteError};
use std::borrow::Cow;
use std::io::{self, Write};

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
    ) -> Result<Self, InvalidOption> {
        let options = options::encoding(target, fallback)?;
        Ok(Self {
            options,
            frames: framed.then(|| {
                FrameOptions::new()
                    .max_length(u32::MAX)
                    .big_endian(big_endian)
                    .encode_options(options)
            }),
        })
    }

    /// Encodes a value in a layout.
    ///
    /// # Errors
    ///
    /// Returns an error if the value cannot be encoded.
    pub fn encode(
        &self,
        layout: &LayoutInfo,
        value: &impl EncodeAny,
    ) -> Result<Vec<u8>, WriteError> {
        match self.frames {
            Some(frames) => value.encode_any_framed(layout, frames),
            None => Ok(value.encode_any(layout, self.options)?),
        }
    }
}

/// How the content of a file is compressed and encrypted.
#[derive(Debug)]
pub struct Packing {
    compression: Option<Compression>,
    key: Option<FileKey>,
}

impl Packing {
    /// Creates a packing from the name of a compression, and a password or a key. If the file has to
    /// be `encrypted`, one of them is required.
    ///
    /// # Errors
    ///
    /// Returns an error if the compression is unknown, or if the key is missing or invalid.
    pub fn new(
        compression: Option<&str>,
        password: Option<&str>,
        key: Option<&[u8]>,
        encrypted: bool,
    ) -> Result<Self, InvalidOption> {
        let key = options::key(password, key)?;
        if encrypted && key.is_none() {
            return Err(InvalidOption::new(
                "an encrypted file needs its password or its key",
            ));
        }
        let compression = compression.map(options::compression).transpose()?;
        Ok(Self { compression, key })
    }

    /// Returns whether the content is neither compressed nor encrypted.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.compression.is_none() && self.key.is_none()
    }

    /// Compresses the content of a file, then encrypts it as the engine of a layout does.
    ///
    /// # Errors
    ///
    /// Returns an error if the system has no random numbers for the encryption.
    pub fn pack(self, layout: &LayoutInfo, content: &[u8]) -> io::Result<Vec<u8>> {
        let mut bytes = Cow::Borrowed(content);
        if let Some(compression) = self.compression {
            let mut writer = CompressedWriter::new(Vec::new(), compression);
            writer.write_all(&bytes)?;
            bytes = writer.finish()?.into();
        }
        if let Some(key) = self.key {
            let mut writer = EncryptedWriter::new(Vec::new(), layout.encryption, key)?;
            writer.write_all(&bytes)?;
            bytes = writer.finish()?.into();
        }
        Ok(bytes.into_owned())
    }
}

/// The options with which values are written as they were read, without a password.
#[derive(Debug, Clone)]
pub struct Form {
    /// The layout of the values.
    pub layout: &'static str,
    /// Whether the length of each value comes first.
    pub framed: bool,
    /// Whether the lengths are big-endian.
    pub big_endian: bool,
    /// The name of the compression.
    pub compression: Option<String>,
    /// Whether the file is encrypted.
    pub encrypted: bool,
}

impl Form {
    /// Returns the form of an open file.
    #[must_use]
    pub fn of(opened: &Opened<'_>) -> Self {
        let compression = |wrapper: &Wrapper| match wrapper {
            Wrapper::Compressed(compression, _) => Some(options::compression_name(*compression)),
            _ => None,
        };
        Self {
            layout: opened.layout.name,
            framed: opened.framing.options().is_some(),
            big_endian: opened.framing == Framing::BigEndian,
            compression: opened.wrappers.iter().find_map(compression),
            encrypted: opened.wrappers.iter().any(Wrapper::is_encrypted),
        }
    }
}
