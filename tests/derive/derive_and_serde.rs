//! Compares the bytes and the values of the derive and of serde for the same types, in every
//! layout.
#![cfg(all(
    feature = "derive",
    feature = "serde",
    feature = "std",
    feature = "godot3"
))]

use crate::common::Fault;
use gdvariant::{Color, NodePath, Packed, Rid, Variant, Vector2, Vector3};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Compares the results of the derive and of serde for a value in one layout.
macro_rules! check {
    ($layout:ident, $value:expr, $ty:ty) => {{
        use gdvariant::$layout;
        let value: $ty = $value;
        let bytes = $layout::to_vec(&value).expect("the derive writes it");
        assert_eq!(
            $layout::serde::to_vec(&value).expect("serde writes it"),
            bytes,
            "{value:?}"
        );
        assert_eq!(
            $layout::from_slice::<$ty>(&bytes).expect("the derive reads it"),
            value
        );
        assert_eq!(
            $layout::serde::from_slice::<$ty>(&bytes).expect("serde reads it"),
            value
        );
        for end in 0..bytes.len() {
            let derived = $layout::from_slice::<$ty>(&bytes[..end]).expect_err("it is cut");
            let through = $layout::serde::from_slice::<$ty>(&bytes[..end]).expect_err("it is cut");
            assert!(
                derived.offset() <= end && through.offset() <= end,
                "{derived} {through}"
            );
        }
    }};
}

/// Compares the results for each value in each enabled layout.
macro_rules! compare {
    ($($ty:ty: $value:expr),* $(,)?) => {$(
        check!(godot3, $value, $ty);
        #[cfg(feature = "pandemonium")]
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
struct Unit;

#[derive(Debug, PartialEq, Variant, Serialize, Deserialize)]
struct Newtype(Vector2);

#[derive(Debug, PartialEq, Variant, Serialize, Deserialize)]
struct Tuple(i32, String, Option<Newtype>);

#[derive(Debug, PartialEq, Variant, Serialize, Deserialize)]
struct Generic<T> {
    value: T,
    more: Vec<Generic<T>>,
}

#[test]
fn structs_have_the_same_bytes() {
    compare! {
        Player: player(),
        Unit: Unit,
        Newtype: Newtype(Vector2::new(1.0, 2.0)),
        Tuple: Tuple(1, "x".into(), Some(Newtype(Vector2::new(1.0, 2.0)))),
        Vec<Player>: vec![player(), player()],
        Generic<Color>: Generic { value: Color::new(0.1, 0.2, 0.3, 1.0), more: vec![] },
        Generic<i64>: Generic { value: 1, more: vec![Generic { value: i64::MIN, more: vec![] }] },
        Packed<Vec<Vector2>>: Packed(vec![Vector2::new(1.0, 2.0)]),
    }
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

#[derive(Debug, PartialEq, Variant, Serialize, Deserialize)]
struct Borrowed<'a> {
    text: &'a str,
    #[serde(borrow)]
    cow: Cow<'a, str>,
    #[serde(with = "serde_bytes")]
    bytes: &'a [u8],
    maybe: Option<&'a str>,
}

#[test]
fn borrows_the_same_fields() {
    let value = Borrowed {
        text: "x",
        cow: "y".into(),
        bytes: &[1, 2, 3, 4, 5],
        maybe: Some("z"),
    };
    let bytes = gdvariant::godot3::to_vec(&value).unwrap();
    assert_eq!(gdvariant::godot3::serde::to_vec(&value).unwrap(), bytes);
    assert_eq!(
        gdvariant::godot3::from_slice::<Borrowed<'_>>(&bytes).unwrap(),
        value
    );
    let read: Borrowed<'_> = gdvariant::godot3::serde::from_slice(&bytes).unwrap();
    assert!(matches!(read.cow, Cow::Borrowed("y")));
    assert_eq!(read, value);
}

#[test]
fn fields_of_any_type_have_the_same_bytes() {
    use gdvariant::godot3::{self, Dictionary};
    #[derive(Debug, PartialEq, gdvariant::Variant, Serialize, Deserialize)]
    struct Any {
        any: godot3::Variant,
        dictionary: Dictionary,
    }
    let any = Any {
        any: vec![
            godot3::Variant::Nil,
            7.into(),
            Vector2::new(1.0, 2.0).into(),
        ]
        .into(),
        dictionary: Dictionary::from([(godot3::Variant::Int(1), godot3::Variant::Float(0.5))]),
    };
    check!(godot3, any, Any);
}

/// Checks that errors of the derive and of serde name the field and the element.
#[test]
fn errors_name_the_field_and_the_element() {
    use gdvariant::godot3::{self, Dictionary, Variant};
    let place =
        |x: Variant| Variant::from(Dictionary::from([("x", x), ("y", Variant::Float(1.0))]));
    let bytes = godot3::to_vec(&vec![place(1.0.into()), place("north".into())]).unwrap();
    let derived = godot3::from_slice::<Vec<Position>>(&bytes).unwrap_err();
    let through = godot3::serde::from_slice::<Vec<Position>>(&bytes).unwrap_err();
    assert_eq!(derived.fault(), "0x004c: [1].x: WrongType");
    assert_eq!(through, derived);

    let bytes = godot3::to_vec(&vec![Dictionary::from([("x", 1.0)])]).unwrap();
    let derived = godot3::from_slice::<Vec<Position>>(&bytes).unwrap_err();
    let through = godot3::serde::from_slice::<Vec<Position>>(&bytes).unwrap_err();
    assert_eq!(derived.fault(), "0x0008: [0]: MissingKey");
    assert_eq!(through, derived);
}

#[derive(Debug, PartialEq, Variant, Serialize, Deserialize)]
#[variant(tag = "type")]
#[serde(tag = "type")]
enum InternalOr {
    Ping,
    #[variant(other)]
    #[serde(other)]
    Unknown,
}

#[derive(Debug, PartialEq, Variant, Serialize, Deserialize)]
#[variant(tag = "t", content = "c")]
#[serde(tag = "t", content = "c")]
enum AdjacentOr {
    Ping,
    #[variant(other)]
    #[serde(other)]
    Unknown,
}

#[test]
fn unknown_names_become_other_variants() {
    use gdvariant::godot3;
    compare!(
        InternalOr: InternalOr::Ping,
        InternalOr: InternalOr::Unknown,
        AdjacentOr: AdjacentOr::Ping,
        AdjacentOr: AdjacentOr::Unknown,
    );
    let bytes =
        godot3::to_vec(&godot3::Dictionary::from([("type", "win"), ("by", "Ada")])).unwrap();
    assert_eq!(
        godot3::from_slice::<InternalOr>(&bytes).unwrap(),
        InternalOr::Unknown
    );
    assert_eq!(
        godot3::serde::from_slice::<InternalOr>(&bytes).unwrap(),
        InternalOr::Unknown
    );
    let bytes = godot3::to_vec(&godot3::Dictionary::from([("t", "win")])).unwrap();
    assert_eq!(
        godot3::from_slice::<AdjacentOr>(&bytes).unwrap(),
        AdjacentOr::Unknown
    );
    assert_eq!(
        godot3::serde::from_slice::<AdjacentOr>(&bytes).unwrap(),
        AdjacentOr::Unknown
    );
}

#[derive(Debug, Clone, PartialEq, Variant, Serialize, Deserialize)]
#[variant(try_from = "Option<i64>", into = "Option<i64>")]
#[serde(try_from = "Option<i64>", into = "Option<i64>")]
struct Even(i64);

impl TryFrom<Option<i64>> for Even {
    type Error = &'static str;

    fn try_from(half: Option<i64>) -> Result<Self, Self::Error> {
        let double = half.unwrap_or(0).checked_mul(2);
        double.map(Self).ok_or("too large")
    }
}

impl From<Even> for Option<i64> {
    fn from(even: Even) -> Self {
        Some(even.0 / 2)
    }
}

#[derive(Debug, PartialEq, Variant, Serialize, Deserialize)]
struct Pair {
    even: Even,
}

#[test]
fn conversions_have_the_same_effect() {
    use gdvariant::godot3;
    compare!(Even: Even(8), Pair: Pair { even: Even(-8) });
    let empty = godot3::to_vec(&godot3::Dictionary::new()).unwrap();
    let missing: Pair = godot3::from_slice(&empty).unwrap();
    assert_eq!(missing, godot3::serde::from_slice(&empty).unwrap());
    let large = godot3::to_vec(&i64::MAX).unwrap();
    let error = godot3::from_slice::<Even>(&large).unwrap_err();
    assert_eq!(error.fault(), "0x0000: Custom");
    let error = godot3::serde::from_slice::<Even>(&large).unwrap_err();
    assert!(error.to_string().contains("too large"));
}
