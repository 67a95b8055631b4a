//! Compares the bytes and the values of the derive and of serde for the same types, in every
//! layout.

use crate::common::Fault;
use crate::encode;
use gdvariant::godot3::{self, variant};
use gdvariant::{NodePath, Packed, Rid, Variant, Vector2, Vector3};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Compares the results of the derive and of serde for a value in one layout.
macro_rules! check {
    ($layout:ident, $value:expr, $ty:ty) => {{
        use gdvariant::$layout;
        let value: $ty = $value;
        let bytes = $layout::to_vec(&value).expect("the derive writes it");
        let written = $layout::serde::to_vec(&value);
        assert_eq!(written.expect("serde writes it"), bytes, "{value:?}");
        let read: $ty = $layout::from_slice(&bytes).expect("the derive reads it");
        assert_eq!(read, value);
        let read: $ty = $layout::serde::from_slice(&bytes).expect("serde reads it");
        assert_eq!(read, value);
        for end in 0..bytes.len() {
            let cut = &bytes[..end];
            let derived = $layout::from_slice::<$ty>(cut).expect_err("it is cut");
            let through = $layout::serde::from_slice::<$ty>(cut).expect_err("it is cut");
            let is_within = derived.offset() <= end && through.offset() <= end;
            assert!(is_within, "{derived} {through}");
        }
    }};
}

/// Compares the results for each value in each enabled layout.
macro_rules! compare {
    ($($ty:ty: $value:expr),* $(,)?) => {$(
        check!(godot3, $value, $ty);
        check!(pandemonium, $value, $ty);
    )*};
}

#[derive(Debug, PartialEq, Variant, Serialize, Deserialize)]
struct Player {
    name: String,
    position: Vector3,
    health: f32,
    level: u8,
    seen: i64,
    alive: bool,
    letter: Option<String>,
    path: NodePath,
    rid: Rid,
    scores: Vec<i32>,
    pair: (i32, f64),
    inventory: BTreeMap<String, u32>,
    unit: (),
}

fn player() -> Player {
    Player {
        name: "Ada".into(),
        position: Vector3::new(1.0, 2.5, -3.0),
        health: 0.1,
        level: 255,
        seen: 1 << 40,
        alive: true,
        letter: None,
        path: "/root/A:x".into(),
        rid: Rid::default(),
        scores: vec![1, -2],
        pair: (7, 0.1),
        inventory: [("bow".into(), 1), ("arrow".into(), 20)].into(),
        unit: (),
    }
}

#[derive(Debug, PartialEq, Variant, Serialize, Deserialize)]
struct Newtype(Vector2);

#[derive(Debug, PartialEq, Variant, Serialize, Deserialize)]
struct Tuple(i32, String, Option<Newtype>);

#[test]
fn structs_have_the_same_bytes() {
    use gdvariant::godot3::{Dictionary, Variant, variant};

    compare! {
        Player: player(),
        Tuple: Tuple(1, "x".into(), Some(Newtype(Vector2::new(1.0, 2.0)))),
        Vec<Player>: vec![player(), player()],
        Packed<Vec<Vector2>>: Packed(vec![Vector2::new(1.0, 2.0)]),
    }
    let any = variant!([null, 7, (Vector2::new(1.0, 2.0))]);
    check!(
        godot3,
        (any, Dictionary::from([(1, 0.5)])),
        (Variant, Dictionary)
    );
}

#[derive(Debug, PartialEq, Variant, Serialize, Deserialize)]
#[variant(rename_all = "camelCase", default)]
#[serde(rename_all = "camelCase", default)]
struct Attributes {
    max_health: i32,
    #[variant(rename = "class", alias = "kind")]
    #[serde(rename = "class", alias = "kind")]
    class_name: String,
    #[variant(skip_encoding_if = "Option::is_none")]
    #[serde(skip_serializing_if = "Option::is_none")]
    guild: Option<String>,
    #[variant(skip)]
    #[serde(skip)]
    cached: u64,
    #[variant(packed)]
    #[serde(with = "serde_bytes")]
    flags: Vec<u8>,
    #[variant(flatten)]
    #[serde(flatten)]
    place: Position,
    #[variant(flatten)]
    #[serde(flatten)]
    others: BTreeMap<String, i64>,
}

#[derive(Debug, PartialEq, Default, Variant, Serialize, Deserialize)]
struct Position {
    x: f32,
    y: f32,
}

impl Default for Attributes {
    fn default() -> Self {
        Self {
            max_health: 10,
            class_name: "mage".into(),
            guild: None,
            cached: 0,
            flags: vec![1, 2, 3],
            place: Position::default(),
            others: BTreeMap::new(),
        }
    }
}

#[test]
fn attributes_have_the_same_effect() {
    compare! {
        Attributes: Attributes::default(),
        Attributes: Attributes { guild: Some("G".into()), others: [("gold".into(), 7)].into(), ..Attributes::default() },
    }
}

/// Defines an enum in one of serde's four representations.
macro_rules! in_representation {
    ($name:ident, [$($variant:meta),*], [$($serde:meta),*], $($tuple:tt)*) => {
        #[derive(Debug, PartialEq, Variant, Serialize, Deserialize)]
        $(#[$variant])*
        $(#[$serde])*
        enum $name {
            Nothing,
            One(Position),
            Fields { text: String, at: Vector2 },
            $($tuple)*
        }

        impl $name {
            fn all() -> Vec<Self> {
                let fields = Self::Fields { text: "x".into(), at: Vector2::new(1.0, 2.0) };
                vec![Self::Nothing, Self::One(Position { x: 1.0, y: 0.1 }), fields]
            }
        }
    };
}

in_representation!(External, [], [], Pair(i32, i32),);
in_representation!(
    Internal,
    [variant(tag = "type", rename_all = "snake_case")],
    [serde(tag = "type", rename_all = "snake_case")],
);
in_representation!(
    Adjacent,
    [variant(tag = "t", content = "c")],
    [serde(tag = "t", content = "c")],
    Pair(i32, i32),
);
// serde decodes structs from Arrays, too: two numbers would be a Position.
in_representation!(
    Untagged,
    [variant(untagged)],
    [serde(untagged)],
    Pair(String, i32),
);

#[test]
fn enums_have_the_same_bytes() {
    compare! {
        Vec<External>: External::all(),
        External: External::Pair(1, 2),
        Vec<Internal>: Internal::all(),
        Vec<Adjacent>: Adjacent::all(),
        Adjacent: Adjacent::Pair(1, 2),
        Vec<Untagged>: Untagged::all(),
        Untagged: Untagged::Pair("x".into(), 2),
        BTreeMap<i64, External>: (0..).zip(External::all()).collect(),
    }
}

/// Checks that errors of the derive and of serde name the field and the element.
#[test]
fn errors_name_the_field_and_the_element() {
    for (sent, fault) in [
        (
            variant!([{"x": 1.0, "y": 1.0}, {"x": "north", "y": 1.0}]),
            "0x004c: [1].x: WrongType",
        ),
        (variant!([{"x": 1.0}]), "0x0008: [0]: MissingKey"),
    ] {
        let bytes = encode(sent);
        let derived = godot3::from_slice::<Vec<Position>>(&bytes).unwrap_err();
        let through = godot3::serde::from_slice::<Vec<Position>>(&bytes).unwrap_err();
        assert_eq!(derived.fault(), fault);
        assert_eq!(through, derived);
    }
}
