//! The formats of inputs, by their first bytes.
//!
//! None of them starts a value: as a header, they have a type or flags that no layout has. None
//! starts a framed value either: as a length, they are no multiple of 4, or above the default of
//! `--max-length`.

use gdvariant::format;

/// The number of bytes that tell a format.
pub(super) const LENGTH: usize = 4;

const COMPRESSED: [u8; 4] = format::COMPRESSED_MAGIC.to_le_bytes();
const ENCRYPTED: [u8; 4] = format::ENCRYPTED_MAGIC.to_le_bytes();
const SETTINGS: [u8; 4] = format::SETTINGS_MAGIC.to_le_bytes();
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// The first bytes of gzip, whose next byte holds flags.
const GZIP: [u8; 3] = [0x1f, 0x8b, 0x08];

/// Formats that contain no values, with what they are and what to do.
const OTHERS: [(&[u8; 4], &str); 5] = [
    (
        b"PK\x03\x04",
        "a zip archive; unpack it, and give the path of a file in it",
    ),
    (
        b"GDPC",
        "a pack of a game (GDPC); unpack it with a tool for packs first",
    ),
    (
        b"RSRC",
        "a binary resource (RSRC), which has a format of its own; load it in the engine, and save what you need with store_var",
    ),
    (
        b"RSCC",
        "a compressed binary resource (RSCC), which has a format of its own; load it in the engine, and save what you need with store_var",
    ),
    (
        b"[gd_",
        "a scene or a resource as text, which a text editor opens",
    ),
];

/// A format of an input that is not a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// A file of `open_compressed`.
    Compressed,
    /// A file of `open_encrypted`.
    Encrypted,
    Gzip,
    Zstd,
    /// `project.binary`, the settings of an exported game.
    Settings,
    /// A format that contains no values, with what it is and what to do.
    Other(&'static str),
}

impl Format {
    /// Returns the format that starts with these bytes.
    pub(super) fn of(start: &[u8]) -> Option<Self> {
        let start: [u8; 4] = start.try_into().ok()?;
        Some(match start {
            COMPRESSED => Self::Compressed,
            ENCRYPTED => Self::Encrypted,
            SETTINGS => Self::Settings,
            // A zstd file can start with a skippable frame, as pzstd writes it.
            ZSTD | [0x50..=0x5f, 0x2a, 0x4d, 0x18] => Self::Zstd,
            _ if start.starts_with(&GZIP) => Self::Gzip,
            _ => {
                let (_, advice) = OTHERS.iter().find(|(magic, _)| **magic == start)?;
                Self::Other(advice)
            }
        })
    }
}

#[cfg(test)]
mod tests;
