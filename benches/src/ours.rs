//! Benchmarks of this library: `Variant`, derive, serde, skipping and inspecting.

use crate::contestant::{Contestants, Method, Task};
use crate::payloads::encoded;
use ::serde::de::DeserializeOwned;
use ::serde::{Deserialize, Serialize};
use gdvariant::framing::{FrameDecoder, FrameOptions, Frames};
use gdvariant::generic::structure::{AsView, View};
use gdvariant::serde::Serde;
use gdvariant::{
    Decode, DecodeOptions, DecodeOwned, Encode, EncodeOptions, Engine, IgnoredAny, generic,
};
use std::fmt::Debug;
use std::hint::black_box;
use std::rc::Rc;

/// Copies the bytes into a reused buffer: the lower bound of encoding.
pub const MEMCPY: Method = Method::new(Task::Copy, "memcpy");
/// Copies the bytes into a new buffer: the lower bound of methods that allocate.
pub const MEMCPY_FRESH: Method = Method::new(Task::Copy, "memcpy, fresh buffer");
/// Encodes a `Variant` into a reused buffer.
pub const ENCODE_DYNAMIC: Method = Method::new(Task::Encode, "dynamic");
/// Encodes a `Variant` into a new buffer.
pub const ENCODE_FRESH: Method =
    Method::new(Task::Encode, "dynamic, fresh buffer").against(ENCODE_DYNAMIC);
/// Encodes a type that derives `Variant` into a reused buffer.
pub const ENCODE_DERIVE: Method = Method::new(Task::Encode, "derive");
/// Encodes a type that derives serde's traits into a reused buffer.
pub const ENCODE_SERDE: Method = Method::new(Task::Encode, "serde").against(ENCODE_DERIVE);
/// Decodes a `Variant`.
pub const DECODE_OWNED: Method = Method::new(Task::Decode, "dynamic, owned");
/// Decodes a `VariantRef`.
pub const DECODE_BORROWED: Method = Method::new(Task::Decode, "dynamic, borrowed");
/// Decodes each element of an Array from a frame, split by a `FrameDecoder`.
pub const DECODE_FRAMES: Method =
    Method::new(Task::Decode, "dynamic, FrameDecoder").against(DECODE_OWNED);
/// Decodes each element of an Array from a frame, read by `iter_framed`.
pub const DECODE_FRAMED: Method =
    Method::new(Task::Decode, "dynamic, iter_framed").against(DECODE_OWNED);
/// Decodes a type that derives `Variant`.
pub const DECODE_DERIVE: Method = Method::new(Task::Decode, "derive, owned");
/// Decodes a type that derives `Variant` and borrows from the input.
pub const DECODE_DERIVE_BORROWED: Method = Method::new(Task::Decode, "derive, borrowed");
/// Decodes a type that derives serde's traits.
pub const DECODE_SERDE: Method = Method::new(Task::Decode, "serde, owned").against(DECODE_DERIVE);
/// Decodes a type that derives serde's traits and borrows from the input.
pub const DECODE_SERDE_BORROWED: Method =
    Method::new(Task::Decode, "serde, borrowed").against(DECODE_DERIVE_BORROWED);
/// Validates the bytes without building a value.
pub const SKIP: Method = Method::new(Task::Walk, "skip");
/// Inspects the bytes, with a row for each field.
pub const INSPECT: Method = Method::new(Task::Walk, "inspect");

/// All benchmarks of this library, without memcpy.
pub const ALL: [Method; 14] = [
    ENCODE_DYNAMIC,
    ENCODE_FRESH,
    ENCODE_DERIVE,
    ENCODE_SERDE,
    DECODE_OWNED,
    DECODE_BORROWED,
    DECODE_FRAMES,
    DECODE_FRAMED,
    DECODE_DERIVE,
    DECODE_DERIVE_BORROWED,
    DECODE_SERDE,
    DECODE_SERDE_BORROWED,
    SKIP,
    INSPECT,
];

/// Adds memcpy and the benchmarks that do not depend on the type of the payload.
pub(crate) fn dynamic<'p, E: Engine>(list: &mut Contestants<'p>, bytes: &'p [u8]) {
    let mut buffer = Vec::new();
    list.add(MEMCPY, bytes.len(), move || {
        buffer.clear();
        buffer.extend_from_slice(black_box(bytes));
        black_box(buffer.as_slice());
    });
    list.add(MEMCPY_FRESH, bytes.len(), move || black_box(bytes).to_vec());
    let value: E::Variant = read::<E, _>(bytes);
    assert_eq!(encoded::<E>(&value), bytes);
    write::<E>(list, ENCODE_DYNAMIC, bytes, value.clone());
    list.add(ENCODE_FRESH, bytes.len(), move || {
        generic::to_vec::<E, _>(black_box(&value), EncodeOptions::new())
    });
    add_read::<E, E::Variant>(list, DECODE_OWNED, bytes);
    add_read::<E, E::VariantRef<'_>>(list, DECODE_BORROWED, bytes);
    list.add(SKIP, bytes.len(), move || {
        generic::from_slice::<E, IgnoredAny>(black_box(bytes), DecodeOptions::new())
    });
    list.add(INSPECT, bytes.len(), move || {
        let options = DecodeOptions::new();
        E::LAYOUT.inspect(black_box(bytes), options, |row| _ = black_box(row))
    });
}

/// Adds decoding of the elements of an Array from frames, one frame for each element.
pub(crate) fn framed<'p, E: Engine + 'p>(list: &mut Contestants<'p>, bytes: &'p [u8]) {
    let value: E::Variant = read::<E, _>(bytes);
    let View::Array(values) = value.view() else {
        panic!("the payload is an Array");
    };
    let options = FrameOptions::new();
    let mut frames = Vec::new();
    for value in values {
        generic::write_framed::<E, _>(&mut frames, value, options).expect("an element");
    }
    let count = values.len();
    let decode = move |frames: &[u8]| {
        let mut values = Vec::with_capacity(count);
        let mut decoder = FrameDecoder::new(options);
        let mut frames = black_box(frames);
        while let Ok(Some(frame)) = decoder.next_frame(&mut frames) {
            values.extend(generic::from_slice::<E, E::Variant>(
                frame,
                DecodeOptions::new(),
            ));
        }
        values
    };
    let read = move |frames: &[u8]| {
        let mut values = Vec::with_capacity(count);
        let frames = Frames::new(black_box(frames), options);
        values.extend(frames.values::<E, E::Variant>().map_while(Result::ok));
        values
    };
    for values in [decode(&frames), read(&frames)] {
        assert!(encoded::<E>(&values) == bytes);
    }
    let frames: Rc<[u8]> = frames.into();
    let same = Rc::clone(&frames);
    list.add(DECODE_FRAMES, frames.len(), move || decode(&frames));
    list.add(DECODE_FRAMED, same.len(), move || read(&same));
}

/// Adds the benchmarks of a type that derives both `Variant` and serde's traits.
pub(crate) fn owned<'p, E, T>(list: &mut Contestants<'p>, bytes: &'p [u8])
where
    E: Engine,
    T: Encode<E> + DecodeOwned<E> + Serialize + DeserializeOwned + PartialEq + Debug + Clone + 'p,
{
    let value: T = derived::<E, T>(list, bytes);
    assert_eq!(
        generic::to_vec::<E, _>(&Serde(&value), EncodeOptions::new())
            .expect("serde encodes the payload"),
        bytes
    );
    assert_eq!(read_with_serde::<E, T>(bytes), value);
    let mut buffer = Vec::new();
    list.add(ENCODE_SERDE, bytes.len(), move || {
        buffer.clear();
        generic::encode_into::<E, _>(&Serde(black_box(&value)), &mut buffer, EncodeOptions::new())
    });
    list.add(DECODE_SERDE, bytes.len(), move || {
        generic::from_slice::<E, Serde<T>>(black_box(bytes), serde_options())
    });
}

/// Adds the benchmarks of a type that derives `Variant`, and returns the decoded value.
pub(crate) fn derived<'p, E: Engine, T: Encode<E> + DecodeOwned<E> + Clone + 'p>(
    list: &mut Contestants<'p>,
    bytes: &'p [u8],
) -> T {
    let value: T = read::<E, T>(bytes);
    write::<E>(list, ENCODE_DERIVE, bytes, value.clone());
    add_read::<E, T>(list, DECODE_DERIVE, bytes);
    value
}

/// Adds decoding through serde, for a payload whose declared types serde cannot encode.
pub(crate) fn serde_decoded<'p, E, T>(list: &mut Contestants<'p>, bytes: &'p [u8], value: &T)
where
    E: Engine,
    T: DeserializeOwned + PartialEq + Debug,
{
    assert_eq!(read_with_serde::<E, T>(bytes), *value);
    list.add(DECODE_SERDE, bytes.len(), move || {
        generic::from_slice::<E, Serde<T>>(black_box(bytes), serde_options())
    });
}

/// Adds decoding of a type that derives `Variant` and borrows from the input.
pub(crate) fn derived_borrowed<'p, E: Engine, T: Encode<E> + Decode<'p, E>>(
    list: &mut Contestants<'p>,
    bytes: &'p [u8],
) {
    add_read::<E, T>(list, DECODE_DERIVE_BORROWED, bytes);
}

/// Adds decoding of a type that also derives `Deserialize` and borrows from the input.
pub(crate) fn borrowed<'p, E: Engine, T: Encode<E> + Decode<'p, E> + Deserialize<'p>>(
    list: &mut Contestants<'p>,
    bytes: &'p [u8],
) {
    derived_borrowed::<E, T>(list, bytes);
    assert_eq!(encoded::<E>(&read_with_serde::<E, T>(bytes)), bytes);
    list.add(DECODE_SERDE_BORROWED, bytes.len(), move || {
        generic::from_slice::<E, Serde<T>>(black_box(bytes), serde_options())
    });
}

/// Decodes a payload.
pub(crate) fn read<'p, E: Engine, T: Decode<'p, E>>(bytes: &'p [u8]) -> T {
    generic::from_slice::<E, T>(bytes, DecodeOptions::new()).expect("a payload can be decoded")
}

/// Returns options for payloads that are nested more deeply than types may be by default.
fn serde_options() -> DecodeOptions {
    DecodeOptions::new().max_depth(1024)
}

/// Decodes a payload through serde.
fn read_with_serde<'p, E: Engine, T: Deserialize<'p>>(bytes: &'p [u8]) -> T {
    let value = generic::from_slice::<E, Serde<T>>(bytes, serde_options());
    value.expect("serde decodes the payload").0
}

/// Adds decoding of a type, after checking that its value is encoded as the same bytes.
fn add_read<'p, E: Engine, T: Encode<E> + Decode<'p, E>>(
    list: &mut Contestants<'p>,
    method: Method,
    bytes: &'p [u8],
) {
    assert_eq!(encoded::<E>(&read::<E, T>(bytes)), bytes);
    list.add(method, bytes.len(), move || {
        generic::from_slice::<E, T>(black_box(bytes), DecodeOptions::new())
    });
}

/// Adds encoding of a value that was decoded from these bytes.
fn write<'p, E: Engine>(
    list: &mut Contestants<'p>,
    method: Method,
    bytes: &[u8],
    value: impl Encode<E> + 'p,
) {
    let mut buffer = Vec::new();
    list.add(method, bytes.len(), move || {
        buffer.clear();
        generic::encode_into::<E, _>(black_box(&value), &mut buffer, EncodeOptions::new())
    });
}
