//! Enums in each representation.

use super::{
    assert_decoded, assert_rejected, assert_round_trips, decode_error, encode, encode_entries,
};
use crate::common::Fault;
use gdvariant::godot3::{self, variant};
use gdvariant::{Variant, Vector2};

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
fn external_tags() {
    let hit = Event::Hit {
        by: 1,
        damage: None,
    };
    assert_round_trips(&[
        (Event::RoundOver, r#""RoundOver""#),
        (Event::Chat("hi".into()), r#"{ "Chat": "hi" }"#),
        (Event::Move(1, 2), r#"{ "Move": [ 1, 2 ] }"#),
        (hit, r#"{ "Hit": { "by": 1, "damage": null } }"#),
        (Event::Empty {}, r#"{ "Empty": {  } }"#),
    ]);
    assert_decoded(&[(variant!({"RoundOver": null}), Event::RoundOver)]);
    assert_rejected::<Event>(&[
        (variant!({"RoundOver": 1}), "0x001c: RoundOver: WrongType"),
        ("Win".into(), "0x0000: UnknownVariant"),
        (variant!({"Win": 1}), "0x0008: key(0): UnknownVariant"),
        ("Chat".into(), "0x0000: MissingPayload"),
        (7.into(), "0x0000: WrongType"),
        (variant!({}), "0x0000: WrongLength"),
        (variant!({"Chat": "a", "Move": "b"}), "0x0000: WrongLength"),
        (variant!({"Move": [1]}), "0x0014: Move: WrongLength"),
        (variant!({"Hit": {"by": "x"}}), "0x0028: Hit.by: WrongType"),
    ]);
    let error = godot3::to_vec(&[Event::Chat("a\0".into())]).unwrap_err();
    assert_eq!(error.fault(), "[0].Chat: NulInString");
}

#[derive(Debug, PartialEq, Variant)]
#[variant(tag = "type", rename_all = "snake_case")]
enum Message {
    Ping,
    Join(Player),
    Chat { text: String },
}

#[test]
fn internal_tags() {
    let chat = || Message::Chat { text: "hi".into() };
    assert_round_trips(&[
        (Message::Ping, r#"{ "type": "ping" }"#),
        (Message::Join(ada()), r#"{ "type": "join", "name": "Ada" }"#),
        (chat(), r#"{ "type": "chat", "text": "hi" }"#),
    ]);
    assert_decoded(&[
        (
            variant!({"text": "hi", "x": [1, 2], "type": "chat"}),
            chat(),
        ),
        (
            variant!({"name": "Ada", "type": "join"}),
            Message::Join(ada()),
        ),
    ]);
    assert_rejected::<Message>(&[
        (variant!({"text": "hi"}), "0x0000: MissingKey"),
        (variant!({"type": "win"}), "0x0014: type: UnknownVariant"),
        (variant!({"type": 1}), "0x0014: type: WrongType"),
        ("ping".into(), "0x0000: WrongType"),
        (variant!({"type": "chat"}), "0x0000: MissingKey"),
    ]);
    for other in ["ping", "chat"] {
        let twice = encode_entries(&[("type", "ping".into()), ("type", other.into())]);
        let error = godot3::from_slice::<Message>(&twice).unwrap_err();
        assert_eq!(error.fault(), "0x0020: type: RepeatedTag");
    }

    // The outer and the inner tag are in the same Dictionary.
    #[derive(Debug, PartialEq, Variant)]
    #[variant(tag = "kind")]
    enum Outer {
        Inner(Message),
    }
    assert_round_trips(&[(
        Outer::Inner(chat()),
        r#"{ "kind": "Inner", "type": "chat", "text": "hi" }"#,
    )]);
    assert_decoded(&[(
        variant!({"text": "hi", "type": "chat", "kind": "Inner"}),
        Outer::Inner(chat()),
    )]);
}

#[derive(Debug, PartialEq, Variant)]
#[variant(tag = "t", content = "data")]
enum Adjacent {
    Ping,
    Join(Player),
    Move(i32, i32),
    Chat { text: String },
    Kick(u8),
    Mute(Option<u8>),
}

#[test]
fn adjacent_tags() {
    let chat = Adjacent::Chat { text: "hi".into() };
    assert_round_trips(&[
        (Adjacent::Ping, r#"{ "t": "Ping" }"#),
        (
            Adjacent::Join(ada()),
            r#"{ "t": "Join", "data": { "name": "Ada" } }"#,
        ),
        (Adjacent::Move(1, 2), r#"{ "t": "Move", "data": [ 1, 2 ] }"#),
        (chat, r#"{ "t": "Chat", "data": { "text": "hi" } }"#),
    ]);
    assert_decoded(&[
        (
            variant!({"data": [1, 2], "x": 0, "t": "Move"}),
            Adjacent::Move(1, 2),
        ),
        (variant!({"t": "Mute"}), Adjacent::Mute(None)),
    ]);
    assert_rejected::<Adjacent>(&[
        (
            variant!({"data": [1, "x"], "t": "Move"}),
            "0x0024: data[1]: WrongType",
        ),
        (
            variant!({"t": "Move", "data": [1, "x"]}),
            "0x003c: data[1]: WrongType",
        ),
        (variant!({"data": 1}), "0x0000: MissingKey"),
        (variant!({"t": "Move"}), "0x0000: MissingKey"),
        (variant!({"t": "Chat"}), "0x0000: MissingKey"),
        (variant!({"t": "Kick", "dtaa": 7}), "0x0000: MissingKey"),
    ]);
}

#[test]
fn the_last_tag_and_the_last_content_win() {
    let decode = |entries: &[(&str, godot3::Variant)]| {
        godot3::from_slice::<Adjacent>(&encode_entries(entries)).map_err(|error| error.fault())
    };
    let [ping, other] = ["Ping", "Move"].map(|name| ("t", name.into()));
    let nil = ("data", ().into());
    let [old, new] = [[3, 4], [1, 2]].map(|content| ("data", content.to_vec().into()));
    let (ping, other, new) = (&ping, &other, &new);
    assert_eq!(
        decode(&[ping.clone(), nil.clone(), other.clone(), new.clone()]),
        Ok(Adjacent::Move(1, 2))
    );
    assert_eq!(
        decode(&[ping.clone(), nil, new.clone(), other.clone()]),
        Err("0x003c: data: WrongType".into())
    );
    assert_eq!(
        decode(&[other.clone(), old, new.clone()]),
        Ok(Adjacent::Move(1, 2))
    );
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
fn untagged_enums() {
    assert_round_trips(&[
        (Untagged::None, "null"),
        (Untagged::Number(7), "7"),
        (Untagged::Pair(1, "x".into()), r#"[ 1, "x" ]"#),
        (Untagged::Chat { text: "hi".into() }, r#"{ "text": "hi" }"#),
        (Untagged::Any("other".into()), r#""other""#),
    ]);

    #[derive(Debug, Variant)]
    #[variant(untagged)]
    enum Shape {
        Circle { radius: f32 },
        Box { size: (f32, f32) },
    }
    // The error of the closest variant.
    let sent = variant!([{"size": [1.0, "x"]}]);
    assert_eq!(
        decode_error::<Vec<Shape>>(sent),
        "0x002c: [0].size[1]: WrongType"
    );

    // At the same offset, a variant with a missing key is closer than one of another type.
    #[derive(Debug, Variant)]
    #[variant(untagged)]
    enum Target {
        Id(u32),
        Area { at: Vector2, r: f32 },
        Text(String),
    }
    let sent = variant!({"att": (Vector2::default()), "r": 1.0});
    let error = godot3::from_slice::<Target>(&encode(&sent)).unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"0x0000: no variant of Target fits, the closest is Area: the key "at" is missing, found "att" (did you mean "at"?)"#
    );

    // The order of the variants decides between wrong types at the same offset.
    #[derive(Debug, Variant)]
    #[variant(untagged)]
    enum Either {
        Number(i32),
        Text(String),
    }
    let error = godot3::from_slice::<Either>(&encode(true)).unwrap_err();
    assert_eq!(error.fault(), "0x0000: WrongType");
    assert!(error.to_string().contains("Number"), "{error}");

    // The error names nested enums from the outside in.
    #[derive(Debug, Variant)]
    #[variant(untagged)]
    enum Sent {
        List(Vec<Tagged>),
        Other(Either),
    }
    #[derive(Debug, Variant)]
    #[variant(tag = "type")]
    enum Tagged {
        Hello { name: String },
    }
    let [hello, other] = [variant!([{"type": "Hello"}]), true.into()].map(|sent| {
        let error = godot3::from_slice::<Sent>(&encode(&sent)).unwrap_err();
        error.to_string()
    });
    assert_eq!(
        hello,
        r#"0x0008: no variant of Sent fits, the closest is List: [0]: Hello: the key "name" is missing"#
    );
    assert_eq!(
        other,
        "0x0000: no variant of Sent fits, the closest is List: expected Array, found bool"
    );
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
        value = variant!([[(value)], null]);
    }
    let error = godot3::from_slice::<Slow>(&encode(&value)).unwrap_err();
    let expected = "decode the same bytes too often";
    assert!(error.to_string().contains(expected), "{error}");
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
    assert_round_trips(&[
        (Team::Red, "-1"),
        (Team::Blue, "0"),
        (Team::Green, "1048576"),
    ]);
    assert_rejected::<Team>(&[
        (1.into(), "0x0000: UnknownNumber"),
        ("Red".into(), "0x0000: WrongType"),
    ]);
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
    let points = || Renamed::HitPoints { max_points: 1 };
    assert_round_trips(&[
        (Renamed::RoundOver, r#""round-over""#),
        (points(), r#"{ "HP": { "maxPoints": 1 } }"#),
        (
            Renamed::Mana { max_points: 1 },
            r#"{ "mana": { "MAX_POINTS": 1 } }"#,
        ),
        (Renamed::Cell { x: 1, y: 2 }, r#"{ "cell": [ 1, 2 ] }"#),
        (Renamed::Last, r#""last""#),
    ]);
    assert_decoded(&[(variant!({"health": {"maxPoints": 1}}), points())]);
    assert_eq!(decode_error::<Renamed>("local"), "0x0000: UnknownVariant");
    for skipped in [Renamed::Local, Renamed::Other(std::time::Duration::ZERO)] {
        let error = godot3::to_vec(&skipped).unwrap_err().to_string();
        assert!(
            error.contains("cannot be encoded: it has `#[variant(skip)]`"),
            "{error}"
        );
    }
}
