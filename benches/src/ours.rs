//! The ways of this library.

use crate::contestant::{Contestants, Task, Way};
use crate::payloads::encoded;
use ::serde::de::DeserializeOwned;
use ::serde::{Deserialize, Serialize};
use gdvariant::inspect::inspect;
use gdvariant::serde::{self, SerdeLayout};
use gdvariant::{Decode, DecodeOptions, DecodeOwned, Encode, Ignored, Layout, generic};
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
pub(crate) fn dynamic<'p, L: Layout>(list: &mut Contestants<'p>, bytes: &'p [u8]) {
    memcpy(list, bytes);
    let value: L::Variant = read::<L, _>(bytes);
    assert_eq!(encoded::<L>(&value), bytes);
    write::<L>(list, ENCODE_DYNAMIC, bytes, value.clone());
    list.add(ENCODE_FRESH, bytes.len(), move || {
        generic::to_vec::<L, _>(black_box(&value))
    });
    add_read::<L, L::Variant>(list, DECODE_OWNED, bytes);
    add_read::<L, L::VariantRef<'_>>(list, DECODE_BORROWED, bytes);
    list.add(SKIP, bytes.len(), move || {
        generic::from_slice::<L, Ignored>(black_box(bytes), DecodeOptions::new())
    });
    list.add(INSPECT, bytes.len(), move || {
        let options = DecodeOptions::new();
        inspect::<L>(black_box(bytes), options, |row| _ = black_box(row))
    });
}

/// Types of a user's own, through the derive and through serde.
pub(crate) fn owned<'p, L, T>(list: &mut Contestants<'p>, bytes: &'p [u8])
where
    L: SerdeLayout,
    T: Encode<L> + DecodeOwned<L> + Serialize + DeserializeOwned + PartialEq + Debug + Clone + 'p,
{
    let value: T = derived::<L, T>(list, bytes);
    assert_eq!(
        serde::to_vec::<L, _>(&value).expect("serde writes it"),
        bytes
    );
    assert_eq!(read_with_serde::<L, T>(bytes), value);
    let mut buffer = Vec::new();
    list.add(ENCODE_SERDE, bytes.len(), move || {
        buffer.clear();
        serde::encode_into::<L, _>(black_box(&value), &mut buffer)
    });
    list.add(DECODE_SERDE, bytes.len(), move || {
        serde::from_slice::<L, T>(black_box(bytes), DecodeOptions::new())
    });
}

/// Types of a user's own, through the derive.
pub(crate) fn derived<'p, L: Layout, T: Encode<L> + DecodeOwned<L> + Clone + 'p>(
    list: &mut Contestants<'p>,
    bytes: &'p [u8],
) -> T {
    let value: T = read::<L, T>(bytes);
    write::<L>(list, ENCODE_DERIVE, bytes, value.clone());
    add_read::<L, T>(list, DECODE_DERIVE, bytes);
    value
}

/// Types that serde decodes, but encodes without the declared types of the payload.
pub(crate) fn serde_decoded<'p, L, T>(list: &mut Contestants<'p>, bytes: &'p [u8], value: &T)
where
    L: Layout,
    T: DeserializeOwned + PartialEq + Debug,
{
    assert_eq!(read_with_serde::<L, T>(bytes), *value);
    list.add(DECODE_SERDE, bytes.len(), move || {
        serde::from_slice::<L, T>(black_box(bytes), DecodeOptions::new())
    });
}

/// Types that borrow, through the derive.
pub(crate) fn borrowed<'p, L: Layout, T: Encode<L> + Decode<'p, L>>(
    list: &mut Contestants<'p>,
    bytes: &'p [u8],
) {
    add_read::<L, T>(list, DECODE_DERIVE_BORROWED, bytes);
}

/// Types that borrow, through serde.
pub(crate) fn serde_borrowed<'p, L: Layout, T: Encode<L> + Deserialize<'p>>(
    list: &mut Contestants<'p>,
    bytes: &'p [u8],
) {
    assert_eq!(encoded::<L>(&read_with_serde::<L, T>(bytes)), bytes);
    list.add(DECODE_SERDE_BORROWED, bytes.len(), move || {
        serde::from_slice::<L, T>(black_box(bytes), DecodeOptions::new())
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
pub(crate) fn read<'p, L: Layout, T: Decode<'p, L>>(bytes: &'p [u8]) -> T {
    generic::from_slice::<L, T>(bytes, DecodeOptions::new()).expect("a payload can be decoded")
}

/// Decodes a payload through serde.
fn read_with_serde<'p, L: Layout, T: Deserialize<'p>>(bytes: &'p [u8]) -> T {
    serde::from_slice::<L, T>(bytes, DecodeOptions::new()).expect("serde reads it")
}

/// Reading into a type, which has to write the same bytes.
pub(crate) fn add_read<'p, L: Layout, T: Encode<L> + Decode<'p, L>>(
    list: &mut Contestants<'p>,
    way: Way,
    bytes: &'p [u8],
) {
    assert_eq!(encoded::<L>(&read::<L, T>(bytes)), bytes);
    list.add(way, bytes.len(), move || {
        generic::from_slice::<L, T>(black_box(bytes), DecodeOptions::new())
    });
}

/// Writing a value that has been read from these bytes.
pub(crate) fn write<'p, L: Layout>(
    list: &mut Contestants<'p>,
    way: Way,
    bytes: &[u8],
    value: impl Encode<L> + 'p,
) {
    let mut buffer = Vec::new();
    list.add(way, bytes.len(), move || {
        buffer.clear();
        generic::encode_into::<L, _>(black_box(&value), &mut buffer)
    });
}
