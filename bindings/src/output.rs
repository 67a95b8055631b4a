//! The bytes of an encoded value: alone or framed, compressed, encrypted.

use crate::layouts::AnyLayout;
use crate::options::{self, InvalidOption};
use gdvariant::any::AnyReader;
use gdvariant::detect::Framing;
use gdvariant::files::{CompressedWriter, Compression, EncryptedWriter, FileKey};
use gdvariant::{Encode, EncodeOptions, FrameOptions, WriteError, generic};
use std::io::{Read, Write};

/// The form in which a value is written.
pub struct Output {
    options: EncodeOptions,
    /// The options of the length prefix; `None` for a value without one.
    frames: Option<FrameOptions>,
    compression: Option<Compression>,
    key: Option<FileKey>,
}

/// The options of an [`Output`], as callers write them.
#[derive(Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "options of other languages")]
pub struct OutputOptions<'o> {
    /// Whether the length comes first.
    pub framed: bool,
    /// Whether the length is big-endian.
    pub big_endian: bool,
    /// The name of the compression.
    pub compression: Option<&'o str>,
    /// The password of an encrypted file.
    pub password: Option<&'o str>,
    /// The key of an encrypted file.
    pub key: Option<&'o [u8]>,
    /// Whether a missing password and key are an error, as for a file that was encrypted.
    pub encrypted: bool,
    /// The oldest version of the engine that decodes the bytes.
    pub target: Option<&'o str>,
    /// Whether values that the target lacks are replaced by older types.
    pub fallback: bool,
}

impl Output {
    /// Checks options.
    ///
    /// # Errors
    ///
    /// Returns an error if an option is invalid.
    pub fn new(options: &OutputOptions<'_>) -> Result<Self, InvalidOption> {
        let encoding = options::encoding(options.target, options.fallback)?;
        let frames = FrameOptions::new()
            .max_length(u32::MAX)
            .big_endian(options.big_endian)
            .encode_options(encoding);
        let key = options::key(options.password, options.key)?;
        if options.encrypted && key.is_none() {
            return Err(InvalidOption::new(
                "an encrypted file needs its password or its key",
            ));
        }
        Ok(Self {
            options: encoding,
            frames: options.framed.then_some(frames),
            compression: options.compression.map(options::compression).transpose()?,
            key,
        })
    }

    /// Returns whether the bytes are those of the value alone, without options.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        let is_newest = self.options == EncodeOptions::new();
        is_newest && self.frames.is_none() && self.compression.is_none() && self.key.is_none()
    }

    /// Encodes a value, and frames, compresses and encrypts it.
    ///
    /// # Errors
    ///
    /// Returns an error if the value cannot be encoded, or if the system has no random numbers for
    /// the encryption.
    pub fn write<L: AnyLayout>(self, value: &impl Encode<L>) -> Result<Vec<u8>, WriteError> {
        let mut bytes = Vec::new();
        self.append(value, &mut bytes)?;
        self.pack::<L>(bytes)
    }

    /// Encodes and frames a value behind the values of a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the value cannot be encoded.
    pub fn append<L: AnyLayout>(
        &self,
        value: &impl Encode<L>,
        bytes: &mut Vec<u8>,
    ) -> Result<(), WriteError> {
        match self.frames {
            Some(frames) => generic::write_framed::<L, _>(bytes, value, frames),
            None => Ok(generic::encode_into_with::<L, _>(
                value,
                bytes,
                self.options,
            )?),
        }
    }

    /// Compresses and encrypts the values of a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the system has no random numbers for the encryption.
    pub fn pack<L: AnyLayout>(self, mut bytes: Vec<u8>) -> Result<Vec<u8>, WriteError> {
        if let Some(compression) = self.compression {
            let mut writer = CompressedWriter::new(Vec::new(), compression);
            writer.write_all(&bytes)?;
            bytes = writer.finish()?;
        }
        if let Some(key) = self.key {
            let mut writer = EncryptedWriter::new(Vec::new(), L::ENCRYPTION, key)?;
            writer.write_all(&bytes)?;
            bytes = writer.finish()?;
        }
        Ok(bytes)
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
    /// Returns the form of the values of a reader.
    pub fn of<R: Read>(reader: &AnyReader<R>) -> Self {
        let (choice, form) = (reader.choice(), reader.form());
        Self {
            layout: choice.layout.name,
            framed: matches!(choice.framing, Framing::LittleEndian | Framing::BigEndian),
            big_endian: choice.framing == Framing::BigEndian,
            compression: form.compression.map(options::compression_name),
            encrypted: form.encryption.is_some(),
        }
    }
}
