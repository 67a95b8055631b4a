//! Tests the equality of Dictionary keys.

use crate::common::{bytes, hex};
use crate::facts::reencode;
use gdvariant::DecodeOptions;
use gdvariant::Godot3;
use gdvariant::generic;
use gdvariant::godot3::{self, Variant};

/// Decodes `{first: 11, "__mid": 22, second: 33}`, and returns whether both are the same key.
fn is_one_key(first: &str, second: &str) -> bool {
    let encoded = format!(
        "12000000 03000000 {first} 02000000 0b000000
         04000000 05000000 5f5f6d6964000000 02000000 16000000 {second} 02000000 21000000"
    );
    let options = DecodeOptions::engine().allow_objects(true);
    let value = generic::from_slice::<Godot3, Variant>(&bytes(&encoded), options);
    let value = value.expect("a Dictionary");
    let entries = value.as_dictionary().expect("a Dictionary");
    let values: Vec<_> = entries.values().filter_map(Variant::as_int).collect();
    if values == [11, 22, 33] {
        return false;
    }
    // The key keeps the position of the first entry and the value of the last.
    assert_eq!(values, [33, 22], "{first} and {second}");
    let key = entries.keys().next().map(godot3::to_vec);
    let key = key.expect("an entry").expect("a key");
    assert_eq!(
        Some(hex(&key)),
        reencode(first, options),
        "{first} and {second}"
    );
    true
}

/// Encodes components as 32-bit floats.
fn f32s(components: &[f32]) -> String {
    let bytes = components.iter().flat_map(|it| it.to_le_bytes());
    hex(&bytes.collect::<Vec<_>>())
}

const NAN: &str = "03000100 000000000000f87f";
const OTHER_NAN: &str = "03000100 341200000000f8ff";
const ZERO: &str = "03000100 0000000000000000";
const NEGATIVE_ZERO: &str = "03000100 0000000000000080";
const ONE: &str = "03000100 000000000000f03f";
const TEXT: &str = "04000000 01000000 61000000";
const NULL_OBJECT: &str = "11000100 0000000000000000";
const OBJECT: &str = "11000100 0700000000000000";
const DICTIONARY: &str = "12000000 00000000";
const ENTRY: &str = "12000000 01000000 0200000001000000 0200000001000000";
const ARRAY: &str = "13000000 00000000";
/// The path "a", relative and absolute, and paths without names.
const PATH: &str = "0f000000 01000080 00000000 00000000 01000000 61000000";
const ABSOLUTE: &str = "0f000000 01000080 00000000 01000000 01000000 61000000";
const NO_PATH: &str = "0f000000 00000080 00000000 00000000";
const ROOT: &str = "0f000000 00000080 00000000 01000000";

#[test]
fn compares_plain_keys() {
    for (first, second, is_one) in [
        ("00000000", "00000000", true),
        ("0100000001000000", "0100000001000000", true),
        ("0200000001000000", "020001000100000000000000", true),
        ("030000000000803f", ONE, true),
        (NAN, OTHER_NAN, true),
        (ZERO, NEGATIVE_ZERO, true),
        (NEGATIVE_ZERO, ZERO, true),
        (TEXT, "04000000 01000000 61ffffff", true),
        ("10000000", "10000000", true),
        (PATH, PATH, true),
        (NO_PATH, ROOT, true),
        (NULL_OBJECT, NULL_OBJECT, true),
        ("1100000000000000", "1100000000000000", true),
        ("0200000001000000", "030000000000803f", false),
        ("0200000001000000", "0100000001000000", false),
        (ONE, "03000100 010000000000f03f", false),
        // The smallest numbers are not zero.
        ("03000100 e807000000000000", ZERO, false),
        (
            "03000100 000000000000f07f",
            "03000100 000000000000f0ff",
            false,
        ),
        (TEXT, PATH, false),
        ("00000000", NULL_OBJECT, false),
        (ARRAY, "13000000 01000000 00000000", false),
        (
            "13000000 01000000 0200000001000000",
            "13000000 01000000 030000000000803f",
            false,
        ),
        ("1400000000000000", "1500000000000000", false),
        (PATH, ABSOLUTE, false),
        // "a/b" as one name and as two, and an empty name.
        (
            "0f000000 01000080 00000000 00000000 03000000 612f6200",
            "0f000000 02000080 00000000 00000000 01000000 61000000 01000000 62000000",
            false,
        ),
        (
            "0f000000 01000080 00000000 00000000 00000000",
            NO_PATH,
            false,
        ),
        (OBJECT, OBJECT, false),
        (
            "11000000 01000000 41000000 00000000",
            "11000000 01000000 41000000 00000000",
            false,
        ),
        (DICTIONARY, DICTIONARY, false),
        (ENTRY, ENTRY, false),
    ] {
        assert_eq!(is_one_key(first, second), is_one, "{first} and {second}");
    }
}

#[test]
fn compares_keys_by_component() {
    // The start of a value, and the number of its components: from Vector2 to Color, and
    // PoolVector2Arrays, PoolVector3Arrays and PoolColorArrays with one element.
    for (start, count) in [
        ("05000000", 2),
        ("06000000", 4),
        ("07000000", 3),
        ("08000000", 6),
        ("09000000", 4),
        ("0a000000", 4),
        ("0b000000", 6),
        ("0c000000", 9),
        ("0d000000", 12),
        ("0e000000", 4),
        ("18000000 01000000", 2),
        ("19000000 01000000", 3),
        ("1a000000 01000000", 4),
    ] {
        for at in [0, count - 1] {
            let value = |component: f32| {
                let mut components = vec![1.0; count];
                components[at] = component;
                format!("{start}{}", f32s(&components))
            };
            let near = 1.0 + 2.0_f32.powi(-21);
            for (one, other, is_one) in [
                (5.0, 5.0, true),
                (f32::NAN, f32::from_bits(0x7fc0_1234), true),
                (0.0, -0.0, true),
                (1.0, near, false),
            ] {
                assert_eq!(
                    is_one_key(&value(one), &value(other)),
                    is_one,
                    "{start}, {at}"
                );
            }
        }
    }
}

#[test]
fn compares_packed_arrays_as_keys() {
    for packed in [
        "14000000 02000000 01020000",
        "15000000 01000000 05000000",
        "17000000 01000000 02000000 61000000",
    ] {
        assert!(is_one_key(packed, packed), "{packed}");
    }
    for number in 20..=26 {
        let empty = format!("{number:02x}000000 00000000");
        assert!(is_one_key(&empty, &empty), "{empty}");
    }
    // A PoolRealArray compares elements by their bits, except that a NaN equals no NaN.
    let reals = |last| format!("16000000 02000000 {}", f32s(&[1.0, last]));
    for (one, other, is_one) in [
        (f32::INFINITY, f32::INFINITY, true),
        (f32::NAN, f32::NAN, false),
        (0.0, -0.0, false),
        (1.0, 1.0 + 2.0_f32.powi(-21), false),
    ] {
        assert_eq!(is_one_key(&reals(one), &reals(other)), is_one, "{one}");
    }
}

#[test]
fn compares_arrays_as_keys() {
    let array = |element: &str| format!("13000000 01000000 {element}");
    for (first, second, is_one) in [
        ("0200000001000000", "0200000001000000", true),
        ("00000000", "00000000", true),
        (TEXT, TEXT, true),
        (ARRAY, ARRAY, true),
        (NAN, OTHER_NAN, true),
        (ZERO, NEGATIVE_ZERO, true),
        (&array(NAN), &array(NAN), true),
        (
            "05000000 0000c07f0000803f",
            "05000000 0000c07f0000803f",
            true,
        ),
        (
            "14000000 01000000 ff000000",
            "14000000 01000000 ff000000",
            true,
        ),
        (NO_PATH, NO_PATH, true),
        (NULL_OBJECT, NULL_OBJECT, true),
        (DICTIONARY, DICTIONARY, false),
        (ENTRY, ENTRY, false),
        (OBJECT, OBJECT, false),
        (NULL_OBJECT, "00000000", false),
        (
            "16000000 01000000 0000c07f",
            "16000000 01000000 0000c07f",
            false,
        ),
        (
            "16000000 01000000 00000000",
            "16000000 01000000 00000080",
            false,
        ),
    ] {
        let [first, second] = [first, second].map(array);
        assert_eq!(is_one_key(&first, &second), is_one, "{first} and {second}");
    }
}
