//! Compressed inputs.

use super::zstd::Zstd;
use super::{Wrapped, Wrapper, failure, limited};
use crate::failure::Failure;
use crate::source::Input;
use flate2::bufread::MultiGzDecoder;
use gdvariant::files::CompressedReader;
use std::io::BufReader;

/// Opens a file of `open_compressed`.
pub(super) fn compressed_file(
    args: &Wrapped<'_>,
    input: Input,
) -> Result<(Input, Wrapper), Failure> {
    let reader = CompressedReader::new(input, args.args.options());
    let reader = reader.map_err(|error| failure(args, error))?;
    let wrapper = Wrapper::Compressed(reader.compression(), reader.block_length());
    Ok((BufReader::new(Box::new(reader)), wrapper))
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "like the functions of other formats"
)]
pub(super) fn gzip(args: &Wrapped<'_>, input: Input) -> Result<(Input, Wrapper), Failure> {
    Ok((limited(args, MultiGzDecoder::new(input)), Wrapper::Gzip))
}

pub(super) fn zstd(args: &Wrapped<'_>, input: Input) -> Result<(Input, Wrapper), Failure> {
    let label = args.file.label();
    let decoder = Zstd::new(input, args.args.max_content())
        .map_err(|error| Failure::Input(format!("{label}: {error}")))?;
    Ok((limited(args, decoder), Wrapper::Zstd))
}
