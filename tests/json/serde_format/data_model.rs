//! All types of serde's data model.

use super::{is_written, read};
use crate::common::{Fault, bytes};
use gdvariant::godot3::serde::{from_slice, from_slice_prefix, from_variant, to_variant};
use gdvariant::godot3::{self, Variant, variant};
use gdvariant::{Dictionary, Packed};
use serde::{Deserialize, Serialize};
use serde_bytes::{ByteBuf, Bytes};
use std::borrow::Cow;
use std::collections::BTreeMap;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Unit;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Meters(f64);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Pair(i32, bool);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Player {
    name: String,
    #[serde(rename = "hp")]
    health: u8,
}

#[test]
fn encodes_every_type() {
    is_written(&true, "01000000 01000000");
    is_written(&-1_i8, "02000000 ffffffff");
    is_written(&-2_i16, "02000000 feffffff");
    is_written(&7_i32, "02000000 07000000");
    is_written(&0x1_0000_0000_i64, "02000100 00000000 01000000");
    is_written(&200_u8, "02000000 c8000000");
    is_written(&60_000_u16, "02000000 60ea0000");
    is_written(&u32::MAX, "02000100 ffffffff 00000000");
    is_written(&7_u64, "02000000 07000000");
    is_written(&i128::from(i64::MIN), "02000100 00000000 00000080");
    is_written(&7_u128, "02000000 07000000");
    is_written(&0.1_f32, "03000000 cdcccc3d");
    is_written(&0.5_f64, "03000000 0000003f");
    is_written(&0.1_f64, "03000100 9a999999 9999b93f");
    is_written(&'ß', "04000000 02000000 c39f0000");
    is_written(&String::from("abc"), "04000000 03000000 61626300");
    // A type with a human-readable form.
    let address = "04000000 09000000 3132372e302e302e31000000";
    is_written(&std::net::Ipv4Addr::LOCALHOST, address);

    is_written(&(), "00000000");
    is_written(&Unit, "00000000");
    is_written(&None::<i32>, "00000000");
    is_written(&Some(7), "02000000 07000000");

    is_written(&Vec::<i32>::new(), "13000000 00000000");
    is_written(&vec![7], "13000000 01000000 0200000007000000");
    is_written(&[7], "13000000 01000000 0200000007000000");
    let pair = "13000000 02000000 0200000001000000 0100000001000000";
    is_written(&(1, true), pair);
    is_written(&Pair(1, true), pair);
    is_written(&Meters(0.5), "03000000 0000003f");

    let player = Player {
        name: "Ada".into(),
        health: 7,
    };
    is_written(
        &player,
        "12000000 02000000 04000000040000006e616d65 0400000003000000 41646100 04000000020000006870 0000 0200000007000000",
    );
    is_written(
        &BTreeMap::from([((true,), 'x')]),
        "12000000 01000000 13000000 01000000 0100000001000000 0400000001000000 78000000",
    );
}

#[test]
fn borrows_bytes_and_strings() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Names<'a> {
        #[serde(borrow)]
        first: &'a str,
        #[serde(borrow)]
        other: Cow<'a, str>,
        #[serde(borrow)]
        all: Vec<&'a str>,
    }

    let digits = "14000000 03000000 01020300";
    is_written(&ByteBuf::from([1, 2, 3]), digits);
    is_written(&Bytes::new(&[1, 2, 3]), digits);
    let input = bytes(digits);
    let borrowed: &[u8] = from_slice(&input).unwrap();
    assert!(std::ptr::eq(borrowed, &raw const input[8..11]));

    let all = Packed(vec![String::from("a"), "b".into()]);
    let names = variant!({"first": "Ada", "other": "Grace", "all": (all)});
    let input = godot3::to_vec(&names).unwrap();
    let names: Names<'_> = from_slice(&input).unwrap();
    assert_eq!((names.first, names.all), ("Ada", vec!["a", "b"]));
    assert!(matches!(names.other, Cow::Borrowed("Grace")));
}

#[test]
fn coerces_types() {
    assert_eq!(read::<Vec<u8>>("14000000 03000000 01020300"), [1, 2, 3]);
    assert_eq!(read::<ByteBuf>("13000000 01000000 0200000007000000"), [7]);
    // Ints decode as floats, and packed arrays as sequences.
    assert_eq!(read::<f32>("02000000 07000000").to_bits(), 7_f32.to_bits());
    let wide = read::<f64>("02000100 00000000 01000000");
    assert_eq!(wide.to_bits(), 4_294_967_296_f64.to_bits());
    let ints = godot3::to_vec(&Packed(vec![1, -2])).unwrap();
    assert_eq!(from_slice::<Vec<i64>>(&ints).unwrap(), [1, -2]);
    assert_eq!(from_slice::<Vec<f64>>(&ints).unwrap(), [1.0, -2.0]);
    // Visitors learn the length, so that a list has no unused capacity.
    let three = godot3::to_vec(&[1, 2, 3]).unwrap();
    assert_eq!(from_slice::<Vec<i64>>(&three).unwrap().capacity(), 3);
    let mixed = from_slice::<(Option<i8>, Variant)>(&ints);
    assert_eq!(mixed.unwrap(), (Some(1), Variant::Int(-2)));
    let floats = godot3::to_vec(&Packed(vec![0.5_f32])).unwrap();
    assert_eq!(from_slice::<Vec<f64>>(&floats).unwrap(), [0.5]);
}

#[test]
fn string_names_decode_as_strings() {
    use gdvariant::StringName;
    use gdvariant::pandemonium::{self, serde::from_slice};

    let bytes = pandemonium::to_vec(&StringName::from("x")).unwrap();
    assert_eq!(from_slice::<&str>(&bytes).unwrap(), "x");
    let error = from_slice::<bool>(&bytes).unwrap_err();
    assert_eq!(error.fault(), "0x0000: WrongType");
    let keyed = Dictionary::<pandemonium::Variant>::from([(StringName::from("x"), 7)]);
    let bytes = pandemonium::to_vec(&keyed).unwrap();
    let map: BTreeMap<String, i32> = from_slice(&bytes).unwrap();
    assert_eq!(map["x"], 7);
}

#[test]
fn accepts_any_order_and_skips_unknown_fields() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Point {
        x: f32,
        #[serde(default)]
        y: f32,
    }

    let bytes = godot3::to_vec(&variant!({"deep": [[1.5]], "x": 2})).unwrap();
    assert_eq!(from_slice(&bytes), Ok(Point { x: 2.0, y: 0.0 }));
    // Skipped fields are validated: the skipped bool is 2.
    let skipped = super::rejected::<Point>(
        "12000000 02000000 0400000001000000 78000000 0200000001000000 0400000001000000 7a000000 0100000002000000",
    );
    assert_eq!(skipped, "0x002c: z.value: InvalidBool");
}

#[test]
fn readers_and_writers_consume_exactly_one_value() {
    let prefix = bytes("01000000 01000000 ff");
    assert_eq!(from_slice_prefix(&prefix), Ok((true, 8)));
    let mut file = Vec::new();
    godot3::serde::to_writer(&mut file, &(1, "two")).unwrap();
    let read: (i32, String) = godot3::serde::from_reader(file.as_slice()).unwrap();
    assert_eq!(read, (1, "two".into()));
    let mut packet = vec![7];
    godot3::serde::encode_into(&true, &mut packet).unwrap();
    assert_eq!(packet, [7, 1, 0, 0, 0, 1, 0, 0, 0]);
    godot3::serde::encode_into(&(true, u64::MAX), &mut packet).unwrap_err();
    assert_eq!(packet.len(), 9, "what could not be encoded is taken back");
}

#[test]
fn converts_variants_to_types() {
    use gdvariant::DecodeErrorKind as Kind;

    let scores = BTreeMap::from([("Ada".to_owned(), vec![1, 2])]);
    let variant = to_variant(&scores).unwrap();
    assert_eq!(variant, variant!({"Ada": [1, 2]}));
    let back: BTreeMap<String, Vec<i32>> = from_variant(&variant).unwrap();
    assert_eq!(back, scores);
    let error = from_variant::<BTreeMap<String, Vec<bool>>>(&variant).unwrap_err();
    assert!(matches!(error.kind(), Kind::WrongType { .. }));
    assert_eq!(error.fault(), "Ada[0]: WrongType");
    let error = from_variant::<String>(&Variant::from("a\0b")).unwrap_err();
    assert!(matches!(error.kind(), Kind::NotEncoded(_)));
    assert_eq!(error.fault(), "NulInString");
}
