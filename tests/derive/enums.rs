//! Enums in each representation.

use super::{assert_encoded, assert_round_trip, decode_error, dictionary, encode, list};
use crate::common::Fault;
use gdvariant::{Variant, godot3};

#[derive(Debug, PartialEq, Variant)]
struct Player {
    name: String,
}

fn ada() -> Player {
    Player { name: "Ada".into() }
}

#[derive(Debug, PartialEq, Variant)]
enum Event {
    RoundOver,
    Chat(String),
    Move(i32, i32),
    Hit { by: u32, damage: Option<u32> },
    Empty {},
}

#[test]
fn encodes_externally_tagged_enums() {
    assert_round_trip(&Event::RoundOver, r#""RoundOver""#);
    assert_round_trip(&Event::Chat("hi".into()), r#"{ "Chat": "hi" }"#);
    assert_round_trip(&Event::Move(1, 2), r#"{ "Move": [ 1, 2 ] }"#);
    assert_round_trip(
        &Event::Hit {
            by: 1,
            damage: None,
        },
        r#"{ "Hit": { "by": 1, "damage": null } }"#,
    );
    assert_round_trip(&Event::Empty {}, r#"{ "Empty": {  } }"#);
}

#[test]
fn accepts_unit_variants_with_nil() {
    let bytes = encode(dictionary! { "RoundOver": godot3::Variant::Nil });
    assert_eq!(
        godot3::from_slice::<Event>(&bytes).unwrap(),
        Event::RoundOver
    );
    assert_eq!(
        decode_error::<Event>(dictionary! { "RoundOver": 1 }),
        "0x001c: RoundOver: WrongType"
    );
}

#[test]
fn rejects_unknown_variants() {
    assert_eq!(decode_error::<Event>("Win"), "0x0000: UnknownVariant");
    assert_eq!(
        decode_error::<Event>(dictionary! { "Win": 1 }),
        "0x0008: key(0): UnknownVariant"
    );
    assert_eq!(decode_error::<Event>("Chat"), "0x0000: MissingPayload");
    assert_eq!(decode_error::<Event>(7), "0x0000: WrongType");
    assert_eq!(decode_error::<Event>(dictionary! {}), "0x0000: WrongLength");
    assert_eq!(
        decode_error::<Event>(dictionary! { "Chat": "a", "Move": "b" }),
        "0x0000: WrongLength"
    );
    assert_eq!(
        decode_error::<Event>(dictionary! { "Move": list![1] }),
        "0x0014: Move: WrongLength"
    );
    let error = decode_error::<Event>(dictionary! { "Hit": dictionary! { "by": "x" } });
    assert_eq!(error, "0x0028: Hit.by: WrongType");
}

#[derive(Debug, PartialEq, Variant)]
#[variant(tag = "type", rename_all = "snake_case")]
enum Message {
    Ping,
    Join(Player),
    Chat { text: String },
}

#[test]
fn encodes_internally_tagged_enums() {
    assert_round_trip(&Message::Ping, r#"{ "type": "ping" }"#);
    assert_round_trip(
        &Message::Join(ada()),
        r#"{ "type": "join", "name": "Ada" }"#,
    );
    assert_round_trip(
        &Message::Chat { text: "hi".into() },
        r#"{ "type": "chat", "text": "hi" }"#,
    );
}

#[test]
fn accepts_the_tag_at_any_position() {
    let bytes = encode(dictionary! { "text": "hi", "x": list![1, 2], "type": "chat" });
    assert_eq!(
        godot3::from_slice::<Message>(&bytes).unwrap(),
        Message::Chat { text: "hi".into() }
    );
    let bytes = encode(dictionary! { "name": "Ada", "type": "join" });
    assert_eq!(
        godot3::from_slice::<Message>(&bytes).unwrap(),
        Message::Join(ada())
    );
}

#[test]
fn rejects_missing_and_invalid_tags() {
    assert_eq!(
        decode_error::<Message>(dictionary! { "text": "hi" }),
        "0x0000: MissingKey"
    );
    let error = decode_error::<Message>(dictionary! { "type": "win" });
    assert_eq!(error, "0x0014: type: UnknownVariant");
    assert_eq!(
        decode_error::<Message>(dictionary! { "type": 1 }),
        "0x0014: type: WrongType"
    );
    assert_eq!(decode_error::<Message>("ping"), "0x0000: WrongType");
    assert_eq!(
        decode_error::<Message>(dictionary! { "type": "chat" }),
        "0x0000: MissingKey"
    );
}

#[test]
fn rejects_duplicate_tags() {
    for (other, offset) in [("ping", 0x20), ("chat", 0x20)] {
        let mut bytes = encode(dictionary! { "type": "ping" });
        bytes[4] = 2;
        bytes.extend([encode("type"), encode(other)].concat());
        let error = godot3::from_slice::<Message>(&bytes).unwrap_err();
        assert_eq!(error.fault(), format!("{offset:#06x}: type: RepeatedTag"));
    }
}

#[test]
fn decodes_nested_internal_tags() {
    #[derive(Debug, PartialEq, Variant)]
    #[variant(tag = "kind")]
    enum Outer {
        Inner(Message),
        #[variant(rename = "other")]
        Other,
    }
    assert_round_trip(
        &Outer::Inner(Message::Chat { text: "hi".into() }),
        r#"{ "kind": "Inner", "type": "chat", "text": "hi" }"#,
    );
    assert_round_trip(&Outer::Other, r#"{ "kind": "other" }"#);

    // The outer and the inner tag are in the same Dictionary.
    let bytes = encode(dictionary! { "text": "hi", "type": "chat", "kind": "Inner" });
    assert_eq!(
        godot3::from_slice::<Outer>(&bytes).unwrap(),
        Outer::Inner(Message::Chat { text: "hi".into() })
    );
}

#[derive(Debug, PartialEq, Variant)]
#[variant(tag = "t", content = "c")]
enum Adjacent {
    Ping,
    Join(Player),
    Move(i32, i32),
    Chat { text: String },
}

#[test]
fn encodes_adjacently_tagged_enums() {
    assert_round_trip(&Adjacent::Ping, r#"{ "t": "Ping" }"#);
    assert_round_trip(
        &Adjacent::Join(ada()),
        r#"{ "t": "Join", "c": { "name": "Ada" } }"#,
    );
    assert_round_trip(&Adjacent::Move(1, 2), r#"{ "t": "Move", "c": [ 1, 2 ] }"#);
    assert_round_trip(
        &Adjacent::Chat { text: "hi".into() },
        r#"{ "t": "Chat", "c": { "text": "hi" } }"#,
    );
}

#[test]
fn accepts_the_content_before_the_tag() {
    let bytes = encode(dictionary! { "c": list![1, 2], "x": 0, "t": "Move" });
    assert_eq!(
        godot3::from_slice::<Adjacent>(&bytes).unwrap(),
        Adjacent::Move(1, 2)
    );
    let error = decode_error::<Adjacent>(dictionary! { "c": list![1, "x"], "t": "Move" });
    assert_eq!(error, "0x0024: c[1]: WrongType");
    let error = decode_error::<Adjacent>(dictionary! { "t": "Move", "c": list![1, "x"] });
    assert_eq!(error, "0x003c: c[1]: WrongType");
}

#[test]
fn the_last_tag_and_the_last_content_win() {
    let pairs = |pairs: &[(&str, Vec<u8>)]| {
        let mut bytes = encode(dictionary! {});
        bytes[4] = u8::try_from(pairs.len()).unwrap();
        for (key, value) in pairs {
            bytes.extend([&encode(*key), &value[..]].concat());
        }
        bytes
    };
    let bytes = pairs(&[
        ("t", encode("Ping")),
        ("c", encode(())),
        ("t", encode("Move")),
        ("c", encode((1, 2))),
    ]);
    assert_eq!(
        godot3::from_slice::<Adjacent>(&bytes).unwrap(),
        Adjacent::Move(1, 2)
    );
    let bytes = pairs(&[
        ("t", encode("Ping")),
        ("c", encode(())),
        ("c", encode((1, 2))),
        ("t", encode("Move")),
    ]);
    assert_eq!(
        godot3::from_slice::<Adjacent>(&bytes).unwrap_err().fault(),
        "0x003c: c: WrongType"
    );
    let bytes = pairs(&[
        ("t", encode("Move")),
        ("c", encode((3, 4))),
        ("c", encode((1, 2))),
    ]);
    assert_eq!(
        godot3::from_slice::<Adjacent>(&bytes).unwrap(),
        Adjacent::Move(1, 2)
    );
}

#[test]
fn rejects_a_missing_tag_or_content() {
    assert_eq!(
        decode_error::<Adjacent>(dictionary! { "c": 1 }),
        "0x0000: MissingKey"
    );
    let error = decode_error::<Adjacent>(dictionary! { "t": "Move" });
    assert_eq!(error, "0x0000: MissingKey");
}

#[derive(Debug, PartialEq, Variant)]
#[variant(untagged)]
enum Untagged {
    None,
    Number(i64),
    Pair(i32, String),
    Chat { text: String },
    Any(godot3::Variant),
}

#[test]
fn encodes_untagged_enums() {
    assert_round_trip(&Untagged::None, "null");
    assert_round_trip(&Untagged::Number(7), "7");
    assert_round_trip(&Untagged::Pair(1, "x".into()), r#"[ 1, "x" ]"#);
    assert_round_trip(&Untagged::Chat { text: "hi".into() }, r#"{ "text": "hi" }"#);
    assert_round_trip(&Untagged::Any("other".into()), r#""other""#);
}

#[test]
fn reports_the_error_of_the_closest_variant() {
    #[derive(Debug, Variant)]
    #[variant(untagged)]
    enum Shape {
        Circle { radius: f32 },
        Box { size: (f32, f32) },
    }
    let error = decode_error::<Vec<Shape>>(vec![dictionary! { "size": list![1.0, "x"] }]);
    assert_eq!(error, "0x002c: [0].size[1]: NoVariant");
}

/// Checks that the order of the variants decides between errors at the same offset.
#[test]
fn of_variants_that_fit_equally_the_first_is_the_closest() {
    #[derive(Debug, Variant)]
    #[variant(untagged)]
    enum Either {
        Number(i32),
        Text(String),
    }
    assert_eq!(decode_error::<Either>(true), "0x0000: NoVariant");
}

#[test]
fn limits_repeated_decoding_of_the_same_bytes() {
    #[derive(Debug, Variant)]
    #[variant(untagged)]
    enum Slow {
        One(Vec<Slow>, i32),
        Two(Vec<Slow>, i32),
        Three(Vec<Slow>, i32),
    }
    let mut value = godot3::Variant::Nil;
    for _ in 0..40 {
        value = vec![vec![value].into(), godot3::Variant::Nil].into();
    }
    let error = godot3::from_slice::<Slow>(&encode(&value)).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("decode the same bytes too often"),
        "{error}"
    );
}

#[derive(Debug, PartialEq, Variant)]
#[variant(repr = "int")]
enum Team {
    Red = -1,
    Blue,
    Green = 1 << 20,
}

#[test]
fn encodes_variants_as_numbers() {
    assert_round_trip(&Team::Red, "-1");
    assert_round_trip(&Team::Blue, "0");
    assert_round_trip(&Team::Green, "1048576");
    assert_eq!(decode_error::<Team>(1), "0x0000: UnknownNumber");
    assert_eq!(decode_error::<Team>("Red"), "0x0000: WrongType");
}

#[test]
fn decodes_no_value_of_an_empty_enum() {
    #[derive(Debug, Variant)]
    enum Never {}
    assert_eq!(decode_error::<Never>(7), "0x0000: Custom");
    assert_eq!(decode_error::<Option<Never>>(7), "0x0000: Custom");
}

#[test]
fn renames_variants_and_their_fields() {
    #[derive(Debug, PartialEq, Variant)]
    #[variant(rename_all = "kebab-case", rename_all_fields = "camelCase")]
    enum Renamed {
        RoundOver,
        #[variant(rename = "HP", alias = "health")]
        HitPoints {
            max_points: i32,
        },
        #[variant(rename_all = "UPPERCASE")]
        Mana {
            max_points: i32,
        },
        #[variant(array)]
        Cell {
            x: i32,
            y: i32,
        },
        #[variant(skip)]
        Local,
        #[variant(skip)]
        Other(std::time::Duration),
        Last,
    }
    assert_round_trip(&Renamed::Last, r#""last""#);
    let other = godot3::to_vec(&Renamed::Other(std::time::Duration::ZERO)).unwrap_err();
    assert_eq!(
        other.to_string(),
        "the variant `Other` cannot be encoded: it has `#[variant(skip)]`"
    );
    assert_round_trip(&Renamed::RoundOver, r#""round-over""#);
    assert_round_trip(
        &Renamed::HitPoints { max_points: 1 },
        r#"{ "HP": { "maxPoints": 1 } }"#,
    );
    assert_round_trip(
        &Renamed::Mana { max_points: 1 },
        r#"{ "mana": { "MAX_POINTS": 1 } }"#,
    );
    assert_round_trip(&Renamed::Cell { x: 1, y: 2 }, r#"{ "cell": [ 1, 2 ] }"#);
    let bytes = encode(dictionary! { "health": dictionary! { "maxPoints": 1 } });
    assert_eq!(
        godot3::from_slice::<Renamed>(&bytes).unwrap(),
        Renamed::HitPoints { max_points: 1 }
    );
    assert_eq!(
        godot3::to_vec(&Renamed::Local).unwrap_err().to_string(),
        "the variant `Local` cannot be encoded: it has `#[variant(skip)]`"
    );
    assert_eq!(decode_error::<Renamed>("local"), "0x0000: UnknownVariant");
}

#[test]
fn errors_in_lists_name_the_variant() {
    let error = godot3::to_vec(&[Event::Chat("a\0".into())]).unwrap_err();
    assert_eq!(error.fault(), "[0].Chat: NulInString");
    assert_encoded(&[Event::RoundOver], r#"[ "RoundOver" ]"#);
}

#[test]
fn contents_of_adjacent_enums_can_be_missing() {
    #[derive(Debug, PartialEq, Variant)]
    #[variant(tag = "t", content = "data")]
    enum Message {
        Kick(u8),
        Mute(Option<u8>),
        Move { x: i32 },
    }
    assert_eq!(
        decode_error::<Message>(dictionary! { "t": "Kick", "dtaa": 7 }),
        "0x0000: MissingKey"
    );
    assert_eq!(
        decode_error::<Message>(dictionary! { "t": "Move" }),
        "0x0000: MissingKey"
    );
    let bytes = crate::encode(dictionary! { "t": "Mute" });
    assert_eq!(godot3::from_slice(&bytes), Ok(Message::Mute(None)));
}
