//! Numbers as the names of variants, with `repr = "int"`, and enums encoded as Arrays.

use crate::common::Fault;
use crate::{
    assert_decoded, assert_rejected, assert_round_trip, assert_round_trips, decode_error, encode,
    encode_entries,
};
use gdvariant::Variant;
use gdvariant::godot3::{self, variant};
use std::collections::BTreeMap;

#[derive(Debug, PartialEq, Variant)]
struct Player {
    name: String,
}

#[derive(Debug, PartialEq, Variant)]
#[variant(tag = "op", repr = "int", rename_all_fields = "camelCase")]
#[repr(u8)]
enum Internal {
    Join(Player) = 1,
    Move {
        x: f32,
        max_speed: i64,
    },
    #[variant(rename = -7, alias = 8, alias = 1_099_511_627_776)]
    Chat {
        text: String,
    },
    Ping,
    Leave = 0x20,
}

#[test]
fn numbers_are_internal_tags() {
    let step = Internal::Move {
        x: 0.5,
        max_speed: 3,
    };
    let chat = || Internal::Chat { text: "hi".into() };
    assert_round_trips(&[
        (
            Internal::Join(Player { name: "Ada".into() }),
            r#"{ "op": 1, "name": "Ada" }"#,
        ),
        (step, r#"{ "op": 2, "x": 0.5, "maxSpeed": 3 }"#),
        (chat(), r#"{ "op": -7, "text": "hi" }"#),
        (Internal::Ping, r#"{ "op": -6 }"#),
        (Internal::Leave, r#"{ "op": 32 }"#),
    ]);
    assert_decoded(&[
        (variant!({"text": "hi", "op": 8}), chat()),
        (variant!({"text": "hi", "op": (1_i64 << 40)}), chat()),
    ]);
    // A header of the other width.
    let mut wide = encode(variant!({"op": 32}));
    let header = wide.len() - 8;
    wide[header + 2] = 1;
    wide.extend([0; 4]);
    assert_eq!(godot3::from_slice(&wide), Ok(Internal::Leave));

    assert_rejected::<Internal>(&[
        (variant!({"op": 7}), "0x0014: op: UnknownNumber"),
        (variant!({"name": "Ada"}), "0x0000: MissingKey"),
        // Like an integer field and like `match` in a script, a tag is an int, never a float.
        (
            variant!({"op": 1.0, "name": "Ada"}),
            "0x0014: op: WrongType",
        ),
        (
            variant!({"op": "Join", "name": "Ada"}),
            "0x0014: op: WrongType",
        ),
    ]);
    let twice = encode_entries(&[("op", (-6).into()), ("op", (-6).into())]);
    let error = godot3::from_slice::<Internal>(&twice).unwrap_err();
    assert_eq!(error.fault(), "0x001c: op: RepeatedTag");
}

#[derive(Debug, PartialEq, Variant)]
#[variant(tag = "op", content = "data", repr = "int", deny_unknown_fields)]
enum Adjacent<'a, T> {
    Ping,
    Chat(&'a str),
    Move(i32, i32),
    #[variant(rename = 10)]
    Any {
        value: T,
    },
}

#[test]
fn numbers_are_adjacent_tags() {
    for (value, text) in [
        (Adjacent::Ping, r#"{ "op": 0 }"#),
        (Adjacent::Chat("hi"), r#"{ "op": 1, "data": "hi" }"#),
        (Adjacent::Move(1, 2), r#"{ "op": 2, "data": [ 1, 2 ] }"#),
        (
            Adjacent::Any { value: 7 },
            r#"{ "op": 10, "data": { "value": 7 } }"#,
        ),
    ] {
        crate::assert_encoded(&value, text);
        let bytes = encode(&value);
        assert_eq!(godot3::from_slice::<Adjacent<'_, i64>>(&bytes), Ok(value));
    }
    let bytes = encode(variant!({"data": "hi", "op": 1}));
    assert_eq!(
        godot3::from_slice(&bytes),
        Ok(Adjacent::<'_, i64>::Chat("hi"))
    );
    for (sent, fault) in [
        (variant!({"op": 2}), "0x0000: MissingKey"),
        (variant!({"op": 0, "x": 1}), "0x001c: x: UnknownKey"),
        (variant!({"op": 3}), "0x0014: op: UnknownNumber"),
    ] {
        let bytes = encode(sent);
        let error = godot3::from_slice::<Adjacent<'_, i64>>(&bytes).unwrap_err();
        assert_eq!(error.fault(), fault);
    }
}

#[derive(Debug, PartialEq, Variant)]
#[variant(repr = "int")]
enum External {
    Ping,
    Chat(String),
    Move { x: i32 },
}

#[test]
fn numbers_are_names_of_external_variants() {
    assert_round_trips(&[
        (External::Ping, "0"),
        (External::Chat("hi".into()), r#"{ 1: "hi" }"#),
        (External::Move { x: 7 }, r#"{ 2: { "x": 7 } }"#),
    ]);
    assert_rejected::<External>(&[
        (3.into(), "0x0000: UnknownNumber"),
        (variant!({3: 2}), "0x0008: key(0): UnknownNumber"),
        ("Ping".into(), "0x0000: WrongType"),
        (variant!({2: {"xx": 7}}), "0x0010: [2]: MissingKey"),
    ]);
}

#[test]
#[should_panic(expected = "two variants have the same number")]
fn two_computed_numbers_differ() {
    let _ = gdvariant::__private::distinct(&[(1, "Ping"), (2, "Chat"), (1, "Move")]);
}

#[test]
#[should_panic(expected = "the number of a variant is out of the range of an int")]
fn computed_numbers_are_ints() {
    assert_eq!(gdvariant::__private::number(i64::MIN.into()), i64::MIN);
    let _ = gdvariant::__private::number(1 << 63);
}

const FIRST: u16 = 0x100;

#[derive(Debug, PartialEq, Variant)]
#[variant(repr = "int", array)]
#[repr(u16)]
enum Computed {
    First(u8) = FIRST,
    Second,
    #[variant(rename = -1)]
    Negative = 5,
    Zero,
    #[variant(skip)]
    #[allow(dead_code, reason = "no value of it is encoded")]
    Local(std::time::Duration),
    Last = 1 << 3,
}

#[test]
fn numbers_follow_constants() {
    assert_round_trips(&[
        (Computed::First(7), "[ 256, 7 ]"),
        (Computed::Second, "[ 257 ]"),
        (Computed::Negative, "[ -1 ]"),
        (Computed::Zero, "[ 0 ]"),
        (Computed::Last, "[ 8 ]"),
    ]);
    assert_rejected::<Computed>(&[
        (variant!([1]), "0x0008: [0]: UnknownNumber"),
        (variant!([256, "x"]), "0x0010: [1]: WrongType"),
        (256.into(), "0x0000: WrongType"),
    ]);
}

#[derive(Debug, PartialEq, Variant)]
#[variant(array, rename_all = "snake_case")]
enum Row<'a> {
    Ping,
    Chat(&'a str),
    JoinGame {
        player: Player,
        #[variant(default)]
        team: u8,
        #[variant(default)]
        level: Option<u8>,
    },
    Leave(Option<u8>),
    #[variant(alias = "step")]
    Move(
        #[variant(with = "super::representation::doubled")] i64,
        #[variant(skip)] bool,
        i32,
    ),
}

fn join(team: u8, level: Option<u8>) -> Row<'static> {
    let player = Player { name: "Ada".into() };
    Row::JoinGame {
        player,
        team,
        level,
    }
}

#[test]
fn encodes_variants_as_arrays() {
    for (value, text) in [
        (Row::Ping, r#"[ "ping" ]"#),
        (Row::Chat("hi"), r#"[ "chat", "hi" ]"#),
        (
            join(7, None),
            r#"[ "join_game", { "name": "Ada" }, 7, null ]"#,
        ),
        (Row::Move(3, false, -1), r#"[ "move", 6, -1 ]"#),
    ] {
        crate::assert_encoded(&value, text);
        let bytes = encode(&value);
        assert_eq!(godot3::from_slice::<Row<'_>>(&bytes), Ok(value));
    }
    for (sent, value) in [
        (variant!(["join_game", {"name": "Ada"}]), join(0, None)),
        (
            variant!(["join_game", {"name": "Ada"}, 7, 8]),
            join(7, Some(8)),
        ),
        (variant!(["leave"]), Row::Leave(None)),
        (variant!(["step", 6, -1]), Row::Move(3, false, -1)),
    ] {
        assert_eq!(godot3::from_slice::<Row<'_>>(&encode(sent)), Ok(value));
    }
    for (sent, fault) in [
        (variant!([]), "0x0000: MissingVariantName"),
        (variant!(["ping", 1]), "0x0000: WrongLength"),
        (variant!(["join_game"]), "0x0000: WrongLength"),
        (variant!(["move", 6]), "0x0000: WrongLength"),
        (variant!(["win"]), "0x0008: [0]: UnknownVariant"),
        (variant!(["chat", 7]), "0x0014: [1]: WrongType"),
        (variant!([7, 7]), "0x0008: [0]: WrongType"),
    ] {
        let bytes = encode(sent);
        let error = godot3::from_slice::<Row<'_>>(&bytes).unwrap_err();
        assert_eq!(error.fault(), fault);
    }
}

#[derive(Debug, PartialEq, Variant)]
#[variant(tag = "op", repr = "int")]
enum Kept {
    Ping,
    #[variant(other)]
    Unknown(i64, BTreeMap<String, godot3::Variant>),
}

#[derive(Debug, PartialEq, Variant)]
#[variant(tag = "op", repr = "int")]
enum Dropped {
    Ping,
    #[variant(other, rename = -1)]
    Unknown,
}

#[derive(Debug, Variant)]
#[variant(tag = "op", repr = "int")]
enum Narrow {
    Ping,
    #[variant(other)]
    Unknown(u8),
}

#[test]
fn keeps_or_drops_an_unknown_number_and_its_fields() {
    let sent = || variant!({"by": 7, "op": 9});
    let kept = || Kept::Unknown(9, BTreeMap::from([("by".into(), 7.into())]));
    assert_decoded(&[(sent(), kept())]);
    assert_round_trips(&[
        (kept(), r#"{ "op": 9, "by": 7 }"#),
        (Kept::Ping, r#"{ "op": 0 }"#),
    ]);
    assert_decoded(&[(sent(), Dropped::Unknown)]);
    assert_round_trip(&Dropped::Unknown, r#"{ "op": -1 }"#);
    assert_rejected::<Dropped>(&[(variant!({"op": "Ping"}), "0x0014: op: WrongType")]);
    assert_rejected::<Narrow>(&[(variant!({"op": 300}), "0x0018: op: OutOfRange")]);
}

#[derive(Debug, PartialEq, Variant)]
#[variant(repr = "int")]
enum KeptValue {
    Ping,
    Chat(String),
    #[variant(other)]
    Unknown(i64, Option<godot3::Variant>),
}

#[derive(Debug, PartialEq, Variant)]
#[variant(array, repr = "int")]
enum KeptElement {
    Ping,
    #[variant(other)]
    Unknown(u8),
}

#[derive(Debug, PartialEq, Variant)]
#[variant(array)]
enum DroppedElements {
    Ping,
    #[variant(other)]
    Unknown,
}

#[test]
fn keeps_or_drops_unknown_names_of_other_forms() {
    assert_round_trips(&[
        (KeptValue::Unknown(9, None), "9"),
        (KeptValue::Unknown(9, Some(7.into())), "{ 9: 7 }"),
        (KeptValue::Ping, "0"),
    ]);
    assert_round_trip(&KeptElement::Unknown(9), "[ 9 ]");
    assert_decoded(&[(
        variant!([[9, "x", [1]], [0]]),
        vec![KeptElement::Unknown(9), KeptElement::Ping],
    )]);
    assert_eq!(
        decode_error::<KeptElement>(vec![300]),
        "0x000c: [0]: OutOfRange"
    );
    assert_decoded(&[(
        variant!([["Win", 7], ["Ping"]]),
        vec![DroppedElements::Unknown, DroppedElements::Ping],
    )]);
    assert_round_trip(&DroppedElements::Unknown, r#"[ "Unknown" ]"#);
}

#[test]
fn other_variants_take_no_number() {
    #[derive(Debug, PartialEq, Variant)]
    #[variant(tag = "op", repr = "int")]
    enum Counted {
        Join,
        #[variant(other)]
        Unknown(i64),
        Leave,
    }
    assert_round_trips(&[
        (Counted::Join, r#"{ "op": 0 }"#),
        (Counted::Leave, r#"{ "op": 1 }"#),
        (Counted::Unknown(2), r#"{ "op": 2 }"#),
    ]);
    #[derive(Debug, PartialEq, Variant)]
    #[variant(repr = "int")]
    enum Renamed {
        Join,
        #[variant(other, rename = -1)]
        Unknown,
        Leave,
        #[variant(rename = 9_223_372_036_854_775_807)]
        Last,
    }
    assert_round_trips(&[
        (Renamed::Unknown, "-1"),
        (Renamed::Leave, "1"),
        (Renamed::Last, "9223372036854775807"),
    ]);
}
