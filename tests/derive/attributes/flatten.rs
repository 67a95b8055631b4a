//! `flatten`: fields of a struct, an enum or a map become fields of the enclosing struct.

use crate::common::Fault;
use crate::{assert_round_trip, decode_error, dictionary, encode};
use gdvariant::{Variant, Vector2, godot3};
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
    let error = decode_error::<Vec<Player>>(vec![
        dictionary! { "name": "Ada", "health": 7, "state": "Idle", "at": 1 },
    ]);
    assert_eq!(error, "0x0068: [0].at: WrongType");
    assert_eq!(
        decode_error::<Player>(dictionary! { "name": "Ada", "health": 7 }),
        "0x0000: MissingKey"
    );
}

#[test]
fn maps_collect_the_other_keys() {
    #[derive(Debug, PartialEq, Variant)]
    struct Numbers {
        one: i32,
        #[variant(flatten)]
        others: HashMap<String, i32>,
    }
    assert_round_trip(
        &Numbers {
            one: 1,
            others: [("two".into(), 2)].into(),
        },
        r#"{ "one": 1, "two": 2 }"#,
    );
    #[derive(Debug, PartialEq, Variant)]
    struct Any {
        one: i32,
        #[variant(flatten)]
        others: godot3::Dictionary,
    }
    let keys = || godot3::Dictionary::from([(godot3::Variant::Int(2), godot3::Variant::Nil)]);
    let mut all = keys();
    all.insert(godot3::Variant::from("one"), godot3::Variant::from(1));
    assert_eq!(
        godot3::from_slice::<Any>(&encode(all)).unwrap(),
        Any {
            one: 1,
            others: keys()
        }
    );
}

#[test]
fn duplicate_keys_are_rejected() {
    #[derive(Debug, PartialEq, Variant)]
    struct Numbers {
        one: i32,
        #[variant(flatten)]
        boxed: Box<Place>,
        #[variant(flatten)]
        others: BTreeMap<String, i32>,
    }
    let numbers = |key: &str| Numbers {
        one: 1,
        boxed: Box::new(Place {
            at: Vector2::new(1.0, 2.0),
            map: String::new(),
        }),
        others: [(key.into(), 2)].into(),
    };
    assert_round_trip(
        &numbers("two"),
        r#"{ "one": 1, "at": Vector2( 1, 2 ), "map": "", "two": 2 }"#,
    );
    for key in ["one", "at"] {
        let error = godot3::to_vec(&vec![numbers(key)]).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("[0]: duplicate key {key:?}, also used by a field or the tag")
        );
    }

    #[derive(Debug, PartialEq, Variant)]
    #[variant(tag = "type")]
    enum Tagged {
        Map(godot3::Dictionary),
    }
    assert_round_trip(
        &Tagged::Map(dictionary! { "a": 1 }),
        r#"{ "type": "Map", "a": 1 }"#,
    );
    let error = godot3::to_vec(&Tagged::Map(dictionary! { "type": 1 })).unwrap_err();
    assert_eq!(error.fault(), "DuplicateKey");
}

#[test]
fn flattens_generic_structs() {
    #[derive(Debug, PartialEq, Variant)]
    struct Packet<T> {
        number: u32,
        #[variant(flatten)]
        body: T,
        #[variant(flatten)]
        others: BTreeMap<String, i32>,
    }
    let body = Place {
        at: Vector2::new(1.0, 2.0),
        map: "x".into(),
    };
    assert_round_trip(
        &Packet {
            number: 7,
            body,
            others: BTreeMap::new(),
        },
        r#"{ "number": 7, "at": Vector2( 1, 2 ), "map": "x" }"#,
    );
}

#[test]
fn flattens_nested_structs() {
    #[derive(Debug, PartialEq, Variant)]
    struct Outer {
        a: i32,
        #[variant(flatten)]
        middle: Middle,
        #[variant(flatten)]
        others: BTreeMap<String, i32>,
    }
    #[derive(Debug, PartialEq, Variant)]
    struct Middle {
        b: i32,
        #[variant(flatten)]
        inner: Inner,
    }
    #[derive(Debug, PartialEq, Variant)]
    struct Inner {
        c: i32,
    }
    let outer = Outer {
        a: 1,
        middle: Middle {
            b: 2,
            inner: Inner { c: 3 },
        },
        others: [("d".into(), 4)].into(),
    };
    assert_round_trip(&outer, r#"{ "a": 1, "b": 2, "c": 3, "d": 4 }"#);
}

#[track_caller]
fn encode_error<T: gdvariant::Encode<gdvariant::Godot3>>(value: &T) -> String {
    let result = gdvariant::godot3::to_vec(value);
    result.expect_err("a key occurs twice").fault()
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
    let flattened = Save::Flattened { current: None };
    crate::assert_encoded(&flattened, r#"{ "version": 3 }"#);
    assert_round_trip(&Save::V1 { gold: 7 }, r#"{ "version": 1, "gold": 7 }"#);

    #[derive(Debug, PartialEq, Variant)]
    struct Outer<T> {
        x: i32,
        #[variant(flatten)]
        inner: T,
    }
    #[derive(Debug, PartialEq, Variant)]
    struct Inner {
        y: i32,
        x: i32,
    }
    let inner = Inner { y: 2, x: 3 };
    assert_eq!(encode_error(&Outer { x: 1, inner }), "DuplicateKey");
    #[derive(Debug, PartialEq, Variant)]
    struct Middle {
        z: i32,
        #[variant(flatten)]
        inner: Inner,
    }
    let inner = Middle {
        z: 1,
        inner: Inner { y: 2, x: 3 },
    };
    assert_eq!(encode_error(&Outer { x: 1, inner }), "DuplicateKey");
    #[derive(Debug, PartialEq, Variant)]
    #[variant(tag = "x")]
    enum Tagged {
        Ping,
    }
    let inner = Tagged::Ping;
    assert_eq!(encode_error(&Outer { x: 1, inner }), "DuplicateKey");
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
    use std::borrow::Cow;

    #[derive(Debug, Clone, PartialEq, Variant)]
    struct Player {
        name: String,
    }
    #[derive(Debug, PartialEq, Variant)]
    #[variant(tag = "type")]
    enum Message<'a> {
        Join(Cow<'a, Player>),
    }
    let player = Player { name: "Ada".into() };
    let join = Message::Join(Cow::Borrowed(&player));
    crate::assert_encoded(&join, r#"{ "type": "Join", "name": "Ada" }"#);
    assert_eq!(gdvariant::godot3::from_slice(&encode(&join)), Ok(join));
    #[derive(Variant)]
    #[variant(tag = "type")]
    #[allow(dead_code, reason = "only encoded")]
    enum Sent<'a> {
        Join(&'a Player),
    }
    crate::assert_encoded(&Sent::Join(&player), r#"{ "type": "Join", "name": "Ada" }"#);
}
