//! `flatten`: fields of a struct, an enum or a map become fields of the enclosing struct.

use crate::common::Fault;
use crate::{assert_decoded, assert_encoded, assert_rejected, assert_round_trip, encode};
use gdvariant::godot3::{self, Dictionary, variant};
use gdvariant::{Encode, Godot3, Variant, Vector2};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

#[derive(Debug, PartialEq, Variant)]
struct Place {
    at: Vector2,
    #[variant(default)]
    map: String,
}

#[test]
fn flattens_structs_options_and_enums() {
    #[derive(Debug, PartialEq, Variant)]
    struct Player {
        name: String,
        #[variant(flatten)]
        place: Place,
        #[variant(flatten)]
        mount: Option<Mount>,
        #[variant(flatten)]
        state: State,
        health: i32,
        #[variant(flatten)]
        others: BTreeMap<String, godot3::Variant>,
    }
    #[derive(Debug, PartialEq, Variant)]
    struct Mount {
        horse: String,
    }
    #[derive(Debug, PartialEq, Variant)]
    #[variant(tag = "state")]
    enum State {
        Idle,
        Running { speed: f32 },
    }
    let mut player = Player {
        name: "Ada".into(),
        place: Place {
            at: Vector2::new(1.0, 2.0),
            map: "home".into(),
        },
        mount: None,
        state: State::Idle,
        health: 7,
        others: BTreeMap::new(),
    };
    assert_round_trip(
        &player,
        r#"{ "name": "Ada", "at": Vector2( 1, 2 ), "map": "home", "state": "Idle", "health": 7 }"#,
    );
    player.mount = Some(Mount {
        horse: "Star".into(),
    });
    player.state = State::Running { speed: 2.0 };
    player.others.insert("gold".into(), godot3::Variant::Int(3));
    assert_round_trip(
        &player,
        r#"{ "name": "Ada", "at": Vector2( 1, 2 ), "map": "home", "horse": "Star", "state": "Running", "speed": 2.0, "health": 7, "gold": 3 }"#,
    );
    assert_rejected::<Player>(&[
        (
            variant!({"name": "Ada", "health": 7, "state": "Idle", "at": 1}),
            "0x0060: at: WrongType",
        ),
        (variant!({"name": "Ada", "health": 7}), "0x0000: MissingKey"),
    ]);
}

#[test]
fn maps_collect_the_other_keys() {
    #[derive(Debug, PartialEq, Variant)]
    struct Numbers<T> {
        one: i32,
        #[variant(flatten)]
        others: T,
    }
    let others = HashMap::from([("two".to_owned(), 2)]);
    assert_round_trip(&Numbers { one: 1, others }, r#"{ "one": 1, "two": 2 }"#);
    let others = Dictionary::from([(2, 3)]);
    assert_decoded(&[(variant!({2: 3, "one": 1}), Numbers { one: 1, others })]);
}

#[test]
fn flattens_nested_structs() {
    #[derive(Debug, PartialEq, Variant)]
    struct Outer<T> {
        a: i32,
        #[variant(flatten)]
        middle: T,
        #[variant(flatten)]
        others: BTreeMap<String, i32>,
    }
    #[derive(Debug, PartialEq, Variant)]
    struct Middle {
        b: i32,
        #[variant(flatten)]
        inner: Box<Inner>,
    }
    #[derive(Debug, PartialEq, Variant)]
    struct Inner {
        c: i32,
    }
    let outer = |key: &str| Outer {
        a: 1,
        middle: Middle {
            b: 2,
            inner: Box::new(Inner { c: 3 }),
        },
        others: [(key.into(), 4)].into(),
    };
    assert_round_trip(&outer("d"), r#"{ "a": 1, "b": 2, "c": 3, "d": 4 }"#);
    for key in ["a", "b", "c"] {
        assert_eq!(encode_error(&vec![outer(key)]), "[0]: DuplicateKey");
    }
}

#[track_caller]
fn encode_error<T: Encode<Godot3>>(value: &T) -> String {
    godot3::to_vec(value)
        .expect_err("a key occurs twice")
        .fault()
}

#[test]
fn rejects_structs_with_keys_that_are_encoded_already() {
    #[derive(Debug, PartialEq, Variant)]
    #[variant(tag = "version", repr = "int")]
    enum Save {
        #[variant(rename = 1)]
        V1 {
            gold: u32,
        },
        V2(Current),
        Flattened {
            #[variant(flatten)]
            current: Option<Current>,
        },
    }
    #[derive(Debug, PartialEq, Variant)]
    struct Current {
        level: u32,
        version: i64,
    }
    let current = || Current {
        level: 7,
        version: 9,
    };
    assert_eq!(encode_error(&Save::V2(current())), "DuplicateKey");
    let current = Some(current());
    assert_eq!(encode_error(&Save::Flattened { current }), "DuplicateKey");
    assert_encoded(&Save::Flattened { current: None }, r#"{ "version": 3 }"#);
    assert_round_trip(&Save::V1 { gold: 7 }, r#"{ "version": 1, "gold": 7 }"#);

    #[derive(Debug, PartialEq, Variant)]
    struct Outer<T> {
        x: i32,
        #[variant(flatten)]
        inner: T,
    }
    #[derive(Debug, PartialEq, Variant)]
    #[variant(tag = "x")]
    enum Tagged {
        Ping,
        Map(Dictionary),
    }
    let inner = Tagged::Ping;
    assert_eq!(encode_error(&Outer { x: 1, inner }), "DuplicateKey");
    let map = |key: &str| Tagged::Map(Dictionary::from([(key, 1)]));
    assert_eq!(encode_error(&map("x")), "DuplicateKey");
    assert_round_trip(&map("y"), r#"{ "x": "Map", "y": 1 }"#);
}

/// Keys of siblings do not occur twice if at most one of the siblings is encoded.
#[test]
fn options_can_share_keys() {
    #[derive(Debug, PartialEq, Variant)]
    struct Either {
        #[variant(flatten)]
        sword: Option<Sword>,
        #[variant(flatten)]
        bow: Option<Bow>,
    }
    #[derive(Debug, PartialEq, Variant)]
    struct Sword {
        damage: i32,
        length: i32,
    }
    #[derive(Debug, PartialEq, Variant)]
    struct Bow {
        damage: i32,
        range: i32,
    }
    let bow = Bow {
        damage: 1,
        range: 2,
    };
    assert_round_trip(
        &Either {
            sword: None,
            bow: Some(bow),
        },
        r#"{ "damage": 1, "range": 2 }"#,
    );
}

#[test]
fn encodes_fields_of_borrowed_structs() {
    #[derive(Debug, Clone, PartialEq, Variant)]
    struct Player {
        name: String,
    }
    #[derive(Debug, PartialEq, Variant)]
    #[variant(tag = "type")]
    enum Message<'a> {
        Join(Cow<'a, Player>),
    }
    #[derive(Variant)]
    #[variant(tag = "type")]
    enum Sent<'a> {
        Join(&'a Player),
    }
    let player = Player { name: "Ada".into() };
    let text = r#"{ "type": "Join", "name": "Ada" }"#;
    let join = Message::Join(Cow::Borrowed(&player));
    assert_encoded(&join, text);
    assert_eq!(godot3::from_slice(&encode(&join)), Ok(join));
    assert_encoded(&Sent::Join(&player), text);
}
