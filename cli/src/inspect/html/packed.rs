//! Bytes in the text of a page: in base64, after compression if it is built in.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::io::{self, BufWriter, Write};

#[cfg(feature = "compressed")]
type Compressor = flate2::write::DeflateEncoder<Vec<u8>>;
#[cfg(not(feature = "compressed"))]
type Compressor = Vec<u8>;

/// The name that browsers have for the compression.
pub(super) const ENCODING: &str = if cfg!(feature = "compressed") {
    "deflate-raw"
} else {
    "identity"
};

/// The bytes that are compressed in one call.
const PIECE: usize = 1 << 16;

/// Writes bytes as characters that mean nothing in HTML.
///
/// Records are a few bytes, and every write to an encoder costs more than theirs: a buffer collects
/// them.
pub(super) struct Packed(BufWriter<Compressor>);

impl Default for Packed {
    fn default() -> Self {
        #[cfg(feature = "compressed")]
        let encoder = Compressor::new(Vec::new(), flate2::Compression::fast());
        #[cfg(not(feature = "compressed"))]
        let encoder = Compressor::new();
        Self(BufWriter::with_capacity(PIECE, encoder))
    }
}

impl Packed {
    /// Writes out what is compressed so far, in whole groups of digits.
    pub(super) fn drain(&mut self, out: &mut impl Write) -> io::Result<()> {
        let bytes = self.0.get_mut();
        #[cfg(feature = "compressed")]
        let bytes = bytes.get_mut();
        let length = bytes.len() / 3 * 3;
        if length > 0 {
            out.write_all(STANDARD.encode(&bytes[..length]).as_bytes())?;
            bytes.drain(..length);
        }
        Ok(())
    }

    /// Writes out what is kept.
    pub(super) fn end(self, out: &mut impl Write) -> io::Result<()> {
        let bytes = self.0.into_inner()?;
        #[cfg(feature = "compressed")]
        let bytes = bytes.finish()?;
        out.write_all(STANDARD.encode(bytes).as_bytes())
    }
}

impl Write for Packed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
