//! MessagePack: structs with rmp-serde, which writes field names here, and `rmpv::Value`.

use super::traits::Plain;
use crate::contestant::{Contestants, Method, Task};
use crate::ours;
use rmpv::Value;
use rmpv::decode::{Error, read_value_with_max_depth};
use serde::Serialize;
use std::hint::black_box;

/// Encodes a struct.
pub const ENCODE: Method =
    Method::new(Task::Encode, "rmp-serde, named").against(ours::ENCODE_DERIVE);
/// Decodes a struct.
pub const DECODE: Method =
    Method::new(Task::Decode, "rmp-serde, named").against(ours::DECODE_DERIVE);
/// Encodes a value of any type.
pub const ENCODE_VALUE: Method =
    Method::new(Task::Encode, "rmpv::Value").against(ours::ENCODE_DYNAMIC);
/// Decodes a value of any type.
pub const DECODE_VALUE: Method =
    Method::new(Task::Decode, "rmpv::Value").against(ours::DECODE_OWNED);

pub(super) fn typed<T: Plain>(list: &mut Contestants<'_>, value: &T) {
    let bytes = rmp_serde::to_vec_named(value).expect("the payload can be encoded");
    assert_eq!(
        rmp_serde::from_slice::<T>(&bytes).expect("the payload can be decoded"),
        *value
    );
    let (value, mut buffer) = (value.clone(), Vec::new());
    list.add(ENCODE, bytes.len(), move || {
        buffer.clear();
        rmp_serde::encode::write_named(&mut buffer, black_box(&value))
    });
    list.add(DECODE, bytes.len(), move || {
        rmp_serde::from_slice::<T>(black_box(&bytes))
    });
}

pub(super) fn dynamic<T: Serialize>(list: &mut Contestants<'_>, value: &T) {
    let bytes = rmp_serde::to_vec_named(value).expect("the payload can be encoded");
    let value = read(&bytes).expect("the payload can be decoded");
    let mut buffer = Vec::new();
    rmpv::encode::write_value(&mut buffer, &value).expect("the payload can be encoded");
    assert_eq!(buffer, bytes);
    list.add(ENCODE_VALUE, bytes.len(), move || {
        buffer.clear();
        rmpv::encode::write_value(&mut buffer, black_box(&value))
    });
    list.add(DECODE_VALUE, bytes.len(), move || read(black_box(&bytes)));
}

/// Decodes like `rmpv::decode::read_value`, but with a depth limit that `nest` does not exceed.
fn read(mut bytes: &[u8]) -> Result<Value, Error> {
    read_value_with_max_depth(&mut bytes, 4096)
}
