//! Other formats with the same data, each called in its fastest documented way.

pub mod plain;
mod traits;

use crate::contestant::{Contestants, Method, Task};
use crate::ours;
use ::rkyv::api::high::{from_bytes, to_bytes_in};
use ::rkyv::rancor::Error;
use ::rkyv::util::AlignedVec;
use rmpv::decode::read_value_with_max_depth;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::hint::black_box;
use std::mem;
use std::ops::Deref;
use traits::Plain;

/// The formats with structs.
pub const STRUCTS: [&str; 6] = [BINCODE, POSTCARD, BITCODE, RKYV, RMP, JSON];
/// The formats with values of any type.
pub const VALUES: [&str; 2] = [RMPV, JSON_VALUE];

const BINCODE: &str = "bincode";
const POSTCARD: &str = "postcard";
const BITCODE: &str = "bitcode";
const RKYV: &str = "rkyv";
const RMP: &str = "rmp-serde, named";
const JSON: &str = "serde_json";
const RMPV: &str = "rmpv::Value";
const JSON_VALUE: &str = "serde_json::Value";

/// Adds every format, with structs and with values of any type.
pub(crate) fn all<T: Plain>(list: &mut Contestants<'_>, value: &T) {
    structs(list, value);
    values(list, value);
}

fn structs<T: Plain>(list: &mut Contestants<'_>, value: &T) {
    let ours = [ours::ENCODE_DERIVE, ours::DECODE_DERIVE];

    let config = bincode::config::standard();
    let bytes = bincode::encode_to_vec(value, config).expect(ENCODABLE);
    let mut buffer = bytes.clone();
    let encode = move |value: &T| bincode::encode_into_slice(value, &mut buffer, config);
    let decode = move |bytes: &[u8]| {
        bincode::decode_from_slice::<T, _>(bytes, config).map(|(value, _)| value)
    };
    add(list, BINCODE, ours, value, bytes, encode, decode);

    let size = postcard::experimental::serialized_size(value).expect(ENCODABLE);
    let mut buffer = vec![0; size];
    let bytes = postcard::to_slice(value, &mut buffer).expect(ENCODABLE);
    let bytes = bytes.to_vec();
    let encode = move |value: &T| postcard::to_slice(value, &mut buffer).map(|bytes| bytes.len());
    add(list, POSTCARD, ours, value, bytes, encode, |bytes| {
        postcard::from_bytes::<T>(bytes)
    });

    let (mut writing, mut reading) = (bitcode::Buffer::new(), bitcode::Buffer::new());
    let bytes = bitcode::encode(value);
    let encode = move |value: &T| writing.encode(value).len();
    let decode = move |bytes: &[u8]| reading.decode::<T>(bytes);
    add(list, BITCODE, ours, value, bytes, encode, decode);

    // Decoding validates the bytes and builds owned values, as in the other formats. Access in
    // place is much faster, but yields types that differ from the payload.
    let bytes = to_bytes_in::<_, Error>(value, AlignedVec::new()).expect(ENCODABLE);
    let mut buffer = AlignedVec::new();
    let encode = move |value: &T| {
        buffer.clear();
        buffer = to_bytes_in::<_, Error>(value, mem::take(&mut buffer)).expect(ENCODABLE);
        buffer.len()
    };
    add(list, RKYV, ours, value, bytes, encode, |bytes| {
        from_bytes::<T, Error>(bytes)
    });

    let bytes = rmp_serde::to_vec_named(value).expect(ENCODABLE);
    let mut buffer = Vec::new();
    let encode = move |value: &T| {
        buffer.clear();
        rmp_serde::encode::write_named(&mut buffer, value)
    };
    add(list, RMP, ours, value, bytes, encode, |bytes| {
        rmp_serde::from_slice::<T>(bytes)
    });

    let bytes = serde_json::to_vec(value).expect(ENCODABLE);
    let mut buffer = Vec::new();
    let encode = move |value: &T| {
        buffer.clear();
        serde_json::to_writer(&mut buffer, value)
    };
    add(list, JSON, ours, value, bytes, encode, |bytes| {
        serde_json::from_slice::<T>(bytes)
    });
}

/// Adds the formats with values of any type.
pub(crate) fn values<T: Serialize>(list: &mut Contestants<'_>, value: &T) {
    let ours = [ours::ENCODE_DYNAMIC, ours::DECODE_OWNED];

    // Like `rmpv::decode::read_value`, but with a depth limit that `nest` does not exceed.
    let decode = |mut bytes: &[u8]| read_value_with_max_depth(&mut bytes, 4096);
    let bytes = rmp_serde::to_vec_named(value).expect(ENCODABLE);
    let read = decode(&bytes).expect(DECODABLE);
    let mut buffer = Vec::new();
    rmpv::encode::write_value(&mut buffer, &read).expect(ENCODABLE);
    assert_eq!(buffer, bytes);
    let encode = move |value: &rmpv::Value| {
        buffer.clear();
        rmpv::encode::write_value(&mut buffer, value)
    };
    add(list, RMPV, ours, &read, bytes, encode, decode);

    // Like `serde_json::from_slice`, but without a depth limit.
    let decode = |bytes: &[u8]| {
        let mut deserializer = serde_json::Deserializer::from_slice(bytes);
        deserializer.disable_recursion_limit();
        let value = serde_json::Value::deserialize(&mut deserializer)?;
        deserializer.end().map(|()| value)
    };
    let read = decode(&serde_json::to_vec(value).expect(ENCODABLE)).expect(DECODABLE);
    let bytes = serde_json::to_vec(&read).expect(ENCODABLE);
    let mut buffer = Vec::new();
    let encode = move |value: &serde_json::Value| {
        buffer.clear();
        serde_json::to_writer(&mut buffer, value)
    };
    add(list, JSON_VALUE, ours, &read, bytes, encode, decode);
}

const ENCODABLE: &str = "the payload can be encoded";
const DECODABLE: &str = "the payload can be decoded";

/// Adds a format, after checking that it decodes the value. `ours` are this library's methods for
/// the same tasks. The closures keep their buffers between calls.
fn add<T: PartialEq + Debug + Clone + 'static, W, E: Debug>(
    list: &mut Contestants<'_>,
    label: &'static str,
    ours: [Method; 2],
    value: &T,
    bytes: impl Deref<Target = [u8]> + 'static,
    mut encode: impl FnMut(&T) -> W + 'static,
    mut decode: impl FnMut(&[u8]) -> Result<T, E> + 'static,
) {
    assert_eq!(decode(&bytes).expect(DECODABLE), *value);
    let (value, size) = (value.clone(), bytes.len());
    let [encoding, decoding] = ours;
    let method = Method::new(Task::Encode, label).against(encoding);
    list.add(method, size, move || encode(black_box(&value)));
    let method = Method::new(Task::Decode, label).against(decoding);
    list.add(method, size, move || decode(black_box(&bytes)));
}
