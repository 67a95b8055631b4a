//! The payload `rpc`.

use super::headers::godot3::ARRAY;
use super::headers::{BOOL, STRING, VECTOR2};
use super::input::{Malformed, decode_all};
use super::output::{Unencodable, append};
use crate::payloads::RpcOwned;
use gdvariant::Vector2;

#[inline(always)]
pub(super) fn decode<'de, T: From<&'de str>>(
    bytes: &'de [u8],
) -> Result<(T, i64, Vector2, bool), Malformed> {
    decode_all(bytes, |input| {
        input.header(ARRAY)?;
        if input.count(4)? != 4 {
            return None;
        }
        let name = input.string()?;
        let number = input.int()?;
        let [x, y] = input.field(&[], VECTOR2)?.map(f32::from_bits);
        Some((name.into(), number, Vector2::new(x, y), input.bool()?))
    })
}

#[inline(always)]
pub(super) fn encode(
    (name, number, position, flag): &RpcOwned,
    buffer: &mut Vec<u8>,
) -> Result<(), Unencodable> {
    append(buffer, 51 + name.len(), |output| {
        output.words([ARRAY, 4, STRING])?;
        output.text(name)?;
        output.int(*number)?;
        let Vector2 { x, y } = *position;
        output.words([VECTOR2, x.to_bits(), y.to_bits(), BOOL, (*flag).into()])
    })
}
