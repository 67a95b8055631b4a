//! Bytes in the text of a page: in base64, after compression if it is built in.

use base64::engine::general_purpose::{GeneralPurpose, STANDARD};
use base64::write::EncoderWriter;
use std::io::{self, BufWriter, Write};

/// The digits of base64.
type Digits<W> = EncoderWriter<'static, GeneralPurpose, W>;

#[cfg(feature = "compressed")]
type Encoder<W> = flate2::write::DeflateEncoder<Digits<W>>;
#[cfg(not(feature = "compressed"))]
type Encoder<W> = Digits<W>;

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
pub(super) struct Packed<W: Write>(BufWriter<Encoder<W>>);

impl<W: Write> Packed<W> {
    /// Creates a writer to a page.
    pub(super) fn new(page: W) -> Self {
        let digits = EncoderWriter::new(page, &STANDARD);
        #[cfg(feature = "compressed")]
        let digits = flate2::write::DeflateEncoder::new(digits, flate2::Compression::fast());
        Self(BufWriter::with_capacity(PIECE, digits))
    }

    /// Writes out what is kept, and returns the page.
    pub(super) fn end(self) -> io::Result<W> {
        let digits = self.0.into_inner()?;
        #[cfg(feature = "compressed")]
        let digits = digits.finish()?;
        let mut digits = digits;
        digits.finish()
    }
}

impl<W: Write> Write for Packed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
