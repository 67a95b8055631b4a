//! rkyv through its own derive: bytes that are the value in memory.
//!
//! Decoding validates the bytes and builds owned values, as the other peers do. To use the bytes in
//! place costs almost nothing, but has types of its own.

use super::traits::Plain;
use crate::contestant::{Contestants, Task, Way};
use crate::ours;
use ::rkyv::api::high::{from_bytes, to_bytes_in};
use ::rkyv::rancor::Error;
use ::rkyv::util::AlignedVec;
use std::hint::black_box;

/// Encodes a struct.
pub const ENCODE: Way = Way::new(Task::Encode, "rkyv").against(ours::ENCODE_DERIVE);
/// Decodes a struct.
pub const DECODE: Way = Way::new(Task::Decode, "rkyv").against(ours::DECODE_DERIVE);

pub(super) fn typed<T: Plain>(list: &mut Contestants<'_>, value: &T) {
    let bytes = to_bytes_in::<_, Error>(value, AlignedVec::new()).expect("it can be encoded");
    assert_eq!(
        from_bytes::<T, Error>(&bytes).expect("it can be decoded"),
        *value
    );
    let (value, size) = (value.clone(), bytes.len());
    let mut buffer = AlignedVec::new();
    list.add(ENCODE, size, move || {
        buffer.clear();
        buffer = to_bytes_in::<_, Error>(black_box(&value), std::mem::take(&mut buffer))
            .expect("it can be encoded");
        buffer.len()
    });
    list.add(DECODE, size, move || {
        from_bytes::<T, Error>(black_box(&bytes))
    });
}
