//! Compares typed fields with the bytes of `var_to_bytes` in Godot 4.6.3.

use super::*;
use gdvariant::godot4::{Dictionary, Object};
use gdvariant::{
    Callable, Color, NodePath, Packed, Rid, StringName, Transform2D, Vector2, Vector2i,
};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt::Debug;
use std::num::{NonZero, Wrapping};

#[derive(Debug, PartialEq, gdvariant::Variant)]
struct Typed<T>(#[variant(typed)] T);

/// Checks that the container is encoded as these bytes, and decoded with and without `typed`.
#[track_caller]
fn assert_encoded<T>(value: T, digits: &str)
where
    Typed<T>: Encode<Godot4> + DecodeOwned<Godot4> + PartialEq + Debug,
    T: Encode<Godot4> + DecodeOwned<Godot4> + PartialEq + Debug,
{
    let untyped = godot4::to_vec(&value).expect("the value can be encoded");
    let value = Typed(value);
    let typed = godot4::to_vec(&value).expect("the value can be encoded");
    assert_eq!(hex(&typed), digits);
    for bytes in [typed, untyped] {
        assert_eq!(
            &godot4::from_slice::<Typed<T>>(&bytes).expect("the value can be decoded"),
            &value
        );
    }
}

#[test]
fn encodes_arrays_of_rust_types() {
    assert_encoded(
        vec![true, false],
        "1c000100010000000200000001000000010000000100000000000000",
    );
    assert_encoded(
        vec![1_i64, -2, 5_000_000_000],
        "1c0001000200000003000000020000000100000002000000feffffff0200010000f2052a01000000",
    );
    assert_encoded(
        vec![200_u8, 1],
        "1c000100020000000200000002000000c80000000200000001000000",
    );
    assert_encoded(
        vec![0.5, 0.1],
        "1c0001000300000002000000030000000000003f030001009a9999999999b93f",
    );
    assert_encoded(
        vec!["a".to_owned(), "b".to_owned()],
        "1c0001000400000002000000040000000100000061000000040000000100000062000000",
    );
    assert_encoded(Vec::<i32>::new(), "1c0001000200000000000000");
    assert_encoded(vec![Variant::Int(1)], "1c000000010000000200000001000000");
}

#[test]
fn encodes_arrays_of_value_types() {
    assert_encoded(
        vec![Vector2::new(1.0, 2.0)],
        "1c0001000500000001000000050000000000803f00000040",
    );
    assert_encoded(
        vec![Vector2i::new(1, 2)],
        "1c0001000600000001000000060000000100000002000000",
    );
    assert_encoded(
        vec![Transform2D::default()],
        "1c0001000b000000010000000b0000000000803f00000000000000000000803f0000000000000000",
    );
    assert_encoded(
        vec![Color::new(0.5, 0.25, 1.0, 1.0)],
        "1c0001001400000001000000140000000000003f0000803e0000803f0000803f",
    );
    assert_encoded(
        vec![StringName::from("run")],
        "1c0001001500000001000000150000000300000072756e00",
    );
    assert_encoded(
        vec![NodePath::from("/root/A")],
        "1c00010016000000010000001600000002000080000000000100000004000000726f6f740100000041000000",
    );
    assert_encoded(
        vec![Rid::default()],
        "1c0001001700000001000000170000000000000000000000",
    );
    assert_encoded(vec![Callable], "1c000100190000000100000019000000");
}

#[test]
fn encodes_arrays_of_untyped_containers() {
    assert_encoded(
        vec![Dictionary::from([("x", 1)])],
        "1c0001001b000000010000001b000000010000000400000001000000780000000200000001000000",
    );
    assert_encoded(
        vec![vec![Variant::Int(1), "a".into()]],
        "1c0001001c000000010000001c000000020000000200000001000000040000000100000061000000",
    );
    assert_encoded(
        vec![(1, "a".to_owned())],
        "1c0001001c000000010000001c000000020000000200000001000000040000000100000061000000",
    );
    assert_encoded(
        vec![Packed(vec![1_u8, 2, 3])],
        "1c0001001d000000010000001d0000000300000001020300",
    );
    assert_encoded(
        vec![Packed(vec![7_i64])],
        "1c0001001f000000010000001f000000010000000700000000000000",
    );
}

/// Checks that arrays of objects declare no class.
///
/// The engine decodes them as `Array[EncodedObjectAsID]`, or as `Array[Object]` if objects are
/// allowed.
#[test]
fn arrays_of_objects_declare_no_class() {
    assert_encoded(vec![None::<Object>], "1c000100180000000100000000000000");
    assert_encoded(
        vec![Object::Id(7)],
        "1c0001001800000001000000180001000700000000000000",
    );
}

#[test]
fn every_list_is_an_array() {
    let digits = "1c000100020000000200000002000000010000000200000007000000";
    assert_encoded([1_u8, 7], digits);
    assert_encoded(vec![1_u64, 7].into_boxed_slice(), digits);
    assert_encoded(VecDeque::from([1_usize, 7]), digits);
    assert_encoded(BTreeSet::from([1_isize, 7]), digits);
    assert_encoded([Wrapping(1_u8), Wrapping(7)], digits);
    assert_encoded([1_u8, 7].map(|digit| NonZero::new(digit).unwrap()), digits);
    assert_encoded(
        HashSet::from([7_i16]),
        "1c00010002000000010000000200000007000000",
    );
}

#[test]
fn maps_declare_both_types() {
    assert_encoded(
        BTreeMap::from([("a".to_owned(), 1), ("b".to_owned(), 2)]),
        "1b00050004000000020000000200000004000000010000006100000002000000010000000400000001000000620000000200000002000000",
    );
    assert_encoded(
        HashMap::from([(7, Vector2::new(1.0, 2.0))]),
        "1b0005000200000005000000010000000200000007000000050000000000803f00000040",
    );
    assert_encoded(
        BTreeMap::from([("a".to_owned(), Variant::Int(1))]),
        "1b00010004000000010000000400000001000000610000000200000001000000",
    );
    assert_encoded(
        HashMap::from([(StringName::from("a"), vec![Variant::Int(1)])]),
        "1b000500150000001c000000010000001500000001000000610000001c000000010000000200000001000000",
    );
    assert_encoded(
        BTreeMap::from([("a".to_owned(), Packed(vec![0.5_f64]))]),
        "1b0005000400000021000000010000000400000001000000610000002100000001000000000000000000e03f",
    );
}

#[test]
fn encodes_a_struct_with_typed_fields() {
    #[derive(Debug, PartialEq, gdvariant::Variant)]
    struct Player {
        name: String,
        #[variant(typed)]
        scores: Vec<u32>,
        #[variant(typed)]
        inventory: BTreeMap<String, u8>,
    }

    let player = Player {
        name: "Ada".into(),
        scores: vec![7],
        inventory: BTreeMap::from([("gold".into(), 3)]),
    };
    let encoded = godot4::to_vec(&player).expect("the player can be encoded");
    assert_eq!(
        hex(&encoded),
        "1b0000000300000004000000040000006e616d65040000000300000041646100040000000600000073636f72657300001c000100020000000100000002000000070000000400000009000000696e76656e746f72790000001b0005000400000002000000010000000400000004000000676f6c640200000003000000"
    );
    assert_eq!(godot4::from_slice::<Player>(&encoded), Ok(player));
}
