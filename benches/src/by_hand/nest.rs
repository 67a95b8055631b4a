//! The payload `nest`.

use super::headers::NIL;
use super::headers::godot3::ARRAY;
use super::input::{Input, MAX_DEPTH, Malformed, decode_all};
use super::output::{Buffer, Unencodable};
use crate::payloads::Nest;

pub(super) fn decode(bytes: &[u8]) -> Result<Nest, Malformed> {
    decode_all(bytes, |input| nest(input, 0))
}

fn nest(input: &mut Input<'_>, depth: u32) -> Option<Nest> {
    if depth >= MAX_DEPTH {
        return None;
    }
    input.header(ARRAY)?;
    if input.count(4)? != 2 {
        return None;
    }
    let level = input.int()?;
    if input.header(NIL).is_some() {
        return Some(Nest(level, None));
    }
    Some(Nest(level, Some(Box::new(nest(input, depth + 1)?))))
}

pub(super) fn encode(outermost: &Nest, buffer: &mut Vec<u8>) -> Result<(), Unencodable> {
    let mut buffer = Buffer::new(buffer);
    let mut next = Some(outermost);
    let mut depth = 0;
    while let Some(Nest(level, inner)) = next {
        if depth >= MAX_DEPTH {
            return Err(Unencodable);
        }
        buffer.words([ARRAY, 2]);
        buffer.int(*level);
        next = inner.as_deref();
        depth += 1;
    }
    buffer.words([NIL]);
    buffer.finish();
    Ok(())
}
