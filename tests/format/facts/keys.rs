//! Tests the equality of Dictionary keys.

use crate::common::{bytes, hex};
use crate::facts::{engine, reencode};
use gdvariant::DecodeOptions;
use gdvariant::godot3::{self, Variant};

/// Decodes `{first: 11, "__mid": 22, second: 33}` and returns the entries, with encoded keys.
fn entries_of(first: &str, second: &str) -> Vec<(Vec<u8>, Option<i64>)> {
    let number = |value: u8| format!("02000000 {value:02x}000000");
    let (eleven, middle, end) = (
        number(11),
        format!("04000000 05000000 5f5f6d6964000000 {}", number(22)),
        number(33),
    );
    let encoded = bytes(&format!(
        "12000000 03000000 {first} {eleven} {middle} {second} {end}"
    ));
    for options in [DecodeOptions::new(), engine()] {
        let value: Variant =
            godot3::from_slice_with(&encoded, options.allow_objects(true)).expect("a dictionary");
        let dictionary = value.as_dictionary().expect("a dictionary");
        let entries: Vec<_> = dictionary
            .iter()
            .map(|(key, value)| {
                (
                    godot3::to_vec(key).expect("decoded values can be encoded"),
                    value.as_int(),
                )
            })
            .collect();
        if options == engine() {
            return entries;
        }
    }
    unreachable!()
}

/// Decodes a Dictionary with both keys, and returns whether they are the same key.
fn is_one_key(first: &str, second: &str) -> bool {
    let entries = entries_of(first, second);
    let values: Vec<_> = entries.iter().filter_map(|(_, value)| *value).collect();
    match entries.len() {
        // The key keeps the position of the first entry and the value of the last.
        2 => {
            assert_eq!(values, [33, 22], "{first} and {second}");
            let key = reencode(first, engine().allow_objects(true)).expect("a key");
            assert_eq!(hex(&entries[0].0), key, "{first} and {second}");
            true
        }
        3 => {
            assert_eq!(values, [11, 22, 33], "{first} and {second}");
            false
        }
        other => panic!("{other} entries"),
    }
}

/// Encodes components as 32-bit floats.
fn f32s(components: &[f32]) -> String {
    components
        .iter()
        .map(|component| hex(&component.to_le_bytes()))
        .collect()
}

/// Encodes the bits of a 64-bit float.
fn double(bits: u64) -> String {
    format!("03000100{}", hex(&bits.to_le_bytes()))
}

#[test]
fn compares_plain_keys() {
    let nan = f64::NAN.to_bits();
    let [one, near] = [1.0_f64.to_bits(), 1.0_f64.to_bits() + 1];
    let path = |absolute: u8, names: &[&str]| {
        let padded = |name: &str| {
            if name.is_empty() {
                String::new()
            } else {
                format!("{:0<8}", hex(name.as_bytes()))
            }
        };
        let encoded: Vec<String> = names
            .iter()
            .map(|name| format!("{:02x}000000{}", name.len(), padded(name)))
            .collect();
        let encoded = encoded.concat();
        format!(
            "0f000000{:02x}00008000000000{absolute:02x}000000{encoded}",
            names.len()
        )
    };
    let same = [
        ("00000000".into(), "00000000".into()),
        ("0100000001000000".into(), "0100000001000000".into()),
        ("0200000001000000".into(), "020001000100000000000000".into()),
        ("030000000000803f".into(), double(one)),
        (double(nan), double(nan)),
        (double(nan), double(nan | 0x1234)),
        (double(nan), double(nan | 1 << 63)),
        (double(0), double(1 << 63)),
        (double(1 << 63), double(0)),
        (
            "040000000100000061000000".into(),
            "040000000100000061ffffff".into(),
        ),
        ("10000000".into(), "10000000".into()),
        (path(0, &["a"]), path(0, &["a"])),
        (path(0, &[]), path(1, &[])),
        (
            "110001000000000000000000".into(),
            "110001000000000000000000".into(),
        ),
        ("1100000000000000".into(), "1100000000000000".into()),
    ];
    for (first, second) in same {
        assert!(is_one_key(&first, &second), "{first} and {second}");
    }
    let other: [(String, String); _] = [
        ("0200000001000000".into(), "030000000000803f".into()),
        ("0200000001000000".into(), "0100000001000000".into()),
        (double(one), double(near)),
        (double(1e-320_f64.to_bits()), double(0)),
        (
            double(0.1_f64.to_bits()),
            double(f64::from(0.1_f32).to_bits()),
        ),
        (
            double(f64::INFINITY.to_bits()),
            double(f64::NEG_INFINITY.to_bits()),
        ),
        ("040000000100000061000000".into(), path(0, &["a"])),
        ("00000000".into(), "110001000000000000000000".into()),
        ("1300000000000000".into(), "130000000100000000000000".into()),
        (
            "13000000010000000200000001000000".into(),
            "1300000001000000030000000000803f".into(),
        ),
        ("1400000000000000".into(), "1500000000000000".into()),
        (path(0, &["a"]), path(1, &["a"])),
        (path(0, &["a/b"]), path(0, &["a", "b"])),
        (path(0, &[""]), path(0, &[])),
        (
            "110001000700000000000000".into(),
            "110001000700000000000000".into(),
        ),
        (
            "11000000 01000000 41000000 00000000".into(),
            "11000000 01000000 41000000 00000000".into(),
        ),
        ("1200000000000000".into(), "1200000000000000".into()),
        (
            "12000000 01000000 0200000001000000 0200000001000000".into(),
            "12000000 01000000 0200000001000000 0200000001000000".into(),
        ),
    ];
    for (first, second) in other {
        assert!(!is_one_key(&first, &second), "{first} and {second}");
    }
}

#[test]
fn compares_keys_by_component() {
    // Type numbers and numbers of components, from Vector2 to Color.
    for (number, count) in [
        (5, 2),
        (6, 4),
        (7, 3),
        (8, 6),
        (9, 4),
        (10, 4),
        (11, 6),
        (12, 9),
        (13, 12),
        (14, 4),
    ] {
        let value = |at: usize, component: f32| {
            let mut components = vec![1.0; count];
            components[at] = component;
            format!("{number:02x}000000{}", f32s(&components))
        };
        for at in [0, count - 1] {
            assert!(is_one_key(&value(at, 5.0), &value(at, 5.0)));
            assert!(is_one_key(&value(at, f32::NAN), &value(at, f32::NAN)));
            assert!(is_one_key(
                &value(at, f32::NAN),
                &value(at, f32::from_bits(0x7fc0_1234))
            ));
            assert!(is_one_key(&value(at, 0.0), &value(at, -0.0)));
            assert!(!is_one_key(
                &value(at, 1.0),
                &value(at, 1.0 + 2.0_f32.powi(-21))
            ));
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
    for empty in 20..=26 {
        let empty = format!("{empty:02x}00000000000000");
        assert!(is_one_key(&empty, &empty), "{empty}");
    }
    // PoolVector2Arrays, PoolVector3Arrays and PoolColorArrays are equal if their elements are
    // equal.
    for (number, count) in [(24, 2), (25, 3), (26, 4)] {
        let value = |component: f32| {
            let mut components = vec![1.0; count];
            components[count - 1] = component;
            format!("{number:02x}00000001000000{}", f32s(&components))
        };
        assert!(is_one_key(&value(5.0), &value(5.0)));
        assert!(is_one_key(
            &value(f32::NAN),
            &value(f32::from_bits(0x7fc0_1234))
        ));
        assert!(is_one_key(&value(0.0), &value(-0.0)));
        assert!(!is_one_key(&value(1.0), &value(1.0 + 2.0_f32.powi(-21))));
    }
    // A PoolRealArray compares elements by their bits, except that a NaN equals no NaN.
    let reals =
        |components: &[f32]| format!("16000000{:02x}000000{}", components.len(), f32s(components));
    assert!(is_one_key(
        &reals(&[1.5, f32::INFINITY]),
        &reals(&[1.5, f32::INFINITY])
    ));
    assert!(!is_one_key(&reals(&[f32::NAN]), &reals(&[f32::NAN])));
    assert!(!is_one_key(
        &reals(&[1.0, f32::NAN]),
        &reals(&[1.0, f32::NAN])
    ));
    assert!(!is_one_key(&reals(&[0.0]), &reals(&[-0.0])));
    assert!(!is_one_key(
        &reals(&[1.0]),
        &reals(&[1.0 + 2.0_f32.powi(-21)])
    ));
}

#[test]
fn compares_arrays_as_keys() {
    let array = |element: &str| format!("1300000001000000{element}");
    let nan = double(f64::NAN.to_bits());
    for (first, second) in [
        ("0200000001000000", "0200000001000000"),
        ("00000000", "00000000"),
        ("040000000100000061000000", "040000000100000061000000"),
        ("1300000000000000", "1300000000000000"),
        (
            "13000000010000000200000001000000",
            "13000000010000000200000001000000",
        ),
        (&nan, &double(f64::NAN.to_bits() | 7)),
        (&double(0), &double(1 << 63)),
        (&array(&nan), &array(&nan)),
        ("10000000", "10000000"),
        ("050000000000c07f0000803f", "050000000000c07f0000803f"),
        ("1400000001000000ff000000", "1400000001000000ff000000"),
        (
            "0f000000000000800000000000000000",
            "0f000000000000800000000000000000",
        ),
        ("110001000000000000000000", "110001000000000000000000"),
    ] {
        assert!(
            is_one_key(&array(first), &array(second)),
            "[{first}] and [{second}]"
        );
    }
    for (first, second) in [
        ("1200000000000000", "1200000000000000"),
        (
            "12000000 01000000 0200000001000000 0200000001000000",
            "12000000 01000000 0200000001000000 0200000001000000",
        ),
        ("110001000700000000000000", "110001000700000000000000"),
        ("110001000000000000000000", "00000000"),
        ("16000000010000000000c07f", "16000000010000000000c07f"),
        ("160000000100000000000000", "160000000100000000000080"),
    ] {
        assert!(
            !is_one_key(&array(first), &array(second)),
            "[{first}] and [{second}]"
        );
    }
    assert!(is_one_key("1300000000000000", "1300000000000000"));
}
