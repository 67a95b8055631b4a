//! Recognizes the formats of files that contain values, by their first bytes.
//!
//! The first bytes of these formats cannot be the start of a value: as a header, the bytes would be
//! an unknown type or flag in every layout. The first bytes cannot be the length of a framed value
//! either: the length would not be a multiple of 4, or would exceed the default of `OpenOptions::max_length`.

use gdvariant::format;

/// The number of leading bytes that identify a format.
pub const MAGIC_LENGTH: usize = 4;

const COMPRESSED: [u8; 4] = format::COMPRESSED_MAGIC.to_le_bytes();
const ENCRYPTED: [u8; 4] = format::ENCRYPTED_MAGIC.to_le_bytes();
const SETTINGS: [u8; 4] = format::SETTINGS_MAGIC.to_le_bytes();
const SETTINGS_OF_PANDEMONIUM: [u8; 4] = format::SETTINGS_MAGIC_PANDEMONIUM.to_le_bytes();
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// The first bytes of gzip. The next byte contains flags.
const GZIP: [u8; 3] = [0x1f, 0x8b, 0x08];

/// Formats that contain no values: their first bytes, a description, and advice.
const OTHERS: [(&[u8; 4], &str, &str); 6] = [
    (
        b"PK\x03\x04",
        "a zip archive",
        "extract it, and pass one of the extracted files",
    ),
    (
        b"GDPC",
        "a game pack (GDPC)",
        "extract it with a PCK tool, and pass one of the extracted files",
    ),
    (
        b"PEPC",
        "a game pack of Pandemonium (PEPC)",
        "extract it with a PCK tool, and pass one of the extracted files",
    ),
    (
        b"RSRC",
        "a binary resource (RSRC), which is another format",
        "load it in the engine, and save the values with store_var",
    ),
    (
        b"RSCC",
        "a compressed binary resource (RSCC), which is another format",
        "load it in the engine, and save the values with store_var",
    ),
    (
        b"[gd_",
        "a scene or a resource as text",
        "open it in a text editor",
    ),
];

/// The format of an input that does not start with a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A file of `open_compressed`.
    Compressed,
    /// A file of `open_encrypted`.
    Encrypted,
    /// A gzip file.
    Gzip,
    /// A zstd file, or several frames of zstd.
    Zstd,
    /// `project.binary`, the settings file of an exported game.
    Settings,
    /// A format that contains no values.
    Other {
        /// The format, such as `a zip archive`.
        format: &'static str,
        /// What to do with such a file.
        advice: &'static str,
    },
}

impl Format {
    /// Returns the format that the first bytes of an input identify.
    #[must_use]
    pub fn of(start: &[u8]) -> Option<Self> {
        let start: [u8; 4] = start.try_into().ok()?;
        Some(match start {
            COMPRESSED => Self::Compressed,
            ENCRYPTED => Self::Encrypted,
            SETTINGS | SETTINGS_OF_PANDEMONIUM => Self::Settings,
            // Files of pzstd start with a skippable frame.
            ZSTD | [0x50..=0x5f, 0x2a, 0x4d, 0x18] => Self::Zstd,
            _ if start.starts_with(&GZIP) => Self::Gzip,
            _ => {
                let &(_, format, advice) = OTHERS.iter().find(|(magic, ..)| **magic == start)?;
                Self::Other { format, advice }
            }
        })
    }

    /// Returns `compressed` or `encrypted` if the format compresses or encrypts files.
    #[must_use]
    pub fn effect(self) -> Option<&'static str> {
        match self {
            Self::Compressed | Self::Gzip | Self::Zstd => Some("compressed"),
            Self::Encrypted => Some("encrypted"),
            Self::Settings | Self::Other { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests;
