//! JSON with serde_json: structs and `serde_json::Value`.

use super::traits::Plain;
use crate::contestant::{Contestants, Method, Task};
use crate::ours;
use serde::{Deserialize, Serialize};
use serde_json::{Deserializer, Value};
use std::hint::black_box;

/// Encodes a struct.
pub const ENCODE: Method = Method::new(Task::Encode, "serde_json").against(ours::ENCODE_DERIVE);
/// Decodes a struct.
pub const DECODE: Method = Method::new(Task::Decode, "serde_json").against(ours::DECODE_DERIVE);
/// Encodes a value of any type.
pub const ENCODE_VALUE: Method =
    Method::new(Task::Encode, "serde_json::Value").against(ours::ENCODE_DYNAMIC);
/// Decodes a value of any type.
pub const DECODE_VALUE: Method =
    Method::new(Task::Decode, "serde_json::Value").against(ours::DECODE_OWNED);

pub(super) fn typed<T: Plain>(list: &mut Contestants<'_>, value: &T) {
    let bytes = serde_json::to_vec(value).expect("the payload can be encoded");
    assert_eq!(
        serde_json::from_slice::<T>(&bytes).expect("the payload can be decoded"),
        *value
    );
    let (value, mut buffer) = (value.clone(), Vec::new());
    list.add(ENCODE, bytes.len(), move || {
        buffer.clear();
        serde_json::to_writer(&mut buffer, black_box(&value))
    });
    list.add(DECODE, bytes.len(), move || {
        serde_json::from_slice::<T>(black_box(&bytes))
    });
}

pub(super) fn dynamic<T: Serialize>(list: &mut Contestants<'_>, value: &T) {
    let bytes = serde_json::to_vec(value).expect("the payload can be encoded");
    let value = read(&bytes).expect("the payload can be decoded");
    let mut buffer = serde_json::to_vec(&value).expect("the payload can be encoded");
    assert_eq!(read(&buffer).expect("the payload can be decoded"), value);
    list.add(ENCODE_VALUE, bytes.len(), move || {
        buffer.clear();
        serde_json::to_writer(&mut buffer, black_box(&value))
    });
    list.add(DECODE_VALUE, bytes.len(), move || read(black_box(&bytes)));
}

/// Decodes like `serde_json::from_slice`, but without a depth limit.
fn read(bytes: &[u8]) -> serde_json::Result<Value> {
    let mut deserializer = Deserializer::from_slice(bytes);
    deserializer.disable_recursion_limit();
    let value = Value::deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}
