//! Decompresses zlib streams.

use crate::input::read_start;
use flate2::{Decompress, FlushDecompress, Status};
use std::io::{self, BufRead, ErrorKind, Read};

/// The length of the header, in bytes.
const HEADER_LENGTH: usize = 2;

/// Reads the content of a stream and compares its checksum.
pub(super) struct Zlib<R> {
    source: R,
    inflate: Decompress,
    checksum: Adler32,
    is_finished: bool,
}

/// Returns whether bytes start with the header that compressors write at one of their levels.
pub(super) fn has_header(bytes: &[u8]) -> bool {
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

impl<R: BufRead> Zlib<R> {
    /// Reads the header of a stream for which [`is_start`] holds.
    pub(super) fn new(mut source: R) -> io::Result<Self> {
        source.read_exact(&mut [0; HEADER_LENGTH])?;
        Ok(Self {
            source,
            inflate: Decompress::new(false),
            checksum: Adler32 { sum: 1, sums: 0 },
            is_finished: false,
        })
    }

    /// Compares the checksum, which is the end of the input.
    fn check(&mut self) -> io::Result<()> {
        let mut checksum = [0; size_of::<u32>()];
        self.source.read_exact(&mut checksum).map_err(truncated)?;
        if u32::from_be_bytes(checksum) != self.checksum.value() {
            return Err(invalid("the checksum does not match the content"));
        }
        if !read_start(&mut self.source, 1)?.is_empty() {
            return Err(invalid("bytes follow it"));
        }
        Ok(())
    }
}

impl<R: BufRead> Read for Zlib<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !self.is_finished && !buffer.is_empty() {
            let input = self.source.fill_buf()?;
            let is_end = input.is_empty();
            let (consumed, written) = (self.inflate.total_in(), self.inflate.total_out());
            let status = self
                .inflate
                .decompress(input, buffer, FlushDecompress::None)
                .map_err(|_| invalid("a block cannot be decompressed"))?;
            let since = |before, after| usize::try_from(after - before).unwrap_or(usize::MAX);
            let consumed = since(consumed, self.inflate.total_in());
            let written = since(written, self.inflate.total_out());
            self.source.consume(consumed);
            self.checksum.add(&buffer[..written]);
            if status == Status::StreamEnd {
                self.check()?;
                self.is_finished = true;
            }
            if written > 0 {
                return Ok(written);
            }
            if is_end && !self.is_finished {
                return Err(truncated(ErrorKind::UnexpectedEof.into()));
            }
        }
        Ok(0)
    }
}

/// The checksum of the content.
struct Adler32 {
    sum: u32,
    /// The sum of all sums.
    sums: u32,
}

impl Adler32 {
    fn add(&mut self, bytes: &[u8]) {
        /// The maximum number of bytes without an overflow of `sums`.
        const MAX_BYTES: usize = 5552;
        const MODULUS: u32 = 65521;
        for bytes in bytes.chunks(MAX_BYTES) {
            for byte in bytes {
                self.sum += u32::from(*byte);
                self.sums += self.sum;
            }
            self.sum %= MODULUS;
            self.sums %= MODULUS;
        }
    }

    fn value(&self) -> u32 {
        self.sums << 16 | self.sum
    }
}

fn truncated(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::UnexpectedEof => invalid("the input ends within it"),
        _ => error,
    }
}

fn invalid(message: &str) -> io::Error {
    io::Error::new(
        ErrorKind::InvalidData,
        format!("invalid zlib stream: {message}"),
    )
}
