//! Recognizes, opens and writes the formats of files that contain values.
//!
//! The first bytes of these formats cannot be the start of a value: as a header, the bytes would be
//! an unknown type or flag in every layout. The first bytes cannot be the length of a framed value
//! either: the length would not be a multiple of 4, or would exceed the default of `--max-length`.

#[cfg(feature = "compressed")]
use super::zstd::Zstd;
use crate::args::InputArgs;
use crate::failure::Failure;
use crate::layouts::LayoutName;
use crate::source::{self, Input};
#[cfg(feature = "compressed")]
use flate2::bufread::MultiGzDecoder;
use gdvariant::files::FileError;
#[cfg(feature = "compressed")]
use gdvariant::files::{CompressedReader, CompressedWriter, Compression};
#[cfg(feature = "encrypted")]
use gdvariant::files::{EncryptedReader, EncryptedWriter, Encryption, FileKey};
use gdvariant::{Layout, format};
use std::fmt::{self, Display, Formatter};
#[cfg(any(feature = "compressed", feature = "encrypted"))]
use std::io::Write;
use std::io::{self, Read};

/// The number of leading bytes that identify a format.
pub(super) const MAGIC_LENGTH: usize = 4;

const COMPRESSED: [u8; 4] = format::COMPRESSED_MAGIC.to_le_bytes();
const ENCRYPTED: [u8; 4] = format::ENCRYPTED_MAGIC.to_le_bytes();
const SETTINGS: [u8; 4] = format::SETTINGS_MAGIC.to_le_bytes();
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// The first bytes of gzip. The next byte contains flags.
const GZIP: [u8; 3] = [0x1f, 0x8b, 0x08];

/// Formats that contain no values: their first bytes, and a description with advice.
const OTHERS: [(&[u8; 4], &str); 5] = [
    (
        b"PK\x03\x04",
        "a zip archive; extract it, and pass one of the extracted files",
    ),
    (
        b"GDPC",
        "a game pack (GDPC); extract it with a PCK tool, and pass one of the extracted files",
    ),
    (
        b"RSRC",
        "a binary resource (RSRC), which is another format; load it in the engine, and save the values with store_var",
    ),
    (
        b"RSCC",
        "a compressed binary resource (RSCC), which is another format; load it in the engine, and save the values with store_var",
    ),
    (
        b"[gd_",
        "a scene or a resource as text; open it in a text editor",
    ),
];

/// The format of an input that does not start with a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// A file of `open_compressed`.
    Compressed,
    /// A file of `open_encrypted`.
    Encrypted,
    Gzip,
    Zstd,
    /// `project.binary`, the settings file of an exported game.
    Settings,
    /// A format that contains no values, with a description and advice.
    Other(&'static str),
}

impl Format {
    /// Returns the format that the first bytes of an input identify.
    pub(super) fn of(start: &[u8]) -> Option<Self> {
        let start: [u8; 4] = start.try_into().ok()?;
        Some(match start {
            COMPRESSED => Self::Compressed,
            ENCRYPTED => Self::Encrypted,
            SETTINGS => Self::Settings,
            // Files of pzstd start with a skippable frame.
            ZSTD | [0x50..=0x5f, 0x2a, 0x4d, 0x18] => Self::Zstd,
            _ if start.starts_with(&GZIP) => Self::Gzip,
            _ => {
                let (_, advice) = OTHERS.iter().find(|(magic, _)| **magic == start)?;
                Self::Other(advice)
            }
        })
    }

    /// Returns `compressed` or `encrypted` if the format compresses or encrypts files.
    pub(super) fn effect(self) -> Option<&'static str> {
        match self {
            Self::Compressed | Self::Gzip | Self::Zstd => Some("compressed"),
            Self::Encrypted => Some("encrypted"),
            Self::Settings | Self::Other(_) => None,
        }
    }

    /// Opens a file of this format, except for settings, which cannot be opened without their
    /// layout.
    #[cfg_attr(
        not(any(feature = "compressed", feature = "encrypted")),
        expect(
            unused_variables,
            clippy::needless_pass_by_value,
            reason = "without the features, no format can be opened"
        )
    )]
    pub(super) fn open(self, args: &InputArgs, input: Input) -> Result<(Input, Wrapper), Failure> {
        match self {
            #[cfg(feature = "compressed")]
            Self::Compressed => {
                let reader = CompressedReader::new(input, args.wrapper.options());
                let reader = reader.map_err(|error| failure(args, error))?;
                let wrapper = Wrapper::Compressed(reader.compression(), reader.block_length());
                Ok((source::of(reader), wrapper))
            }
            #[cfg(feature = "compressed")]
            Self::Gzip => Ok((limited(args, MultiGzDecoder::new(input)), Wrapper::Gzip)),
            #[cfg(feature = "compressed")]
            Self::Zstd => {
                let decoder = Zstd::new(input, args.wrapper.max_content());
                let decoder = decoder.map_err(|error| args.file.failure(error))?;
                Ok((limited(args, decoder), Wrapper::Zstd))
            }
            #[cfg(feature = "encrypted")]
            Self::Encrypted => {
                let key = super::key::of(args)?;
                let reader = EncryptedReader::new(input, &key, args.wrapper.options());
                let reader = reader.map_err(|error| failure(args, error))?;
                let wrapper = Wrapper::Encrypted(reader.encryption(), key);
                Ok((source::of(reader), wrapper))
            }
            Self::Other(advice) => Err(args.file.failure(advice)),
            _ => Err(args.file.failure(
                "a compressed or encrypted file, which this build cannot open; \
                 build the program with the features `compressed` and `encrypted`",
            )),
        }
    }
}

/// The compression, encryption or header around the values of a file.
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
    /// The settings file of a game, with the layout of its values.
    Settings(LayoutName),
    /// The bytes that `--skip` skips.
    Header(Vec<u8>),
}

impl Display for Wrapper {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Header(ref header) => {
                write!(f, "values after a header of {} bytes", header.len())
            }
            Self::Settings(_) => {
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
    /// Returns whether the content is encrypted.
    pub(crate) fn is_encrypted(&self) -> bool {
        match *self {
            #[cfg(feature = "encrypted")]
            Self::Encrypted(..) => true,
            _ => false,
        }
    }

    /// Converts the wrapper to the format that the engine of the layout `L` writes.
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

/// Limits the length of the content, as the options request.
pub(super) fn limited(args: &InputArgs, content: impl Read + 'static) -> Input {
    source::of(Limited::new(content, args.wrapper.max_content()))
}

/// Returns the failure to open or read a file.
pub(super) fn failure(args: &InputArgs, error: FileError) -> Failure {
    match error {
        FileError::Io(error) => args.file.unreadable(&error),
        FileError::TooLong { .. } => {
            let advice = "raise --max-content";
            args.file.failure(format_args!("{error}; {advice}"))
        }
        error => args.file.failure(error),
    }
}

/// A reader that returns an error if the content exceeds a limit.
struct Limited<R> {
    reader: R,
    left: u64,
    limit: u64,
}

impl<R> Limited<R> {
    fn new(reader: R, limit: u64) -> Self {
        Self {
            reader,
            left: limit,
            limit,
        }
    }
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.left = self.left.checked_sub(read as u64).ok_or_else(|| {
            let limit = self.limit;
            io::Error::other(format!(
                "the content exceeds the limit of {limit} bytes; raise --max-content"
            ))
        })?;
        Ok(read)
    }
}

#[cfg(test)]
mod tests;
