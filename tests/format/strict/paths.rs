//! Paths of the values in which decoding failed.

use crate::common::{Fault, bytes, hex};
use crate::strict::error;
use gdvariant::godot3::{self, Variant};
use gdvariant::{DecodeOptions, Segment};

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
        let error = godot3::from_slice_with::<Variant>(&bytes(input), allow).expect_err(input);
        assert_eq!(error.fault(), expected, "{input}");
    }
}

/// Encodes a string.
fn string(text: &str) -> String {
    let padded = text.len().next_multiple_of(4) * 2;
    format!(
        "04000000{}{:0<padded$}",
        hex(&u32::try_from(text.len()).expect("short").to_le_bytes()),
        hex(text.as_bytes())
    )
}

/// Encodes a Dictionary of one entry.
fn dictionary(key: &str, value: &str) -> String {
    format!("12000000 01000000 {key} {value}")
}

#[test]
fn paths_lead_through_containers() {
    let position = dictionary(&string("position"), "05000000 0000803f 0000");
    let players = format!("13000000 04000000 00000000 00000000 00000000 {position}");
    let error = error(&dictionary(&string("players"), &players));
    assert_eq!(error.path().to_string(), "players[3].position.y");
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
    // An unknown type is an error of the value, not of a field.
    let bad = "ff000000 00000000";
    for (key, path) in [
        ("0200000007000000".into(), "[7]"),
        ("0100000001000000".into(), "[true]"),
        ("00000000".into(), "[null]"),
        ("030000000000c03f".into(), "[1.5]"),
        ("050000000000803f00000040".into(), "[Vector2(1, 2)]"),
        (string("hp"), "hp"),
        (string("_hp2"), "_hp2"),
        (string("größe"), "größe"),
        (string(""), "[\"\"]"),
        (string("2hp"), "[\"2hp\"]"),
        (string("a b"), "[\"a b\"]"),
        (string("a.b"), "[\"a.b\"]"),
        (string("a\"b"), "[\"a\\\"b\"]"),
    ] {
        assert_eq!(
            error(&dictionary(&key, bad)).path().to_string(),
            path,
            "{key}"
        );
    }
    // An error within a key shows the key by its index.
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
fn long_keys_are_truncated() {
    // An unknown type is an error of the value, not of a field.
    let bad = "ff000000 00000000";
    let path = |key: &str| error(&dictionary(&string(key), bad)).path().to_string();
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
        error(&dictionary(&long_array, bad))
            .path()
            .to_string()
            .chars()
            .count()
            < 60
    );
}
