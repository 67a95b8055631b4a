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
    let limit = args.frame.max_length();
    loop {
        read(args, input, &mut bytes, PREFIX_LENGTH as u64)?;
        number += 1;
        let frame = match bytes.first_chunk().copied() {
            None if bytes.is_empty() && number > 1 => return Ok(()),
            None if bytes.is_empty() => {
                return Err(input::empty(&args.file, "values after their lengths"));
            }
            None => Err(truncated(PREFIX_LENGTH as u64, bytes.len() as u64)),
            Some(prefix) => match args.frame.length(prefix) {
                length if length > limit => Err(too_long(length, limit)),
                length => Ok(Frame { prefix, length }),
            },
        };
        let value = |frame, bytes, offset, broken| Encoded {
            number,
            line: None,
            frame,
            bytes,
            offset,
            broken,
        };
        let frame = match frame {
            Ok(frame) => frame,
            Err(message) => {
                let error = DecodeError::new(0, DecodeErrorKind::Custom(message.into()));
                return each(value(None, &bytes, position, Some(&error)));
            }
        };
        position += PREFIX_LENGTH as u64;
        read(args, input, &mut bytes, frame.length.into())?;
        each(value(Some(frame), &bytes, position, None))?;
        position += bytes.len() as u64;
        if bytes.len() as u64 != u64::from(frame.length) {
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
