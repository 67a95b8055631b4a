//! What Godot 3.2.3 was seen to do, fact by fact: golden values, odd input that it accepts or refuses, and which keys are one key.
#![cfg(feature = "godot3")]

mod common;

use common::{bytes, hex};
use gdvariant::godot3::{self, Dictionary, Object, Variant};
use gdvariant::{
    Basis, Color, DecodeOptions, NodePath, Pool, Rect2, Rid, Transform2D, Vector2, Vector3,
};

fn engine() -> DecodeOptions {
    DecodeOptions::engine()
}

/// What the engine reads from an input, written again; none where it refuses the input.
fn reread(input: &str, options: DecodeOptions) -> Option<String> {
    let (value, _) = godot3::from_slice_prefix_with::<Variant>(&bytes(input), options).ok()?;
    Some(hex(
        &godot3::to_vec(&value).expect("what was read can be written")
    ))
}

fn no_spaces(hex: &str) -> String {
    hex.replace(' ', "")
}

/// Each input is read, and written again as said.
fn accepted(options: DecodeOptions, facts: &[(&str, &str)]) {
    for (input, canonical) in facts {
        assert_eq!(
            reread(input, options),
            Some(no_spaces(canonical)),
            "{input}"
        );
        assert_eq!(
            reread(canonical, options),
            Some(no_spaces(canonical)),
            "{canonical}, which is canonical"
        );
    }
}

fn refused(options: DecodeOptions, inputs: &[&str]) {
    for input in inputs {
        assert_eq!(reread(input, options), None, "{input}");
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn golden_values() {
    let dictionary: Dictionary = [
        (Variant::from("a"), Variant::from(1)),
        (Variant::from(2), Variant::Nil),
    ]
    .into();
    let null_array = vec![Variant::Nil];
    let basis = Basis::new(
        Vector3::new(1.0, 2.0, 3.0),
        Vector3::new(4.0, 5.0, 6.0),
        Vector3::new(7.0, 8.0, 9.0),
    );
    let transform2d = Transform2D::new(
        Vector2::new(1.0, 2.0),
        Vector2::new(3.0, 4.0),
        Vector2::new(5.0, 6.0),
    );
    let facts: Vec<(Variant, &str)> = vec![
        (().into(), "00000000"),
        (true.into(), "0100000001000000"),
        (1.into(), "0200000001000000"),
        (2_147_483_647_i64.into(), "02000000ffffff7f"),
        (2_147_483_648_i64.into(), "020001000000008000000000"),
        ((-2_147_483_648_i64).into(), "0200000000000080"),
        ((-2_147_483_649_i64).into(), "02000100ffffff7fffffffff"),
        (1.5.into(), "030000000000c03f"),
        (0.1.into(), "030001009a9999999999b93f"),
        (
            f64::from_bits(0x7ff8_0000_0000_0000).into(),
            "03000100000000000000f87f",
        ),
        (f64::INFINITY.into(), "030000000000807f"),
        ((-0.0).into(), "0300000000000080"),
        (1e300.into(), "030001009c7500883ce4377e"),
        (1e-40.into(), "030001009c577727266ca137"),
        ("".into(), "0400000000000000"),
        ("abc".into(), "040000000300000061626300"),
        ("€".into(), "0400000003000000e282ac00"),
        ("😀".into(), "0400000004000000f09f9880"),
        (Vector2::new(1.0, 2.0).into(), "050000000000803f00000040"),
        (
            Rect2::new(Vector2::new(1.0, 2.0), Vector2::new(3.0, 4.0)).into(),
            "060000000000803f000000400000404000008040",
        ),
        (
            transform2d.into(),
            "080000000000803f0000004000004040000080400000a0400000c040",
        ),
        (
            basis.into(),
            "0c0000000000803f000080400000e040000000400000a04000000041000040400000c04000001041",
        ),
        (
            NodePath::from("").into(),
            "0f000000000000800000000000000000",
        ),
        (
            NodePath::from("/").into(),
            "0f000000000000800000000001000000",
        ),
        (
            NodePath::from("/root/A:pos:x").into(),
            "0f000000020000800200000001000000 04000000726f6f74 0100000041000000 03000000706f7300 0100000078000000",
        ),
        (Rid.into(), "10000000"),
        (
            dictionary.into(),
            "120000000200000004000000010000006100000002000000010000000200000002000000 00000000",
        ),
        (
            vec![Variant::from(1), vec![Variant::from(2)].into()].into(),
            "13000000020000000200000001000000130000000100000002000000 02000000",
        ),
        (null_array.into(), "130000000100000000000000"),
        (
            vec![1_u8, 2, 3, 4, 5].into(),
            "14000000050000000102030405000000",
        ),
        (vec![1, -1].into(), "150000000200000001000000ffffffff"),
        (
            vec![1.5_f32, 0.1].into(),
            "16000000020000000000c03fcdcccc3d",
        ),
        (
            ["test", "", "abc"].map(String::from).to_vec().into(),
            "1700000003000000 0500000074657374 00000000 0100000000000000 0400000061626300",
        ),
        (
            vec![Vector2::new(1.0, 2.0)].into(),
            "18000000010000000000803f00000040",
        ),
        (
            vec![Color::new(1.0, 0.0, 0.0, 1.0)].into(),
            "1a000000010000000000803f00000000000000000000803f",
        ),
        (Object::Id(1288).into(), "110001000805000000000000"),
    ];
    assert_eq!(facts.len(), 36);
    for (value, golden) in facts {
        let golden = bytes(golden);
        assert_eq!(
            hex(&godot3::to_vec(&value).expect("a plain value")),
            hex(&golden),
            "{value:?}"
        );
        let decoded: Variant = godot3::from_slice(&golden).expect("the engine's bytes");
        // A NaN is never equal to itself; its bytes are.
        assert!(
            decoded == value || decoded.as_float().is_some_and(f64::is_nan),
            "{value:?}"
        );
    }
    assert_eq!(
        godot3::to_vec(&Pool([1_u8])).expect("a plain value"),
        bytes("14000000 01000000 01000000")
    );
}

#[test]
fn headers() {
    accepted(
        engine(),
        &[
            ("01ffffff 01000000", "0100000001000000"),
            ("00000100", "00000000"),
            ("0200feff 05000000", "0200000005000000"),
            ("02000300 0500000000000000", "0200000005000000"),
            ("05ffffff 0000803f 00000040", "050000000000803f00000040"),
            ("01000000 02000000", "0100000001000000"),
            ("01000000 00000080", "0100000001000000"),
        ],
    );
    refused(
        engine(),
        &["", "00", "000000", "1b000000", "ff000000", "ffffffff"],
    );
}

#[test]
fn numbers() {
    accepted(
        engine(),
        &[
            // A small number in a wide body comes back narrow.
            ("02000100 0500000000000000", "0200000005000000"),
            ("03000100 000000000000f83f", "030000000000c03f"),
            // A NaN of 32 bits is written with 64, a signalling one becomes quiet.
            ("03000000 0100a07f", "03000100 00000020 0000fc7f"),
            ("03000000 0000c07f", "03000100 00000000 0000f87f"),
            // Every other NaN keeps its bits.
            ("03000100 010000000000f07f", "03000100 010000000000f07f"),
            ("05000000 0100a07f 0100a0ff", "05000000 0100a07f 0100a0ff"),
            ("16000000 01000000 0100a07f", "16000000 01000000 0100a07f"),
            // The smallest number of 32 bits.
            ("03000000 01000000", "03000000 01000000"),
        ],
    );
}

#[test]
fn text() {
    let one_char = |utf8: &str| format!("04000000 {:02x}000000 {utf8:0<8}", utf8.len() / 2);
    accepted(
        engine(),
        &[
            (
                "04000000 05000000 efbbbf6162000000",
                "04000000 02000000 61620000",
            ),
            ("04000000 03000000 efbbbf00", "04000000 00000000"),
            (
                "04000000 05000000 6162006364000000",
                "04000000 02000000 61620000",
            ),
            ("04000000 02000000 00ff0000", "04000000 00000000"),
            ("04000000 01000000 61ffffff", "04000000 01000000 61000000"),
            // Overlong forms that the engine's check misses.
            ("04000000 03000000 e0819000", "04000000 01000000 50000000"),
            ("04000000 03000000 e0809000", "04000000 01000000 10000000"),
            ("04000000 04000000 f0808880", "04000000 02000000 c8800000"),
            // Strings of a PoolStringArray, with and without their NUL.
            (
                "17000000 01000000 03000000 61626300",
                "17000000 01000000 04000000 61626300",
            ),
            (
                "17000000 01000000 00000000",
                "17000000 01000000 01000000 00000000",
            ),
            (
                "17000000 01000000 04000000 61006300",
                "17000000 01000000 02000000 61000000",
            ),
        ],
    );
    refused(
        engine(),
        &[
            "04000000 ffffffff",
            "04000000 00000080",
            "04000000 01000000 61",
            "04000000 01000000 616161",
            "04000000 05000000 61616161",
            "04000000 01000000 80000000",
            "04000000 01000000 bf000000",
            "04000000 01000000 fe000000",
            "04000000 01000000 ff000000",
            "04000000 02000000 c0800000",
            "04000000 02000000 c1bf0000",
            "04000000 02000000 c3200000",
            "04000000 02000000 e2820000",
            "04000000 03000000 e2820000",
            "04000000 02000000 c3000000",
            "04000000 03000000 e0808000",
            "04000000 03000000 e0808f00",
            "04000000 04000000 f0808080",
            "04000000 04000000 f08087bf",
        ],
    );
    // The engine takes these, but they stand for no character: the one difference in text.
    for beyond in ["eda080", "edbfbf", "f4908080", "f7bfbfbf"] {
        let error = godot3::from_slice_with::<Variant>(&bytes(&one_char(beyond)), engine())
            .expect_err(beyond);
        assert_eq!(
            (error.offset(), error.kind()),
            (8, &gdvariant::DecodeErrorKind::InvalidText),
            "{beyond}"
        );
    }
    refused(
        engine(),
        &[
            "04000000 05000000 f888808080000000",
            "04000000 06000000 fc84808080800000",
        ],
    );
}

#[test]
fn node_paths() {
    accepted(
        engine(),
        &[
            // An absolute path without names loses its flag, a name count that wraps is none at all.
            (
                "0f000000 00000080 00000000 01000000",
                "0f000000 00000080 00000000 00000000",
            ),
            (
                "0f000000 ffffffff 01000080 00000000",
                "0f000000 00000080 00000000 00000000",
            ),
            // The obsolete flag: one more sub-name.
            (
                "0f000000 01000080 00000000 02000000 0100000061000000 0100000078000000",
                "0f000000 01000080 01000000 00000000 0100000061000000 0100000078000000",
            ),
            (
                "0f000000 00000080 00000000 f0ffffff",
                "0f000000 00000080 00000000 00000000",
            ),
            // Empty names, names with signs in them, and whatever the padding holds.
            (
                "0f000000 01000080 00000000 01000000 00000000",
                "0f000000 01000080 00000000 01000000 00000000",
            ),
            (
                "0f000000 01000080 00000000 00000000 03000000612f3aff",
                "0f000000 01000080 00000000 00000000 03000000612f3a00",
            ),
        ],
    );
    refused(
        engine(),
        &[
            "0f000000 01000000 61000000",
            "0f000000 00000000 00000000 00000000",
            "0f000000 00000080 00000000",
            "0f000000 01000080 00000000 00000000",
            "0f000000 01000080 00000000 00000000 01000000 61",
            "0f000000 00000080 00000000 02000000",
        ],
    );
    // Strictly, the flag of an absolute path without names stays.
    assert_eq!(
        reread("0f000000 00000080 00000000 01000000", DecodeOptions::new()),
        Some("0f000000000000800000000001000000".into())
    );
}

#[test]
fn objects() {
    let whole = engine().allow_objects(true);
    let reference =
        "11000000 09000000 5265666572656e6365000000 01000000 06000000 7363726970740000 00000000";
    accepted(
        engine(),
        &[("11000100 0805000000000000", "11000100 0805000000000000")],
    );
    accepted(
        whole,
        &[
            (reference, reference),
            // No properties where the count has a sign.
            (
                "11000000 01000000 41000000 ffffffff",
                "11000000 01000000 41000000 00000000",
            ),
            (
                "11000000 01000000 41000000 00000080",
                "11000000 01000000 41000000 00000000",
            ),
        ],
    );
    refused(
        engine(),
        &[
            reference,
            "11000000 00000000",
            "13000000 01000000 11000000 00000000",
        ],
    );
    refused(
        whole,
        &[
            "11000000 01000000 41000000 01000000",
            "11000000 01000000 41000000",
            "11000100 00000000",
        ],
    );
}

/// What release builds before 3.4 wrote for a null object, in both forms.
#[test]
fn null_objects_of_old_release_builds() {
    for options in [DecodeOptions::new(), engine()] {
        let options = options.allow_objects(true);
        for (form, object) in [
            ("110001000000000000000000", Object::Id(0)),
            (
                "1100000000000000",
                Object::whole("", [] as [(&str, Variant); 0]),
            ),
        ] {
            let value: Variant =
                godot3::from_slice_with(&bytes(form), options).expect("old builds wrote this");
            assert_eq!(value, Variant::Object(object.clone()));
            assert!(object.is_null());
            assert_eq!(hex(&godot3::to_vec(&value).expect("it was read")), form);
            assert_eq!(value.to_string(), "null");
        }
    }
    // The id needs no permission.
    assert!(godot3::from_slice::<Variant>(&bytes("110001000000000000000000")).is_ok());
    assert!(godot3::from_slice::<Variant>(&bytes("1100000000000000")).is_err());
}

#[test]
fn containers() {
    accepted(
        engine(),
        &[
            ("13000000 01000080 00000000", "13000000 01000000 00000000"),
            ("13000000 00000080", "13000000 00000000"),
            (
                "12000000 01000080 00000000 00000000",
                "12000000 01000000 00000000 00000000",
            ),
            // The last of two equal keys gives the value, the first one the place.
            (
                "12000000 03000000 0200000001000000 0200000005000000 0200000002000000 0200000006000000 0200000001000000 0200000007000000",
                "12000000 02000000 0200000001000000 0200000007000000 0200000002000000 0200000006000000",
            ),
            ("17000000 ffffffff", "17000000 00000000"),
            ("17000000 00000080", "17000000 00000000"),
            // Bytes without their padding, at the end of the input and as the last element.
            ("14000000 01000000 ff", "14000000 01000000 ff000000"),
            ("14000000 03000000 010203", "14000000 03000000 01020300"),
            (
                "14000000 05000000 0102030405 00",
                "14000000 05000000 0102030405000000",
            ),
            ("14000000 01000000 ffabcdef", "14000000 01000000 ff000000"),
            (
                "13000000 01000000 14000000 01000000 ff",
                "13000000 01000000 14000000 01000000 ff000000",
            ),
            (
                "12000000 01000000 00000000 14000000 01000000 ff",
                "12000000 01000000 00000000 14000000 01000000 ff000000",
            ),
            // What follows the value does not matter.
            ("00000000 ff", "00000000"),
            ("0100000001000000 ffffffff", "0100000001000000"),
        ],
    );
    refused(
        engine(),
        &[
            // Something should follow the bytes whose padding is missing.
            "13000000 02000000 14000000 01000000 ff",
            "12000000 01000000 14000000 01000000 ff",
            "14000000 04000000 010203",
            "14000000 ffffffff",
            "15000000 ffffffff",
            "16000000 ffffffff",
            "18000000 ffffffff",
            "19000000 ffffffff",
            "1a000000 ffffffff",
            "1a000000 00000010",
            "18000000 00000020",
            "15000000 00000040",
            "13000000 01000000",
            "13000000 ffffff7f",
            "12000000 01000000 00000000",
            "12000000",
        ],
    );
}

#[test]
fn cut_bodies_are_refused() {
    for (input, _) in [
        ("0100000001000000", 8),
        ("02000000ffffff7f", 8),
        ("050000000000803f00000040", 12),
        ("10000000", 4),
    ] {
        let whole = bytes(input);
        for length in 0..whole.len() {
            assert!(
                godot3::from_slice_prefix_with::<Variant>(&whole[..length], engine()).is_err(),
                "{length} of {input}"
            );
        }
    }
}

/// The wire of `{first: 11, "__mid": 22, second: 33}`, as it was given to the engine, and what comes back.
fn pairs_of(first: &str, second: &str) -> Vec<(Vec<u8>, Option<i64>)> {
    let number = |value: u8| format!("02000000 {value:02x}000000");
    let (eleven, middle, end) = (
        number(11),
        format!("04000000 05000000 5f5f6d6964000000 {}", number(22)),
        number(33),
    );
    let wire = bytes(&format!(
        "12000000 03000000 {first} {eleven} {middle} {second} {end}"
    ));
    for options in [DecodeOptions::new(), engine()] {
        let value: Variant =
            godot3::from_slice_with(&wire, options.allow_objects(true)).expect("a dictionary");
        let dictionary = value.as_dictionary().expect("a dictionary");
        let pairs: Vec<_> = dictionary
            .iter()
            .map(|(key, value)| (godot3::to_vec(key).expect("it was read"), value.as_int()))
            .collect();
        if options == engine() {
            return pairs;
        }
    }
    unreachable!()
}

fn is_one_key(first: &str, second: &str) -> bool {
    let pairs = pairs_of(first, second);
    let values: Vec<_> = pairs.iter().filter_map(|(_, value)| *value).collect();
    match pairs.len() {
        // The first key stays, at the first place, with the last value.
        2 => {
            assert_eq!(values, [33, 22], "{first} and {second}");
            let again = reread(first, engine().allow_objects(true)).expect("a key");
            assert_eq!(hex(&pairs[0].0), again, "{first} and {second}");
            true
        }
        3 => {
            assert_eq!(values, [11, 22, 33], "{first} and {second}");
            false
        }
        other => panic!("{other} pairs"),
    }
}

/// The bytes of components of 32 bits.
fn f32s(components: &[f32]) -> String {
    components
        .iter()
        .map(|component| hex(&component.to_le_bytes()))
        .collect()
}

/// A float of 64 bits by its pattern.
fn wide(bits: u64) -> String {
    format!("03000100{}", hex(&bits.to_le_bytes()))
}

#[test]
fn which_plain_keys_are_one_key() {
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
        let text: Vec<String> = names
            .iter()
            .map(|name| format!("{:02x}000000{}", name.len(), padded(name)))
            .collect();
        let text = text.concat();
        format!(
            "0f000000{:02x}00008000000000{absolute:02x}000000{text}",
            names.len()
        )
    };
    let same = [
        ("00000000".into(), "00000000".into()),
        ("0100000001000000".into(), "0100000001000000".into()),
        ("0200000001000000".into(), "020001000100000000000000".into()),
        ("030000000000803f".into(), wide(one)),
        (wide(nan), wide(nan)),
        (wide(nan), wide(nan | 0x1234)),
        (wide(nan), wide(nan | 1 << 63)),
        (wide(0), wide(1 << 63)),
        (wide(1 << 63), wide(0)),
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
        (wide(one), wide(near)),
        (wide(1e-320_f64.to_bits()), wide(0)),
        (wide(0.1_f64.to_bits()), wide(f64::from(0.1_f32).to_bits())),
        (
            wide(f64::INFINITY.to_bits()),
            wide(f64::NEG_INFINITY.to_bits()),
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
fn which_keys_of_components_are_one_key() {
    // Number and components of Vector2, Rect2, Vector3, Transform2D, Plane, Quat, AABB, Basis, Transform, Color.
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
fn which_pool_arrays_are_one_key() {
    for pool in [
        "14000000 02000000 01020000",
        "15000000 01000000 05000000",
        "17000000 01000000 02000000 61000000",
    ] {
        assert!(is_one_key(pool, pool), "{pool}");
    }
    for empty in 20..=26 {
        let empty = format!("{empty:02x}00000000000000");
        assert!(is_one_key(&empty, &empty), "{empty}");
    }
    // PoolVector2Array, PoolVector3Array, PoolColorArray: as their elements.
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
    // PoolRealArray is another matter: Godot compares its bits, and no NaN is the same as another.
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
fn which_arrays_are_one_key() {
    let array = |element: &str| format!("1300000001000000{element}");
    let nan = wide(f64::NAN.to_bits());
    for (first, second) in [
        ("0200000001000000", "0200000001000000"),
        ("00000000", "00000000"),
        ("040000000100000061000000", "040000000100000061000000"),
        ("1300000000000000", "1300000000000000"),
        (
            "13000000010000000200000001000000",
            "13000000010000000200000001000000",
        ),
        (&nan, &wide(f64::NAN.to_bits() | 7)),
        (&wide(0), &wide(1 << 63)),
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
