//! CBOR with ciborium, which writes field names.

use super::traits::Plain;
use crate::contestant::{Contestants, Method, Task};
use crate::ours;
use std::hint::black_box;

/// Encodes a struct.
pub const ENCODE: Method = Method::new(Task::Encode, "ciborium").against(ours::ENCODE_DERIVE);
/// Decodes a struct.
pub const DECODE: Method = Method::new(Task::Decode, "ciborium").against(ours::DECODE_DERIVE);

pub(super) fn typed<T: Plain>(list: &mut Contestants<'_>, value: &T) {
    let mut bytes = Vec::new();
    ciborium::into_writer(value, &mut bytes).expect("the payload can be encoded");
    assert_eq!(
        ciborium::from_reader::<T, _>(bytes.as_slice()).expect("the payload can be decoded"),
        *value
    );
    let (value, mut buffer) = (value.clone(), Vec::new());
    list.add(ENCODE, bytes.len(), move || {
        buffer.clear();
        ciborium::into_writer(black_box(&value), &mut buffer)
    });
    list.add(DECODE, bytes.len(), move || {
        ciborium::from_reader::<T, _>(black_box(bytes.as_slice()))
    });
}
