//! The formats of inputs, by their first bytes.
//!
//! None of them starts a value, or the length of a value: the number is no type of a layout, or no
//! multiple of 4.

/// The number of bytes that tell a format.
pub(super) const LENGTH: u64 = 4;

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
        Some(match start {
            b"GCPF" => Self::Compressed,
            b"GDEC" => Self::Encrypted,
            [0x1f, 0x8b, 0x08, _] => Self::Gzip,
            [0x28, 0xb5, 0x2f, 0xfd] => Self::Zstd,
            b"PK\x03\x04" => {
                Self::Other("a zip archive; unpack it, and give the path of a file in it")
            }
            b"GDPC" => {
                Self::Other("a pack of a game (GDPC); unpack it with a tool for packs first")
            }
            b"RSRC" => Self::Other(
                "a binary resource (RSRC), which has a format of its own; load it in the engine, and save what you need with store_var",
            ),
            b"RSCC" => Self::Other(
                "a compressed binary resource (RSCC), which has a format of its own; load it in the engine, and save what you need with store_var",
            ),
            b"ECFG" => Self::Settings,
            b"[gd_" => Self::Other("a scene or a resource as text, which a text editor opens"),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_header_and_no_length_of_a_value_is_a_format() {
        for number in 0..=40 {
            for flags in [0, 1, 2] {
                assert_eq!(Format::of(&[number, 0, flags, 0]), None);
            }
        }
        // Lengths of values are multiples of 4, and less than 2 GiB.
        for start in [[0x1f, 0x8b, 0x08, 0x00], *b"GCPF", *b"GDEC"] {
            assert!(Format::of(&start).is_some());
            let length = u32::from_le_bytes(start);
            assert!(length % 4 != 0 || length > 64 << 20, "{length}");
        }
    }
}
