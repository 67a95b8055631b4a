//! Recognizes zlib streams, and reads them to their end.

use crate::input::read_start;
use flate2::bufread::ZlibDecoder;
use flate2::{Decompress, FlushDecompress, Status};
use std::io::{self, BufRead, Read};

/// The length of the header, in bytes.
const HEADER_LENGTH: usize = 2;

/// Returns whether bytes start with the header that compressors write at one of their levels.
pub(crate) fn has_header(bytes: &[u8]) -> bool {
    matches!(bytes, [0x78, 0x01 | 0x5e | 0x9c | 0xda, ..])
}

/// Returns whether bytes are the header and the start of the first block of a stream.
pub(super) fn is_start(bytes: &[u8]) -> bool {
    /// The maximum length of content that is decompressed.
    const EXAMINED: usize = 4 << 10;
    let Some(blocks) = bytes.get(HEADER_LENGTH..).filter(|_| has_header(bytes)) else {
        return false;
    };
    let mut inflate = Decompress::new(false);
    let mut content = vec![0; EXAMINED];
    let status = inflate.decompress(blocks, &mut content, FlushDecompress::None);
    status.is_ok_and(|it| inflate.total_out() > 0 || it == Status::StreamEnd)
}

/// Reads a stream up to the end of the input, and rejects bytes after it.
pub(super) struct Zlib<R>(pub(super) ZlibDecoder<R>);

impl<R: BufRead> Read for Zlib<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(buffer)?;
        if read == 0 && !buffer.is_empty() && !read_start(self.0.get_mut(), 1)?.is_empty() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "bytes follow it",
            ));
        }
        Ok(read)
    }
}
