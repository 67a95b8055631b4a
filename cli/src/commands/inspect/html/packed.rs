//! Writes bytes in the text of a page: in base64, after compression if compression is built in.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::io::{self, BufWriter, Write};

type Compressor = flate2::write::DeflateEncoder<Vec<u8>>;

/// The name of the compression in the API of browsers.
pub(super) const ENCODING: &str = "deflate-raw";

/// The number of bytes that are compressed in one call.
const BUFFER_SIZE: usize = 1 << 16;

/// A writer that compresses bytes and encodes them in base64.
///
/// Each call of the encoder is expensive compared with the few bytes of a record, so records are
/// buffered.
pub(super) struct Packer(BufWriter<Compressor>);

impl Default for Packer {
    fn default() -> Self {
        let encoder = Compressor::new(Vec::new(), flate2::Compression::fast());
        Self(BufWriter::with_capacity(BUFFER_SIZE, encoder))
    }
}

impl Packer {
    /// Writes the bytes compressed so far, in groups of three, which base64 encodes as four digits.
    pub(super) fn drain(&mut self, out: &mut impl Write) -> io::Result<()> {
        let bytes = self.0.get_mut();
        let bytes = bytes.get_mut();
        let length = bytes.len() / 3 * 3;
        if length > 0 {
            out.write_all(STANDARD.encode(&bytes[..length]).as_bytes())?;
            bytes.drain(..length);
        }
        Ok(())
    }

    /// Writes the remaining bytes.
    pub(super) fn end(self, out: &mut impl Write) -> io::Result<()> {
        let bytes = self.0.into_inner()?;
        let bytes = bytes.finish()?;
        out.write_all(STANDARD.encode(bytes).as_bytes())
    }
}

impl Write for Packer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
