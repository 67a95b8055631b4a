//! Framed values.

use super::encoded::{Encoded, Frame};
use crate::args::InputArgs;
use crate::failure::Failure;
use crate::input::{self, PREFIX_LENGTH, broken_frame};
use crate::source::{Input, unreadable};
use gdvariant::{DecodeError, DecodeErrorKind, ReadError};
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
                let error = cut(position, &bytes);
                broken(args, number + 1, position, &bytes, &error, each)
            };
        };
        let length = args.frame.length(prefix);
        let limit = args.frame.max_length();
        if length > limit {
            let error = ReadError::TooLong {
                offset: position,
                length,
                limit,
            };
            return broken(args, number + 1, position, &bytes, &error, each);
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

/// Returns the error of input that ends within a length.
fn cut(position: u64, length: &[u8]) -> ReadError {
    ReadError::UnexpectedEnd {
        offset: position,
        needed: PREFIX_LENGTH as u64,
        left: length.len() as u64,
    }
}

/// Calls `each` with an invalid length.
fn broken(
    args: &InputArgs,
    number: usize,
    position: u64,
    length: &[u8],
    error: &ReadError,
    each: &mut dyn FnMut(Encoded<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let message = broken_frame(args, error)?.message;
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
