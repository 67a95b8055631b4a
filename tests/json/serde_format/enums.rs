//! All of serde's enum representations.

use super::{is_written, read, rejected};
use crate::common::Fault;
use gdvariant::godot3::serde::{from_slice, to_variant, to_vec};
use gdvariant::godot3::{Dictionary, Variant};
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

/// Returns a Dictionary of values of different types.
fn dictionary<const N: usize>(pairs: [(&str, Variant); N]) -> Variant {
    Dictionary::from(pairs).into()
}

/// Returns an Array of values of different types.
fn array<const N: usize>(elements: [Variant; N]) -> Variant {
    Variant::Array(elements.into())
}

fn position() -> Vector2 {
    Vector2::new(1.5, -2.0)
}

/// Returns a value that contains types outside serde's data model.
fn any() -> Variant {
    array([
        position().into(),
        Variant::PackedFloat32Array(vec![1.0, f32::INFINITY]),
        Variant::from(Packed([Vector2::new(0.1, 0.2)])),
        Variant::PackedInt32Array(Vec::new()),
        Variant::PackedByteArray(vec![1, 2]),
        Variant::from(NodePath::from("a:b")),
        dictionary([("Vector2", 1.into())]),
        Dictionary::from([(1, "one")]).into(),
        Variant::from(f64::INFINITY),
    ])
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
enum External {
    Quit,
    Say(String),
    Move(i32, Vector2),
    Spawn { at: Vector2, with: Variant },
}

#[test]
fn encodes_externally_tagged_enums() {
    is_written(&External::Quit, "04000000 04000000 51756974");
    is_written(
        &External::Say("x".into()),
        "12000000 01000000 0400000003000000 53617900 0400000001000000 78000000",
    );
    assert_encoded(
        &External::Move(7, position()),
        dictionary([("Move", array([7.into(), position().into()]))]),
    );
    let spawn = External::Spawn {
        at: position(),
        with: any(),
    };
    assert_encoded(
        &spawn,
        dictionary([(
            "Spawn",
            dictionary([("at", position().into()), ("with", any())]),
        )]),
    );
    // A unit variant may have the value Nil.
    let quit = to_vec(&BTreeMap::from([("Quit", None::<i32>)])).unwrap();
    assert_eq!(from_slice::<External>(&quit).unwrap(), External::Quit);
}

#[test]
fn accepts_variants_named_like_types() {
    #[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    enum Shape {
        Plane,
        Color(i32),
    }
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(untagged)]
    enum Buffered {
        Shape(Shape),
    }

    assert_encoded(
        &BTreeMap::from([(Shape::Plane, 1)]),
        dictionary([("Plane", 1.into())]),
    );
    assert_encoded(
        &Buffered::Shape(Shape::Color(7)),
        dictionary([("Color", 7.into())]),
    );
    assert_encoded(
        &BTreeMap::from([("Vector2".to_owned(), Shape::Plane)]),
        dictionary([("Vector2", "Plane".into())]),
    );
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type")]
enum Internal {
    Quit,
    Spawn {
        at: Vector2,
        path: NodePath,
        with: Variant,
        maybe: Option<Vector2>,
        list: Vec<Vector2>,
    },
    Nested(Wrapped),
    Deep(External),
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Wrapped {
    with: Variant,
    #[serde(with = "serde_bytes")]
    bytes: Vec<u8>,
}

#[test]
fn encodes_internally_tagged_enums() {
    assert_encoded(&Internal::Quit, dictionary([("type", "Quit".into())]));
    let spawn = Internal::Spawn {
        at: position(),
        path: "/root/a:b".into(),
        with: any(),
        maybe: Some(position()),
        list: vec![position()],
    };
    assert_encoded(
        &spawn,
        dictionary([
            ("type", "Spawn".into()),
            ("at", position().into()),
            ("path", NodePath::from("/root/a:b").into()),
            ("with", any()),
            ("maybe", position().into()),
            ("list", vec![Variant::from(position())].into()),
        ]),
    );
    let nested = Internal::Nested(Wrapped {
        with: any(),
        bytes: vec![1, 2],
    });
    assert_encoded(
        &nested,
        dictionary([
            ("type", "Nested".into()),
            ("with", any()),
            ("bytes", Packed([1_u8, 2]).into()),
        ]),
    );
}

#[test]
fn encodes_enums_that_serde_buffers() {
    // serde buffers the fields of the inner variant in its human-readable form.
    let spawn = External::Spawn {
        at: position(),
        with: any(),
    };
    let content = dictionary([("at", position().into()), ("with", any())]);
    assert_encoded(
        &Internal::Deep(spawn),
        dictionary([("type", "Deep".into()), ("Spawn", content)]),
    );
    let content = array([7.into(), position().into()]);
    assert_encoded(
        &Internal::Deep(External::Move(7, position())),
        dictionary([("type", "Deep".into()), ("Move", content)]),
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

    assert_encoded(&Adjacent::Quit, dictionary([("t", "Quit".into())]));
    assert_encoded(
        &Adjacent::At(position()),
        dictionary([("t", "At".into()), ("c", position().into())]),
    );
    assert_encoded(
        &Adjacent::Pair(1, any()),
        dictionary([("t", "Pair".into()), ("c", array([1.into(), any()]))]),
    );
    let spawn = Adjacent::Spawn { with: any() };
    assert_encoded(
        &spawn,
        dictionary([("t", "Spawn".into()), ("c", dictionary([("with", any())]))]),
    );
    // serde buffers content that precedes its tag.
    let content_first = Dictionary::from([("c", Variant::from(position())), ("t", "At".into())]);
    assert_eq!(
        from_slice::<Adjacent>(&to_vec(&content_first).unwrap()).unwrap(),
        Adjacent::At(position())
    );
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
        Anything(Variant),
    }

    assert_encoded(&Untagged::Number(7), 7);
    assert_encoded(&Untagged::Position(position()), position());
    assert_encoded(&Untagged::Path("a".into()), NodePath::from("a"));
    assert_encoded(
        &Untagged::Pair(true, position()),
        array([true.into(), position().into()]),
    );
    assert_encoded(
        &Untagged::Wrapped(Wrapped {
            with: any(),
            bytes: vec![],
        }),
        dictionary([("with", any()), ("bytes", Variant::PackedByteArray(vec![]))]),
    );
    assert_encoded(&Untagged::Anything(any()), any());
    assert_encoded(
        &Untagged::Anything(dictionary([("Vector2", position().into())])),
        dictionary([("Vector2", position().into())]),
    );
}

#[test]
fn encodes_flattened_enums() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Outer {
        id: i32,
        #[serde(flatten)]
        wrapped: Wrapped,
        #[serde(flatten)]
        rest: HashMap<String, Variant>,
    }
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Rest {
        id: i32,
        #[serde(flatten)]
        rest: Dictionary,
    }

    let outer = Outer {
        id: 7,
        wrapped: Wrapped {
            with: any(),
            bytes: vec![1],
        },
        rest: HashMap::from([("else".into(), position().into())]),
    };
    let pairs = [
        ("id", 7.into()),
        ("with", any()),
        ("bytes", Packed([1_u8]).into()),
        ("else", position().into()),
    ];
    assert_encoded(&outer, dictionary(pairs));
    let rest = Rest {
        id: 7,
        rest: Dictionary::from([("a", any()), ("b", position().into())]),
    };
    assert_encoded(
        &rest,
        dictionary([("id", 7.into()), ("a", any()), ("b", position().into())]),
    );
}

#[test]
fn rejects_unknown_variants() {
    assert_eq!(
        rejected::<External>("02000000 07000000"),
        "0x0000: WrongType"
    );
    assert_eq!(
        rejected::<External>("04000000 02000000 6e6f0000"),
        "0x0000: UnknownVariant"
    );
    assert_eq!(
        rejected::<Vec<External>>("13000000 01000000 12000000 00000000"),
        "0x0008: [0]: Custom"
    );
    let move_short = to_vec(&BTreeMap::from([("Move", [1])])).unwrap();
    let error = from_slice::<External>(&move_short).unwrap_err();
    assert_eq!(error.fault(), "0x0014: Move: WrongLength");
    let say_number = to_vec(&BTreeMap::from([("Say", 1)])).unwrap();
    assert_eq!(
        from_slice::<External>(&say_number).unwrap_err().fault(),
        "0x0014: Say: WrongType"
    );
    assert_eq!(read::<Option<External>>("00000000"), None);
}
