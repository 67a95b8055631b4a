//! The payloads `ints` and `typed`.

use super::headers::godot4::TYPED_ARRAY;
use super::headers::{INT, WIDE, godot3, godot4};
use super::input::{Malformed, decode_all};
use super::output::{Unencodable, encoded_int};

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
    put_all(&[godot3::ARRAY], ints, buffer)
}

pub(super) fn encode_typed(ints: &[i64], buffer: &mut Vec<u8>) -> Result<(), Unencodable> {
    put_all(&[TYPED_ARRAY, INT], ints, buffer)
}

fn put_all(start: &[u32], ints: &[i64], buffer: &mut Vec<u8>) -> Result<(), Unencodable> {
    let length = i32::try_from(ints.len()).map_err(|_| Unencodable)?;
    buffer.reserve((start.len() + 1) * 4 + ints.len() * 8);
    for word in start {
        buffer.extend_from_slice(&word.to_le_bytes());
    }
    buffer.extend_from_slice(&length.to_le_bytes());
    let (batches, rest) = ints.as_chunks::<16>();
    for batch in batches {
        put_batch(*batch, buffer);
    }
    for int in rest {
        put_batch([*int], buffer);
    }
    Ok(())
}

/// Writes ints, all of them at once if they are narrow.
#[inline(always)]
fn put_batch<const N: usize>(ints: [i64; N], buffer: &mut Vec<u8>) {
    #[expect(clippy::cast_possible_truncation, reason = "compared after the cast")]
    let narrow = ints.map(|int| int as i32);
    // The comparison of arrays would call `memcmp`.
    let pairs = narrow.into_iter().map(i64::from).zip(ints);
    if pairs.fold(0, |differs, (narrow, int)| differs | narrow ^ int) == 0 {
        buffer.extend_from_slice(narrow.map(encoded_int).as_flattened());
        return;
    }
    for int in ints {
        if i32::try_from(int).is_ok() {
            put_batch([int], buffer);
        } else {
            buffer.extend_from_slice(&(INT | WIDE).to_le_bytes());
            buffer.extend_from_slice(&int.to_le_bytes());
        }
    }
}
