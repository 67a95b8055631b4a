//! The offset, the path, and the expected and found types in errors.

use super::rejected;
use crate::common::Fault;
use gdvariant::godot3::serde::{from_slice, to_vec};
use gdvariant::godot3::{self, Variant};
use gdvariant::{DecodeError, DecodeErrorKind, Dictionary, Kind, Segment};
use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;

#[derive(Debug, Serialize, Deserialize)]
struct Point {
    x: f32,
    y: f32,
}

#[derive(Debug, Serialize, Deserialize)]
struct Player {
    position: Point,
    #[serde(default)]
    level: u8,
    #[serde(default)]
    even: Option<Even>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Game {
    players: Vec<Player>,
}

/// A type that rejects odd numbers after decoding.
#[derive(Debug, Serialize)]
struct Even(i32);

impl<'de> Deserialize<'de> for Even {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = i32::deserialize(deserializer)?;
        if number % 2 == 0 {
            Ok(Self(number))
        } else {
            Err(D::Error::custom(format_args!("{number} is odd")))
        }
    }
}

/// Encodes a game with one player with these fields.
fn game<const N: usize>(fields: [(&str, Variant); N]) -> Vec<u8> {
    let player = Variant::from(Dictionary::from(fields));
    godot3::to_vec(&Dictionary::<Variant>::from([("players", vec![player])])).unwrap()
}

/// Returns the error of decoding a player with these fields.
fn player_rejected<const N: usize>(fields: [(&str, Variant); N]) -> String {
    from_slice::<Game>(&game(fields)).unwrap_err().fault()
}

fn point<const N: usize>(fields: [(&str, Variant); N]) -> Variant {
    Variant::from(Dictionary::from(fields))
}

#[test]
fn names_a_field_of_another_type() {
    let wrong = point([("x", 1.0.into()), ("y", "up".into())]);
    assert_eq!(
        player_rejected([("position", wrong)]),
        "0x0060: players[0].position.y: WrongType"
    );
    let error = from_slice::<Game>(&game([("position", 1.into())])).unwrap_err();
    assert!(matches!(
        error.kind(),
        DecodeErrorKind::WrongType {
            expected: [Kind::Dictionary],
            found: Kind::Int,
            ..
        }
    ));
    let path: Vec<_> = error.path().segments().cloned().collect();
    assert_eq!(
        path,
        [
            Segment::Name("players".into()),
            Segment::Index(0),
            Segment::Name("position".into())
        ]
    );
}

#[test]
fn names_a_missing_field_at_its_struct() {
    let error = from_slice::<Game>(&game([("position", point([("x", 1.into())]))])).unwrap_err();
    assert_eq!(error.fault(), "0x0038: players[0].position: MissingKey");
    assert!(matches!(
        error.kind(),
        DecodeErrorKind::MissingKey { key: "y", .. }
    ));
}

#[test]
fn names_a_number_out_of_range_at_its_path() {
    let position = || point([("x", 0.into()), ("y", 0.into())]);
    let message = player_rejected([("level", 256.into()), ("position", position())]);
    assert_eq!(message, "0x003c: players[0].level: OutOfRange");
    assert_eq!(rejected::<i8>("02000000 80000000"), "0x0004: OutOfRange");
    // The index is that of the second element of a PackedInt32Array.
    assert_eq!(
        rejected::<Vec<u8>>("15000000 02000000 01000000 ffffffff"),
        "0x000c: [1]: OutOfRange"
    );
}

#[test]
fn errors_of_types_have_a_path() {
    let message = player_rejected([("even", 3.into())]);
    assert_eq!(message, "0x0034: players[0].even: Custom");
    assert_eq!(rejected::<Even>("02000000 03000000"), "0x0000: Custom");
    assert_eq!(
        rejected::<BTreeMap<i32, Even>>("12000000 01000000 0200000007000000 0200000003000000"),
        "0x0010: [7]: Custom"
    );
}

#[test]
fn rejects_unknown_and_duplicate_fields() {
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Strict {
        #[serde(rename = "a")]
        _a: i32,
    }

    let pairs = [("b", 1)];
    let error = from_slice::<Strict>(&to_vec(&BTreeMap::from(pairs)).unwrap()).unwrap_err();
    assert_eq!(error.fault(), "0x0008: b: UnknownKey");
    let twice = "12000000 02000000 0400000001000000 61000000 0200000001000000 0400000001000000 61000000 0200000002000000";
    assert_eq!(rejected::<Strict>(twice), "0x0000: Custom");
    let number = "12000000 01000000 0200000001000000 0200000001000000";
    assert_eq!(rejected::<Strict>(number), "0x0008: key(0): Custom");
    assert_eq!(rejected::<Strict>("13000000 00000000"), "0x0000: WrongType");
}

#[test]
fn rejects_other_lengths() {
    let three = "13000000 03000000 00000000 00000000 00000000";
    assert_eq!(rejected::<((), ())>(three), "0x0000: WrongLength");
    assert_eq!(rejected::<[(); 4]>(three), "0x0000: WrongLength");
    assert_eq!(
        rejected::<(i32, i32, i32)>("15000000 02000000 01000000 02000000"),
        "0x0000: WrongLength"
    );
}

#[test]
fn names_the_expected_type() {
    assert_eq!(rejected::<bool>("02000000 01000000"), "0x0000: WrongType");
    assert_eq!(rejected::<i32>("03000000 0000003f"), "0x0000: WrongType");
    assert_eq!(
        rejected::<f32>("05000000 00000000 00000000"),
        "0x0000: WrongType"
    );
    assert_eq!(rejected::<String>("02000000 01000000"), "0x0000: WrongType");
    assert_eq!(
        rejected::<char>("04000000 02000000 61620000"),
        "0x0000: Custom"
    );
    // A type can report a char that contains controls.
    let error = DecodeError::invalid_value(Unexpected::Char('\n'), &"a letter");
    assert_eq!(
        error.kind().to_string(),
        r#"expected a letter, found String "\n""#
    );
    assert_eq!(rejected::<()>("02000000 01000000"), "0x0000: WrongType");
    assert_eq!(
        rejected::<Vec<i32>>("12000000 00000000"),
        "0x0000: WrongType"
    );
    assert_eq!(
        rejected::<BTreeMap<i32, i32>>("13000000 00000000"),
        "0x0000: WrongType"
    );
    assert_eq!(
        rejected::<serde_bytes::ByteBuf>("04000000 00000000"),
        "0x0000: WrongType"
    );
    assert_eq!(
        rejected::<Vec<bool>>("15000000 01000000 07000000"),
        "0x0008: [0]: WrongType"
    );
}

#[test]
fn names_values_that_cannot_be_encoded() {
    struct Rejects;

    impl Serialize for Rejects {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("not today"))
        }
    }

    #[derive(Serialize)]
    enum Message {
        Fields { list: (i32, Rejects) },
        Tuple(i32, &'static str),
        One(u64),
    }

    let error = |value: &Message| to_vec(value).unwrap_err().to_string();
    assert_eq!(
        error(&Message::Fields { list: (1, Rejects) }),
        "Fields.list[1]: not today"
    );
    assert_eq!(
        error(&Message::Tuple(1, "a\0")),
        "Tuple[1]: a NUL at byte 1 of a string, where engines would truncate it"
    );
    assert!(
        error(&Message::One(u64::MAX))
            .starts_with("One: 18446744073709551615 is out of the range of int")
    );
    let keyed = to_vec(&BTreeMap::from([("a\0", 1)])).unwrap_err();
    assert_eq!(keyed.fault(), "key(0): NulInString");
    let within = to_vec(&BTreeMap::from([(
        1,
        Variant::from(vec![Variant::from("\0")]),
    )]))
    .unwrap_err();
    assert_eq!(within.fault(), "[1][0]: NulInString");
}

#[cfg(feature = "double")]
#[test]
fn offsets_of_elements_include_their_gaps() {
    use gdvariant::{Packed, godot3_double};

    let elements = vec![godot3_double::Vector2::new(1.0, 2.0); 3];
    let bytes = godot3_double::to_vec(&Packed(elements)).expect("an array");
    let error = godot3_double::serde::from_slice::<Vec<i32>>(&bytes).expect_err("no int");
    assert_eq!(error.offset(), bytes.len() - 48);
}
