//! Bugs of other implementations of the format.
//!
//! Each test names the bug: inputs that crashed an implementation, or values that it encoded
//! incorrectly.
#![cfg(all(feature = "std", feature = "godot3"))]

use crate::common::{bytes, hex};
use gdvariant::framing::FrameOptions;
use gdvariant::godot3::{self, Dictionary, Variant};
use gdvariant::table::Body;
use gdvariant::{
    Color, DecodeErrorKind, DecodeOptions, Kind, Layout, NodePath, Object, Vector2, Vector3,
};

fn decode(hex: &str) -> Variant {
    godot3::from_slice(&bytes(hex)).expect("an engine wrote it")
}

fn rejected(hex: &str) -> String {
    godot3::from_slice::<Variant>(&bytes(hex))
        .expect_err("no value")
        .to_string()
}

/// Checks that the value is encoded as the engine's bytes, and decoded from them.
fn assert_encoded(value: impl Into<Variant>, hex_digits: &str) {
    let value = value.into();
    assert_eq!(
        hex(&godot3::to_vec(&value).expect("a value")),
        hex_digits.replace(' ', "")
    );
    assert_eq!(decode(hex_digits), value);
}

/// Guards against slicing without a length check: truncated packets would cause a panic.
#[test]
fn truncated_input_does_not_panic() {
    assert_eq!(rejected("01"), "0x0000: expected 4 bytes, found 1");
    assert_eq!(rejected("0200"), "0x0000: expected 4 bytes, found 2");
    assert_eq!(
        rejected("050000000000803f"),
        "0x0008: y: expected 4 bytes, found 0"
    );
    assert!(rejected("1b000000").starts_with("0x0000: unknown type 27, expected 0 to 26"));
}

/// Guards against unlimited recursion: deep values would overflow the stack.
#[test]
fn deep_values_do_not_overflow_the_stack() {
    for level in [
        "1200000001000000",
        "1300000001000000",
        "12000000010000000400000000000000",
    ] {
        let input = bytes(level).repeat(200_000);
        for options in [DecodeOptions::new(), DecodeOptions::engine()] {
            let error = godot3::from_slice_with::<Variant>(&input, options).expect_err("too deep");
            assert!(
                matches!(error.kind(), DecodeErrorKind::TooDeep { limit: 1024, .. }),
                "{level}"
            );
        }
    }
}

/// Guards against memory reserved for an unchecked count: a few bytes would allocate gigabytes.
#[test]
fn exaggerated_counts_allocate_nothing() {
    let counted = gdvariant::Godot3::TYPES.iter().filter(|table| {
        matches!(
            table.body,
            Body::Packed | Body::PackedText | Body::Array | Body::Dictionary
        )
    });
    for table in counted {
        let input = [
            &u32::from(table.number).to_le_bytes()[..],
            &bytes("ffffff7f 00000000"),
        ]
        .concat();
        let info = allocation_counter::measure(|| {
            for options in [DecodeOptions::new(), DecodeOptions::engine()] {
                assert!(
                    godot3::from_slice_with::<Variant>(&input, options).is_err(),
                    "{}",
                    table.name
                );
            }
        });
        assert!(
            info.bytes_total < 2048,
            "{}: {} bytes",
            table.name,
            info.bytes_total
        );
    }
}

/// Guards against treating Nil as no value: the value of a Nil key would be misread.
#[test]
fn keeps_nil_keys() {
    let value = decode(
        "1200000003000000 00000000 0200000001000000 040000000100000061000000 00000000 0200000007000000 0100000001000000",
    );
    let pairs = [
        (Variant::Nil, 1.into()),
        ("a".into(), Variant::Nil),
        (7.into(), true.into()),
    ];
    assert_eq!(value, Variant::from(Dictionary::from(pairs)));
}

/// Guards against comparing a bool with 1.
#[test]
fn decodes_the_bool_two_as_true() {
    let two = bytes("0100000002000000");
    assert_eq!(
        godot3::from_slice_with(&two, DecodeOptions::engine()),
        Ok(true)
    );
    assert_eq!(
        godot3::from_slice::<bool>(&two).unwrap_err().to_string(),
        "0x0004: value: expected a bool of 0 or 1, found 2"
    );
}

/// Guards against values without an encoding of null.
#[test]
fn encodes_null() {
    assert_encoded((), "00000000");
    assert_encoded(
        vec![Variant::Nil, Variant::Nil],
        "13000000020000000000000000000000",
    );
}

/// Guards against comparing Dictionaries by identity.
#[test]
fn equal_dictionaries_are_equal() {
    let made = || {
        Variant::from(Dictionary::from([(
            "a",
            vec![Variant::from(Dictionary::from([(1, 2)]))],
        )]))
    };
    assert_eq!(made(), made());
}

/// Guards against incorrect numbers of the types after the first packed arrays.
#[test]
fn encodes_the_numbers_of_packed_arrays() {
    assert_encoded(
        Variant::PackedFloat32Array(vec![1.5, 0.1]),
        "16000000020000000000c03fcdcccc3d",
    );
    assert_encoded(
        Variant::PackedStringArray(vec!["test".into(), String::new()]),
        "1700000002000000 0500000074657374 00000000 0100000000000000",
    );
    assert_encoded(
        Variant::PackedVector2Array(vec![Vector2::new(1.0, 2.0)]),
        "18000000010000000000803f00000040",
    );
    assert_encoded(
        Variant::PackedVector3Array(vec![Vector3::new(0.0, 0.0, 1.0)]),
        "190000000100000000000000000000000000803f",
    );
    assert_encoded(
        Variant::PackedColorArray(vec![Color::new(1.0, 0.0, 0.0, 1.0)]),
        "1a000000010000000000803f00000000000000000000803f",
    );
}

/// Guards against byte arrays without padding: the next value would be lost or an error.
#[test]
fn decodes_values_after_padded_bytes() {
    let list = || vec![Variant::PackedByteArray(vec![1, 2, 3]), 7.into()];
    assert_encoded(
        list(),
        "1300000002000000 140000000300000001020300 0200000007000000",
    );
}

/// Guards against names and subnames in a single list, or joined without their separators.
#[test]
fn keeps_names_and_subnames_of_node_paths() {
    let path = NodePath::from("/root/Main:position:x");
    assert_eq!(
        (
            path.names().collect::<Vec<_>>(),
            path.subnames().collect::<Vec<_>>()
        ),
        (vec!["root", "Main"], vec!["position", "x"])
    );
    assert_encoded(
        path,
        "0f000000 02000080 02000000 01000000 04000000726f6f74 040000004d61696e 08000000706f736974696f6e 0100000078000000",
    );
}

/// Guards against floats truncated to 32 bits, and against 32 bits after a header that states 64.
#[test]
fn encodes_floats_in_the_necessary_width() {
    assert_encoded(0.1, "030001009a9999999999b93f");
    assert_encoded(1e300, "030001009c7500883ce4377e");
    assert_encoded(1.5, "030000000000c03f");
}

/// Guards against ints of 32 bits only, unsigned ints, and an ignored flag of 64 bits.
#[test]
fn encodes_ints_of_every_size() {
    assert_encoded(-1, "02000000ffffffff");
    assert_encoded(2_147_483_647_i64, "02000000ffffff7f");
    assert_encoded(2_147_483_648_i64, "020001000000008000000000");
    assert_encoded(i64::MAX, "02000100ffffffffffffff7f");
    assert_encoded(i64::MIN, "020001000000000000000080");
    assert_encoded(
        vec![Variant::Int(1 << 40), Variant::Bool(true)],
        "1300000002000000 020001000000000000010000 0100000001000000",
    );
}

/// Guards against lengths of strings that count characters.
#[test]
fn counts_strings_in_bytes() {
    assert_encoded("日本", "0400000006000000e697a5e69cac0000");
    assert_encoded("héllo", "040000000600000068c3a96c6c6f0000");
}

/// Guards against a terminating NUL that becomes part of a packed string.
#[test]
fn packed_strings_end_before_their_nul() {
    assert_eq!(
        decode("1700000001000000 0400000061626300"),
        Variant::PackedStringArray(vec!["abc".into()])
    );
}

/// Guards against counting elements with 16 bits.
#[test]
fn encodes_more_than_65_535_elements() {
    let list = Variant::from(vec![Variant::Nil; 70_000]);
    assert_eq!(
        godot3::from_slice::<Variant>(&godot3::to_vec(&list).unwrap()),
        Ok(list)
    );
}

/// Guards against a length prefix of 16 bits before values over TCP.
#[test]
fn encodes_frames_of_more_than_65_535_bytes() {
    let text = "a".repeat(70_000);
    let mut stream = Vec::new();
    godot3::write_framed(&mut stream, &text).unwrap();
    assert_eq!(hex(&stream[..12]), "781101000400000070110100");
    let read: Result<Vec<String>, _> =
        godot3::iter_framed_with(&stream[..], FrameOptions::packets()).collect();
    assert_eq!(read.expect("a frame"), [text]);
}

/// Guards against keys that are special in the implementation's language.
#[test]
fn no_key_is_special() {
    let pairs = [("__proto__", 1), ("constructor", 2), ("__class__", 3)];
    let bytes = godot3::to_vec(&Dictionary::from(pairs)).unwrap();
    let value: Variant = godot3::from_slice(&bytes).unwrap();
    assert_eq!(value["__proto__"], Variant::Int(1));
    assert_eq!(godot3::to_vec(&value).unwrap(), bytes);
}

/// Guards against nested containers of unknown length: the next key would be misread.
#[test]
fn decodes_keys_after_an_array() {
    let pairs = [("a", Variant::from(vec![Variant::Int(1)])), ("b", 2.into())];
    assert_encoded(
        Dictionary::from(pairs),
        "1200000002000000 040000000100000061000000 13000000010000000200000001000000 040000000100000062000000 0200000002000000",
    );
}

/// Guards against unconsumed properties of an object.
#[test]
fn decodes_values_after_an_object() {
    let input = bytes(
        "1300000002000000 11000000 010000004e000000 01000000 0100000078000000 0200000005000000 0200000007000000",
    );
    let value: Variant =
        godot3::from_slice_with(&input, DecodeOptions::new().allow_objects(true)).unwrap();
    assert_eq!(
        value,
        Variant::from(vec![Object::full("N", [("x", 5)]).into(), Variant::Int(7)])
    );
    assert_eq!(
        godot3::from_slice::<Variant>(&input).unwrap_err().kind(),
        &DecodeErrorKind::ObjectsNotAllowed
    );
    assert_encoded(
        vec![Object::Id(1288).into(), Variant::Int(7)],
        "1300000002000000 110001000805000000000000 0200000007000000",
    );
}

/// Guards against merging keys of different types by their text.
#[test]
fn keeps_keys_of_different_types() {
    let value = Dictionary::from([
        (Variant::Int(1), "int"),
        ("1".into(), "text"),
        (1.0.into(), "float"),
    ]);
    let decoded: Dictionary = godot3::from_slice(&godot3::to_vec(&value).unwrap()).unwrap();
    assert_eq!(
        (
            decoded.len(),
            decoded.get("1"),
            decoded.get(&Variant::Int(1))
        ),
        (3, Some(&"text".into()), Some(&"int".into()))
    );
}

/// Guards against a float after the header of a bool.
#[test]
fn encodes_the_header_of_floats() {
    let float = godot3::to_vec(&0.5).unwrap();
    assert_eq!(float[0], gdvariant::Godot3::number_of(Kind::Float).unwrap());
    assert!(rejected("010000000000003f").contains("expected a bool of 0 or 1, found 1056964608"));
}
