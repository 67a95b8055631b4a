//! What each attribute does to structs and their fields.

use super::{dictionary, list, refused, same, sent, written};
use gdvariant::{
    Decode, DecodeError, Encode, EncodeError, Layout, Reader, Variant, Vector2, Writer, godot3,
};
use std::collections::{BTreeMap, HashMap};

#[derive(Debug, PartialEq, Variant)]
#[variant(rename_all = "camelCase")]
struct Renamed {
    max_health: i32,
    #[variant(rename = "class", alias = "kind", alias = "type")]
    class_name: String,
}

#[test]
fn keys() {
    same(
        &Renamed {
            max_health: 1,
            class_name: "a".into(),
        },
        r#"{ "maxHealth": 1, "class": "a" }"#,
    );
    for key in ["class", "kind", "type"] {
        let bytes = sent(godot3::Dictionary::from([
            (key, godot3::Variant::from("a")),
            ("maxHealth", 1.into()),
        ]));
        assert_eq!(
            godot3::from_slice::<Renamed>(&bytes).unwrap(),
            Renamed {
                max_health: 1,
                class_name: "a".into()
            }
        );
    }
    assert_eq!(
        refused::<Renamed>(dictionary! { "maxHealth": 1 }),
        r#"0x0000: the key "class" is missing"#
    );
}

#[derive(Debug, PartialEq, Variant)]
struct Defaults {
    #[variant(default)]
    level: i32,
    #[variant(default = "full")]
    volume: f32,
    #[variant(skip)]
    cached: u8,
    #[variant(skip, default = "nine")]
    nine: u8,
}

fn full() -> f32 {
    1.0
}

fn nine() -> u8 {
    9
}

#[test]
fn what_stands_for_missing_fields() {
    let defaults = Defaults {
        level: 0,
        volume: 1.0,
        cached: 0,
        nine: 9,
    };
    assert_eq!(
        godot3::from_slice::<Defaults>(&sent(dictionary! { "cached": 7 })).unwrap(),
        defaults
    );
    written(&defaults, r#"{ "level": 0, "volume": 1.0 }"#);
}

#[derive(Debug, PartialEq, Variant)]
#[variant(default = "Window::small", deny_unknown_fields)]
struct Window {
    width: u32,
    height: u32,
    #[variant(skip)]
    scale: u32,
}

impl Window {
    fn small() -> Self {
        Self {
            width: 320,
            height: 240,
            scale: 2,
        }
    }
}

#[test]
fn a_struct_stands_for_its_missing_fields() {
    let bytes = sent(dictionary! { "height": 200 });
    assert_eq!(
        godot3::from_slice::<Window>(&bytes).unwrap(),
        Window {
            width: 320,
            height: 200,
            scale: 2
        }
    );
}

#[test]
fn other_keys_are_refused_when_asked() {
    let error = refused::<Vec<Window>>(vec![dictionary! { "width": 1, "depth": 2 }]);
    assert_eq!(
        error,
        r#"0x0028: [0].depth: unknown key; known are "width", "height""#
    );
    let keys = godot3::Dictionary::from([(godot3::Variant::Int(7), godot3::Variant::Nil)]);
    assert_eq!(
        refused::<Window>(keys),
        r#"0x0008: [7]: unknown key; known are "width", "height""#
    );
}

#[test]
fn what_is_not_written() {
    #[derive(Debug, PartialEq, Variant)]
    struct Mail {
        #[variant(skip_encoding_if = "Option::is_none")]
        subject: Option<String>,
        #[variant(default, skip_encoding_if = "Vec::is_empty")]
        tags: Vec<String>,
    }
    same(
        &Mail {
            subject: None,
            tags: vec![],
        },
        "{  }",
    );
    same(
        &Mail {
            subject: Some("x".into()),
            tags: vec!["y".into()],
        },
        r#"{ "subject": "x", "tags": [ "y" ] }"#,
    );
}

#[derive(Debug, PartialEq, Variant)]
struct Place {
    at: Vector2,
    #[variant(default)]
    map: String,
}

#[test]
fn fields_of_another_struct() {
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
    same(
        &player,
        r#"{ "name": "Ada", "at": Vector2( 1, 2 ), "map": "home", "state": "Idle", "health": 7 }"#,
    );
    player.mount = Some(Mount {
        horse: "Star".into(),
    });
    player.state = State::Running { speed: 2.0 };
    player.others.insert("gold".into(), godot3::Variant::Int(3));
    same(
        &player,
        r#"{ "name": "Ada", "at": Vector2( 1, 2 ), "map": "home", "horse": "Star", "state": "Running", "speed": 2.0, "health": 7, "gold": 3 }"#,
    );
    let error = refused::<Vec<Player>>(vec![
        dictionary! { "name": "Ada", "health": 7, "state": "Idle", "at": 1 },
    ]);
    assert_eq!(error, "0x0068: [0].at: expected Vector2, found int");
    assert_eq!(
        refused::<Player>(dictionary! { "name": "Ada", "health": 7 }),
        r#"0x0000: the key "at" is missing"#
    );
}

#[test]
fn maps_take_what_is_left() {
    #[derive(Debug, PartialEq, Variant)]
    struct Numbers {
        one: i32,
        #[variant(flatten)]
        others: HashMap<String, i32>,
    }
    same(
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
        godot3::from_slice::<Any>(&sent(all)).unwrap(),
        Any {
            one: 1,
            others: keys()
        }
    );
}

#[test]
fn a_key_that_would_come_twice_is_not_written() {
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
    same(
        &numbers("two"),
        r#"{ "one": 1, "at": Vector2( 1, 2 ), "map": "", "two": 2 }"#,
    );
    for key in ["one", "at"] {
        let error = godot3::to_vec(&vec![numbers(key)]).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("[0]: the key {key:?} is also that of a field, and would come twice")
        );
    }

    #[derive(Debug, PartialEq, Variant)]
    #[variant(tag = "type")]
    enum Tagged {
        Map(godot3::Dictionary),
    }
    same(
        &Tagged::Map(dictionary! { "a": 1 }),
        r#"{ "type": "Map", "a": 1 }"#,
    );
    let error = godot3::to_vec(&Tagged::Map(dictionary! { "type": 1 })).unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"the key "type" is also that of a field, and would come twice"#
    );
}

#[test]
fn a_struct_within_any_struct() {
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
    same(
        &Packet {
            number: 7,
            body,
            others: BTreeMap::new(),
        },
        r#"{ "number": 7, "at": Vector2( 1, 2 ), "map": "x" }"#,
    );
}

#[test]
fn flattened_fields_within_flattened_fields() {
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
    same(&outer, r#"{ "a": 1, "b": 2, "c": 3, "d": 4 }"#);
}

#[test]
fn arrays_and_transparent_structs() {
    #[derive(Debug, PartialEq, Variant)]
    #[variant(array)]
    struct Cell {
        x: i32,
        #[variant(skip)]
        cached: bool,
        y: i32,
        #[variant(default)]
        tile: u8,
    }
    same(
        &Cell {
            x: 1,
            cached: false,
            y: 2,
            tile: 3,
        },
        "[ 1, 2, 3 ]",
    );
    assert_eq!(
        godot3::from_slice::<Cell>(&sent((1, 2))).unwrap(),
        Cell {
            x: 1,
            cached: false,
            y: 2,
            tile: 0
        }
    );
    assert_eq!(
        refused::<Cell>((1,)),
        "0x0000: expected 3 elements, found 1"
    );

    #[derive(Debug, PartialEq, Variant)]
    #[variant(transparent)]
    struct Meters {
        length: f64,
        #[variant(skip)]
        cached: bool,
    }
    same(
        &Meters {
            length: 1.5,
            cached: false,
        },
        "1.5",
    );
}

#[test]
fn pool_arrays() {
    #[derive(Debug, PartialEq, Variant)]
    struct Pools {
        #[variant(pool)]
        bytes: Vec<u8>,
        #[variant(pool)]
        ints: [i32; 2],
        #[variant(pool)]
        reals: Box<[f32]>,
        #[variant(pool)]
        texts: Vec<String>,
        #[variant(pool)]
        vectors: Option<Vec<Vector2>>,
        #[variant(pool)]
        none: Option<Vec<u8>>,
    }
    let pools = Pools {
        bytes: vec![1, 2],
        ints: [3, 4],
        reals: [0.5].into(),
        texts: vec!["a".into()],
        vectors: Some(vec![Vector2::new(1.0, 2.0)]),
        none: None,
    };
    same(
        &pools,
        r#"{ "bytes": PoolByteArray( 1, 2 ), "ints": PoolIntArray( 3, 4 ), "reals": PoolRealArray( 0.5 ), "texts": PoolStringArray( "a" ), "vectors": PoolVector2Array( 1, 2 ), "none": null }"#,
    );
    // An Array will do, too.
    let bytes = sent(dictionary! {
        "bytes": list![1, 2], "ints": list![3, 4], "reals": list![0.5], "texts": list!["a"],
        "vectors": list![Vector2::new(1.0, 2.0)],
    });
    assert_eq!(godot3::from_slice::<Pools>(&bytes).unwrap(), pools);
}

#[test]
fn node_paths() {
    #[derive(Debug, PartialEq, Variant)]
    struct Paths {
        #[variant(node_path)]
        node: String,
        #[variant(node_path)]
        other: Option<Box<str>>,
    }
    let paths = |other: Option<&str>| Paths {
        node: "/root/A:x".into(),
        other: other.map(Into::into),
    };
    same(
        &paths(Some("B")),
        r#"{ "node": NodePath("/root/A:x"), "other": NodePath("B") }"#,
    );
    same(
        &paths(None),
        r#"{ "node": NodePath("/root/A:x"), "other": null }"#,
    );
    assert_eq!(
        godot3::from_slice::<Paths>(&sent(dictionary! { "node": "/root/A:x" })).unwrap(),
        paths(None)
    );
    assert_eq!(
        refused::<Paths>(dictionary! { "node": 7 }),
        "0x0014: node: expected NodePath, found int"
    );
}

#[cfg(feature = "pandemonium")]
#[test]
fn string_names() {
    use gdvariant::pandemonium;
    #[derive(Debug, PartialEq, Variant)]
    struct Named<'a> {
        #[variant(string_name)]
        kind: &'a str,
    }
    let bytes = pandemonium::to_vec(&Named { kind: "mage" }).unwrap();
    let seen: pandemonium::Variant = pandemonium::from_slice(&bytes).unwrap();
    assert_eq!(
        seen["kind"],
        pandemonium::Variant::StringName("mage".into())
    );
    assert_eq!(
        pandemonium::from_slice::<Named<'_>>(&bytes).unwrap(),
        Named { kind: "mage" }
    );
}

mod doubled {
    use super::{Decode, DecodeError, Encode, EncodeError, Layout, Reader, Writer};

    #[allow(
        clippy::trivially_copy_pass_by_ref,
        reason = "every field comes by reference"
    )]
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

#[test]
fn functions_of_a_module() {
    #[derive(Debug, PartialEq, Variant)]
    struct With {
        #[variant(with = "doubled")]
        twice: i64,
        #[variant(with = "doubled", default)]
        maybe: i64,
    }
    same(
        &With { twice: 7, maybe: 1 },
        r#"{ "twice": 14, "maybe": 2 }"#,
    );
    assert_eq!(
        godot3::from_slice::<With>(&sent(dictionary! { "twice": 14 })).unwrap(),
        With { twice: 7, maybe: 0 }
    );
    assert_eq!(
        refused::<With>(dictionary! { "maybe": 14 }),
        r#"0x0000: the key "twice" is missing"#
    );

    #[derive(Debug, PartialEq, Variant)]
    struct Newtype(#[variant(with = "doubled")] i64);
    same(&Newtype(7), "14");

    #[derive(Debug, PartialEq, Variant)]
    struct Tuple(i64, #[variant(with = "doubled")] i64);
    same(&Tuple(1, 7), "[ 1, 14 ]");
    assert_eq!(
        refused::<Tuple>((1,)),
        "0x0000: expected 2 elements, found 1"
    );
}
