//! The bytes of encoded values: alone or framed, compressed, encrypted.

use super::failure::Failure;
use super::{layouts, options};
use crate::Encryption;
use crate::LENIENT;
use crate::detect::{Candidate, Framing};
use crate::error::Error;
use crate::open::Opened;
use crate::values::PREFIX_LENGTH;
use crate::wrapper::{Wrapper, for_layout, unpack};
#[cfg(feature = "edit")]
use gdvariant::any::AnyVariant;
use gdvariant::framing::FrameOptions;
use gdvariant::schema::Layout;
use gdvariant::{AnyEngine, Encode, EncodeError, EncodeOptions};
use std::io::Read;
use std::sync::{Arc, OnceLock};

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
        Ok(Self {
            options,
            frames: framed.then(|| Self::frames(options, big_endian)),
        })
    }

    /// Returns the same encoding with little-endian lengths.
    #[must_use]
    pub fn framed(&self) -> Self {
        let options = self.options;
        let frames = Some(Self::frames(options, false));
        Self { options, frames }
    }

    fn frames(options: EncodeOptions, big_endian: bool) -> FrameOptions {
        FrameOptions::new()
            .max_length(u32::MAX)
            .big_endian(big_endian)
            .encode_options(options)
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
        layout: &'static Layout,
        value: &impl Encode<AnyEngine>,
    ) -> Result<Vec<u8>, EncodeError> {
        self.to_frame(layout.encode(value, self.options)?)
    }

    /// Encodes a decoded value in its layout.
    #[cfg(feature = "edit")]
    pub(crate) fn encode_again(&self, value: &AnyVariant) -> Result<Vec<u8>, EncodeError> {
        self.to_frame(value.to_vec(self.options)?)
    }

    fn to_frame(&self, bytes: Vec<u8>) -> Result<Vec<u8>, EncodeError> {
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
    /// Whether the file has to be encrypted.
    pub encrypted: bool,
    /// The length of the header of an original.
    pub skip: u64,
}

impl PackOptions<'_> {
    fn layout(&self) -> Result<Option<&'static Layout>, Failure> {
        self.layout.map(options::layout).transpose()
    }

    /// Returns the layers of a file, outermost first.
    ///
    /// # Errors
    ///
    /// Returns an error if a name is unknown, or if the key is missing.
    pub fn layers(&self) -> Result<Vec<Wrapper>, Failure> {
        let layout = self.layout()?.unwrap_or(layouts::most_used());
        let key = options::key(self.password, self.key)?;
        if self.encrypted && key.is_none() {
            return Err(Failure::option(
                "an encrypted file needs its password or its key",
            ));
        }
        let encrypted = key.map(|key| Wrapper::Encrypted(Encryption::for_layout(layout), key));
        let compression = self.compression.map(options::compression).transpose()?;
        let header = self.header.map(|header| Wrapper::Header(header.to_vec()));
        Ok(sorted([encrypted, compression, header]))
    }

    /// Returns the layers of an original, in the form of the layout.
    ///
    /// # Errors
    ///
    /// Returns an error if a name is unknown, or if the file cannot be unpacked.
    pub fn layers_like(&self, original: impl Read) -> Result<Vec<Wrapper>, Failure> {
        let layout = self.layout()?;
        let options = options::unpacking(self.password, self.key, self.skip)?;
        let (_, wrappers) = unpack(original, &options, &mut ())?;
        Ok(for_layout(wrappers, layout))
    }
}

/// Returns layers in the order in which games write them.
fn sorted(wrappers: [Option<Wrapper>; 3]) -> Vec<Wrapper> {
    let mut wrappers: Vec<_> = wrappers.into_iter().flatten().collect();
    // `open_compressed` compresses everything that a game stores, including its header. Bytes that
    // the game compresses itself follow the header.
    wrappers.sort_by_key(|it| match it {
        Wrapper::Encrypted(..) => 0,
        Wrapper::Compressed(..) => 1,
        Wrapper::Header(_) => 2,
        _ => 3,
    });
    wrappers
}

/// What was found in a file, with the options that write values as they were read, without a
/// password.
#[derive(Debug, Clone)]
pub struct Form {
    /// The layout of the values.
    pub layout: &'static Layout,
    /// The framing of the values.
    pub framing: Framing,
    /// The probability of the layout and the framing in percent.
    pub confidence: u8,
    /// The other candidates that fit.
    pub also_valid: Vec<Candidate>,
    /// Whether the lengths are big-endian.
    pub big_endian: bool,
    /// The bytes that a game adds before the values.
    pub header: Option<Vec<u8>>,
    /// The name of the compression.
    pub compression: Option<&'static str>,
    /// Whether the file is encrypted.
    pub encrypted: bool,
    /// Why the options do not write the file as it was. Clones share it.
    pub lost: Arc<OnceLock<&'static str>>,
    ignores_rest: bool,
}

impl Form {
    /// Returns the form of an open file.
    ///
    /// # Errors
    ///
    /// Returns an error if reading fails.
    pub fn of(opened: &mut Opened<'_>) -> Result<Self, Error> {
        let wrappers = &opened.wrappers;
        let find = |is: fn(&Wrapper) -> bool| wrappers.iter().find(|it| is(it)).cloned();
        let encrypted = find(Wrapper::is_encrypted).map(|it| it.for_layout(opened.layout));
        let compression = wrappers.iter().find_map(Wrapper::compression_name);
        let parts = [
            encrypted.clone(),
            compression.and_then(Wrapper::compression),
            find(Wrapper::is_header),
        ];
        let written = sorted(parts);
        let [written, found] = [&written, wrappers].map(|it| it.iter().map(ToString::to_string));
        let lost = OnceLock::new();
        if !written.eq(found) {
            let _ = lost.set("no options write the layers of this file; `pack` the encoded values with the file as `like`");
        }
        let form = Self {
            layout: opened.layout,
            framing: opened.framing,
            confidence: opened.confidence,
            also_valid: opened.also_valid.clone(),
            big_endian: opened.framing == Framing::BigEndian,
            header: wrappers.iter().find_map(|it| match it {
                Wrapper::Header(header) => Some(header.clone()),
                _ => None,
            }),
            compression,
            encrypted: encrypted.is_some(),
            lost: lost.into(),
            ignores_rest: opened.ignores_rest,
        };
        if form.ignores_rest && form.framing == Framing::Bare {
            form.note_rest(&opened.content()?);
        }
        Ok(form)
    }

    /// Notes whether lenient decoding ignores bytes after a framed value.
    pub fn note_rest(&self, bytes: &[u8]) {
        let length = || self.layout.skip(bytes, LENIENT);
        if self.ignores_rest && length().is_ok_and(|length| length < bytes.len()) {
            let _ = self.lost.set("no options write the bytes after a value");
        }
    }
}
