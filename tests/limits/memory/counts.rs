//! Exaggerated counts, and values that need much more memory than their bytes.

use crate::common::{TestLayout, in_each_kind_of_layout};
use crate::memory::budget::check;
use crate::memory::words::{number, words};
use gdvariant::Kind;
use gdvariant::table::Body;

/// The maximum length of an input: the limit is linear, and debug builds are slow.
const MAX_LENGTH: usize = 1 << 16;

/// Returns nested containers, each with the largest count that decoding accepts.
///
/// Each level starts with `header`, elements have at least `each` bytes, and `filler` follows the
/// innermost level.
fn exaggerated(header: &[u32], each: usize, levels: usize, length: usize, filler: u32) -> Vec<u8> {
    let mut input = Vec::with_capacity(length);
    for _ in 0..levels {
        let left = length.saturating_sub(input.len() + header.len() * 4 + 4);
        input.extend(words(header));
        input.extend(words(&[u32::try_from(left / each).expect("short")]));
    }
    while input.len() < length {
        input.extend(words(&[filler]));
    }
    input
}

fn exaggerated_counts<E: TestLayout>() {
    let [array, dictionary, object] =
        [Kind::Array, Kind::Dictionary, Kind::Object].map(number::<E>);
    for (length, levels) in [
        (64, 1),
        (64, 3),
        (1000, 2),
        (1000, 50),
        (30_000, 1),
        (30_000, 1030),
        (MAX_LENGTH, 1023),
    ] {
        for filler in [0, u32::MAX] {
            let nested = |header: &[u32], each| exaggerated(header, each, levels, length, filler);
            check::<E>("arrays", &nested(&[array], 4));
            check::<E>("dictionaries by key", &nested(&[dictionary], 8));
            // Each level except the outermost is the value of a Nil key.
            check::<E>("dictionaries by value", &nested(&[0, dictionary], 8)[4..]);
            // Each level is an object of class "A", in a property with an empty name.
            check::<E>("objects", &nested(&[0, object, 1, 0x41], 8)[4..]);
        }
    }
}

fn exaggerated_typed_arrays<E: TestLayout>() {
    let typed_arrays = [Kind::PandemoniumTypedArray, Kind::PackedTypedArray];
    for kind in typed_arrays
        .into_iter()
        .filter_map(|kind| E::LAYOUT.number_of(kind))
    {
        let (kind, object) = (u32::from(kind), number::<E>(Kind::Object));
        let name = number::<E>(Kind::StringName);
        let (any, of_class) = ([kind, 0], [kind, object, name, 1, 0x41]);
        for levels in [1, 1023, 1030] {
            for filler in [0, u32::MAX] {
                let nested = |header: &[u32]| exaggerated(header, 4, levels, 30_000, filler);
                check::<E>("typed arrays", &nested(&any));
                check::<E>("typed arrays of a class", &nested(&of_class));
            }
        }
        check::<E>("empty ones", &repeated::<E>(5_000, &[kind, 0, 0]));
        let of_one = [&of_class[..], &[1, 0]].concat();
        check::<E>("ones of a class", &repeated::<E>(5_000, &of_one));
        let length = u32::try_from(MAX_LENGTH).expect("short");
        let long = words(&[kind, object, name, length]);
        let input = [long, vec![0x41; MAX_LENGTH], vec![0; 4]].concat();
        check::<E>("a long class", &input);
    }
}

fn exaggerated_packed_arrays<E: TestLayout>() {
    let packed_arrays = E::LAYOUT
        .types()
        .iter()
        .filter(|table| matches!(table.body, Body::Packed | Body::PackedText));
    let array = number::<E>(Kind::Array);
    for packed in packed_arrays.map(|table| number::<E>(table.kind)) {
        for count in [0, 3, 100, 260_000, 0x7fff_ffff, 0x8000_0000] {
            for filler in [0, 1] {
                let mut input = words(&[array, 100, packed, count]);
                input.resize(MAX_LENGTH / 4, filler);
                check::<E>("packed arrays", &input);
                check::<E>("a packed array", &input[8..]);
            }
        }
        // Each packed array has the largest count that the remaining bytes allow.
        let mut input = words(&[array, 10_000]);
        while input.len() < 40_000 {
            let count = (40_000 - input.len()) / 16;
            input.extend(words(&[packed, u32::try_from(count).expect("short")]));
        }
        check::<E>("many packed arrays", &input);
    }
}

/// Returns an Array that repeats a value.
fn repeated<E: TestLayout>(count: u32, value: &[u32]) -> Vec<u8> {
    let head = words(&[number::<E>(Kind::Array), count]);
    [head, words(value).repeat(count as usize)].concat()
}

fn many_small_values<E: TestLayout>() {
    let [array, dictionary, path, strings, object] = [
        Kind::Array,
        Kind::Dictionary,
        Kind::NodePath,
        Kind::PackedStringArray,
        Kind::Object,
    ]
    .map(number::<E>);
    let values: [(&str, &[u32]); 14] = [
        ("Nils", &[0]),
        ("empty arrays", &[array, 0]),
        ("arrays of one", &[array, 1, 0]),
        ("empty dictionaries", &[dictionary, 0]),
        ("dictionaries of one", &[dictionary, 1, 0, 0]),
        ("empty strings", &[4, 0]),
        ("strings of one byte", &[4, 1, 0x61]),
        ("empty paths", &[path, 0x8000_0000, 0, 0]),
        ("paths of names", &[path, 0x8000_0002, 1, 0, 0, 0, 0]),
        ("null objects", &[object, 0]),
        ("objects of one property", &[object, 1, 0x41, 1, 0, 0]),
        ("packed arrays of an empty string", &[strings, 1, 0]),
        // The counts are the largest that the remaining bytes allow: the second name of each path
        // is the next header.
        ("exaggerated paths", &[path, 0x8000_0fa0, 0, 0, 0]),
        ("paths that wrap", &[path, 0xffff_ffff, 0x8000_0001, 0]),
    ];
    for (what, value) in values {
        check::<E>(what, &repeated::<E>(4000, value));
    }
    let mut long = words(&[path, 0x8000_0000 + 50_000, 10_000, 1]);
    long.resize(MAX_LENGTH + 16, 0);
    check::<E>("a path of 60,000 empty names", &long);
    let mut long = words(&[strings, 60_000]);
    long.resize(MAX_LENGTH, 0);
    check::<E>("60,000 empty strings", &long);
}

in_each_kind_of_layout!(
    exaggerated_counts,
    exaggerated_typed_arrays,
    exaggerated_packed_arrays,
    many_small_values,
);
