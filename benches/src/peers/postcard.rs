//! postcard: no field names, integers of variable length.

use super::traits::Plain;
use crate::contestant::{Contestants, Method, Task};
use crate::ours;
use std::hint::black_box;

/// Encodes a struct.
pub const ENCODE: Method = Method::new(Task::Encode, "postcard").against(ours::ENCODE_DERIVE);
/// Decodes a struct.
pub const DECODE: Method = Method::new(Task::Decode, "postcard").against(ours::DECODE_DERIVE);

pub(super) fn typed<T: Plain>(list: &mut Contestants<'_>, value: &T) {
    let size = postcard::experimental::serialized_size(value).expect("the payload can be encoded");
    let mut buffer = vec![0; size];
    let bytes = postcard::to_slice(value, &mut buffer)
        .expect("the payload can be encoded")
        .to_vec();
    assert_eq!(
        postcard::from_bytes::<T>(&bytes).expect("the payload can be decoded"),
        *value
    );
    let value = value.clone();
    list.add(ENCODE, size, move || {
        postcard::to_slice(black_box(&value), &mut buffer).map(|written| written.len())
    });
    list.add(DECODE, size, move || {
        postcard::from_bytes::<T>(black_box(&bytes))
    });
}
