//! Framed values.

use super::encoded::{Encoded, Frame};
use crate::args::InputArgs;
use crate::failure::Failure;
use crate::input::{self, PREFIX_LENGTH, too_long, truncated};
use crate::source::{Input, unreadable};
use gdvariant::{DecodeError, DecodeErrorKind};
use std::io::Read;

/// Calls `each` with every framed value, including one that the end of the input truncates.
pub(super) fn each(
    args: &InputArgs,
    input: &mut Input,
    each: &mut dyn FnMut(Encoded<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut bytes = Vec::new();
    let (mut position, mut number) = (0, 0);
    loop {
        read(args, input, &mut bytes, PREFIX_LENGTH as u64)?;
        let Some(&prefix) = bytes.first_chunk() else {
            return if bytes.is_empty() {
                end(args, position)
            } else {
                let message = truncated(PREFIX_LENGTH as u64, bytes.len() as u64);
                broken(number + 1, position, &bytes, message, each)
            };
        };
        let length = args.frame.length(prefix);
        let limit = args.frame.max_length();
        if length > limit {
            let message = too_long(length, limit);
            return broken(number + 1, position, &bytes, message, each);
        }
        position += prefix.len() as u64;
        read(args, input, &mut bytes, length.into())?;
        number += 1;
        each(Encoded {
            number,
            line: None,
            frame: Some(Frame { prefix, length }),
            bytes: &bytes,
            offset: position,
            broken: None,
        })?;
        position += bytes.len() as u64;
        if bytes.len() as u64 != u64::from(length) {
            return Ok(());
        }
    }
}

/// Fills the buffer with this many bytes, or with the rest of the input.
fn read(
    args: &InputArgs,
    input: &mut impl Read,
    bytes: &mut Vec<u8>,
    length: u64,
) -> Result<(), Failure> {
    bytes.clear();
    // `take` with `read_to_end` allocates as bytes arrive, whatever the length claims.
    input
        .take(length)
        .read_to_end(bytes)
        .map(drop)
        .map_err(|error| unreadable(&args.file, &error))
}

/// Fails if the input is empty.
fn end(args: &InputArgs, position: u64) -> Result<(), Failure> {
    if position == 0 {
        Err(input::empty(&args.file, "values after their lengths"))
    } else {
        Ok(())
    }
}

/// Calls `each` with an invalid length.
fn broken(
    number: usize,
    position: u64,
    length: &[u8],
    message: String,
    each: &mut dyn FnMut(Encoded<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let error = DecodeError::new(0, DecodeErrorKind::Custom(message.into()));
    each(Encoded {
        number,
        line: None,
        frame: None,
        bytes: length,
        offset: position,
        broken: Some(&error),
    })
}
