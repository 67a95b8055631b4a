//! Structs of every shape: named fields, tuples, newtypes and units.

use super::{assert_encoded, assert_round_trip, decode_error, dictionary, encode, list};
use gdvariant::{Ignored, NodePath, Rid, Variant, Vector2, Vector3, godot3};
use std::collections::BTreeMap;

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
fn encodes_in_every_layout() {
    fn check<L: gdvariant::Layout>()
    where
        Vector2: gdvariant::Encode<L> + for<'de> gdvariant::Decode<'de, L>,
    {
        let bytes = gdvariant::generic::to_vec::<L, _>(&ada()).unwrap();
        let read =
            gdvariant::generic::from_slice::<L, Player>(&bytes, gdvariant::DecodeOptions::new());
        assert_eq!(read.unwrap(), ada());
    }
    check::<gdvariant::Godot3>();
    #[cfg(feature = "pandemonium")]
    check::<gdvariant::Pandemonium>();
}

#[test]
fn accepts_keys_in_any_order() {
    let bytes = encode(
        dictionary! { "health": 7, "position": Vector2::new(1.0, 2.0), "mail": "hi", "name": "Ada" },
    );
    assert_eq!(
        godot3::from_slice::<Player>(&bytes).unwrap(),
        Player {
            mail: Some("hi".into()),
            ..ada()
        }
    );
}

#[test]
fn the_last_duplicate_key_wins() {
    // A Dictionary cannot contain a duplicate key, so its count and pairs are concatenated here.
    let mut bytes =
        encode(dictionary! { "name": "Ada", "position": Vector2::new(1.0, 2.0), "health": 6 });
    bytes[4] = 4;
    bytes.extend([encode("health"), encode(7)].concat());
    assert_eq!(godot3::from_slice::<Player>(&bytes).unwrap(), ada());
}

#[test]
fn skips_unknown_keys() {
    let bytes = encode(
        dictionary! { "x": list![godot3::Variant::Nil], "name": "Ada", "position": Vector2::new(1.0, 2.0), "y": dictionary! {}, "health": 7 },
    );
    assert_eq!(godot3::from_slice::<Player>(&bytes).unwrap(), ada());
    let keys = godot3::Dictionary::from([
        (godot3::Variant::Int(1), godot3::Variant::Nil),
        ("health".into(), 7.into()),
    ]);
    assert_eq!(decode_error::<Player>(keys), "0x0000: MissingKey");
}

#[test]
fn coerces_numbers() {
    #[derive(Debug, PartialEq, Variant)]
    struct Numbers {
        float: f32,
        byte: u8,
    }
    let bytes = encode(dictionary! { "float": 3, "byte": 255 });
    assert_eq!(
        godot3::from_slice::<Numbers>(&bytes).unwrap(),
        Numbers {
            float: 3.0,
            byte: 255
        }
    );
    let error = decode_error::<Numbers>(dictionary! { "float": 3, "byte": 256 });
    assert_eq!(error, "0x0030: byte: OutOfRange");
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
        ignored: Ignored,
        nested: Option<Nothing>,
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
        ignored: Ignored,
        nested: Some(Nothing {}),
    };
    assert_round_trip(
        &value,
        r#"{ "nothing": null, "map": { "a": [ 1, 2 ] }, "any": 9, "path": NodePath("/root"), "rid": , "pair": [ true, 0.1 ], "array": [ Vector3( 1, 2, 3 ) ], "boxed": [ 1, "x" ], "ignored": null, "nested": {  } }"#,
    );
}

#[test]
fn encodes_shared_strings_chars_and_sets() {
    #[derive(Debug, PartialEq, Variant)]
    struct More {
        shared: std::sync::Arc<str>,
        counted: std::rc::Rc<str>,
        letter: char,
        ordered: std::collections::BTreeSet<i32>,
        hashed: std::collections::HashSet<String>,
    }
    let more = More {
        shared: "a".into(),
        counted: "b".into(),
        letter: 'ñ',
        ordered: [2, 1].into(),
        hashed: ["x".into()].into(),
    };
    assert_round_trip(
        &more,
        r#"{ "shared": "a", "counted": "b", "letter": "ñ", "ordered": [ 1, 2 ], "hashed": [ "x" ] }"#,
    );
    assert_eq!(decode_error::<char>("ab"), "0x0000: WrongLength");
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
    assert_eq!(decode_error::<Pair>((1,)), "0x0000: WrongLength");
    assert_eq!(decode_error::<Pair>((1, "x", 3)), "0x0000: WrongLength");
    assert_eq!(decode_error::<Pair>(7), "0x0000: WrongType");
    assert_eq!(decode_error::<NoElements>((1,)), "0x0000: WrongLength");

    #[derive(Debug, PartialEq, Variant)]
    struct Short(i32, Option<i32>, #[variant(default)] bool);
    assert_eq!(
        godot3::from_slice::<Short>(&encode((1,))).unwrap(),
        Short(1, None, false)
    );
    assert_encoded(&Short(1, None, true), "[ 1, null, true ]");
}

/// Distinguishes `Some(None)`, an empty Array, from `None`, Nil.
mod nested_option {
    use gdvariant::{Decode, DecodeError, Encode, EncodeError, Layout, Reader, Writer};

    pub(super) fn encode<L: Layout>(
        value: &Option<Option<i32>>,
        writer: &mut Writer<'_, L>,
    ) -> Result<(), EncodeError> {
        value.map(|inner| (inner,)).encode(writer)
    }

    pub(super) fn decode<L: Layout>(
        reader: &mut Reader<'_, L>,
    ) -> Result<Option<Option<i32>>, DecodeError> {
        Ok(Option::<(Option<i32>,)>::decode(reader)?.map(|(inner,)| inner))
    }
}

#[test]
fn accepts_nested_options() {
    mod own {
        #[derive(Debug, PartialEq, gdvariant::Variant)]
        pub(super) struct Option<T>(pub(super) T);
    }

    #[derive(Debug, PartialEq, Variant)]
    struct Nested {
        #[variant(with = "nested_option")]
        with: Option<Option<i32>>,
        #[variant(each_with = "nested_option")]
        each: Option<Option<Option<i32>>>,
        #[variant(skip)]
        skipped: Option<()>,
        other: own::Option<own::Option<i32>>,
    }

    #[derive(Debug, Clone, PartialEq, Variant)]
    #[variant(from = "Vec<Option<i32>>", into = "Vec<Option<i32>>")]
    struct Converted(Option<Option<i32>>);

    impl From<Vec<Option<i32>>> for Converted {
        fn from(elements: Vec<Option<i32>>) -> Self {
            Self(elements.first().copied())
        }
    }

    impl From<Converted> for Vec<Option<i32>> {
        fn from(value: Converted) -> Self {
            value.0.into_iter().collect()
        }
    }

    let nested = Nested {
        with: Some(None),
        each: Some(Some(None)),
        skipped: None,
        other: own::Option(own::Option(7)),
    };
    assert_round_trip(
        &nested,
        r#"{ "with": [ null ], "each": [ null ], "other": 7 }"#,
    );
    assert_round_trip(&Converted(Some(None)), "[ null ]");
}
