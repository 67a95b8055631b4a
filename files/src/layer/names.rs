//! The names by which callers choose a compression.

use super::{Layer, Size, SizeOf};
use crate::Compression;
use gdvariant::format::compressed;

impl Layer {
    /// The names of compressions: `zstd` is the mode of `open_compressed`, `plain-zstd` what
    /// `PackedByteArray.compress` returns, and `size32-zstd` and `size64-zstd` the same after the
    /// size of the content.
    #[rustfmt::skip]
    pub const COMPRESSIONS: [&str; 16] = [
        "fastlz", "deflate", "zstd", "gzip",
        "plain-fastlz", "plain-deflate", "plain-zstd", "plain-gzip",
        "size32-fastlz", "size32-deflate", "size32-zstd", "size32-gzip",
        "size64-fastlz", "size64-deflate", "size64-zstd", "size64-gzip",
    ];

    /// Returns the compression with one of these names.
    pub fn compression(name: &str) -> Option<Self> {
        let (form, mode) = name.split_once('-').unwrap_or(("", name));
        let mut modes = Compression::ALL.into_iter();
        let mode = modes.find(|it| it.name().to_lowercase() == mode)?;
        let is_64_bit = form == "size64";
        Some(match form {
            "" => Self::Compressed(mode, compressed::INITIAL_BLOCK_LENGTH),
            "plain" => Self::from_mode(mode),
            "size32" | "size64" => {
                let size = Size {
                    is_64_bit,
                    ..Size::new(SizeOf::Content)
                };
                Self::Stream(vec![size], mode)
            }
            _ => return None,
        })
    }
}
