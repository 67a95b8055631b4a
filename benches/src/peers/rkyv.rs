//! rkyv through its own derive: bytes that are the value in memory. What is read is checked and made a value that owns what it holds, as with
//! the others; to look at the bytes where they are takes next to nothing, and gives types of its own.

use super::Plain;
use crate::contestant::{Contestants, Task, Way};
use crate::ours;
use ::rkyv::api::high::{HighDeserializer, HighSerializer, HighValidator, from_bytes, to_bytes_in};
use ::rkyv::bytecheck::CheckBytes;
use ::rkyv::rancor::Error;
use ::rkyv::ser::allocator::ArenaHandle;
use ::rkyv::util::AlignedVec;
use ::rkyv::{Archive, Deserialize, Serialize};
use std::hint::black_box;

/// Writing a struct.
pub const ENCODE: Way = Way::new(Task::Encode, "rkyv").against(ours::ENCODE_DERIVE);
/// Reading a struct.
pub const DECODE: Way = Way::new(Task::Decode, "rkyv").against(ours::DECODE_DERIVE);

/// What it writes, checks and reads.
pub(crate) trait Archived:
    Sized
    + for<'a> Serialize<HighSerializer<AlignedVec, ArenaHandle<'a>, Error>>
    + Archive<
        Archived: for<'a> CheckBytes<HighValidator<'a, Error>>
                      + Deserialize<Self, HighDeserializer<Error>>,
    >
{
}

impl<T> Archived for T where
    T: for<'a> Serialize<HighSerializer<AlignedVec, ArenaHandle<'a>, Error>>
        + Archive<
            Archived: for<'a> CheckBytes<HighValidator<'a, Error>>
                          + Deserialize<T, HighDeserializer<Error>>,
        >
{
}

pub(super) fn typed<T: Plain>(list: &mut Contestants<'_>, value: &T) {
    let bytes = to_bytes_in::<_, Error>(value, AlignedVec::new()).expect("it can be written");
    assert_eq!(
        from_bytes::<T, Error>(&bytes).expect("it can be read"),
        *value
    );
    let (value, size) = (value.clone(), bytes.len());
    let mut buffer = AlignedVec::new();
    list.add(ENCODE, size, move || {
        buffer.clear();
        buffer = to_bytes_in::<_, Error>(black_box(&value), std::mem::take(&mut buffer))
            .expect("it can be written");
        buffer.len()
    });
    list.add(DECODE, size, move || {
        from_bytes::<T, Error>(black_box(&bytes))
    });
}
