//! The bytes of encoded values: alone or framed, compressed, encrypted.

use super::{InvalidOption, options};
use crate::error::Error;
use crate::open::{self, Opened};
use crate::values::PREFIX_LENGTH;
use crate::wrapper::{Wrapper, unpack, wrapped};
use gdvariant::any::EncodeAny;
use gdvariant::detect::Framing;
use gdvariant::framing::FrameOptions;
use gdvariant::schema::LayoutInfo;
use gdvariant::{EncodeOptions, WriteError};
use std::io::{self, Read};

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

    /// Returns the number of bytes before an encoded value.
    #[must_use]
    pub fn start(&self) -> usize {
        self.frames.map_or(0, |_| PREFIX_LENGTH)
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
    /// The wrappers, outermost first.
    wrappers: Vec<Wrapper>,
}

impl Packing {
    /// Creates a packing from the name of a compression, and a password or a key. The content is
    /// compressed, then encrypted as the engine of a layout does. If the file has to be `encrypted`,
    /// a password or a key is required.
    ///
    /// # Errors
    ///
    /// Returns an error if the compression is unknown, or if the key is missing or invalid.
    pub fn new(
        layout: &LayoutInfo,
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
        let encrypted = key.map(|key| Wrapper::Encrypted(layout.encryption, key));
        let compression = compression.map(options::compression).transpose()?;
        let wrappers = encrypted.into_iter().chain(compression).collect();
        Ok(Self { wrappers })
    }

    /// Creates the packing of another file, for the engine of `layout` if there is one.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be unpacked.
    pub fn like(
        original: impl Read,
        options: &open::OpenOptions,
        layout: Option<&'static LayoutInfo>,
    ) -> Result<Self, Error> {
        let (_, wrappers) = unpack(original, options, &mut ())?;
        let wrappers = wrappers.into_iter().map(|it| match layout {
            Some(layout) => it.for_layout(layout),
            None => it,
        });
        let wrappers = wrappers.collect();
        Ok(Self { wrappers })
    }

    /// Returns whether the content is neither compressed nor encrypted.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.wrappers.is_empty()
    }

    /// Compresses and encrypts the content of a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the system has no random numbers for the encryption.
    pub fn pack(self, content: Vec<u8>) -> io::Result<Vec<u8>> {
        wrapped(content, &self.wrappers)
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
    pub compression: Option<&'static str>,
    /// Whether the file is encrypted.
    pub encrypted: bool,
}

impl Form {
    /// Returns the form of an open file.
    #[must_use]
    pub fn of(opened: &Opened<'_>) -> Self {
        Self {
            layout: opened.layout.name,
            framed: opened.framing.options().is_some(),
            big_endian: opened.framing == Framing::BigEndian,
            compression: opened.wrappers.iter().find_map(Wrapper::compression_name),
            encrypted: opened.wrappers.iter().any(Wrapper::is_encrypted),
        }
    }
}
