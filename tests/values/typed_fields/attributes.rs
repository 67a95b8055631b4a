//! Typed fields with other attributes, and typed fields in structs and enums of every shape.

use super::*;
use gdvariant::{Packed, Vector2};
use std::collections::BTreeMap;

#[derive(Debug, PartialEq, Default, gdvariant::Variant)]
struct Level {
    #[variant(typed, rename = "best", alias = "top")]
    scores: Vec<i64>,
    #[variant(typed, default)]
    points: Vec<Vector2>,
    #[variant(typed)]
    names: Option<Vec<String>>,
    #[variant(typed, skip_encoding_if = "BTreeMap::is_empty", default)]
    inventory: BTreeMap<String, u8>,
}

#[test]
fn attributes_of_keys_and_missing_fields_apply() {
    is_written(
        &Level {
            scores: vec![7],
            points: vec![],
            names: Some(vec!["a".into()]),
            inventory: BTreeMap::new(),
        },
        r#"{"best": Array[int]([7]),"points": Array[Vector2]([]),"names": Array[String](["a"])}"#,
    );
    is_written(
        &Level {
            inventory: BTreeMap::from([("gold".into(), 3)]),
            ..Level::default()
        },
        r#"{"best": Array[int]([]),"points": Array[Vector2]([]),"names": null,"inventory": Dictionary[String, int]({"gold": 3})}"#,
    );
    let sent = godot4::Dictionary::from([("top", Packed([7_i64]))]);
    let level: Level = godot4::from_slice(&godot4::to_vec(&sent).unwrap()).unwrap();
    assert_eq!(level.scores, [7]);
    assert_eq!((level.points.len(), level.names), (0, None));
}

#[derive(Debug, PartialEq, gdvariant::Variant)]
#[variant(array)]
struct Cell {
    x: i32,
    #[variant(typed)]
    tiles: Vec<u8>,
}

#[derive(Debug, PartialEq, gdvariant::Variant)]
struct Pair(i32, #[variant(typed)] [f32; 2]);

#[derive(Debug, PartialEq, gdvariant::Variant)]
struct Scores(#[variant(typed)] Vec<i32>);

#[test]
fn types_fields_of_tuples_and_arrays() {
    is_written(
        &Cell {
            x: 1,
            tiles: vec![2],
        },
        "[1, Array[int]([2])]",
    );
    is_written(&Pair(1, [0.5, 2.0]), "[1, Array[float]([0.5, 2.0])]");
    is_written(&Scores(vec![7]), "Array[int]([7])");
}

#[derive(Debug, PartialEq, gdvariant::Variant)]
enum Event {
    Names(#[variant(typed)] Vec<String>),
    Moved {
        #[variant(typed)]
        path: Vec<Vector2>,
    },
    Both(
        #[variant(typed)] Vec<i64>,
        #[variant(typed)] BTreeMap<u8, bool>,
    ),
}

#[derive(Debug, PartialEq, gdvariant::Variant)]
#[variant(tag = "type")]
enum Tagged {
    Scores {
        #[variant(typed)]
        values: Vec<i64>,
    },
}

#[derive(Debug, PartialEq, gdvariant::Variant)]
#[variant(untagged)]
enum Untagged {
    Numbers(#[variant(typed)] Vec<i64>),
    Names(#[variant(typed)] Vec<String>),
    Map(#[variant(typed)] BTreeMap<String, f32>),
}

#[test]
fn types_fields_of_enums() {
    is_written(
        &Event::Names(vec!["a".into()]),
        r#"{"Names": Array[String](["a"])}"#,
    );
    is_written(
        &Event::Moved {
            path: vec![Vector2::new(1.0, 2.0)],
        },
        r#"{"Moved": {"path": Array[Vector2]([Vector2(1, 2)])}}"#,
    );
    is_written(
        &Event::Both(vec![1], BTreeMap::from([(1, true)])),
        r#"{"Both": [Array[int]([1]), Dictionary[int, bool]({1: true})]}"#,
    );
    is_written(
        &Tagged::Scores { values: vec![1] },
        r#"{"type": "Scores","values": Array[int]([1])}"#,
    );
    is_written(&Untagged::Numbers(vec![1]), "Array[int]([1])");
    is_written(
        &Untagged::Names(vec!["a".into()]),
        r#"Array[String](["a"])"#,
    );
    is_written(
        &Untagged::Map(BTreeMap::from([("a".into(), 0.5)])),
        r#"Dictionary[String, float]({"a": 0.5})"#,
    );
}
