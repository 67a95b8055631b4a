//! All of serde's enum representations.

use super::{is_written, read};
use gdvariant::godot3::serde::{from_slice, to_variant, to_vec};
use gdvariant::godot3::{Variant, variant};
use gdvariant::{NodePath, Packed, Vector2};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

/// Checks that the value is encoded as this Variant, and decoded from it.
#[track_caller]
fn assert_encoded<T: Serialize + for<'de> Deserialize<'de> + PartialEq + std::fmt::Debug>(
    value: &T,
    expected: impl Into<Variant>,
) {
    assert_eq!(to_variant(value).unwrap(), expected.into());
    assert_eq!(from_slice::<T>(&to_vec(value).unwrap()).unwrap(), *value);
}

fn position() -> Vector2 {
    Vector2::new(1.5, -2.0)
}

/// Returns a value that contains types outside serde's data model.
fn any() -> Variant {
    variant!([
        (position()),
        Packed([1.0_f32, f32::INFINITY]),
        Packed([position()]),
        (Variant::PackedInt32Array(Vec::new())),
        Packed([1_u8, 2]),
        (NodePath::from("a:b")),
        {"Vector2": 1},
        {1: "one"},
        (f64::INFINITY),
    ])
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
enum External {
    Quit,
    Say(String),
    Move(i32, Vector2),
    Spawn { at: Vector2, with: Variant },
}

fn spawn() -> External {
    External::Spawn {
        at: position(),
        with: any(),
    }
}

#[test]
fn encodes_externally_tagged_enums() {
    is_written(&External::Quit, "04000000 04000000 51756974");
    is_written(
        &External::Say("x".into()),
        "12000000 01000000 0400000003000000 53617900 0400000001000000 78000000",
    );
    let step = External::Move(7, position());
    assert_encoded(&step, variant!({"Move": [7, (position())]}));
    let expected = variant!({"Spawn": {"at": (position()), "with": (any())}});
    assert_encoded(&spawn(), expected);
    // A unit variant may have the value Nil.
    let quit = to_vec(&BTreeMap::from([("Quit", None::<i32>)])).unwrap();
    assert_eq!(from_slice(&quit), Ok(External::Quit));
    assert_eq!(read::<Option<External>>("00000000"), None);
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type")]
enum Internal {
    Quit,
    Spawn {
        path: NodePath,
        with: Variant,
        maybe: Option<Vector2>,
        list: Vec<Vector2>,
    },
    Deep(External),
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Wrapped {
    with: Variant,
    #[serde(with = "serde_bytes")]
    bytes: Vec<u8>,
}

fn wrapped() -> Wrapped {
    Wrapped {
        with: any(),
        bytes: vec![1, 2],
    }
}

#[test]
fn encodes_internally_tagged_enums() {
    assert_encoded(&Internal::Quit, variant!({"type": "Quit"}));
    let with_lists = Internal::Spawn {
        path: "/root/a:b".into(),
        with: any(),
        maybe: Some(position()),
        list: vec![position()],
    };
    assert_encoded(
        &with_lists,
        variant!({
            "type": "Spawn", "path": (NodePath::from("/root/a:b")), "with": (any()),
            "maybe": (position()), "list": [(position())],
        }),
    );
    // serde buffers the fields of the inner variant in its human-readable form.
    assert_encoded(
        &Internal::Deep(spawn()),
        variant!({"type": "Deep", "Spawn": {"at": (position()), "with": (any())}}),
    );
    assert_encoded(
        &Internal::Deep(External::Move(7, position())),
        variant!({"type": "Deep", "Move": [7, (position())]}),
    );
}

#[test]
fn encodes_adjacently_tagged_enums() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "t", content = "c")]
    enum Adjacent {
        Quit,
        At(Vector2),
        Pair(i32, Variant),
        Spawn { with: Variant },
    }

    assert_encoded(&Adjacent::Quit, variant!({"t": "Quit"}));
    assert_encoded(
        &Adjacent::Pair(1, any()),
        variant!({"t": "Pair", "c": [1, (any())]}),
    );
    let spawn = Adjacent::Spawn { with: any() };
    assert_encoded(&spawn, variant!({"t": "Spawn", "c": {"with": (any())}}));
    let at = Adjacent::At(position());
    assert_encoded(&at, variant!({"t": "At", "c": (position())}));
    // serde buffers content that precedes its tag.
    let content_first = to_vec(&variant!({"c": (position()), "t": "At"})).unwrap();
    assert_eq!(from_slice(&content_first), Ok(at));
}

#[test]
fn encodes_untagged_enums() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(untagged)]
    enum Untagged {
        Number(i64),
        Position(Vector2),
        Path(NodePath),
        Pair(bool, Vector2),
        Wrapped(Wrapped),
        Plane(Plane),
        Anything(Variant),
    }
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    enum Plane {
        Color(i32),
    }

    assert_encoded(&Untagged::Number(7), 7);
    assert_encoded(&Untagged::Position(position()), position());
    assert_encoded(&Untagged::Path("a".into()), NodePath::from("a"));
    assert_encoded(
        &Untagged::Pair(true, position()),
        variant!([true, (position())]),
    );
    assert_encoded(
        &Untagged::Wrapped(wrapped()),
        variant!({"with": (any()), "bytes": Packed([1_u8, 2])}),
    );
    assert_encoded(&Untagged::Plane(Plane::Color(7)), variant!({"Color": 7}));
    assert_encoded(&Untagged::Anything(any()), any());
    let position = variant!({"Vector2": (position())});
    assert_encoded(&Untagged::Anything(position.clone()), position);
}

#[test]
fn encodes_flattened_structs() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Outer {
        id: i32,
        #[serde(flatten)]
        wrapped: Wrapped,
        #[serde(flatten)]
        rest: HashMap<String, Variant>,
    }

    let outer = Outer {
        id: 7,
        wrapped: wrapped(),
        rest: HashMap::from([("else".into(), position().into())]),
    };
    assert_encoded(
        &outer,
        variant!({"id": 7, "with": (any()), "bytes": Packed([1_u8, 2]), "else": (position())}),
    );
}
