//! Encoders and decoders that are written by hand for each payload, in safe Rust.
//!
//! They make the same checks as this library, but their errors have no more than an offset, and the
//! dynamic values support only the types of the payloads.

#![expect(
    clippy::inline_always,
    reason = "these functions are the measured code of each payload"
)]

mod arrays;
mod dictionary;
mod dynamic;
mod headers;
mod input;
mod ints;
mod output;
mod rpc;
mod snapshot;
mod strings;

use crate::contestant::{Contestants, Method, Task};
use crate::ours;
use crate::payload::Payload;
use bumpalo::Bump;
use dynamic::{Borrowed, Godot3, Godot4, InArena, Layout, Owned};
use input::Malformed;
use output::Unencodable;
use std::fmt::Debug;
use std::hint::black_box;
use std::marker::PhantomData;

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
/// Decodes a value of any type that borrows from the input, into a reused arena.
pub const DECODE_ARENA: Method =
    Method::new(Task::Decode, "by hand, dynamic, arena").against(ours::DECODE_BORROWED);

/// All methods by hand.
pub const ALL: [Method; 7] = [
    ENCODE,
    DECODE,
    DECODE_BORROWED,
    ENCODE_DYNAMIC,
    DECODE_DYNAMIC,
    DECODE_DYNAMIC_BORROWED,
    DECODE_ARENA,
];

/// Adds the contestants for a payload.
pub(crate) fn add<'p>(list: &mut Contestants<'p>, payload: Payload, bytes: &'p [u8]) {
    match payload {
        Payload::Snapshot => {
            owned(list, bytes, snapshot::decode, snapshot::encode);
            borrowed(
                list,
                bytes,
                snapshot::decode::<&str, &[u8], input::PathRef<'_>>,
            );
            dynamic::<Godot3>(list, bytes);
        }
        Payload::Rpc => {
            owned(
                list,
                bytes,
                rpc::decode::<String>,
                |(name, number, position, flag), buffer| {
                    rpc::encode((name, *number, *position, *flag), buffer)
                },
            );
            borrowed(list, bytes, rpc::decode::<&str>);
            dynamic::<Godot3>(list, bytes);
        }
        Payload::Strings => {
            owned(list, bytes, strings::decode::<String>, strings::encode);
            borrowed(list, bytes, strings::decode::<&str>);
            dynamic::<Godot3>(list, bytes);
        }
        Payload::Ints => {
            owned(list, bytes, ints::decode, |ints, buffer| {
                ints::encode(ints, buffer)
            });
            dynamic::<Godot3>(list, bytes);
        }
        Payload::Typed => {
            owned(list, bytes, ints::decode_typed, |ints, buffer| {
                ints::encode_typed(ints, buffer)
            });
            dynamic::<Godot4>(list, bytes);
        }
        Payload::Keys | Payload::Mesh | Payload::SmallMesh => dynamic::<Godot3>(list, bytes),
        Payload::Snapshot4 | Payload::Names | Payload::Packed | Payload::SmallPacked => {
            dynamic::<Godot4>(list, bytes);
        }
        Payload::Nest => {}
    }
}

/// Adds encoding and decoding of structs that own their memory.
fn owned<'p, T: Debug + 'p>(
    list: &mut Contestants<'p>,
    bytes: &'p [u8],
    decode: impl Fn(&'p [u8]) -> Result<T, Malformed> + 'p,
    encode: impl Fn(&T, &mut Vec<u8>) -> Result<(), Unencodable> + 'p,
) {
    let value = decode(bytes).expect("the payload can be decoded");
    add_encode(list, ENCODE, bytes, value, encode);
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
    let owned = |bytes| dynamic::decode::<L, _>(bytes, &Owned);
    let borrowed = |bytes| dynamic::decode::<L, _>(bytes, &Borrowed(PhantomData));
    let value = owned(bytes).expect("the payload can be decoded");
    assert!(value.finds_keys());
    add_encode(list, ENCODE_DYNAMIC, bytes, value, dynamic::encode::<L, _>);
    list.add(DECODE_DYNAMIC, bytes.len(), move || owned(black_box(bytes)));
    verify::<L, _>(bytes, borrowed(bytes));
    list.add(DECODE_DYNAMIC_BORROWED, bytes.len(), move || {
        borrowed(black_box(bytes))
    });
    let mut arena = Bump::new();
    verify::<L, _>(
        bytes,
        dynamic::decode::<L, _>(bytes, &InArena(&arena, PhantomData)),
    );
    list.add(DECODE_ARENA, bytes.len(), move || {
        arena.reset();
        let form = InArena(&arena, PhantomData);
        black_box(&dynamic::decode::<L, _>(black_box(bytes), &form));
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
