//! bitcode with its derive, which stores all values of a field next to each other.

use super::traits::Plain;
use crate::contestant::{Contestants, Method, Task};
use crate::ours;
use std::hint::black_box;

/// Encodes a struct.
pub const ENCODE: Method = Method::new(Task::Encode, "bitcode").against(ours::ENCODE_DERIVE);
/// Decodes a struct.
pub const DECODE: Method = Method::new(Task::Decode, "bitcode").against(ours::DECODE_DERIVE);

pub(super) fn typed<T: Plain>(list: &mut Contestants<'_>, value: &T) {
    let bytes = bitcode::encode(value);
    assert_eq!(
        bitcode::decode::<T>(&bytes).expect("the payload can be decoded"),
        *value
    );
    let (value, size) = (value.clone(), bytes.len());
    let (mut writing, mut reading) = (bitcode::Buffer::new(), bitcode::Buffer::new());
    list.add(ENCODE, size, move || {
        writing.encode(black_box(&value)).len()
    });
    list.add(DECODE, size, move || reading.decode::<T>(black_box(&bytes)));
}
