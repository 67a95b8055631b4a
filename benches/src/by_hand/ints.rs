//! The payloads `ints` and `typed`.

use super::headers::godot4::TYPED_ARRAY;
use super::headers::{INT, godot3, godot4};
use super::input::{Malformed, decode_all};
use super::output::{Unencodable, append};

pub(super) fn decode(bytes: &[u8]) -> Result<Vec<i64>, Malformed> {
    decode_all(bytes, |input| {
        input.header(godot3::ARRAY)?;
        let count = input.count(8)?;
        input.ints(count)
    })
}

/// Decodes an Array of ints, with or without a declared type.
pub(super) fn decode_typed(bytes: &[u8]) -> Result<Vec<i64>, Malformed> {
    decode_all(bytes, |input| {
        match input.u32()? {
            TYPED_ARRAY => input.header(INT)?,
            godot4::ARRAY => {}
            _ => return None,
        }
        let count = input.count(8)?;
        input.ints(count)
    })
}

pub(super) fn encode(ints: &[i64], buffer: &mut Vec<u8>) -> Result<(), Unencodable> {
    append(buffer, 8 + ints.len() * 12, |output| {
        output.words([godot3::ARRAY])?;
        output.length(ints.len())?;
        output.ints(ints)
    })
}

pub(super) fn encode_typed(ints: &[i64], buffer: &mut Vec<u8>) -> Result<(), Unencodable> {
    append(buffer, 12 + ints.len() * 12, |output| {
        output.words([TYPED_ARRAY, INT])?;
        output.length(ints.len())?;
        output.ints(ints)
    })
}
