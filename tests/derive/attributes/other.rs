//! `other`: the variant for unknown variant names.

use crate::common::Fault;
use crate::{
    assert_decoded, assert_encoded, assert_rejected, assert_round_trip, assert_round_trips, decode,
    decode_error, encode,
};
use gdvariant::Variant;
use gdvariant::godot3::{self, variant};
use std::collections::BTreeMap;

#[derive(Debug, PartialEq, Variant)]
enum Event {
    #[variant(other)]
    Unknown,
    RoundOver,
    Chat(String),
}

#[test]
fn unit_variants_drop_name_and_value() {
    assert_round_trips(&[
        (Event::Chat("hi".into()), r#"{ "Chat": "hi" }"#),
        (Event::Unknown, r#""Unknown""#),
    ]);
    assert_decoded(&[("Win".into(), Event::Unknown)]);
    assert_decoded(&[(
        variant!([{"Win": [1, 2]}, "RoundOver"]),
        vec![Event::Unknown, Event::RoundOver],
    )]);
    assert_rejected::<Event>(&[
        (7.into(), "0x0000: WrongType"),
        (variant!({"Chat": 7}), "0x0014: Chat: WrongType"),
        (variant!({"Chat": "a", "Win": 7}), "0x0000: WrongLength"),
    ]);
    let bytes = encode(variant!({"Win": 7}));
    let error = godot3::from_slice::<Event>(&bytes[..bytes.len() - 2]).unwrap_err();
    assert_eq!(error.fault(), "0x0018: Win.value: UnexpectedEnd");
}

#[derive(Debug, PartialEq, Variant)]
enum Class {
    Mage,
    #[variant(other)]
    Custom(String),
}

#[derive(Debug, PartialEq, Variant)]
enum Packet {
    Ping,
    #[variant(other)]
    Unknown(String, Option<godot3::Variant>),
}

#[derive(Debug, PartialEq, Variant)]
enum Counted<N, T> {
    Ping,
    #[variant(other)]
    Unknown(N, T),
}

#[test]
fn keeps_names_and_values() {
    let bard = || Class::Custom("Bard".into());
    assert_round_trips(&[(Class::Mage, r#""Mage""#), (bard(), r#""Bard""#)]);
    assert_decoded(&[(variant!({"Bard": null}), bard())]);
    assert_rejected::<Class>(&[(variant!({"Bard": 7}), "0x0014: Bard: WrongType")]);

    for sent in [
        "Win".into(),
        variant!({"Win": null}),
        variant!({"Win": [1, "two"]}),
    ] {
        let packet: Packet = decode(&sent);
        assert!(matches!(&packet, Packet::Unknown(name, _) if name == "Win"));
        assert_eq!(encode(packet), encode(sent));
    }
    assert_round_trip(&Packet::Ping, r#""Ping""#);

    type Number = Counted<Box<str>, i64>;
    assert_round_trips(&[
        (Number::Unknown("Win".into(), 7), r#"{ "Win": 7 }"#),
        (Number::Ping, r#""Ping""#),
    ]);
    assert_rejected::<Number>(&[
        (variant!({"Win": "x"}), "0x0014: Win: WrongType"),
        ("Win".into(), "0x0000: MissingPayload"),
    ]);
}

#[test]
fn borrows_names_and_values() {
    type Borrowed<'a> = Counted<&'a str, godot3::VariantRef<'a>>;
    let bytes = encode(variant!({"Win": "text"}));
    let value: Borrowed<'_> = godot3::from_slice(&bytes).unwrap();
    assert!(matches!(value, Counted::Unknown("Win", _)));
    assert_eq!(encode(value), bytes);
    // A unit variant, encoded as its name, has the value Nil.
    let bytes = encode("Win");
    let value: Borrowed<'_> = godot3::from_slice(&bytes).unwrap();
    assert_encoded(&value, r#"{ "Win": null }"#);
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

#[derive(Debug, PartialEq, Variant)]
struct Envelope {
    id: u32,
    #[variant(flatten)]
    message: Forwarded,
}

#[test]
fn keeps_an_unknown_internal_tag() {
    let win = || variant!({"by": 7, "type": "win"});
    assert_decoded(&[(win(), Message::Unknown)]);
    assert_round_trips(&[
        (Message::Unknown, r#"{ "type": "Unknown" }"#),
        (
            Message::Chat { text: "hi".into() },
            r#"{ "type": "Chat", "text": "hi" }"#,
        ),
    ]);
    let error = decode_error::<Message>(variant!({"type": "Ping", "by": 7}));
    assert_eq!(error, "0x0020: by: UnknownKey");
    let unknown = || {
        let fields = BTreeMap::from([("by".to_owned(), godot3::Variant::Int(7))]);
        Forwarded::Unknown("win".into(), fields)
    };
    assert_decoded(&[(win(), unknown())]);
    assert_round_trips(&[
        (unknown(), r#"{ "type": "win", "by": 7 }"#),
        (Forwarded::Ping, r#"{ "type": "Ping" }"#),
    ]);
    let message = unknown();
    assert_round_trip(
        &Envelope { id: 1, message },
        r#"{ "id": 1, "type": "win", "by": 7 }"#,
    );
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
    let win = || Adjacent::Unknown("win".into(), Some(7.into()));
    assert_round_trips(&[
        (Adjacent::Ping, r#"{ "t": "Ping" }"#),
        (Adjacent::Move(1, 2), r#"{ "t": "Move", "c": [ 1, 2 ] }"#),
        (Adjacent::Unknown("win".into(), None), r#"{ "t": "win" }"#),
        (win(), r#"{ "t": "win", "c": 7 }"#),
    ]);
    assert_decoded(&[(variant!({"c": 7, "t": "win"}), win())]);
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
    assert_decoded(&[(2.into(), Team::Blue), (7.into(), Team::Unknown)]);
    assert_round_trip(&Team::Unknown, "-1");
    assert_round_trips(&[
        (Numbered::Red, "1"),
        (Numbered::Blue, "2"),
        (Numbered::Green, "9"),
        (Numbered::Unknown(1_i64 << 40), "1099511627776"),
    ]);
    assert_rejected::<Numbered<u8>>(&[
        (300.into(), "0x0004: OutOfRange"),
        ("Red".into(), "0x0000: WrongType"),
    ]);
}
