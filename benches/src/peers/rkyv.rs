//! rkyv with its derive: the bytes are the in-memory representation of the value.
//!
//! Decoding validates the bytes and builds owned values, as with the other peers. Access in place
//! is much faster, but yields other types than the payload's.

use super::traits::Plain;
use crate::contestant::{Contestants, Method, Task};
use crate::ours;
use ::rkyv::api::high::{from_bytes, to_bytes_in};
use ::rkyv::rancor::Error;
use ::rkyv::util::AlignedVec;
use std::hint::black_box;

/// Encodes a struct.
pub const ENCODE: Method = Method::new(Task::Encode, "rkyv").against(ours::ENCODE_DERIVE);
/// Decodes a struct.
pub const DECODE: Method = Method::new(Task::Decode, "rkyv").against(ours::DECODE_DERIVE);

pub(super) fn typed<T: Plain>(list: &mut Contestants<'_>, value: &T) {
    let bytes =
        to_bytes_in::<_, Error>(value, AlignedVec::new()).expect("the payload can be encoded");
    assert_eq!(
        from_bytes::<T, Error>(&bytes).expect("the payload can be decoded"),
        *value
    );
    let (value, size) = (value.clone(), bytes.len());
    let mut buffer = AlignedVec::new();
    list.add(ENCODE, size, move || {
        buffer.clear();
        buffer = to_bytes_in::<_, Error>(black_box(&value), std::mem::take(&mut buffer))
            .expect("the payload can be encoded");
        buffer.len()
    });
    list.add(DECODE, size, move || {
        from_bytes::<T, Error>(black_box(&bytes))
    });
}
