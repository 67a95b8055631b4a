//! MessagePack: rmp-serde with the names of fields, as a Dictionary has them, and `rmpv::Value`.

use super::Plain;
use crate::contestant::{Contestants, Task, Way};
use crate::ours;
use rmpv::Value;
use rmpv::decode::{Error, read_value_with_max_depth};
use serde::Serialize;
use std::hint::black_box;

/// Writing a struct.
pub const ENCODE: Way = Way::new(Task::Encode, "rmp-serde, named").against(ours::ENCODE_DERIVE);
/// Reading a struct.
pub const DECODE: Way = Way::new(Task::Decode, "rmp-serde, named").against(ours::DECODE_DERIVE);
/// Writing a value of any type.
pub const ENCODE_VALUE: Way = Way::new(Task::Encode, "rmpv::Value").against(ours::ENCODE_DYNAMIC);
/// Reading a value of any type.
pub const DECODE_VALUE: Way = Way::new(Task::Decode, "rmpv::Value").against(ours::DECODE_OWNED);

pub(super) fn typed<T: Plain>(list: &mut Contestants<'_>, value: &T) {
    let bytes = rmp_serde::to_vec_named(value).expect("it can be written");
    assert_eq!(
        rmp_serde::from_slice::<T>(&bytes).expect("it can be read"),
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
    let bytes = rmp_serde::to_vec_named(value).expect("it can be written");
    let value = read(&bytes).expect("it can be read");
    let mut buffer = Vec::new();
    rmpv::encode::write_value(&mut buffer, &value).expect("it can be written");
    assert_eq!(buffer, bytes);
    list.add(ENCODE_VALUE, bytes.len(), move || {
        buffer.clear();
        rmpv::encode::write_value(&mut buffer, black_box(&value))
    });
    list.add(DECODE_VALUE, bytes.len(), move || read(black_box(&bytes)));
}

/// As `rmpv::decode::read_value`, but as deep as the nest is.
fn read(mut bytes: &[u8]) -> Result<Value, Error> {
    read_value_with_max_depth(&mut bytes, 4096)
}
