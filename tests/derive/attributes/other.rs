//! `other`: the variant for unknown names.

use crate::{dictionary, list, rejected, same, sent, written};
use gdvariant::{Variant, godot3};
use std::collections::BTreeMap;
use std::fmt::Debug;

/// Decodes what a script has sent.
#[track_caller]
fn read<T: gdvariant::DecodeOwned<gdvariant::Godot3>>(
    value: impl gdvariant::Encode<gdvariant::Godot3>,
) -> T {
    godot3::from_slice(&sent(value)).expect("it can be read")
}

#[derive(Debug, PartialEq, Variant)]
enum Event {
    #[variant(other)]
    Unknown,
    RoundOver,
    Chat(String),
}

#[test]
fn a_unit_variant_drops_the_name_and_the_value() {
    assert_eq!(read::<Event>("Win"), Event::Unknown);
    assert_eq!(
        read::<Event>(dictionary! { "Win": list![1, 2] }),
        Event::Unknown
    );
    assert_eq!(
        read::<Vec<Event>>(list![dictionary! { "Win": list![1] }, "RoundOver"]),
        [Event::Unknown, Event::RoundOver]
    );
    same(&Event::Chat("hi".into()), r#"{ "Chat": "hi" }"#);
    same(&Event::Unknown, r#""Unknown""#);
}

#[test]
fn other_errors_remain() {
    assert_eq!(
        rejected::<Event>(7),
        "0x0000: expected String or Dictionary, found int"
    );
    assert_eq!(
        rejected::<Event>(dictionary! { "Chat": 7 }),
        "0x0014: Chat: expected String, found int"
    );
    assert_eq!(
        rejected::<Event>(dictionary! { "Chat": "a", "Win": 7 }),
        "0x0000: expected 1 elements, found 2"
    );
    let mut bytes = sent(dictionary! { "Win": 7 });
    bytes.truncate(bytes.len() - 2);
    let error = godot3::from_slice::<Event>(&bytes).unwrap_err();
    assert_eq!(error.to_string(), "0x0018: Win.value: need 4 bytes, 2 left");
}

#[derive(Debug, PartialEq, Variant)]
enum Class {
    Mage,
    #[variant(other)]
    Custom(String),
}

#[test]
fn a_name_alone_is_kept() {
    same(&Class::Mage, r#""Mage""#);
    same(&Class::Custom("Bard".into()), r#""Bard""#);
    assert_eq!(
        read::<Class>(dictionary! { "Bard": godot3::Variant::Nil }),
        Class::Custom("Bard".into())
    );
    assert_eq!(
        rejected::<Class>(dictionary! { "Bard": 7 }),
        "0x0014: Bard: expected Nil, found int"
    );
}

#[derive(Debug, PartialEq, Variant)]
enum Packet {
    Ping,
    #[variant(other)]
    Unknown(String, Option<godot3::Variant>),
}

#[test]
fn a_name_with_its_value_is_encoded_again() {
    for sent in [
        sent("Win"),
        sent(dictionary! { "Win": godot3::Variant::Nil }),
        sent(dictionary! { "Win": list![1, "two"] }),
    ] {
        let packet: Packet = godot3::from_slice(&sent).unwrap();
        assert!(matches!(&packet, Packet::Unknown(name, _) if name == "Win"));
        assert_eq!(godot3::to_vec(&packet).unwrap(), sent);
    }
    same(&Packet::Ping, r#""Ping""#);
}

#[derive(Debug, PartialEq, Variant)]
enum Borrowed<'a> {
    Ping,
    #[variant(other)]
    Unknown(&'a str, godot3::VariantRef<'a>),
}

#[test]
fn names_and_values_can_be_borrowed() {
    let bytes = sent(dictionary! { "Win": "text" });
    let value: Borrowed<'_> = godot3::from_slice(&bytes).unwrap();
    assert!(matches!(value, Borrowed::Unknown("Win", _)));
    assert_eq!(godot3::to_vec(&value).unwrap(), bytes);
    // A name alone has the value Nil.
    let bytes = sent("Win");
    let value: Borrowed<'_> = godot3::from_slice(&bytes).unwrap();
    written(&value, r#"{ "Win": null }"#);
    written(&Borrowed::Ping, r#""Ping""#);
}

#[derive(Debug, PartialEq, Variant)]
enum Counted<N, T> {
    Ping,
    #[variant(other)]
    Unknown(N, T),
}

#[test]
fn names_and_values_of_other_types() {
    type Number = Counted<Box<str>, i64>;
    same(&Number::Unknown("Win".into(), 7), r#"{ "Win": 7 }"#);
    same(&Number::Ping, r#""Ping""#);
    assert_eq!(
        rejected::<Number>(dictionary! { "Win": "x" }),
        "0x0014: Win: expected int, found String"
    );
    assert_eq!(
        rejected::<Number>("Win"),
        "0x0000: expected a variant with its value, found its name alone"
    );
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
fn an_unknown_tag_among_the_fields() {
    let win = || dictionary! { "by": 7, "type": "win" };
    assert_eq!(read::<Message>(win()), Message::Unknown);
    same(&Message::Unknown, r#"{ "type": "Unknown" }"#);
    same(
        &Message::Chat { text: "hi".into() },
        r#"{ "type": "Chat", "text": "hi" }"#,
    );
    assert!(rejected::<Message>(dictionary! { "type": "Ping", "by": 7 }).contains("unknown key"));
    let win: Forwarded = read(win());
    let fields = BTreeMap::from([("by".to_owned(), godot3::Variant::Int(7))]);
    assert_eq!(win, Forwarded::Unknown("win".into(), fields));
    same(&win, r#"{ "type": "win", "by": 7 }"#);
    same(&Forwarded::Ping, r#"{ "type": "Ping" }"#);
}

#[derive(Debug, PartialEq, Variant)]
struct Envelope {
    id: u32,
    #[variant(flatten)]
    message: Forwarded,
}

#[test]
fn an_unknown_tag_in_a_flattened_enum() {
    let envelope: Envelope = read(dictionary! { "id": 1, "by": 7, "type": "win" });
    let fields = BTreeMap::from([("by".to_owned(), godot3::Variant::Int(7))]);
    assert_eq!(envelope.message, Forwarded::Unknown("win".into(), fields));
    same(&envelope, r#"{ "id": 1, "type": "win", "by": 7 }"#);
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
fn an_unknown_tag_next_to_the_content() {
    same(&Adjacent::Ping, r#"{ "t": "Ping" }"#);
    same(&Adjacent::Move(1, 2), r#"{ "t": "Move", "c": [ 1, 2 ] }"#);
    same(&Adjacent::Unknown("win".into(), None), r#"{ "t": "win" }"#);
    let win = Adjacent::Unknown("win".into(), Some(7.into()));
    same(&win, r#"{ "t": "win", "c": 7 }"#);
    assert_eq!(read::<Adjacent>(dictionary! { "c": 7, "t": "win" }), win);
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
fn an_unknown_number() {
    assert_eq!(read::<Team>(2), Team::Blue);
    assert_eq!(read::<Team>(7), Team::Unknown);
    same(&Team::Unknown, "-1");

    same(&Numbered::<i64>::Red, "1");
    same(&Numbered::<i64>::Blue, "2");
    same(&Numbered::<i64>::Green, "9");
    same(&Numbered::Unknown(1_i64 << 40), "1099511627776");
    assert_eq!(
        rejected::<Numbered<u8>>(300),
        "0x0004: 300 is out of the range of u8"
    );
    assert!(rejected::<Numbered<u8>>("Red").contains("expected int"));
}
