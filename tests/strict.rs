//! What strict decoding refuses, and what exactly it says: the offset, the path, the kind and the message.
#![cfg(feature = "godot3")]

mod common;

use common::bytes;
use gdvariant::godot3::{self, Variant};
use gdvariant::{DecodeError, DecodeErrorKind as Kind, DecodeOptions, NodePath, Segment};

fn error(input: &str) -> DecodeError {
    let bytes = bytes(input);
    let error = godot3::from_slice::<Variant>(&bytes).expect_err(input);
    assert!(error.offset() <= bytes.len(), "{input}: {error}");
    error
}

fn check(input: &str, offset: usize, path: &str, kind: &Kind, message: &str) {
    let error = error(input);
    assert_eq!(
        (error.offset(), &*error.path().to_string(), error.kind()),
        (offset, path, kind),
        "{input}: {error}"
    );
    assert_eq!(error.message(), message, "{input}");
    let place = if path.is_empty() {
        String::new()
    } else {
        format!("{path}: ")
    };
    assert_eq!(
        error.to_string(),
        format!("{offset:#06x}: {place}{message}")
    );
    assert_eq!(format!("{error:?}"), format!("DecodeError({error})"));
}

/// Wraps a value in an Array, and says how far and by what its errors move.
fn check_everywhere(input: &str, offset: usize, path: &str, kind: &Kind, message: &str) {
    check(input, offset, path, kind, message);
    let dot = if path.is_empty() || path.starts_with('[') {
        ""
    } else {
        "."
    };
    let nested = format!("13000000 02000000 0200000007000000 {input}");
    check(
        &nested,
        offset + 16,
        &format!("[1]{dot}{path}"),
        kind,
        message,
    );
    let valued = format!("12000000 01000000 04000000 03000000 6b657900 {input}");
    check(
        &valued,
        offset + 20,
        &format!("key{dot}{path}"),
        kind,
        message,
    );
}

fn trailing(left: usize) -> (Kind, String) {
    let (follow, them) = if left == 1 {
        ("byte follows", "it")
    } else {
        ("bytes follow", "them")
    };
    let message = format!(
        "{left} {follow} the value; `from_slice_prefix` or the engine's options leave {them}"
    );
    (Kind::TrailingBytes { left }, message)
}

#[test]
fn bytes_behind_the_value() {
    for (input, offset, left) in [
        ("00000000 00", 4, 1),
        ("0100000001000000 00000000", 8, 4),
        ("14000000 01000000 ff000000 ffffff", 12, 3),
        ("1300000000000000 0200000001000000", 8, 8),
    ] {
        let (kind, message) = trailing(left);
        check(input, offset, "", &kind, &message);
        assert!(
            godot3::from_slice_prefix::<Variant>(&bytes(input))
                .is_ok_and(|(_, length)| length == offset)
        );
    }
}

#[test]
fn unknown_flags() {
    for (header, flags) in [
        ("00000100", 0x0001_0000),
        ("00010000", 0x0000_0100),
        ("01000100 01000000", 0x0001_0000),
        ("01ff0000 01000000", 0x0000_ff00),
        ("02000200 01000000", 0x0002_0000),
        ("02000300 0100000000000000", 0x0002_0000),
        ("03000180 0100000000000000", 0x8000_0000),
        ("11000300 0100000000000000", 0x0002_0000),
        ("04000100 00000000", 0x0001_0000),
        ("13000100 00000000", 0x0001_0000),
    ] {
        let message = format!("unknown flags {flags:#010x}; the engine's options ignore them");
        check_everywhere(header, 0, "", &Kind::UnknownFlags { flags }, &message);
    }
    let shared = Kind::UnknownFlags { flags: 0x8000_0000 };
    let message = "unknown flags 0x80000000; the engine's options ignore them";
    check_everywhere("13000000 00000080", 4, "count", &shared, message);
    check_everywhere("12000000 00000080", 4, "count", &shared, message);
    for (flags, number) in [
        ("04000000", 4_u32),
        ("01000080", 0x8000_0000),
        ("f3ffffff", 0xffff_fff0),
    ] {
        let message = format!("unknown flags {number:#010x}; the engine's options ignore them");
        let input = format!("0f000000 00000080 00000000 {flags}");
        check_everywhere(
            &input,
            12,
            "flags",
            &Kind::UnknownFlags { flags: number },
            &message,
        );
    }
    // The obsolete flag means something.
    assert!(
        godot3::from_slice::<NodePath>(&bytes(
            "0f000000 00000080 00000000 02000000 01000000 61000000"
        ))
        .is_ok()
    );
}

#[test]
fn unknown_types() {
    for number in [27_u8, 28, 255] {
        let message = format!(
            "unknown type {number}, the layout has 0 to 26; is it another layout, or does a length prefix come first?"
        );
        check_everywhere(
            &format!("{number:02x}000000"),
            0,
            "",
            &Kind::UnknownType { number, types: 27 },
            &message,
        );
    }
}

#[test]
fn a_bool_that_is_neither() {
    for value in [2_u32, 0xff, 0x100, 0x8000_0000, u32::MAX] {
        let message = format!(
            "expected a bool of 0 or 1, found {value}; the engine's options take it as true"
        );
        let input = format!("01000000 {}", common::hex(&value.to_le_bytes()));
        let (kind, path) = (Kind::InvalidBool { value }, "value");
        check_everywhere(&input, 4, path, &kind, &message);
    }
}

#[test]
fn counts_over_the_remaining_bytes() {
    // Type, field, count, bytes each, bytes that follow.
    for (number, field, count, each, left) in [
        ("13", "count", 1_u32, 4, 0),
        ("13", "count", 3, 4, 8),
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
        let bytes = if each == 1 { "byte" } else { "bytes" };
        let message = format!("{count} elements need at least {each} {bytes} each, {left} left");
        let input = format!(
            "{number}000000 {} {}",
            common::hex(&count.to_le_bytes()),
            "00".repeat(left)
        );
        check_everywhere(
            &input,
            4,
            field,
            &Kind::CountTooLarge {
                count: count.into(),
                each,
                left,
            },
            &message,
        );
    }
}

/// The engine adds the counts of a NodePath in 32 bits, where these make none; strictly, nothing is lost.
#[test]
fn counts_of_a_node_path_do_not_wrap() {
    let kind = Kind::CountTooLarge {
        count: 0x1_0000_0000,
        each: 4,
        left: 0,
    };
    check(
        "0f000000 ffffffff 01000080 00000000",
        4,
        "name_count",
        &kind,
        "4294967296 elements need at least 4 bytes each, 0 left",
    );
}

#[test]
fn lengths_with_a_sign() {
    for (input, offset, path, length) in [
        ("04000000 ffffffff", 4, "length", -1),
        ("04000000 00000080", 4, "length", i32::MIN),
        ("14000000 ffffffff", 4, "length", -1),
        ("17000000 ffffffff", 4, "length", -1),
        ("1a000000 feffffff", 4, "length", -2),
        ("17000000 01000000 ffffffff", 8, "[0].length", -1),
        (
            "0f000000 01000080 00000000 00000000 ffffffff",
            16,
            "[0].length",
            -1,
        ),
    ] {
        check_everywhere(
            input,
            offset,
            path,
            &Kind::NegativeLength { length },
            &format!("expected a length, found {length}"),
        );
    }
}

#[test]
fn missing_padding() {
    // Input, offset, path, bytes needed, bytes left.
    for (input, offset, path, needed, left) in [
        ("04000000 01000000 61", 8, "text", 4, 1),
        ("04000000 05000000 61616161 6100", 8, "text", 8, 6),
        ("14000000 01000000 ff", 9, "padding", 3, 0),
        ("14000000 05000000 ffffffff ff0000", 13, "padding", 3, 2),
        ("17000000 01000000 01000000 00", 12, "[0].text", 4, 1),
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
    ] {
        let message = format!("need {needed} bytes, {left} left");
        check_everywhere(
            input,
            offset,
            path,
            &Kind::UnexpectedEnd { needed, left },
            &message,
        );
    }
}

#[test]
fn bodies_that_are_cut() {
    for (input, offset, path, needed, left) in [
        ("", 0, "", 4, 0),
        ("000000", 0, "", 4, 3),
        ("01000000", 4, "value", 4, 0),
        ("02000100 01000000", 4, "value", 8, 4),
        ("03000000 0000", 4, "value", 4, 2),
        ("04000000 0000", 4, "length", 4, 2),
        ("05000000 0000803f", 8, "y", 4, 0),
        ("07000000 0000803f 000000", 8, "y", 4, 3),
        ("0c000000 0000803f", 8, "y.x", 4, 0),
        (
            "0d000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00",
            40,
            "origin.x",
            4,
            1,
        ),
        ("0f000000 00000080 00000000", 12, "flags", 4, 0),
        ("0f000000 000000", 4, "name_count", 4, 3),
        ("11000100 01000000", 4, "id", 8, 4),
        ("13000000 0000", 4, "count", 4, 2),
    ] {
        let message = format!("need {needed} bytes, {left} left");
        check_everywhere(
            input,
            offset,
            path,
            &Kind::UnexpectedEnd { needed, left },
            &message,
        );
    }
}

#[test]
fn text_that_is_not_utf8() {
    for (input, offset, path) in [
        ("04000000 01000000 ff000000", 8, "text"),
        ("04000000 03000000 6162ff00", 10, "text"),
        ("04000000 02000000 c0800000", 8, "text"),
        ("04000000 03000000 eda08000", 8, "text"),
        ("04000000 04000000 61e28200", 9, "text"),
        ("17000000 01000000 03000000 61ff0000", 13, "[0].text"),
        (
            "0f000000 01000080 00000000 00000000 02000000 61800000",
            21,
            "[0].name",
        ),
    ] {
        check_everywhere(
            input,
            offset,
            path,
            &Kind::InvalidText,
            "expected UTF-8 text",
        );
    }
}

#[test]
fn nul_within_text() {
    for (input, offset, path) in [
        ("04000000 01000000 00000000", 8, "text"),
        ("04000000 03000000 61006200", 9, "text"),
        ("17000000 01000000 03000000 61006200", 13, "[0].text"),
        ("17000000 01000000 03000000 61000000", 13, "[0].text"),
        (
            "0f000000 01000080 00000000 00000000 02000000 61000000",
            21,
            "[0].name",
        ),
    ] {
        check_everywhere(
            input,
            offset,
            path,
            &Kind::NulInText,
            "a NUL within text; the engine's options end the text there",
        );
    }
    // The NUL at the end of a pool string is counted, and belongs there.
    assert!(godot3::from_slice::<Variant>(&bytes("17000000 01000000 02000000 61000000")).is_ok());
}

#[test]
fn what_no_engine_reads() {
    let message = "a NodePath in the old format, which engines refuse";
    check_everywhere(
        "0f000000 01000000 61000000",
        4,
        "name_count",
        &Kind::OldNodePath,
        message,
    );
}

#[test]
fn whole_objects_need_permission() {
    let message = "a whole object; `allow_objects` reads it as data, and nothing is instantiated";
    check_everywhere(
        "11000000 00000000",
        0,
        "",
        &Kind::ObjectsNotAllowed,
        message,
    );
    check_everywhere(
        "11000000 01000000 41000000 00000000",
        0,
        "",
        &Kind::ObjectsNotAllowed,
        message,
    );
    check_everywhere("11000000", 0, "", &Kind::ObjectsNotAllowed, message);
}

#[test]
fn objects_say_which_property() {
    let allow = DecodeOptions::new().allow_objects(true);
    for (input, expected) in [
        (
            "11000000 ffffffff",
            "0x0004: class_length: expected a length, found -1",
        ),
        (
            "11000000 01000000 41",
            "0x0008: class: need 4 bytes, 1 left",
        ),
        (
            "11000000 01000000 41000000",
            "0x000c: property_count: need 4 bytes, 0 left",
        ),
        (
            "11000000 01000000 41000000 ffffffff",
            "0x000c: property_count: expected a length, found -1",
        ),
        (
            "11000000 01000000 41000000 01000000",
            "0x000c: property_count: 1 elements need at least 8 bytes each, 0 left",
        ),
        (
            "11000000 01000000 41000000 01000000 ffffffff 00000000",
            "0x0010: key(0).name_length: expected a length, found -1",
        ),
        (
            "11000000 01000000 41000000 01000000 02000000 68700000 05000000 0000803f",
            "0x0020: hp.y: need 4 bytes, 0 left",
        ),
    ] {
        let error = godot3::from_slice_with::<Variant>(&bytes(input), allow).expect_err(input);
        assert_eq!(error.to_string(), expected, "{input}");
    }
}

#[test]
fn what_padding_holds_does_not_matter() {
    for (odd, plain) in [
        ("04000000 01000000 61010203", "04000000 01000000 61000000"),
        ("14000000 02000000 0102aabb", "14000000 02000000 01020000"),
        (
            "17000000 01000000 03000000 616200ff",
            "17000000 01000000 03000000 61620000",
        ),
        (
            "0f000000 01000080 00000000 00000000 01000000 61ffffff",
            "0f000000 01000080 00000000 00000000 01000000 61000000",
        ),
    ] {
        let [odd, plain] =
            [odd, plain].map(|input| godot3::from_slice::<Variant>(&bytes(input)).expect(input));
        assert_eq!(odd, plain);
    }
}

/// A text in the bytes of a value.
fn text(text: &str) -> String {
    let padded = text.len().next_multiple_of(4) * 2;
    format!(
        "04000000{}{:0<padded$}",
        common::hex(&u32::try_from(text.len()).expect("short").to_le_bytes()),
        common::hex(text.as_bytes())
    )
}

fn one_pair(key: &str, value: &str) -> String {
    format!("12000000 01000000 {key} {value}")
}

#[test]
fn the_path_leads_through_containers() {
    let position = one_pair(&text("position"), "05000000 0000803f 0000");
    let players = format!("13000000 04000000 00000000 00000000 00000000 {position}");
    let error = error(&one_pair(&text("players"), &players));
    assert_eq!(error.path().to_string(), "players[3].position.y");
    assert_eq!(
        error.to_string(),
        "0x004c: players[3].position.y: need 4 bytes, 2 left"
    );
    let segments: Vec<_> = error.path().segments().cloned().collect();
    let [name, index] = [Segment::name("players"), Segment::Index(3)];
    assert_eq!(
        segments,
        [name, index, Segment::name("position"), Segment::Field("y")]
    );
}

#[test]
fn keys_of_all_kinds_stand_in_the_path() {
    // A number that no type has: the fault is the value itself, none of its fields.
    let bad = "ff000000 00000000";
    for (key, path) in [
        ("0200000007000000".into(), "[7]"),
        ("0100000001000000".into(), "[true]"),
        ("00000000".into(), "[null]"),
        ("030000000000c03f".into(), "[1.5]"),
        ("050000000000803f00000040".into(), "[Vector2( 1, 2 )]"),
        (text("hp"), "hp"),
        (text("_hp2"), "_hp2"),
        (text("größe"), "größe"),
        (text(""), "[\"\"]"),
        (text("2hp"), "[\"2hp\"]"),
        (text("a b"), "[\"a b\"]"),
        (text("a.b"), "[\"a.b\"]"),
        (text("a\"b"), "[\"a\\\"b\"]"),
    ] {
        assert_eq!(
            error(&one_pair(&key, bad)).path().to_string(),
            path,
            "{key}"
        );
    }
    // A key itself goes by its number.
    assert_eq!(
        error(&format!("12000000 01000000 {bad}"))
            .path()
            .to_string(),
        "key(0)"
    );
    let second = format!("12000000 02000000 00000000 00000000 13000000 01000000 {bad} 00000000");
    assert_eq!(error(&second).path().to_string(), "key(1)[0]");
}

#[test]
fn long_keys_are_cut() {
    // A number that no type has: the fault is the value itself, none of its fields.
    let bad = "ff000000 00000000";
    let path = |key: &str| error(&one_pair(&text(key), bad)).path().to_string();
    assert_eq!(path(&"a".repeat(48)), "a".repeat(48));
    let cut = path(&"a".repeat(49));
    assert!(
        cut.contains(&format!("{}…", "a".repeat(48))) && !cut.contains(&"a".repeat(49)),
        "{cut}"
    );
    let cut = path(&"é".repeat(1000));
    assert!(
        cut.contains(&format!("{}…", "é".repeat(48))) && cut.chars().count() < 60,
        "{cut}"
    );
    let long_array = format!("13000000 00040000 {}", "00000000".repeat(1024));
    assert!(
        error(&one_pair(&long_array, bad))
            .path()
            .to_string()
            .chars()
            .count()
            < 60
    );
}

#[test]
fn the_depth_is_limited() {
    let options = DecodeOptions::new().max_depth(1);
    assert!(
        godot3::from_slice_with::<Variant>(&bytes("13000000 01000000 13000000 00000000"), options)
            .is_ok()
    );
    let deep = "13000000 01000000 13000000 01000000 00000000";
    let error = godot3::from_slice_with::<Variant>(&bytes(deep), options).expect_err(deep);
    assert_eq!(error.kind(), &Kind::TooDeep { limit: 1 });
    assert_eq!(
        error.to_string(),
        "0x0010: [0]: values lie in one another more than 1 deep"
    );
    assert!(godot3::from_slice_with::<Variant>(&bytes(deep), options.max_depth(2)).is_ok());
    assert!(godot3::from_slice_with::<Variant>(&bytes("00000000"), options.max_depth(0)).is_ok());
}
