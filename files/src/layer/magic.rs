//! Recognizes formats of files by their first bytes.
//!
//! The first bytes of the formats that contain values cannot be the start of a value: as a header, the bytes would be
//! an unknown type or flag in every layout. The first bytes cannot be the length of a framed value
//! either: the length would not be a multiple of 4, or would exceed the default of `OpenOptions::max_length`.

use crate::Compression;
use gdvariant::format::{compressed, encrypted_cfb, encrypted_ecb, settings};

/// The number of leading bytes that identify a format.
pub(crate) const MAGIC_LENGTH: usize = 4;

const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// The first bytes of gzip. The next byte contains flags.
const GZIP: [u8; 3] = [0x1f, 0x8b, 0x08];

/// Advice for an archive.
const EXTRACT: &str = "extract it, and pass one of the extracted files";
/// Advice for a game pack.
const EXTRACT_PACK: &str = "extract it with a PCK tool, and pass one of the extracted files";
/// Advice for a resource.
pub(crate) const LOAD: &str = "in Godot 4, ResourceSaver.save(load(\"res://a.res\"), \"res://a.tres\") saves it as text; in Godot 3, the path is the first argument";
/// Advice for text.
pub(crate) const EDIT: &str = "edit it as text";

/// Formats that contain no values: their first bytes, a description, and advice, which can be empty.
///
/// Only inputs that no layout decodes are compared with them.
pub(crate) const OTHERS: [(&[u8], &str, &str); 33] = [
    (b"PK\x03\x04", "a zip archive", EXTRACT),
    (b"PK\x05\x06", "an empty zip archive", ""),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", EXTRACT),
    (b"Rar!\x1a\x07", "a RAR archive", EXTRACT),
    (b"BZh", "a bzip2 file", "decompress it"),
    (b"\xfd7zXZ\0", "an xz file", "decompress it"),
    (b"GDPC", "a game pack (GDPC)", EXTRACT_PACK),
    (b"PEPC", "a game pack of Pandemonium (PEPC)", EXTRACT_PACK),
    (b"RSRC", "a binary resource (RSRC)", LOAD),
    (b"RSCC", "a compressed binary resource (RSCC)", LOAD),
    (b"GDSC", "compiled GDScript or a cached shader (GDSC)", ""),
    (b"GST2", "an imported texture (GST2)", ""),
    (b"GDST", "an imported texture (GDST)", ""),
    (b"\xff\xfe", "UTF-16 text", EDIT),
    (b"\xfe\xff", "UTF-16 text", EDIT),
    (b"\x89PNG", "a PNG image", ""),
    (b"\xff\xd8\xff", "a JPEG image", ""),
    (b"GIF8", "a GIF image", ""),
    (b"RIFF", "a WAV, WebP or other RIFF file", ""),
    (b"OggS", "an Ogg file", ""),
    (b"ID3", "an MP3 file", ""),
    (b"fLaC", "a FLAC file", ""),
    (b"glTF", "a glTF model", ""),
    (b"%PDF", "a PDF document", ""),
    (b"SQLite format 3\0", "an SQLite database", ""),
    (b"\x7fELF", "a program or a library (ELF)", ""),
    (b"\0asm", "a WebAssembly module", ""),
    (b"\xd4\xc3\xb2\xa1", PCAP, PAYLOAD),
    (b"\xa1\xb2\xc3\xd4", PCAP, PAYLOAD),
    (b"\x4d\x3c\xb2\xa1", PCAP, PAYLOAD),
    (b"\xa1\xb2\x3c\x4d", PCAP, PAYLOAD),
    (
        b"\x0a\x0d\x0d\x0a",
        "a capture of packets (pcapng)",
        PAYLOAD,
    ),
    (b"wOF", "a font (WOFF)", ""),
];

/// A capture file, whose numbers have either byte order, and microseconds or nanoseconds.
const PCAP: &str = "a capture of packets (pcap)";
/// Advice for a capture file.
const PAYLOAD: &str = "export the payload of the packets";

/// The format of an input that does not start with a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// A file of `open_compressed`.
    Compressed,
    /// A file of `open_encrypted`.
    Encrypted,
    /// A gzip file, or one or several frames of zstd.
    Stream(Compression),
    /// `project.binary`, the settings file of an exported game.
    Settings,
}

impl Format {
    /// Returns the format that the first bytes of an input identify.
    pub(crate) fn detect(start: &[u8]) -> Option<Self> {
        let start: [u8; 4] = start.try_into().ok()?;
        Some(match (u32::from_le_bytes(start), start) {
            (compressed::MAGIC, _) => Self::Compressed,
            (settings::MAGIC | settings::MAGIC_PANDEMONIUM, _) => Self::Settings,
            (magic, _) if [encrypted_ecb::MAGIC, encrypted_cfb::MAGIC].contains(&magic) => {
                Self::Encrypted
            }
            // Files of pzstd start with a skippable frame.
            (_, ZSTD | [0x50..=0x5f, 0x2a, 0x4d, 0x18]) => Self::Stream(Compression::Zstd),
            _ if start.starts_with(&GZIP) => Self::Stream(Compression::Gzip),
            _ => return None,
        })
    }

    /// Returns the mode in which `PackedByteArray.compress` returns this format.
    pub(super) fn mode(self) -> Option<Compression> {
        match self {
            Self::Stream(mode) => Some(mode),
            Self::Compressed | Self::Encrypted | Self::Settings => None,
        }
    }

    /// Returns `compressed` or `encrypted` if the format compresses or encrypts files.
    pub(crate) fn effect(self) -> Option<&'static str> {
        match self {
            Self::Compressed | Self::Stream(_) => Some("compressed"),
            Self::Encrypted => Some("encrypted"),
            Self::Settings => None,
        }
    }
}

#[cfg(test)]
mod tests;
