//! `other`: the variant for unknown variant names.

use crate::common::Fault;
use crate::{assert_encoded, assert_round_trip, decode_error, dictionary, encode, list};
use gdvariant::{Variant, godot3};
use std::collections::BTreeMap;
use std::fmt::Debug;

/// Decodes a value of a script.
#[track_caller]
fn decode<T: gdvariant::DecodeOwned<gdvariant::Godot3>>(
    value: impl gdvariant::Encode<gdvariant::Godot3>,
) -> T {
    godot3::from_slice(&encode(value)).expect("it can be read")
}

#[derive(Debug, PartialEq, Variant)]
enum Event {
    #[variant(other)]
    Unknown,
    RoundOver,
    Chat(String),
}

#[test]
fn unit_variants_drop_name_and_value() {
    assert_eq!(decode::<Event>("Win"), Event::Unknown);
    assert_eq!(
        decode::<Event>(dictionary! { "Win": list![1, 2] }),
        Event::Unknown
    );
    assert_eq!(
        decode::<Vec<Event>>(list![dictionary! { "Win": list![1] }, "RoundOver"]),
        [Event::Unknown, Event::RoundOver]
    );
    assert_round_trip(&Event::Chat("hi".into()), r#"{ "Chat": "hi" }"#);
    assert_round_trip(&Event::Unknown, r#""Unknown""#);
}

#[test]
fn keeps_errors_of_known_variants() {
    assert_eq!(decode_error::<Event>(7), "0x0000: WrongType");
    assert_eq!(
        decode_error::<Event>(dictionary! { "Chat": 7 }),
        "0x0014: Chat: WrongType"
    );
    assert_eq!(
        decode_error::<Event>(dictionary! { "Chat": "a", "Win": 7 }),
        "0x0000: WrongLength"
    );
    let mut bytes = encode(dictionary! { "Win": 7 });
    bytes.truncate(bytes.len() - 2);
    let error = godot3::from_slice::<Event>(&bytes).unwrap_err();
    assert_eq!(error.fault(), "0x0018: Win.value: UnexpectedEnd");
}

#[derive(Debug, PartialEq, Variant)]
enum Class {
    Mage,
    #[variant(other)]
    Custom(String),
}

#[test]
fn keeps_the_name_in_a_newtype_variant() {
    assert_round_trip(&Class::Mage, r#""Mage""#);
    assert_round_trip(&Class::Custom("Bard".into()), r#""Bard""#);
    assert_eq!(
        decode::<Class>(dictionary! { "Bard": godot3::Variant::Nil }),
        Class::Custom("Bard".into())
    );
    assert_eq!(
        decode_error::<Class>(dictionary! { "Bard": 7 }),
        "0x0014: Bard: WrongType"
    );
}

#[derive(Debug, PartialEq, Variant)]
enum Packet {
    Ping,
    #[variant(other)]
    Unknown(String, Option<godot3::Variant>),
}

#[test]
fn encodes_name_and_value_again() {
    for sent in [
        encode("Win"),
        encode(dictionary! { "Win": godot3::Variant::Nil }),
        encode(dictionary! { "Win": list![1, "two"] }),
    ] {
        let packet: Packet = godot3::from_slice(&sent).unwrap();
        assert!(matches!(&packet, Packet::Unknown(name, _) if name == "Win"));
        assert_eq!(godot3::to_vec(&packet).unwrap(), sent);
    }
    assert_round_trip(&Packet::Ping, r#""Ping""#);
}

#[derive(Debug, PartialEq, Variant)]
enum Borrowed<'a> {
    Ping,
    #[variant(other)]
    Unknown(&'a str, godot3::VariantRef<'a>),
}

#[test]
fn borrows_names_and_values() {
    let bytes = encode(dictionary! { "Win": "text" });
    let value: Borrowed<'_> = godot3::from_slice(&bytes).unwrap();
    assert!(matches!(value, Borrowed::Unknown("Win", _)));
    assert_eq!(godot3::to_vec(&value).unwrap(), bytes);
    // A unit variant, encoded as its name, has the value Nil.
    let bytes = encode("Win");
    let value: Borrowed<'_> = godot3::from_slice(&bytes).unwrap();
    assert_encoded(&value, r#"{ "Win": null }"#);
    assert_encoded(&Borrowed::Ping, r#""Ping""#);
}

#[derive(Debug, PartialEq, Variant)]
enum Counted<N, T> {
    Ping,
    #[variant(other)]
    Unknown(N, T),
}

#[test]
fn decodes_names_and_values_of_other_types() {
    type Number = Counted<Box<str>, i64>;
    assert_round_trip(&Number::Unknown("Win".into(), 7), r#"{ "Win": 7 }"#);
    assert_round_trip(&Number::Ping, r#""Ping""#);
    assert_eq!(
        decode_error::<Number>(dictionary! { "Win": "x" }),
        "0x0014: Win: WrongType"
    );
    assert_eq!(decode_error::<Number>("Win"), "0x0000: MissingPayload");
}

#[derive(Debug, PartialEq, Variant)]
#[variant(tag = "type", deny_unknown_fields)]
enum Message {
    Ping,
    Chat {
        text: String,
    },
    #[variant(other)]
    Unknown,
}

#[derive(Debug, PartialEq, Variant)]
#[variant(tag = "type")]
enum Forwarded {
    Ping,
    #[variant(other)]
    Unknown(String, BTreeMap<String, godot3::Variant>),
}

#[test]
fn keeps_an_unknown_internal_tag() {
    let win = || dictionary! { "by": 7, "type": "win" };
    assert_eq!(decode::<Message>(win()), Message::Unknown);
    assert_round_trip(&Message::Unknown, r#"{ "type": "Unknown" }"#);
    assert_round_trip(
        &Message::Chat { text: "hi".into() },
        r#"{ "type": "Chat", "text": "hi" }"#,
    );
    let error = decode_error::<Message>(dictionary! { "type": "Ping", "by": 7 });
    assert_eq!(error, "0x0020: by: UnknownKey");
    let win: Forwarded = decode(win());
    let fields = BTreeMap::from([("by".to_owned(), godot3::Variant::Int(7))]);
    assert_eq!(win, Forwarded::Unknown("win".into(), fields));
    assert_round_trip(&win, r#"{ "type": "win", "by": 7 }"#);
    assert_round_trip(&Forwarded::Ping, r#"{ "type": "Ping" }"#);
}

#[derive(Debug, PartialEq, Variant)]
struct Envelope {
    id: u32,
    #[variant(flatten)]
    message: Forwarded,
}

#[test]
fn keeps_an_unknown_tag_of_a_flattened_enum() {
    let envelope: Envelope = decode(dictionary! { "id": 1, "by": 7, "type": "win" });
    let fields = BTreeMap::from([("by".to_owned(), godot3::Variant::Int(7))]);
    assert_eq!(envelope.message, Forwarded::Unknown("win".into(), fields));
    assert_round_trip(&envelope, r#"{ "id": 1, "type": "win", "by": 7 }"#);
}

#[derive(Debug, PartialEq, Variant)]
#[variant(tag = "t", content = "c")]
enum Adjacent {
    Ping,
    Move(i32, i32),
    #[variant(other)]
    Unknown(String, Option<godot3::Variant>),
}

#[test]
fn keeps_an_unknown_adjacent_tag() {
    assert_round_trip(&Adjacent::Ping, r#"{ "t": "Ping" }"#);
    assert_round_trip(&Adjacent::Move(1, 2), r#"{ "t": "Move", "c": [ 1, 2 ] }"#);
    assert_round_trip(&Adjacent::Unknown("win".into(), None), r#"{ "t": "win" }"#);
    let win = Adjacent::Unknown("win".into(), Some(7.into()));
    assert_round_trip(&win, r#"{ "t": "win", "c": 7 }"#);
    assert_eq!(decode::<Adjacent>(dictionary! { "c": 7, "t": "win" }), win);
}

#[derive(Debug, PartialEq, Variant)]
#[variant(repr = "int")]
enum Team {
    Red = 1,
    Blue,
    #[variant(other)]
    Unknown = -1,
}

#[derive(Debug, PartialEq, Variant)]
#[variant(repr = "int")]
#[repr(u8)]
enum Numbered<N> {
    Red = 1,
    Blue,
    #[variant(other)]
    Unknown(N),
    Green = 9,
}

#[test]
fn keeps_an_unknown_number() {
    assert_eq!(decode::<Team>(2), Team::Blue);
    assert_eq!(decode::<Team>(7), Team::Unknown);
    assert_round_trip(&Team::Unknown, "-1");

    assert_round_trip(&Numbered::<i64>::Red, "1");
    assert_round_trip(&Numbered::<i64>::Blue, "2");
    assert_round_trip(&Numbered::<i64>::Green, "9");
    assert_round_trip(&Numbered::Unknown(1_i64 << 40), "1099511627776");
    assert_eq!(decode_error::<Numbered<u8>>(300), "0x0004: OutOfRange");
    assert_eq!(decode_error::<Numbered<u8>>("Red"), "0x0000: WrongType");
}
