//! Errors of strict decoding: offset, path and kind.

use crate::common::{Fault, bytes, hex};
use gdvariant::godot3::{self, Variant};
use gdvariant::{DecodeError, DecodeOptions, Godot3, NodePath, Segment, generic};

/// Returns the error of decoding the input strictly.
fn error(input: &str) -> DecodeError {
    godot3::from_slice::<Variant>(&bytes(input)).expect_err(input)
}

fn check(input: &str, offset: usize, path: &str, kind: &str) {
    let error = error(input);
    let found = (
        error.offset(),
        error.path().to_string(),
        format!("{:?}", error.kind()),
    );
    assert_eq!(found, (offset, path.to_owned(), kind.to_owned()), "{input}");
    let prefix = if path.is_empty() { "" } else { ": " };
    let message = format!("{offset:#06x}: {path}{prefix}{}", error.kind());
    assert_eq!(error.to_string(), message);
    assert_eq!(format!("{error:?}"), format!("DecodeError({error:#})"));
}

/// Checks inputs, and the offset, path and kind of their errors. Each input is a value by itself, an
/// element of an Array, and a value of a Dictionary.
fn check_everywhere(cases: &[(&str, usize, &str, &str)]) {
    for (input, offset, path, kind) in cases {
        check(input, *offset, path, kind);
        let dot = if path.is_empty() || path.starts_with('[') {
            ""
        } else {
            "."
        };
        let nested = format!("13000000 02000000 0200000007000000 {input}");
        check(&nested, offset + 16, &format!("[1]{dot}{path}"), kind);
        let valued = format!("12000000 01000000 04000000 03000000 6b657900 {input}");
        check(&valued, offset + 20, &format!("key{dot}{path}"), kind);
    }
}

#[test]
fn rejects_flags_types_and_objects_by_their_header() {
    let object = "ObjectsNotAllowed";
    let shared = "UnknownFlags { flags: 2147483648 }";
    check_everywhere(&[
        ("00000100", 0, "", "UnknownFlags { flags: 65536 }"),
        ("00010000", 0, "", "UnknownFlags { flags: 256 }"),
        (
            "02000300 0100000000000000",
            0,
            "",
            "UnknownFlags { flags: 131072 }",
        ),
        ("03000180 0100000000000000", 0, "", shared),
        (
            "11000300 0100000000000000",
            0,
            "",
            "UnknownFlags { flags: 131072 }",
        ),
        ("13000100 00000000", 0, "", "UnknownFlags { flags: 65536 }"),
        ("13000000 00000080", 4, "count", shared),
        ("12000000 00000080", 4, "count", shared),
        (
            "0f000000 00000080 00000000 04000000",
            12,
            "flags",
            "UnknownFlags { flags: 4 }",
        ),
        (
            "0f000000 00000080 00000000 f3ffffff",
            12,
            "flags",
            "UnknownFlags { flags: 4294967280 }",
        ),
        ("1b000000", 0, "", "UnknownType { number: 27, types: 27 }"),
        ("ff000000", 0, "", "UnknownType { number: 255, types: 27 }"),
        ("11000000 00000000", 0, "", object),
        ("11000000 01000000 41000000 00000000", 0, "", object),
        ("11000000", 0, "", object),
    ]);
    // The obsolete flag is accepted in strict mode, too.
    let path = bytes("0f000000 00000080 00000000 02000000 01000000 61000000");
    assert!(godot3::from_slice::<NodePath>(&path).is_ok());
}

#[test]
fn rejects_values_by_their_content() {
    let (text, nul) = ("InvalidString", "NulInString");
    check_everywhere(&[
        ("01000000 02000000", 4, "value", "InvalidBool { value: 2 }"),
        (
            "01000000 00000080",
            4,
            "value",
            "InvalidBool { value: 2147483648 }",
        ),
        ("04000000 01000000 ff000000", 8, "text", text),
        ("04000000 03000000 6162ff00", 10, "text", text),
        ("04000000 02000000 c0800000", 8, "text", text),
        ("04000000 03000000 eda08000", 8, "text", text),
        ("04000000 04000000 61e28200", 9, "text", text),
        ("17000000 01000000 03000000 61ff0000", 13, "[0].text", text),
        (
            "0f000000 01000080 00000000 00000000 02000000 61800000",
            21,
            "[0].name",
            text,
        ),
        ("04000000 01000000 00000000", 8, "text", nul),
        ("04000000 03000000 61006200", 9, "text", nul),
        ("17000000 01000000 03000000 61006200", 13, "[0].text", nul),
        ("17000000 01000000 03000000 61000000", 13, "[0].text", nul),
        (
            "0f000000 01000080 00000000 00000000 02000000 61000000",
            21,
            "[0].name",
            nul,
        ),
        ("0f000000 01000000 61000000", 4, "name_count", "OldNodePath"),
    ]);
    // The length of a packed string includes its terminating NUL.
    assert!(godot3::from_slice::<Variant>(&bytes("17000000 01000000 02000000 61000000")).is_ok());
}

#[test]
fn rejects_trailing_bytes() {
    for (input, offset, kind) in [
        ("00000000 00", 4, "TrailingBytes { left: 1 }"),
        (
            "14000000 01000000 ff000000 ffffff",
            12,
            "TrailingBytes { left: 3 }",
        ),
        (
            "1300000000000000 0200000001000000",
            8,
            "TrailingBytes { left: 8 }",
        ),
    ] {
        check(input, offset, "", kind);
        let prefix = godot3::from_slice_prefix::<Variant>(&bytes(input));
        assert_eq!(prefix.map(|(_, length)| length), Ok(offset));
    }
}

#[test]
fn rejects_counts_that_exceed_the_input() {
    // Type number, field, count, bytes of an element, bytes left.
    for (number, field, count, each, left) in [
        ("13", "count", 1_u32, 4, 0),
        ("13", "count", 0x7fff_ffff, 4, 8),
        ("12", "count", 2, 8, 12),
        ("14", "length", 5, 1, 4),
        ("15", "length", 2, 4, 4),
        ("16", "length", 0x7fff_ffff, 4, 4),
        ("17", "length", 2, 4, 4),
        ("18", "length", 2, 8, 12),
        ("19", "length", 1, 12, 8),
        ("1a", "length", 0x1000_0000, 16, 12),
    ] {
        let (digits, rest) = (hex(&count.to_le_bytes()), "00".repeat(left));
        let input = format!("{number}000000 {digits} {rest}");
        let kind = format!("CountTooLarge {{ count: {count}, each: {each}, left: {left} }}");
        check_everywhere(&[(&input, 4, field, &kind)]);
    }
    // The sum of the counts wraps to zero in the engine's 32 bits.
    let wrapped = "0f000000 ffffffff 01000080 00000000";
    let kind = "CountTooLarge { count: 4294967296, each: 4, left: 0 }";
    check(wrapped, 4, "name_count", kind);
}

#[test]
fn rejects_negative_lengths() {
    let negative = "NegativeLength { length: -1 }";
    let lowest = "NegativeLength { length: -2147483648 }";
    check_everywhere(&[
        ("04000000 ffffffff", 4, "length", negative),
        ("04000000 00000080", 4, "length", lowest),
        ("14000000 ffffffff", 4, "length", negative),
        ("1a000000 ffffffff", 4, "length", negative),
        ("17000000 01000000 ffffffff", 8, "[0].length", negative),
        (
            "0f000000 01000080 00000000 00000000 ffffffff",
            16,
            "[0].length",
            negative,
        ),
    ]);
}

#[test]
fn rejects_truncated_values() {
    // Input, offset, path, bytes needed, bytes left.
    for (input, offset, path, needed, left) in [
        ("", 0, "", 4, 0),
        ("000000", 0, "", 4, 3),
        ("01000000", 4, "value", 4, 0),
        ("02000100 01000000", 4, "value", 8, 4),
        ("04000000 0000", 4, "length", 4, 2),
        ("04000000 05000000 61616161 6100", 8, "text", 8, 6),
        ("05000000 0000803f", 8, "y", 4, 0),
        ("0c000000 0000803f", 8, "y.x", 4, 0),
        ("0f000000 00000080 00000000", 12, "flags", 4, 0),
        ("0f000000 000000", 4, "name_count", 4, 3),
        (
            "0f000000 01000080 00000000 00000000 01000000 6100",
            20,
            "[0].name",
            4,
            2,
        ),
        (
            "0f000000 00000080 01000000 00000000 01000000 61",
            20,
            "[0].name",
            4,
            1,
        ),
        ("11000100 01000000", 4, "id", 8, 4),
        ("13000000 0000", 4, "count", 4, 2),
        ("14000000 01000000 ff", 9, "padding", 3, 0),
        ("14000000 05000000 ffffffff ff0000", 13, "padding", 3, 2),
        ("17000000 01000000 01000000 00", 12, "[0].text", 4, 1),
    ] {
        let kind = format!("UnexpectedEnd {{ needed: {needed}, left: {left} }}");
        check_everywhere(&[(input, offset, path, &kind)]);
    }
}

#[test]
fn errors_within_objects_name_the_property() {
    let allow = DecodeOptions::new().allow_objects(true);
    for (input, expected) in [
        ("11000000 ffffffff", "0x0004: class_length: NegativeLength"),
        ("11000000 01000000 41", "0x0008: class: UnexpectedEnd"),
        (
            "11000000 01000000 41000000",
            "0x000c: property_count: UnexpectedEnd",
        ),
        (
            "11000000 01000000 41000000 ffffffff",
            "0x000c: property_count: NegativeLength",
        ),
        (
            "11000000 01000000 41000000 01000000",
            "0x000c: property_count: CountTooLarge",
        ),
        (
            "11000000 01000000 41000000 01000000 ffffffff 00000000",
            "0x0010: key(0).name_length: NegativeLength",
        ),
        (
            "11000000 01000000 41000000 01000000 02000000 68700000 05000000 0000803f",
            "0x0020: hp.y: UnexpectedEnd",
        ),
    ] {
        let error = generic::from_slice::<Godot3, Variant>(&bytes(input), allow).expect_err(input);
        assert_eq!(error.fault(), expected, "{input}");
    }
}

/// Encodes a Dictionary of one entry with a value of an unknown type, and returns the error's path.
fn path_of_key(key: &Variant) -> String {
    let key = hex(&godot3::to_vec(key).expect("a key"));
    let error = error(&format!("12000000 01000000 {key} ff000000 00000000"));
    error.path().to_string()
}

#[test]
fn paths_lead_through_containers() {
    let position = "12000000 01000000 04000000 08000000 706f736974696f6e 05000000 0000803f 0000";
    let players = format!("13000000 04000000 00000000 00000000 00000000 {position}");
    let root = format!("12000000 01000000 04000000 07000000 706c617965727300 {players}");
    let error = error(&root);
    assert_eq!(
        error.fault(),
        "0x004c: players[3].position.y: UnexpectedEnd"
    );
    let segments: Vec<_> = error.path().segments().cloned().collect();
    let [name, index] = [Segment::name("players"), Segment::Index(3)];
    assert_eq!(
        segments,
        [name, index, Segment::name("position"), Segment::Field("y")]
    );
}

#[test]
fn paths_show_keys_of_every_type() {
    for key in [
        "7",
        "true",
        "null",
        "1.5",
        "Vector2(1, 2)",
        "\"\"",
        "\"2hp\"",
        "\"a.b\"",
        "\"a\\\"b\"",
    ] {
        assert_eq!(path_of_key(&key.parse().expect(key)), format!("[{key}]"));
    }
    for name in ["hp", "_hp2", "größe"] {
        assert_eq!(path_of_key(&name.into()), name);
    }
    // An error within a key shows the key by its index.
    let bad = "ff000000 00000000";
    let second = format!("12000000 02000000 00000000 00000000 13000000 01000000 {bad} 00000000");
    assert_eq!(error(&second).path().to_string(), "key(1)[0]");
}

#[test]
fn long_keys_are_truncated() {
    assert_eq!(path_of_key(&"a".repeat(48).into()), "a".repeat(48));
    for (text, start) in [
        ("a".repeat(49), "a".repeat(48)),
        ("é".repeat(1000), "é".repeat(48)),
    ] {
        assert_eq!(path_of_key(&text.into()), format!("[\"{start}…\"]"));
    }
    let long_array = path_of_key(&vec![Variant::Nil; 1024].into());
    assert!(long_array.chars().count() < 60);
}
