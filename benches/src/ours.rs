//! The ways of this library.

use crate::contestant::{Contestants, Task, Way};
use crate::payloads::encoded;
use gdvariant::godot3::{self, Variant, VariantRef};
use gdvariant::inspect::inspect;
use gdvariant::{Decode, DecodeOptions, DecodeOwned, Encode, Godot3, Ignored};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::hint::black_box;

/// The limit: a copy of the bytes into a buffer that is there.
pub const MEMCPY: Way = Way::new(Task::Copy, "memcpy");
/// A copy of the bytes into new memory: the limit of what gives a value of its own.
pub const MEMCPY_FRESH: Way = Way::new(Task::Copy, "memcpy, fresh buffer");
/// A `Variant`, into a buffer that is used again.
pub const ENCODE_DYNAMIC: Way = Way::new(Task::Encode, "dynamic");
/// A `Variant`, into a new buffer.
pub const ENCODE_FRESH: Way =
    Way::new(Task::Encode, "dynamic, fresh buffer").against(ENCODE_DYNAMIC);
/// A user's type that derives `Variant`, into a buffer that is used again.
pub const ENCODE_DERIVE: Way = Way::new(Task::Encode, "derive");
/// A user's type that derives serde's traits, into a buffer that is used again.
pub const ENCODE_SERDE: Way = Way::new(Task::Encode, "serde").against(ENCODE_DERIVE);
/// Into a `Variant`.
pub const DECODE_OWNED: Way = Way::new(Task::Decode, "dynamic, owned");
/// Into a `VariantRef`.
pub const DECODE_BORROWED: Way = Way::new(Task::Decode, "dynamic, borrowed");
/// Into a user's type that derives `Variant`.
pub const DECODE_DERIVE: Way = Way::new(Task::Decode, "derive, owned");
/// The same, where it borrows from the input what it can.
pub const DECODE_DERIVE_BORROWED: Way = Way::new(Task::Decode, "derive, borrowed");
/// Into a user's type that derives serde's traits.
pub const DECODE_SERDE: Way = Way::new(Task::Decode, "serde, owned").against(DECODE_DERIVE);
/// The same, where it borrows from the input what it can.
pub const DECODE_SERDE_BORROWED: Way =
    Way::new(Task::Decode, "serde, borrowed").against(DECODE_DERIVE_BORROWED);
/// Validates.
pub const SKIP: Way = Way::new(Task::Walk, "skip");
/// Hands out every field.
pub const INSPECT: Way = Way::new(Task::Walk, "inspect");

/// All of this library, without memcpy.
pub const ALL: [Way; 12] = [
    ENCODE_DYNAMIC,
    ENCODE_FRESH,
    ENCODE_DERIVE,
    ENCODE_SERDE,
    DECODE_OWNED,
    DECODE_BORROWED,
    DECODE_DERIVE,
    DECODE_DERIVE_BORROWED,
    DECODE_SERDE,
    DECODE_SERDE_BORROWED,
    SKIP,
    INSPECT,
];

/// memcpy, and what takes values of any type.
pub(crate) fn dynamic<'p>(list: &mut Contestants<'p>, bytes: &'p [u8]) {
    memcpy(list, bytes);
    let value: Variant = read(bytes);
    assert_eq!(encoded(&value), bytes);
    write(list, ENCODE_DYNAMIC, bytes, value.clone());
    list.add(ENCODE_FRESH, bytes.len(), move || {
        godot3::to_vec(black_box(&value))
    });
    add_read::<Variant>(list, DECODE_OWNED, bytes);
    add_read::<VariantRef<'_>>(list, DECODE_BORROWED, bytes);
    list.add(SKIP, bytes.len(), move || {
        godot3::from_slice::<Ignored>(black_box(bytes))
    });
    list.add(INSPECT, bytes.len(), move || {
        let options = DecodeOptions::new();
        inspect::<Godot3>(black_box(bytes), options, |row| _ = black_box(row))
    });
}

/// Types of a user's own, through the derive and through serde.
pub(crate) fn owned<'p, T>(list: &mut Contestants<'p>, bytes: &'p [u8])
where
    T: Encode<Godot3>
        + DecodeOwned<Godot3>
        + Serialize
        + DeserializeOwned
        + PartialEq
        + Debug
        + Clone
        + 'p,
{
    let value: T = read(bytes);
    write(list, ENCODE_DERIVE, bytes, value.clone());
    add_read::<T>(list, DECODE_DERIVE, bytes);

    assert_eq!(
        godot3::serde::to_vec(&value).expect("serde writes it"),
        bytes
    );
    assert_eq!(
        godot3::serde::from_slice::<T>(bytes).expect("serde reads it"),
        value
    );
    let mut buffer = Vec::new();
    list.add(ENCODE_SERDE, bytes.len(), move || {
        buffer.clear();
        godot3::serde::encode_into(black_box(&value), &mut buffer)
    });
    list.add(DECODE_SERDE, bytes.len(), move || {
        godot3::serde::from_slice::<T>(black_box(bytes))
    });
}

/// Types that borrow, through the derive.
pub(crate) fn borrowed<'p, T: Encode<Godot3> + Decode<'p, Godot3>>(
    list: &mut Contestants<'p>,
    bytes: &'p [u8],
) {
    add_read::<T>(list, DECODE_DERIVE_BORROWED, bytes);
}

/// Types that borrow, through serde.
pub(crate) fn serde_borrowed<'p, T: Encode<Godot3> + Deserialize<'p>>(
    list: &mut Contestants<'p>,
    bytes: &'p [u8],
) {
    let value: T = godot3::serde::from_slice(bytes).expect("serde reads it");
    assert_eq!(encoded(&value), bytes);
    list.add(DECODE_SERDE_BORROWED, bytes.len(), move || {
        godot3::serde::from_slice::<T>(black_box(bytes))
    });
}

/// A copy of the bytes.
pub(crate) fn memcpy<'p>(list: &mut Contestants<'p>, bytes: &'p [u8]) {
    let mut buffer = Vec::new();
    list.add(MEMCPY, bytes.len(), move || {
        buffer.clear();
        buffer.extend_from_slice(black_box(bytes));
        black_box(buffer.as_slice());
    });
    list.add(MEMCPY_FRESH, bytes.len(), move || black_box(bytes).to_vec());
}

/// Decodes a payload.
pub(crate) fn read<'p, T: Decode<'p, Godot3>>(bytes: &'p [u8]) -> T {
    godot3::from_slice(bytes).expect("a payload can be decoded")
}

/// Reading into a type, which has to write the same bytes.
pub(crate) fn add_read<'p, T: Encode<Godot3> + Decode<'p, Godot3>>(
    list: &mut Contestants<'p>,
    way: Way,
    bytes: &'p [u8],
) {
    assert_eq!(encoded(&read::<T>(bytes)), bytes);
    list.add(way, bytes.len(), move || {
        godot3::from_slice::<T>(black_box(bytes))
    });
}

/// Writing a value that has been read from these bytes.
pub(crate) fn write<'p>(
    list: &mut Contestants<'p>,
    way: Way,
    bytes: &[u8],
    value: impl Encode<Godot3> + 'p,
) {
    let mut buffer = Vec::new();
    list.add(way, bytes.len(), move || {
        buffer.clear();
        godot3::encode_into(black_box(&value), &mut buffer)
    });
}
