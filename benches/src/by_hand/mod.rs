//! Hand-written encoders and decoders in safe Rust: of structs for four payloads, and of
//! dynamic values for all payloads.
//!
//! They make the same checks as this library, but their errors have no more than an offset, and the
//! dynamic values support only the types of the payloads.

#![expect(
    clippy::inline_always,
    reason = "these functions are the measured code of each payload"
)]

mod dictionary;
mod dynamic;
mod headers;
mod input;
mod nest;
mod output;
mod rpc;
mod snapshot;

use crate::contestant::{Contestants, Method, Task};
use crate::ours;
use crate::payload::Payload;
use dynamic::{Borrowed, Godot3, Godot4, Layout, Owned};
use gdvariant::StringName;
use input::{Malformed, Path, PathRef};
use output::Unencodable;
use std::borrow::Borrow;
use std::fmt::Debug;
use std::hint::black_box;

/// Encodes structs.
pub const ENCODE: Method = Method::new(Task::Encode, "by hand").against(ours::ENCODE_DERIVE);
/// Decodes structs.
pub const DECODE: Method = Method::new(Task::Decode, "by hand, owned").against(ours::DECODE_DERIVE);
/// Decodes structs that borrow from the input.
pub const DECODE_BORROWED: Method =
    Method::new(Task::Decode, "by hand, borrowed").against(ours::DECODE_DERIVE_BORROWED);
/// Encodes a value of any type.
pub const ENCODE_DYNAMIC: Method =
    Method::new(Task::Encode, "by hand, dynamic").against(ours::ENCODE_DYNAMIC);
/// Decodes a value of any type.
pub const DECODE_DYNAMIC: Method =
    Method::new(Task::Decode, "by hand, dynamic, owned").against(ours::DECODE_OWNED);
/// Decodes a value of any type that borrows from the input.
pub const DECODE_DYNAMIC_BORROWED: Method =
    Method::new(Task::Decode, "by hand, dynamic, borrowed").against(ours::DECODE_BORROWED);
/// All methods by hand.
pub const ALL: [Method; 6] = [
    ENCODE,
    DECODE,
    DECODE_BORROWED,
    ENCODE_DYNAMIC,
    DECODE_DYNAMIC,
    DECODE_DYNAMIC_BORROWED,
];

/// Adds the contestants for a payload.
pub(crate) fn add<'p>(list: &mut Contestants<'p>, payload: Payload, bytes: &'p [u8]) {
    match payload {
        Payload::Snapshot => {
            use snapshot::godot3::{decode, encode};
            owned(list, bytes, decode::<String, Vec<u8>, Path>, encode);
            borrowed(list, bytes, decode::<&str, &[u8], PathRef<'_>>);
        }
        Payload::Rpc => {
            owned(list, bytes, rpc::decode::<String>, rpc::encode);
            borrowed(list, bytes, rpc::decode::<&str>);
        }
        Payload::Nest => owned(list, bytes, nest::decode, nest::encode),
        Payload::Snapshot4 => {
            use snapshot::godot4::{decode, encode};
            owned(list, bytes, decode::<StringName, Vec<u8>, Path>, encode);
            // The library's struct also owns its StringNames.
            borrowed(list, bytes, decode::<StringName, &[u8], PathRef<'_>>);
        }
        _ => {}
    }
    if payload.is_of_godot4() {
        dynamic::<Godot4>(list, bytes);
    } else {
        dynamic::<Godot3>(list, bytes);
    }
}

/// Adds encoding and decoding of structs that own their memory.
fn owned<'p, V: ?Sized, T: Borrow<V> + Debug + 'p>(
    list: &mut Contestants<'p>,
    bytes: &'p [u8],
    decode: impl Fn(&'p [u8]) -> Result<T, Malformed> + 'p,
    encode: impl Fn(&V, &mut Vec<u8>) -> Result<(), Unencodable> + 'p,
) {
    let value = decode(bytes).expect("the payload can be decoded");
    add_encode(list, ENCODE, bytes, value, move |value: &T, buffer| {
        encode(value.borrow(), buffer)
    });
    list.add(DECODE, bytes.len(), move || decode(black_box(bytes)));
}

/// Adds decoding of structs that borrow from the input.
fn borrowed<'p, T: Debug + 'p>(
    list: &mut Contestants<'p>,
    bytes: &'p [u8],
    decode: impl Fn(&'p [u8]) -> Result<T, Malformed> + 'p,
) {
    assert!(decode(bytes).is_ok());
    list.add(DECODE_BORROWED, bytes.len(), move || {
        decode(black_box(bytes))
    });
}

/// Adds encoding of a value that was decoded from these bytes.
fn add_encode<'p, T: 'p>(
    list: &mut Contestants<'p>,
    method: Method,
    bytes: &[u8],
    value: T,
    encode: impl Fn(&T, &mut Vec<u8>) -> Result<(), Unencodable> + 'p,
) {
    let mut buffer = Vec::new();
    assert_eq!(encode(&value, &mut buffer), Ok(()));
    assert!(buffer == bytes, "the bytes are those of the payload");
    list.add(method, bytes.len(), move || {
        buffer.clear();
        encode(black_box(&value), &mut buffer)
    });
}

/// Adds encoding and decoding of values of any type.
fn dynamic<'p, L: Layout + 'p>(list: &mut Contestants<'p>, bytes: &'p [u8]) {
    let owned = dynamic::decode::<L, Owned>;
    let borrowed = dynamic::decode::<L, Borrowed<'p>>;
    let value = owned(bytes).expect("the payload can be decoded");
    assert!(value.finds_keys());
    add_encode(list, ENCODE_DYNAMIC, bytes, value, dynamic::encode::<L, _>);
    list.add(DECODE_DYNAMIC, bytes.len(), move || owned(black_box(bytes)));
    verify::<L, _>(bytes, borrowed(bytes));
    list.add(DECODE_DYNAMIC_BORROWED, bytes.len(), move || {
        borrowed(black_box(bytes))
    });
}

/// Verifies that a decoded value finds its keys, and is encoded as the same bytes.
fn verify<L: Layout, F: dynamic::Form>(bytes: &[u8], value: Result<dynamic::Value<F>, Malformed>) {
    let value = value.unwrap_or_else(|error| panic!("{error:?}"));
    assert!(value.finds_keys());
    let mut buffer = Vec::new();
    assert_eq!(dynamic::encode::<L, _>(&value, &mut buffer), Ok(()));
    assert!(buffer == bytes, "the bytes are those of the payload");
}

#[cfg(test)]
mod tests;
