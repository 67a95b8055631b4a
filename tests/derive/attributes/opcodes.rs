//! Numbers as the names of variants, with `repr = "int"`, and enums encoded as Arrays.

use crate::common::{Fault, cases};
use crate::{assert_round_trip, decode_error, dictionary, encode, list};
use gdvariant::{Variant, godot3};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Decodes a value of a script.
#[track_caller]
fn decode<T: gdvariant::DecodeOwned<gdvariant::Godot3>>(
    value: impl gdvariant::Encode<gdvariant::Godot3>,
) -> T {
    godot3::from_slice(&encode(value)).expect("it can be read")
}

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
    let join = Internal::Join(Player { name: "Ada".into() });
    assert_round_trip(&join, r#"{ "op": 1, "name": "Ada" }"#);
    let step = Internal::Move {
        x: 0.5,
        max_speed: 3,
    };
    assert_round_trip(&step, r#"{ "op": 2, "x": 0.5, "maxSpeed": 3 }"#);
    let chat = || Internal::Chat { text: "hi".into() };
    assert_round_trip(&chat(), r#"{ "op": -7, "text": "hi" }"#);
    assert_round_trip(&Internal::Ping, r#"{ "op": -6 }"#);
    assert_round_trip(&Internal::Leave, r#"{ "op": 32 }"#);
    for alias in [8_i64, 1 << 40] {
        let sent = dictionary! { "text": "hi", "op": alias };
        assert_eq!(decode::<Internal>(sent), chat());
    }
}

#[test]
fn decodes_tags_in_headers_of_both_widths() {
    let narrow = encode(dictionary! { "op": 32 });
    let mut wide = narrow.clone();
    wide[narrow.len() - 6] = 1;
    wide.extend([0; 4]);
    assert_eq!(wide.len(), narrow.len() + 4);
    for bytes in [narrow, wide] {
        assert_eq!(godot3::from_slice(&bytes), Ok(Internal::Leave));
    }
}

#[test]
fn rejects_missing_and_unknown_numbers() {
    assert_eq!(
        decode_error::<Internal>(dictionary! { "op": 7 }),
        "0x0014: op: UnknownNumber"
    );
    assert_eq!(
        decode_error::<Internal>(dictionary! { "name": "Ada" }),
        "0x0000: MissingKey"
    );
    // Like an integer field and like `match` in a script, a tag is an int, never a float.
    assert_eq!(
        decode_error::<Internal>(dictionary! { "op": 1.0, "name": "Ada" }),
        "0x0014: op: WrongType"
    );
    assert_eq!(
        decode_error::<Internal>(dictionary! { "op": "Join", "name": "Ada" }),
        "0x0014: op: WrongType"
    );
    let mut twice = encode(dictionary! { "op": -6 });
    twice[4] = 2;
    twice.extend([encode("op"), encode(-6)].concat());
    assert_eq!(
        godot3::from_slice::<Internal>(&twice).unwrap_err().fault(),
        "0x001c: op: RepeatedTag"
    );
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
    let bytes = encode(dictionary! { "op": 0 });
    assert_eq!(godot3::from_slice(&bytes), Ok(Adjacent::<'_, bool>::Ping));
    let bytes = encode(dictionary! { "data": "hi", "op": 1 });
    assert_eq!(
        godot3::from_slice(&bytes),
        Ok(Adjacent::<'_, bool>::Chat("hi"))
    );
    type Owned = Adjacent<'static, i64>;
    for (value, text) in [
        (Owned::Move(1, 2), r#"{ "op": 2, "data": [ 1, 2 ] }"#),
        (
            Owned::Any { value: 7 },
            r#"{ "op": 10, "data": { "value": 7 } }"#,
        ),
    ] {
        crate::assert_encoded(&value, text);
        let bytes = encode(&value);
        assert_eq!(godot3::from_slice::<Adjacent<'_, i64>>(&bytes), Ok(value));
    }
    let error = |value: &godot3::Dictionary| {
        let bytes = encode(value);
        let error = godot3::from_slice::<Adjacent<'_, i64>>(&bytes).unwrap_err();
        error.to_string()
    };
    assert_eq!(
        error(&dictionary! { "op": 2 }),
        "0x0000: Move: the key \"data\" is missing"
    );
    assert_eq!(
        error(&dictionary! { "op": 0, "x": 1 }),
        "0x001c: x: unknown key, expected one of \"op\", \"data\""
    );
    assert_eq!(
        error(&dictionary! { "op": 3 }),
        "0x0014: op: unknown variant 3, expected one of 0 (Ping), 1 (Chat), 2 (Move), 10 (Any)"
    );
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
    assert_round_trip(&External::Ping, "0");
    assert_round_trip(&External::Chat("hi".into()), r#"{ 1: "hi" }"#);
    assert_round_trip(&External::Move { x: 7 }, r#"{ 2: { "x": 7 } }"#);
    assert_eq!(decode_error::<External>(3), "0x0000: UnknownNumber");
    let number = godot3::Dictionary::from([(godot3::Variant::from(3), godot3::Variant::from(2))]);
    assert_eq!(
        decode_error::<External>(number),
        "0x0008: key(0): UnknownNumber"
    );
    assert_eq!(decode_error::<External>("Ping"), "0x0000: WrongType");
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
    assert_round_trip(&Computed::First(7), "[ 256, 7 ]");
    assert_round_trip(&Computed::Second, "[ 257 ]");
    assert_round_trip(&Computed::Negative, "[ -1 ]");
    assert_round_trip(&Computed::Zero, "[ 0 ]");
    assert_round_trip(&Computed::Last, "[ 8 ]");
    assert_eq!(
        decode_error::<Computed>(list![1]),
        "0x0008: [0]: UnknownNumber"
    );
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
    Move(#[variant(with = "doubled")] i64, #[variant(skip)] bool, i32),
}

mod doubled {
    use gdvariant::{Decode, DecodeError, Encode, EncodeError, Layout, Reader, Writer};

    pub(super) fn encode<L: Layout>(
        value: &i64,
        writer: &mut Writer<'_, L>,
    ) -> Result<(), EncodeError> {
        (value * 2).encode(writer)
    }

    pub(super) fn decode<L: Layout>(reader: &mut Reader<'_, L>) -> Result<i64, DecodeError> {
        i64::decode(reader).map(|value| value / 2)
    }
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
    let player = || dictionary! { "name": "Ada" };
    for (sent, value) in [
        (list!["join_game", player()], join(0, None)),
        (list!["join_game", player(), 7], join(7, None)),
        (list!["join_game", player(), 7, 8], join(7, Some(8))),
        (list!["leave"], Row::Leave(None)),
        (list!["step", 6, -1], Row::Move(3, false, -1)),
    ] {
        assert_eq!(godot3::from_slice::<Row<'_>>(&encode(sent)), Ok(value));
    }
}

#[test]
fn rejects_arrays_of_another_length() {
    let error = |sent: Vec<godot3::Variant>| {
        let bytes = encode(sent);
        godot3::from_slice::<Row<'_>>(&bytes).unwrap_err()
    };
    let short = error(list!["join_game"]);
    assert!(
        short
            .to_string()
            .contains("expected 2 to 4 elements, found 1")
    );
    for (sent, fault) in [
        (list![], "0x0000: MissingVariantName"),
        (list!["ping", 1], "0x0000: WrongLength"),
        (list!["move", 6], "0x0000: WrongLength"),
        (list!["win"], "0x0008: [0]: UnknownVariant"),
        (list!["chat", 7], "0x0014: [1]: WrongType"),
        (list![7, 7], "0x0008: [0]: WrongType"),
    ] {
        assert_eq!(error(sent).fault(), fault);
    }
    assert_eq!(
        decode_error::<Vec<Computed>>(list![list![256, 7], list![256, "x"]]),
        "0x0030: [1][1]: WrongType"
    );
    assert_eq!(decode_error::<Computed>(256), "0x0000: WrongType");
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

#[derive(Debug, PartialEq, Variant)]
struct Envelope {
    id: u32,
    #[variant(flatten)]
    message: Kept,
}

#[test]
fn keeps_or_drops_an_unknown_number_and_its_fields() {
    let sent = || dictionary! { "by": 7, "op": 9 };
    let fields = || BTreeMap::from([("by".to_owned(), godot3::Variant::Int(7))]);
    assert_eq!(decode::<Kept>(sent()), Kept::Unknown(9, fields()));
    assert_round_trip(&Kept::Unknown(9, fields()), r#"{ "op": 9, "by": 7 }"#);
    assert_round_trip(&Kept::Ping, r#"{ "op": 0 }"#);
    assert_eq!(decode::<Dropped>(sent()), Dropped::Unknown);
    assert_round_trip(&Dropped::Unknown, r#"{ "op": -1 }"#);
    assert_eq!(
        decode_error::<Dropped>(dictionary! { "op": "Ping" }),
        "0x0014: op: WrongType"
    );
    #[derive(Debug, Variant)]
    #[variant(tag = "op", repr = "int")]
    enum Narrow {
        Ping,
        #[variant(other)]
        Unknown(u8),
    }
    assert_eq!(
        decode_error::<Narrow>(dictionary! { "op": 300 }),
        "0x0018: op: OutOfRange"
    );
    let message = Kept::Unknown(9, fields());
    assert_round_trip(
        &Envelope { id: 1, message },
        r#"{ "id": 1, "op": 9, "by": 7 }"#,
    );
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
    assert_round_trip(&KeptValue::Unknown(9, None), "9");
    assert_round_trip(
        &KeptValue::Unknown(9, Some(godot3::Variant::Int(7))),
        "{ 9: 7 }",
    );
    assert_round_trip(&KeptValue::Ping, "0");

    assert_round_trip(&KeptElement::Unknown(9), "[ 9 ]");
    assert_round_trip(
        &vec![KeptElement::Ping, KeptElement::Unknown(9)],
        "[ [ 0 ], [ 9 ] ]",
    );
    assert_eq!(
        decode::<Vec<KeptElement>>(list![list![9, "x", list![1]], list![0]]),
        [KeptElement::Unknown(9), KeptElement::Ping]
    );
    assert_eq!(
        decode_error::<KeptElement>(list![300]),
        "0x000c: [0]: OutOfRange"
    );
    assert_eq!(
        decode::<Vec<DroppedElements>>(list![list!["Win", 7], list!["Ping"]]),
        [DroppedElements::Unknown, DroppedElements::Ping]
    );
    assert_round_trip(&DroppedElements::Unknown, r#"[ "Unknown" ]"#);
}

#[derive(Debug, PartialEq, Variant)]
#[variant(array, repr = "int")]
enum AnyElement {
    Ping(u8),
    #[variant(other)]
    Unknown(i64),
}

proptest! {
    #![proptest_config(cases(80))]
    #[test]
    fn every_number_round_trips(number: i64, fields: BTreeMap<String, i64>) {
        prop_assume!(number != 0);
        let text = |text: &String| text.contains('\0') || text == "op";
        prop_assume!(!fields.keys().any(text));
        let fields = || {
            let fields = fields.iter();
            fields.map(|(key, value)| (key.clone(), godot3::Variant::Int(*value))).collect()
        };
        let kept = Kept::Unknown(number, fields());
        prop_assert_eq!(decode::<Kept>(&kept), kept);
        let value = KeptValue::Unknown(number.max(2), Some(number.into()));
        prop_assert_eq!(decode::<KeptValue>(&value), value);
        let element = AnyElement::Unknown(number);
        prop_assert_eq!(decode::<AnyElement>(&element), element);
        let seen = encode(AnyElement::Unknown(number));
        prop_assert_eq!(seen, encode(vec![number]));
    }
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
    assert_round_trip(&Counted::Join, r#"{ "op": 0 }"#);
    assert_round_trip(&Counted::Leave, r#"{ "op": 1 }"#);
    assert_round_trip(&Counted::Unknown(2), r#"{ "op": 2 }"#);
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
    assert_round_trip(&Renamed::Unknown, "-1");
    assert_round_trip(&Renamed::Leave, "1");
    assert_round_trip(&Renamed::Last, "9223372036854775807");
    #[derive(Debug, PartialEq, Variant)]
    #[variant(repr = "int")]
    enum AfterTheLast {
        #[variant(rename = 9_223_372_036_854_775_807)]
        Last,
        #[variant(other)]
        Unknown(i64),
    }
    assert_round_trip(&AfterTheLast::Unknown(1), "1");
}

#[test]
fn names_variants_under_numbers_in_errors() {
    #[derive(Debug, Variant)]
    #[variant(repr = "int")]
    enum External {
        Leave,
        Hit { damage: i64 },
    }
    let sent = BTreeMap::from([(1, BTreeMap::from([("damages", 7)]))]);
    assert_eq!(decode_error::<External>(sent), "0x0010: [1]: MissingKey");
}
