//! Decompresses streams, and limits their content.

use super::zlib::Zlib;
use super::zstd::Zstd;
use crate::Compression;
use crate::error::{self, Error};
use crate::input::{Input, from_reader};
use flate2::bufread::{MultiGzDecoder, ZlibDecoder};
use std::io::{self, ErrorKind, Read};

/// Returns the content of a zlib, zstd or gzip stream.
pub(crate) fn decompressing(
    mode: Compression,
    input: Input<'_>,
    max_content: u64,
) -> Result<Input<'_>, Error> {
    Ok(match mode {
        Compression::Zstd => limited(Zstd::new(input, max_content)?, max_content),
        Compression::Gzip => {
            let reader = MultiGzDecoder::new(input);
            limited(
                Named {
                    name: "gzip",
                    reader,
                },
                max_content,
            )
        }
        _ => {
            let reader = Zlib(ZlibDecoder::new(input));
            limited(
                Named {
                    name: "zlib",
                    reader,
                },
                max_content,
            )
        }
    })
}

/// A stream whose errors name its format.
struct Named<R> {
    name: &'static str,
    reader: R,
}

impl<R: Read> Read for Named<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reader
            .read(buffer)
            .map_err(|error| match error.kind() {
                // Errors of the source, such as a wrong password, have other kinds.
                kind @ (ErrorKind::InvalidInput | ErrorKind::UnexpectedEof) => {
                    io::Error::new(kind, format!("invalid {} stream: {error}", self.name))
                }
                _ => error,
            })
    }
}

/// Limits the length of the content.
pub(crate) fn limited<'r>(content: impl Read + 'r, max_content: u64) -> Input<'r> {
    from_reader(Limited {
        reader: content,
        left: max_content,
        limit: max_content,
    })
}

/// A reader that returns an error if the content exceeds a limit.
struct Limited<R> {
    reader: R,
    left: u64,
    limit: u64,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        let left = self.left.checked_sub(read as u64);
        self.left = left.ok_or_else(|| Error::from(error::ErrorKind::TooLong(self.limit)))?;
        Ok(read)
    }
}

#[cfg(test)]
mod tests;
