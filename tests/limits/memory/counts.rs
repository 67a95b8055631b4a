//! Exaggerated counts, and values that need much more memory than their bytes.

use crate::common::{TestLayout, in_each_layout};
use crate::memory::budget::check;
use crate::memory::words::{number, words};
use gdvariant::Kind;
use gdvariant::table::Body;

/// The maximum length of an input: the limit is linear, and debug builds are slow.
const MAX_LENGTH: usize = 1 << 16;

/// The number of small values in an input.
const COUNT: u32 = 4000;

/// Returns nested containers, each with the largest count that decoding accepts.
///
/// Each level starts with `header`, elements have at least `each` bytes, and `filler` follows the
/// innermost level.
fn exaggerated(header: &[u32], each: usize, levels: usize, length: usize, filler: u32) -> Vec<u8> {
    let mut input = Vec::with_capacity(length);
    for _ in 0..levels {
        let left = (length - input.len()).saturating_sub(header.len() * 4 + 4);
        input.extend(words(header));
        input.extend(words(&[u32::try_from(left / each).expect("short")]));
    }
    while input.len() < length {
        input.extend(words(&[filler]));
    }
    input.truncate(length);
    input
}

fn exaggerated_counts<L: TestLayout>() {
    let [array, dictionary, object] =
        [Kind::Array, Kind::Dictionary, Kind::Object].map(number::<L>);
    let (nil, bad) = (0, 0xffff_ffff);
    for length in [64, 1000, 9000, 30_000, MAX_LENGTH] {
        // Long inputs are slow, so only the smallest and the largest nesting are tested.
        let all_levels = [1, 1023, 2, 10, 500, 1024, 1030];
        for levels in &all_levels[..if length > 1000 { 2 } else { all_levels.len() }] {
            let levels = *levels.min(&(length / 20));
            for filler in [nil, bad] {
                check::<L>("arrays", &exaggerated(&[array], 4, levels, length, filler));
                check::<L>(
                    "dictionaries by key",
                    &exaggerated(&[dictionary], 8, levels, length, filler),
                );
                // Each level except the outermost is the value of a Nil key.
                let by_value = exaggerated(&[nil, dictionary], 8, levels, length, filler);
                check::<L>(
                    "dictionaries by value",
                    by_value.get(4..).unwrap_or_default(),
                );
                // Each level is an object of class "A", in a property with an empty name.
                let object = exaggerated(
                    &[0, object, 1, 0x41],
                    8,
                    levels.min(length / 24),
                    length,
                    filler,
                );
                check::<L>("objects", object.get(4..).unwrap_or_default());
            }
        }
    }
}

fn exaggerated_typed_arrays<L: TestLayout>() {
    let typed_arrays = [Kind::PandemoniumTypedArray, Kind::PackedTypedArray];
    for kind in typed_arrays.into_iter().filter_map(L::number_of) {
        let (kind, object) = (u32::from(kind), number::<L>(Kind::Object));
        let name = number::<L>(Kind::StringName);
        for levels in [1, 10, 1023, 1030] {
            for filler in [0, 0xffff_ffff] {
                let nested = |header: &[u32]| exaggerated(header, 4, levels, 30_000, filler);
                check::<L>("typed arrays", &nested(&[kind, 0]));
                let of_class = nested(&[kind, object, name, 1, 0x41]);
                check::<L>("typed arrays of a class", &of_class);
            }
        }
        let mut many = words(&[number::<L>(Kind::Array), 5_000]);
        (0..5_000).for_each(|_| many.extend(words(&[kind, 0, 0])));
        check::<L>("many empty typed arrays", &many);
        let mut many = words(&[number::<L>(Kind::Array), 5_000]);
        (0..5_000).for_each(|_| many.extend(words(&[kind, object, name, 1, 0x41, 1, 0])));
        check::<L>("many typed arrays of a class", &many);
        let length = u32::try_from(MAX_LENGTH).expect("short");
        let long = words(&[kind, object, name, length]);
        let input = [long, vec![0x41; MAX_LENGTH], vec![0; 4]].concat();
        check::<L>("a long class", &input);
    }
}

fn exaggerated_packed_arrays<L: TestLayout>() {
    let packed_arrays = L::TYPES
        .iter()
        .filter(|table| matches!(table.body, Body::Packed | Body::PackedText));
    let array = number::<L>(Kind::Array);
    for packed in packed_arrays.map(|table| number::<L>(table.kind)) {
        for count in [
            0_u32,
            1,
            3,
            100,
            260_000,
            0x7fff_ffff,
            0x8000_0000,
            0xffff_ffff,
        ] {
            for filler in [0_u32, 1, 0xffff_ffff] {
                let mut input = words(&[array, 100, packed, count]);
                input.resize(MAX_LENGTH / 4, filler.to_le_bytes()[0]);
                check::<L>("packed_arrays", &input);
                check::<L>("a packed", &input[8..]);
            }
        }
        // Each packed array has the largest count that the remaining bytes allow.
        let mut input = words(&[array, 10_000]);
        while input.len() < 80_000 {
            input.extend(words(&[
                packed,
                u32::try_from((80_000 - input.len()) / 16).expect("short"),
            ]));
        }
        check::<L>("many packed_arrays", &input);
    }
}

fn many_small_values<L: TestLayout>() {
    let [array, dictionary, path, strings, object] = [
        Kind::Array,
        Kind::Dictionary,
        Kind::NodePath,
        Kind::PackedStringArray,
        Kind::Object,
    ]
    .map(number::<L>);
    let repeated = |count: u32, value: &[u32]| {
        let mut input = words(&[array, count]);
        (0..count).for_each(|_| input.extend(words(value)));
        input
    };
    check::<L>("many Nils", &repeated(10 * COUNT, &[0]));
    check::<L>("many empty arrays", &repeated(10 * COUNT, &[array, 0]));
    check::<L>("arrays of one", &repeated(COUNT, &[array, 1, 0]));
    check::<L>("empty dictionaries", &repeated(COUNT, &[dictionary, 0]));
    check::<L>(
        "dictionaries of one",
        &repeated(COUNT, &[dictionary, 1, 0, 0]),
    );
    check::<L>("empty strings", &repeated(COUNT, &[4, 0]));
    check::<L>("strings of one byte", &repeated(COUNT, &[4, 1, 0x61]));
    check::<L>("empty paths", &repeated(COUNT, &[path, 0x8000_0000, 0, 0]));
    check::<L>(
        "paths of empty names",
        &repeated(COUNT, &[path, 0x8000_0002, 1, 0, 0, 0, 0]),
    );
    check::<L>("null objects", &repeated(COUNT, &[object, 0]));
    check::<L>(
        "objects of a class of one letter",
        &repeated(COUNT, &[object, 1, 0x41, 0]),
    );
    check::<L>(
        "objects of one property",
        &repeated(COUNT, &[object, 1, 0x41, 1, 0, 0]),
    );
    check::<L>(
        "packed_arrays of one empty string",
        &repeated(COUNT, &[strings, 1, 0]),
    );
    // The counts are the largest that the remaining bytes allow: the second name of each path is
    // the next header.
    check::<L>(
        "paths with exaggerated counts",
        &repeated(12_000, &[path, 0x8000_2ee0, 0, 0, 0]),
    );
    check::<L>(
        "paths whose counts wrap",
        &repeated(12_000, &[path, 0xffff_ffff, 0x8000_0001, 0]),
    );
    let mut long = words(&[path, 0x8000_0000 + 50_000, 10_000, 1]);
    long.resize(MAX_LENGTH + 16, 0);
    check::<L>("a path of 60,000 empty names", &long);
    let mut long = words(&[strings, 60_000]);
    long.resize(MAX_LENGTH, 0);
    check::<L>("60,000 empty strings", &long);
}

in_each_layout!(
    exaggerated_counts,
    exaggerated_typed_arrays,
    exaggerated_packed_arrays,
    many_small_values,
);
