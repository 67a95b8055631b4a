use gdvariant::format::compressed;

/// The algorithm of a compressed file: a `CompressionMode` of `File` or `FileAccess`.
///
/// ```
/// use gdvariant_files::Compression;
///
/// assert_eq!(Compression::FastLz.name(), "FastLZ");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Compression {
    /// `COMPRESSION_FASTLZ`, the default of engines.
    FastLz,
    /// `COMPRESSION_DEFLATE`: a zlib stream.
    Deflate,
    /// `COMPRESSION_ZSTD`.
    Zstd,
    /// `COMPRESSION_GZIP`.
    Gzip,
}

impl Compression {
    /// Every algorithm.
    ///
    /// ```
    /// use gdvariant_files::Compression;
    ///
    /// assert_eq!(Compression::ALL.map(Compression::name), ["FastLZ", "deflate", "zstd", "gzip"]);
    /// ```
    pub const ALL: [Self; 4] = [Self::FastLz, Self::Deflate, Self::Zstd, Self::Gzip];

    /// Returns the name of the algorithm.
    ///
    /// ```
    /// use gdvariant_files::Compression;
    ///
    /// assert_eq!(Compression::Zstd.name(), "zstd");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::FastLz => "FastLZ",
            Self::Deflate => "deflate",
            Self::Zstd => "zstd",
            Self::Gzip => "gzip",
        }
    }

    /// Returns the number of the algorithm in a file.
    pub(crate) const fn mode(self) -> u32 {
        match self {
            Self::FastLz => compressed::FASTLZ,
            Self::Deflate => compressed::DEFLATE,
            Self::Zstd => compressed::ZSTD,
            Self::Gzip => compressed::GZIP,
        }
    }

    /// Returns the algorithm with a number.
    pub(super) fn from_mode(mode: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.mode() == mode)
    }
}
