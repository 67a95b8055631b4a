//! Opens the formats of files that contain values.

use crate::args::InputArgs;
use crate::failure::Failure;
use crate::source::{self, Input};
use flate2::bufread::MultiGzDecoder;
use gdvariant::files::{CompressedReader, EncryptedReader, FileError};
use gdvariant_files::wrapper::{Format, Wrapper, Zstd};
use std::io::{self, Read};

/// Opens a file of a format, except for settings, which cannot be opened without their layout.
pub(super) fn open(
    format: Format,
    args: &InputArgs,
    input: Input,
) -> Result<(Input, Wrapper), Failure> {
    match format {
        Format::Compressed => {
            let reader = CompressedReader::new(input, args.wrapper.options());
            let reader = reader.map_err(|error| failure(args, error))?;
            let wrapper = Wrapper::Compressed(reader.compression(), reader.block_length());
            Ok((source::of(reader), wrapper))
        }
        Format::Gzip => Ok((limited(args, MultiGzDecoder::new(input)), Wrapper::Gzip)),
        Format::Zstd => {
            let decoder = Zstd::new(input, args.wrapper.max_content());
            let decoder = decoder.map_err(|error| args.file.failure(error))?;
            Ok((limited(args, decoder), Wrapper::Zstd))
        }
        Format::Encrypted => {
            let key = super::key::of(args)?;
            let reader = EncryptedReader::new(input, &key, args.wrapper.options());
            let reader = reader.map_err(|error| failure(args, error))?;
            let wrapper = Wrapper::Encrypted(reader.encryption(), key);
            Ok((source::of(reader), wrapper))
        }
        Format::Other(advice) => Err(args.file.failure(advice)),
        Format::Settings => Err(args.file.failure("settings have no wrapper")),
    }
}

/// Limits the length of the content, as the options request.
pub(super) fn limited(args: &InputArgs, content: impl Read + 'static) -> Input {
    source::of(Limited::new(content, args.wrapper.max_content()))
}

/// Returns the failure to open or read a file.
pub(super) fn failure(args: &InputArgs, error: FileError) -> Failure {
    match error {
        FileError::Io(error) => args.file.unreadable(&error),
        FileError::TooLong { .. } => {
            let advice = "raise --max-content";
            args.file.failure(format_args!("{error}; {advice}"))
        }
        error => args.file.failure(error),
    }
}

/// A reader that returns an error if the content exceeds a limit.
struct Limited<R> {
    reader: R,
    left: u64,
    limit: u64,
}

impl<R> Limited<R> {
    fn new(reader: R, limit: u64) -> Self {
        Self {
            reader,
            left: limit,
            limit,
        }
    }
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.left = self.left.checked_sub(read as u64).ok_or_else(|| {
            let limit = self.limit;
            io::Error::other(format!(
                "the content exceeds the limit of {limit} bytes; raise --max-content"
            ))
        })?;
        Ok(read)
    }
}

#[cfg(test)]
mod tests;
