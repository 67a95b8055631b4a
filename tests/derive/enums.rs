//! Enums in each of their forms.

use super::{dictionary, list, rejected, same, sent, written};
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
fn named_from_outside() {
    same(&Event::RoundOver, r#""RoundOver""#);
    same(&Event::Chat("hi".into()), r#"{ "Chat": "hi" }"#);
    same(&Event::Move(1, 2), r#"{ "Move": [ 1, 2 ] }"#);
    same(
        &Event::Hit {
            by: 1,
            damage: None,
        },
        r#"{ "Hit": { "by": 1, "damage": null } }"#,
    );
    same(&Event::Empty {}, r#"{ "Empty": {  } }"#);
}

#[test]
fn a_variant_without_fields_may_come_with_nil() {
    let bytes = sent(dictionary! { "RoundOver": godot3::Variant::Nil });
    assert_eq!(
        godot3::from_slice::<Event>(&bytes).unwrap(),
        Event::RoundOver
    );
    assert_eq!(
        rejected::<Event>(dictionary! { "RoundOver": 1 }),
        "0x001c: RoundOver: expected Nil, found int"
    );
}

#[test]
fn what_is_no_variant() {
    let known = r#"known are "RoundOver", "Chat", "Move", "Hit", "Empty""#;
    assert_eq!(
        rejected::<Event>("Win"),
        format!(r#"0x0000: unknown variant "Win"; {known}"#)
    );
    assert_eq!(
        rejected::<Event>(dictionary! { "Win": 1 }),
        format!(r#"0x0008: key(0): unknown variant "Win"; {known}"#)
    );
    assert_eq!(
        rejected::<Event>("Chat"),
        "0x0000: expected a variant with its value, found its name alone"
    );
    assert_eq!(
        rejected::<Event>(7),
        "0x0000: expected String or Dictionary, found int"
    );
    assert_eq!(
        rejected::<Event>(dictionary! {}),
        "0x0000: expected 1 elements, found 0"
    );
    assert_eq!(
        rejected::<Event>(dictionary! { "Chat": "a", "Move": "b" }),
        "0x0000: expected 1 elements, found 2"
    );
    assert_eq!(
        rejected::<Event>(dictionary! { "Move": list![1] }),
        "0x0014: Move: expected 2 elements, found 1"
    );
    let error = rejected::<Event>(dictionary! { "Hit": dictionary! { "by": "x" } });
    assert_eq!(error, "0x0028: Hit.by: expected int, found String");
    let long = "x".repeat(100);
    assert!(rejected::<Event>(long.as_str()).contains(&format!("{}…", "x".repeat(48))));
}

#[derive(Debug, PartialEq, Variant)]
#[variant(tag = "type", rename_all = "snake_case")]
enum Message {
    Ping,
    Join(Player),
    Chat { text: String },
}

#[test]
fn named_among_the_fields() {
    same(&Message::Ping, r#"{ "type": "ping" }"#);
    same(
        &Message::Join(ada()),
        r#"{ "type": "join", "name": "Ada" }"#,
    );
    same(
        &Message::Chat { text: "hi".into() },
        r#"{ "type": "chat", "text": "hi" }"#,
    );
}

#[test]
fn the_tag_may_be_anywhere() {
    let bytes = sent(dictionary! { "text": "hi", "x": list![1, 2], "type": "chat" });
    assert_eq!(
        godot3::from_slice::<Message>(&bytes).unwrap(),
        Message::Chat { text: "hi".into() }
    );
    let bytes = sent(dictionary! { "name": "Ada", "type": "join" });
    assert_eq!(
        godot3::from_slice::<Message>(&bytes).unwrap(),
        Message::Join(ada())
    );
}

#[test]
fn what_has_no_good_tag() {
    assert_eq!(
        rejected::<Message>(dictionary! { "text": "hi" }),
        r#"0x0000: the key "type" is missing"#
    );
    let error = rejected::<Message>(dictionary! { "type": "win" });
    assert_eq!(
        error,
        r#"0x0014: type: unknown variant "win"; known are "ping", "join", "chat""#
    );
    assert_eq!(
        rejected::<Message>(dictionary! { "type": 1 }),
        "0x0014: type: expected String, found int"
    );
    assert_eq!(
        rejected::<Message>("ping"),
        "0x0000: expected Dictionary, found String"
    );
    assert_eq!(
        rejected::<Message>(dictionary! { "type": "chat" }),
        r#"0x0000: the key "text" is missing"#
    );
}

#[test]
fn a_tag_that_comes_twice_is_an_error() {
    for (other, offset) in [("ping", 0x20), ("chat", 0x20)] {
        let mut bytes = sent(dictionary! { "type": "ping" });
        bytes[4] = 2;
        bytes.extend([sent("type"), sent(other)].concat());
        let error = godot3::from_slice::<Message>(&bytes).unwrap_err();
        let expected =
            format!(r#"{offset:#06x}: type: the key "type", which names the variant, comes twice"#);
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn tags_within_tags() {
    #[derive(Debug, PartialEq, Variant)]
    #[variant(tag = "kind")]
    enum Outer {
        Inner(Message),
        #[variant(rename = "other")]
        Other,
    }
    same(
        &Outer::Inner(Message::Chat { text: "hi".into() }),
        r#"{ "kind": "Inner", "type": "chat", "text": "hi" }"#,
    );
    same(&Outer::Other, r#"{ "kind": "other" }"#);

    // Both tags come once, in an order that nobody writes.
    let bytes = sent(dictionary! { "text": "hi", "type": "chat", "kind": "Inner" });
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
fn named_beside_the_value() {
    same(&Adjacent::Ping, r#"{ "t": "Ping" }"#);
    same(
        &Adjacent::Join(ada()),
        r#"{ "t": "Join", "c": { "name": "Ada" } }"#,
    );
    same(&Adjacent::Move(1, 2), r#"{ "t": "Move", "c": [ 1, 2 ] }"#);
    same(
        &Adjacent::Chat { text: "hi".into() },
        r#"{ "t": "Chat", "c": { "text": "hi" } }"#,
    );
}

#[test]
fn the_value_may_come_before_its_name() {
    let bytes = sent(dictionary! { "c": list![1, 2], "x": 0, "t": "Move" });
    assert_eq!(
        godot3::from_slice::<Adjacent>(&bytes).unwrap(),
        Adjacent::Move(1, 2)
    );
    let error = rejected::<Adjacent>(dictionary! { "c": list![1, "x"], "t": "Move" });
    assert_eq!(error, "0x0024: c[1]: expected int, found String");
    let error = rejected::<Adjacent>(dictionary! { "t": "Move", "c": list![1, "x"] });
    assert_eq!(error, "0x003c: c[1]: expected int, found String");
}

#[test]
fn the_last_name_and_the_last_value_win() {
    let pairs = |pairs: &[(&str, Vec<u8>)]| {
        let mut bytes = sent(dictionary! {});
        bytes[4] = u8::try_from(pairs.len()).unwrap();
        for (key, value) in pairs {
            bytes.extend([&sent(*key), &value[..]].concat());
        }
        bytes
    };
    let bytes = pairs(&[
        ("t", sent("Ping")),
        ("c", sent(())),
        ("t", sent("Move")),
        ("c", sent((1, 2))),
    ]);
    assert_eq!(
        godot3::from_slice::<Adjacent>(&bytes).unwrap(),
        Adjacent::Move(1, 2)
    );
    let bytes = pairs(&[
        ("t", sent("Ping")),
        ("c", sent(())),
        ("c", sent((1, 2))),
        ("t", sent("Move")),
    ]);
    assert_eq!(
        godot3::from_slice::<Adjacent>(&bytes)
            .unwrap_err()
            .to_string(),
        "0x003c: c: expected Nil, found Array"
    );
    let bytes = pairs(&[
        ("t", sent("Move")),
        ("c", sent((3, 4))),
        ("c", sent((1, 2))),
    ]);
    assert_eq!(
        godot3::from_slice::<Adjacent>(&bytes).unwrap(),
        Adjacent::Move(1, 2)
    );
}

#[test]
fn what_lacks_a_name_or_a_value() {
    assert_eq!(
        rejected::<Adjacent>(dictionary! { "c": 1 }),
        r#"0x0000: the key "t" is missing"#
    );
    let error = rejected::<Adjacent>(dictionary! { "t": "Move" });
    assert_eq!(
        error,
        "0x0000: expected a variant with its value, found its name alone"
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
fn not_named_at_all() {
    same(&Untagged::None, "null");
    same(&Untagged::Number(7), "7");
    same(&Untagged::Pair(1, "x".into()), r#"[ 1, "x" ]"#);
    same(&Untagged::Chat { text: "hi".into() }, r#"{ "text": "hi" }"#);
    same(&Untagged::Any("other".into()), r#""other""#);
}

#[test]
fn the_closest_variant_explains() {
    #[derive(Debug, Variant)]
    #[variant(untagged)]
    enum Shape {
        Circle { radius: f32 },
        Box { size: (f32, f32) },
    }
    let error = rejected::<Vec<Shape>>(vec![dictionary! { "size": list![1.0, "x"] }]);
    assert_eq!(
        error,
        "0x002c: [0].size[1]: no variant fits; the closest is Box: expected float, found String"
    );
}

#[test]
fn what_is_read_again_and_again_is_rejected() {
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
    let error = godot3::from_slice::<Slow>(&sent(&value)).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("bytes that are decoded too often"),
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
fn as_numbers() {
    same(&Team::Red, "-1");
    same(&Team::Blue, "0");
    same(&Team::Green, "1048576");
    assert_eq!(
        rejected::<Team>(1),
        "0x0000: no variant of Team has the number 1"
    );
    assert_eq!(
        rejected::<Team>("Red"),
        "0x0000: expected int, found String"
    );
}

#[test]
fn without_variants() {
    #[derive(Debug, Variant)]
    enum Never {}
    assert_eq!(
        rejected::<Never>(7),
        "0x0000: an enum without variants has no values"
    );
    assert_eq!(
        rejected::<Option<Never>>(7),
        "0x0000: an enum without variants has no values"
    );
}

#[test]
fn names_and_fields_of_variants() {
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
    same(&Renamed::Last, r#""last""#);
    let other = godot3::to_vec(&Renamed::Other(std::time::Duration::ZERO)).unwrap_err();
    assert_eq!(other.to_string(), "the variant Other is skipped");
    same(&Renamed::RoundOver, r#""round-over""#);
    same(
        &Renamed::HitPoints { max_points: 1 },
        r#"{ "HP": { "maxPoints": 1 } }"#,
    );
    same(
        &Renamed::Mana { max_points: 1 },
        r#"{ "mana": { "MAX_POINTS": 1 } }"#,
    );
    same(&Renamed::Cell { x: 1, y: 2 }, r#"{ "cell": [ 1, 2 ] }"#);
    let bytes = sent(dictionary! { "health": dictionary! { "maxPoints": 1 } });
    assert_eq!(
        godot3::from_slice::<Renamed>(&bytes).unwrap(),
        Renamed::HitPoints { max_points: 1 }
    );
    assert_eq!(
        godot3::to_vec(&Renamed::Local).unwrap_err().to_string(),
        "the variant Local is skipped"
    );
    assert!(rejected::<Renamed>("local").contains(r#"unknown variant "local""#));
}

#[test]
fn in_a_list_the_variant_is_in_the_path() {
    let error = godot3::to_vec(&[Event::Chat("a\0".into())]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "[0].Chat: a NUL at byte 1 of text, where engines would end it"
    );
    written(&[Event::RoundOver], r#"[ "RoundOver" ]"#);
}
