//! bincode 2 with its derive: no field names, integers of variable length.

use super::traits::Plain;
use crate::contestant::{Contestants, Method, Task};
use crate::ours;
use std::hint::black_box;

/// Encodes a struct.
pub const ENCODE: Method = Method::new(Task::Encode, "bincode").against(ours::ENCODE_DERIVE);
/// Decodes a struct.
pub const DECODE: Method = Method::new(Task::Decode, "bincode").against(ours::DECODE_DERIVE);

pub(super) fn typed<T: Plain>(list: &mut Contestants<'_>, value: &T) {
    let config = bincode::config::standard();
    let bytes = bincode::encode_to_vec(value, config).expect("the payload can be encoded");
    let read = move |bytes: &[u8]| {
        bincode::decode_from_slice::<T, _>(bytes, config).map(|(value, _)| value)
    };
    assert_eq!(read(&bytes).expect("the payload can be decoded"), *value);
    let (value, mut buffer) = (value.clone(), bytes.clone());
    list.add(ENCODE, bytes.len(), move || {
        bincode::encode_into_slice(black_box(&value), &mut buffer, config)
    });
    list.add(DECODE, bytes.len(), move || read(black_box(&bytes)));
}
