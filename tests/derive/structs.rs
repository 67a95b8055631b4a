//! Structs of every shape: named fields, tuples, newtypes and units.

use super::{
    assert_decoded, assert_encoded, assert_rejected, assert_round_trip, decode, decode_error,
    encode_entries,
};
use gdvariant::godot3::{self, variant};
use gdvariant::{IgnoredAny, NodePath, Rid, Variant, Vector2, Vector3};
use std::collections::{BTreeMap, BTreeSet, HashSet};

#[derive(Debug, PartialEq, Variant)]
struct Player {
    name: String,
    position: Vector2,
    health: i64,
    mail: Option<String>,
}

#[derive(Debug, PartialEq, Variant)]
struct Ping;

#[derive(Debug, PartialEq, Variant)]
struct Id(u32);

#[derive(Debug, PartialEq, Variant)]
struct Pair(i32, String);

#[derive(Debug, PartialEq, Variant)]
struct Nothing {}

#[derive(Debug, PartialEq, Variant)]
struct NoElements();

fn ada() -> Player {
    Player {
        name: "Ada".into(),
        position: Vector2::new(1.0, 2.0),
        health: 7,
        mail: None,
    }
}

#[test]
fn encodes_structs_of_every_shape() {
    assert_round_trip(
        &ada(),
        r#"{ "name": "Ada", "position": Vector2( 1, 2 ), "health": 7, "mail": null }"#,
    );
    assert_round_trip(&Ping, "null");
    assert_round_trip(&Id(7), "7");
    assert_round_trip(&Pair(7, "x".into()), r#"[ 7, "x" ]"#);
    assert_round_trip(&Nothing {}, "{  }");
    assert_round_trip(&NoElements(), "[  ]");
}

#[test]
fn finds_fields_by_their_keys() {
    let place = Vector2::new(1.0, 2.0);
    assert_decoded(&[
        (
            variant!({"health": 7, "position": (place), "name": "Ada"}),
            ada(),
        ),
        (
            variant!({"x": [null], "name": "Ada", "position": (place), "y": {}, "health": 7}),
            ada(),
        ),
    ]);
    assert_rejected::<Player>(&[(variant!({1: null, "health": 7}), "0x0000: MissingKey")]);
    // The last duplicate key wins.
    let twice = encode_entries(&[
        ("name", "Ada".into()),
        ("health", 6.into()),
        ("position", place.into()),
        ("health", 7.into()),
    ]);
    assert_eq!(godot3::from_slice(&twice), Ok(ada()));
}

#[test]
fn encodes_fields_of_every_kind() {
    #[derive(Debug, PartialEq, Variant)]
    struct Everything {
        nothing: (),
        map: BTreeMap<String, Vec<Id>>,
        any: godot3::Variant,
        path: NodePath,
        rid: Rid,
        pair: (bool, f64),
        array: [Vector3; 1],
        boxed: Box<Pair>,
        ignored: IgnoredAny,
        nested: Option<Nothing>,
        shared: std::sync::Arc<str>,
        counted: std::rc::Rc<str>,
        letter: char,
        ordered: BTreeSet<i32>,
        hashed: HashSet<String>,
    }
    let value = Everything {
        nothing: (),
        map: [("a".into(), vec![Id(1), Id(2)])].into(),
        any: godot3::Variant::Int(9),
        path: "/root".into(),
        rid: Rid::default(),
        pair: (true, 0.1),
        array: [Vector3::new(1.0, 2.0, 3.0)],
        boxed: Box::new(Pair(1, "x".into())),
        ignored: IgnoredAny,
        nested: Some(Nothing {}),
        shared: "a".into(),
        counted: "b".into(),
        letter: 'ñ',
        ordered: [2, 1].into(),
        hashed: ["x".into()].into(),
    };
    assert_round_trip(
        &value,
        r#"{ "nothing": null, "map": { "a": [ 1, 2 ] }, "any": 9, "path": NodePath("/root"), "rid": , "pair": [ true, 0.1 ], "array": [ Vector3( 1, 2, 3 ) ], "boxed": [ 1, "x" ], "ignored": null, "nested": {  }, "shared": "a", "counted": "b", "letter": "ñ", "ordered": [ 1, 2 ], "hashed": [ "x" ] }"#,
    );
    assert_eq!(decode_error::<char>("ab"), "0x0000: WrongLength");
    assert_decoded(&[(variant!([3, 255]), (3.0_f32, 255_u8))]);
    assert_rejected::<(f32, u8)>(&[(variant!([3, 256]), "0x0014: [1]: OutOfRange")]);
}

#[test]
fn raw_identifiers_are_plain_keys() {
    #[derive(Debug, PartialEq, Variant)]
    struct Raw {
        r#type: i32,
    }
    assert_round_trip(&Raw { r#type: 1 }, r#"{ "type": 1 }"#);
}

#[test]
fn rejects_tuples_of_other_lengths() {
    assert_rejected::<Pair>(&[
        (variant!([1]), "0x0000: WrongLength"),
        (variant!([1, "x", 3]), "0x0000: WrongLength"),
        (7.into(), "0x0000: WrongType"),
    ]);
    assert_eq!(decode_error::<NoElements>((1,)), "0x0000: WrongLength");

    #[derive(Debug, PartialEq, Variant)]
    struct Short(i32, Option<i32>, #[variant(default)] bool);
    assert_eq!(decode::<Short>((1,)), Short(1, None, false));
    assert_encoded(&Short(1, None, true), "[ 1, null, true ]");
}

/// Distinguishes `Some(None)`, an empty Array, from `None`, Nil.
mod nested_option {
    use gdvariant::{Decode, DecodeError, Encode, EncodeError, Engine, Reader, Writer};

    pub(super) fn encode<E: Engine>(
        value: &Option<Option<i32>>,
        writer: &mut Writer<'_, E>,
    ) -> Result<(), EncodeError> {
        value.map(|inner| (inner,)).encode(writer)
    }

    pub(super) fn decode<E: Engine>(
        reader: &mut Reader<'_, E>,
    ) -> Result<Option<Option<i32>>, DecodeError> {
        Ok(Option::<(Option<i32>,)>::decode(reader)?.map(|(inner,)| inner))
    }
}

#[test]
fn accepts_nested_options() {
    #[derive(Debug, PartialEq, Variant)]
    struct Nested {
        #[variant(with = "nested_option")]
        with: Option<Option<i32>>,
        #[variant(each_with = "nested_option")]
        each: Option<Option<Option<i32>>>,
        #[variant(skip)]
        skipped: Option<()>,
    }

    let nested = Nested {
        with: Some(None),
        each: Some(Some(None)),
        skipped: None,
    };
    assert_round_trip(&nested, r#"{ "with": [ null ], "each": [ null ] }"#);
}
