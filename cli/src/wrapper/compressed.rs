//! Compressed inputs.

use super::{failure, limited, report};
use crate::args::InputArgs;
use crate::failure::Failure;
use crate::input::Input;
use flate2::bufread::MultiGzDecoder;
use gdvariant::files::CompressedReader;
use ruzstd::decoding::StreamingDecoder;
use std::io::BufReader;

/// Opens a file of `open_compressed`.
pub(super) fn compressed_file(args: &InputArgs, input: Input) -> Result<Input, Failure> {
    let reader = CompressedReader::new(input, args.wrapper.options());
    let reader = reader.map_err(|error| failure(args, error))?;
    report(
        args,
        &format!("a compressed file ({})", reader.compression().name()),
    );
    Ok(BufReader::new(Box::new(reader)))
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "like the functions of other formats"
)]
pub(super) fn gzip(args: &InputArgs, input: Input) -> Result<Input, Failure> {
    report(args, "a gzip file");
    Ok(limited(args, MultiGzDecoder::new(input)))
}

pub(super) fn zstd(args: &InputArgs, input: Input) -> Result<Input, Failure> {
    let label = args.file.label();
    let decoder = StreamingDecoder::new(input)
        .map_err(|error| Failure::Input(format!("{label}: not a zstd file: {error}")))?;
    report(args, "a zstd file");
    Ok(limited(args, decoder))
}
