//! Fields that borrow from the input, and the allocations of encoding and decoding.

use super::encode;
use crate::common::Fault;
use gdvariant::godot3::{self, variant};
use gdvariant::{
    DecodeOptions, Godot3, NodePath, NodePathRef, Packed, PackedView, Variant, Vector2, Vector3,
    generic,
};
use std::borrow::Cow;

#[derive(Debug, PartialEq, Variant)]
struct Borrowed<'a> {
    text: &'a str,
    cow: Cow<'a, str>,
    bytes: &'a [u8],
    cow_bytes: Cow<'a, [u8]>,
    points: PackedView<'a, Vector2>,
    path: NodePathRef<'a>,
    any: godot3::VariantRef<'a>,
    maybe: Option<&'a str>,
    maybe_bytes: Option<&'a [u8]>,
    maybe_cow_bytes: Option<Cow<'a, [u8]>>,
}

fn input() -> Vec<u8> {
    encode(variant!({
        "text": "hello", "cow": "world", "bytes": Packed([1_u8, 2, 3]), "cow_bytes": Packed([4_u8]),
        "points": Packed([Vector2::new(1.0, 2.0)]), "path": (NodePath::from("/root/A")),
        "any": "any", "maybe": "yes", "maybe_bytes": Packed([5_u8]), "maybe_cow_bytes": Packed([6_u8]),
    }))
}

#[test]
fn borrows_strings_bytes_and_packed_arrays() {
    let input = input();
    let value: Borrowed<'_> = godot3::from_slice(&input).unwrap();
    assert_eq!(
        (value.text, value.bytes, value.maybe),
        ("hello", &[1, 2, 3][..], Some("yes"))
    );
    assert!(matches!(value.cow, Cow::Borrowed("world")));
    assert!(matches!(value.cow_bytes, Cow::Borrowed([4])));
    assert_eq!(value.maybe_bytes, Some(&[5][..]));
    assert!(matches!(value.maybe_cow_bytes, Some(Cow::Borrowed([6]))));
    assert_eq!(value.points.get(0), Some(Vector2::new(1.0, 2.0)));
    assert_eq!(value.any, godot3::VariantRef::String("any"));
    assert_eq!(godot3::to_vec(&value).unwrap(), input);
}

#[test]
fn borrowing_allocates_nothing() {
    let input = input();
    let mut packet = Vec::with_capacity(input.len());
    let info = allocation_counter::measure(|| {
        let value: Borrowed<'_> = godot3::from_slice(&input).unwrap();
        godot3::encode_into(&value, &mut packet).unwrap();
    });
    assert_eq!(packet, input);
    assert_eq!(info.count_total, 0);
}

#[derive(Debug, PartialEq, Variant)]
struct Player<'a> {
    name: &'a str,
    position: Vector3,
    team: Team,
    #[variant(packed)]
    scores: [i32; 2],
}

#[derive(Debug, PartialEq, Variant)]
enum Team {
    Red,
}

fn player() -> Player<'static> {
    Player {
        name: "Ada",
        position: Vector3::new(1.0, 2.0, 3.0),
        team: Team::Red,
        scores: [1, 2],
    }
}

#[test]
fn encoding_allocates_nothing_beyond_the_buffer() {
    let players = [player(), player()];
    let mut packet = Vec::with_capacity(4096);
    let info = allocation_counter::measure(|| godot3::encode_into(&players, &mut packet).unwrap());
    assert_eq!(info.count_total, 0);
}

#[test]
fn decoding_allocates_only_containers() {
    let bytes = godot3::to_vec(&vec![player(), player(), player()]).unwrap();
    let info = allocation_counter::measure(|| {
        let players: Vec<Player<'_>> = godot3::from_slice(&bytes).unwrap();
        assert_eq!(players.len(), 3);
    });
    // One allocation for the list, and one for each `scores`, whose elements are collected before
    // the array is created.
    assert_eq!(info.count_total, 1 + 3);
}

#[test]
fn unknown_keys_allocate_nothing() {
    #[derive(Debug, Variant)]
    struct Small {
        #[variant(default)]
        health: i32,
    }
    let texts = Packed((0..1000).map(|index| index.to_string()).collect::<Vec<_>>());
    let bytes = encode(variant!({"a": (texts.clone()), "b": [(texts)], "health": 7}));
    let info = allocation_counter::measure(|| {
        assert_eq!(godot3::from_slice::<Small>(&bytes).unwrap().health, 7);
    });
    assert_eq!(info.count_total, 0);
}

#[test]
fn rejects_strings_that_it_cannot_borrow() {
    #[derive(Debug, Variant)]
    struct Text<'a> {
        text: &'a str,
    }
    // The letter P, encoded overlong in three bytes: only lenient decoding accepts the string, but
    // cannot borrow it.
    let mut bytes = encode(variant!({"text": "xyz"}));
    let at = bytes.len() - 4;
    bytes[at..at + 3].copy_from_slice(b"\xe0\x81\x90");
    let error =
        generic::from_slice::<Godot3, Text<'_>>(&bytes, DecodeOptions::engine()).unwrap_err();
    assert_eq!(error.fault(), "0x0018: text: CannotBorrow");

    let array = encode((1, 2));
    let copied: Cow<'_, [u8]> = godot3::from_slice(&array).unwrap();
    assert_eq!(*copied, [1, 2]);
    for bytes in [&array, &encode(Packed([1, 2, 3]))] {
        let error = godot3::from_slice::<&[u8]>(bytes).unwrap_err();
        assert_eq!(error.fault(), "0x0000: WrongType");
    }
}
