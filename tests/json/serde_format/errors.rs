//! The offset, the path, and the expected and found types in errors.

use super::rejected;
use crate::common::Fault;
use gdvariant::godot3::serde::{from_slice, to_vec};
use gdvariant::godot3::{self, Dictionary, Variant, variant};
use gdvariant::{
    DecodeError, DecodeErrorKind, Kind, NodePath, Packed, Rid, TypedArray, Vector2, godot4,
};
use serde::de::{Error as _, IgnoredAny, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_bytes::ByteBuf;
use std::collections::{BTreeMap, HashMap};

#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "only errors are compared")]
struct Point {
    x: f32,
    y: f32,
}

#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "only errors are compared")]
struct Player {
    position: Point,
    #[serde(default)]
    level: u8,
    #[serde(default)]
    even: Option<Even>,
}

#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "only errors are compared")]
struct Game {
    players: Vec<Player>,
}

/// A type that rejects odd numbers after decoding.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
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

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Strict {
    #[serde(rename = "a")]
    _a: i32,
}

#[derive(Debug, PartialEq, Deserialize)]
enum Event {
    Quit,
    Say(String),
    Move(i32, Vector2),
}

fn error<T: for<'de> Deserialize<'de>>(value: &Variant) -> DecodeError {
    let result = from_slice::<T>(&godot3::to_vec(value).unwrap());
    result.map(drop).expect_err("the value has another type")
}

#[test]
fn names_the_field_and_the_element() {
    let place = variant!({"x": 0, "y": 0});
    for (player, expected) in [
        (
            variant!({"position": {"x": 1.0, "y": "up"}}),
            "0x0060: players[0].position.y: WrongType",
        ),
        (
            variant!({"position": {"x": 1}}),
            "0x0038: players[0].position: MissingKey",
        ),
        (
            variant!({"level": 256, "position": (place)}),
            "0x003c: players[0].level: OutOfRange",
        ),
        (variant!({"even": 3}), "0x0034: players[0].even: Custom"),
    ] {
        let error = error::<Game>(&variant!({"players": [(player)]}));
        assert_eq!(error.fault(), expected);
    }
    assert!(matches!(
        error::<Player>(&variant!({"position": {"x": 1}})).kind(),
        DecodeErrorKind::MissingKey { key: "y", .. }
    ));
    assert!(matches!(
        error::<Player>(&variant!({"position": 1})).kind(),
        DecodeErrorKind::WrongType {
            expected: [Kind::Dictionary],
            found: Kind::Int,
            ..
        }
    ));
    for (error, expected) in [
        (
            error::<BTreeMap<i32, Even>>(&variant!({7: 3})),
            "0x0010: [7]: Custom",
        ),
        (
            error::<Vec<u8>>(&Packed([1, -1]).into()),
            "0x000c: [1]: OutOfRange",
        ),
        (
            error::<Strict>(&variant!({"b": 1})),
            "0x0008: b: UnknownKey",
        ),
        (error::<Strict>(&variant!({1: 1})), "0x0008: key(0): Custom"),
        (
            error::<Event>(&variant!({"Move": [1]})),
            "0x0014: Move: WrongLength",
        ),
        (
            error::<Event>(&variant!({"Say": 1})),
            "0x0014: Say: WrongType",
        ),
        (error::<Vec<Event>>(&variant!([{}])), "0x0008: [0]: Custom"),
        (
            error::<(i32, Vector2)>(&variant!([1, "x"])),
            "0x0010: [1]: Custom",
        ),
        (
            error::<(i32, Packed<Vec<f32>>)>(&variant!([1, Packed([1])])),
            "0x0010: [1]: Custom",
        ),
    ] {
        assert_eq!(error.fault(), expected);
    }
}

#[test]
fn names_the_kind_of_error() {
    let twice = "12000000 02000000 0400000001000000 61000000 0200000001000000 0400000001000000 61000000 0200000002000000";
    for (found, expected) in [
        (rejected::<i8>("02000000 80000000"), "0x0004: OutOfRange"),
        (rejected::<Strict>(twice), "0x0000: Custom"),
        (
            rejected::<((), ())>("13000000 01000000 00000000"),
            "0x0000: WrongLength",
        ),
        (
            rejected::<[(); 2]>("13000000 01000000 00000000"),
            "0x0000: WrongLength",
        ),
        (
            rejected::<(i32,)>("15000000 02000000 01000000 02000000"),
            "0x0000: WrongLength",
        ),
        (rejected::<bool>("02000000 01000000"), "0x0000: WrongType"),
        (rejected::<i32>("03000000 0000003f"), "0x0000: WrongType"),
        (
            rejected::<char>("04000000 02000000 61620000"),
            "0x0000: Custom",
        ),
        (
            rejected::<Vec<i32>>("12000000 00000000"),
            "0x0000: WrongType",
        ),
        (
            rejected::<BTreeMap<i32, i32>>("13000000 00000000"),
            "0x0000: WrongType",
        ),
        (
            rejected::<ByteBuf>("04000000 00000000"),
            "0x0000: WrongType",
        ),
        (
            rejected::<Event>("04000000 02000000 6e6f0000"),
            "0x0000: UnknownVariant",
        ),
        // Types of the library.
        (rejected::<NodePath>("04000000 00000000"), "0x0000: Custom"),
        (
            rejected::<Dictionary>("13000000 00000000"),
            "0x0000: Custom",
        ),
        (
            rejected::<Rid>("11000100 0700000000000000"),
            "0x0000: WrongType",
        ),
        (
            rejected::<Vector2>("13000000 00000000"),
            "0x0000: WrongType",
        ),
        (
            rejected::<[Vector2; 1]>("13000000 01000000 05000000"),
            "0x000c: [0].x: UnexpectedEnd",
        ),
        (
            rejected::<Packed<Vec<i32>>>("14000000 00000000"),
            "0x0000: Custom",
        ),
        (
            rejected::<Packed<Vec<i32>>>("13000000 00000000"),
            "0x0000: WrongType",
        ),
        // What the codec rejects as well.
        (
            rejected::<Vec<i32>>("13000000 ffffff7f"),
            "0x0004: count: CountTooLarge",
        ),
        (
            rejected::<HashMap<i32, i32>>("12000000 02000000 00000000"),
            "0x0004: count: CountTooLarge",
        ),
        (
            rejected::<bool>("01000000 02000000"),
            "0x0004: value: InvalidBool",
        ),
        (
            rejected::<bool>("01000000 01000000 00"),
            "0x0008: TrailingBytes",
        ),
        (
            rejected::<String>("04000000 01000000 61"),
            "0x0008: text: UnexpectedEnd",
        ),
        (
            rejected::<IgnoredAny>("11000000 01000000 41000000 00000000"),
            "0x0000: ObjectsNotAllowed",
        ),
    ] {
        assert_eq!(found, expected);
    }
    // A type can report a char that contains controls.
    let error = DecodeError::invalid_value(Unexpected::Char('\n'), &"a letter");
    assert_eq!(
        error.kind().to_string(),
        r#"expected a letter, found String "\n""#
    );
}

/// An enum whose content serde buffers.
#[derive(Debug, Deserialize)]
#[serde(tag = "type")]
#[expect(dead_code, reason = "only errors are compared")]
enum Tagged {
    Any { x: serde_json::Value },
}

#[test]
fn names_types_that_serde_lacks() {
    let list = gdvariant::Variant::TypedArray(Box::new(TypedArray::new(Kind::Int, [7])));
    for (value, lacking) in [
        (Vector2::new(1.0, 2.0).into(), "Vector2"),
        (gdvariant::Variant::StringName("Ada".into()), "StringName"),
        (list, "typed Array"),
    ] {
        let packet = gdvariant::variant!({"type": "Any", "x": [null, (value)]});
        let bytes = godot4::to_vec(&packet).unwrap();
        let error = godot4::serde::from_slice::<serde_json::Value>(&bytes).unwrap_err();
        assert_eq!(error.path().to_string(), "x[1]");
        assert!(
            matches!(error.kind(), DecodeErrorKind::NotInSerde { found, .. } if *found == lacking)
        );
        let buffered = godot4::serde::from_slice::<Tagged>(&bytes).unwrap_err();
        assert!(
            matches!(buffered.kind(), DecodeErrorKind::NotInSerde { .. }),
            "{buffered}"
        );
    }
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

    for (result, expected) in [
        (
            to_vec(&Message::Fields { list: (1, Rejects) }),
            "Fields.list[1]: Custom",
        ),
        (to_vec(&Message::Tuple(1, "a\0")), "Tuple[1]: NulInString"),
        (to_vec(&Message::One(u64::MAX)), "One: OutOfRange"),
        (to_vec(&[i128::MIN]), "[0]: Custom"),
        (to_vec(&u128::from(u64::MAX)), "OutOfRange"),
        (to_vec(&BTreeMap::from([("a\0", 1)])), "key(0): NulInString"),
        (
            to_vec(&BTreeMap::from([(1, variant!(["\0"]))])),
            "[1][0]: NulInString",
        ),
        (
            to_vec(&BTreeMap::from([(1, Packed(vec!["\0".to_owned()]))])),
            "[1]: NulInString",
        ),
    ] {
        assert_eq!(result.unwrap_err().fault(), expected);
    }
}
