//! All types of serde's data model.

use super::{is_written, read, rejected};
use crate::common::Fault;
use crate::common::{TestLayout, in_each_layout};
use gdvariant::godot3::serde::{from_slice, from_slice_prefix, to_vec};
use gdvariant::godot3::{self, Variant};
use gdvariant::serde::{self as format, SerdeLayout};
use gdvariant::{DecodeOptions, Dictionary, Packed, generic};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

#[test]
fn encodes_primitive_types() {
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
}

#[test]
fn human_readable_types_are_strings() {
    is_written(
        &std::net::Ipv4Addr::LOCALHOST,
        "04000000 09000000 3132372e302e302e31000000",
    );
}

#[test]
fn encodes_none_as_nil() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Unit;

    is_written(&(), "00000000");
    is_written(&Unit, "00000000");
    is_written(&None::<i32>, "00000000");
    is_written(&Some(7), "02000000 07000000");
}

#[test]
fn sequences_are_arrays() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Pair(i32, bool);
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Meters(f64);

    is_written(&Vec::<i32>::new(), "13000000 00000000");
    is_written(
        &vec![1, 2],
        "13000000 02000000 0200000001000000 0200000002000000",
    );
    is_written(
        &[1, 2],
        "13000000 02000000 0200000001000000 0200000002000000",
    );
    is_written(
        &(1, true),
        "13000000 02000000 0200000001000000 0100000001000000",
    );
    is_written(
        &Pair(1, true),
        "13000000 02000000 0200000001000000 0100000001000000",
    );
    is_written(&Meters(0.5), "03000000 0000003f");
}

#[test]
fn structs_and_maps_are_dictionaries() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Player {
        name: String,
        #[serde(rename = "hp")]
        health: u8,
    }

    let player = Player {
        name: "Ada".into(),
        health: 7,
    };
    is_written(
        &player,
        "12000000 02000000 04000000040000006e616d65 0400000003000000 41646100 04000000020000006870 0000 0200000007000000",
    );
    is_written(
        &BTreeMap::from([(1, 'x')]),
        "12000000 01000000 0200000001000000 0400000001000000 78000000",
    );
    is_written(
        &BTreeMap::from([((true,), false)]),
        "12000000 01000000 13000000 01000000 0100000001000000 0100000000000000",
    );
}

#[test]
fn bytes_are_a_packed_byte_array_and_are_borrowed() {
    let digits = "14000000 03000000 01020300";
    is_written(&serde_bytes::ByteBuf::from([1, 2, 3]), digits);
    is_written(&serde_bytes::Bytes::new(&[1, 2, 3]), digits);
    let input = crate::common::bytes(digits);
    let borrowed: &[u8] = from_slice(&input).unwrap();
    assert!(std::ptr::eq(borrowed, &raw const input[8..11]));
    assert_eq!(read::<Vec<u8>>(digits), [1, 2, 3]);
    // Bytes also decode from an Array of ints.
    assert_eq!(
        read::<serde_bytes::ByteBuf>("13000000 01000000 0200000007000000"),
        [7]
    );
}

#[test]
fn borrows_strings() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Names<'a> {
        #[serde(borrow)]
        first: &'a str,
        #[serde(borrow)]
        other: Cow<'a, str>,
        #[serde(borrow)]
        all: Vec<&'a str>,
    }

    let all = Packed(vec![String::from("a"), "b".into()]);
    let mut input = Vec::new();
    let mut writer = gdvariant::Writer::<gdvariant::Godot3>::new(&mut input);
    let mut names = writer.dictionary();
    names.pair("first", "Ada").unwrap();
    names.pair("other", "Grace").unwrap();
    names.pair("all", &all).unwrap();
    drop(names);
    let names: Names<'_> = from_slice(&input).unwrap();
    assert_eq!(
        (names.first, &*names.other, names.all),
        ("Ada", "Grace", vec!["a", "b"])
    );
    assert!(matches!(names.other, Cow::Borrowed(_)));
}

#[test]
fn coerces_types() {
    // Ints decode as floats, and packed arrays as sequences.
    assert_eq!(read::<f32>("02000000 07000000").to_bits(), 7_f32.to_bits());
    assert_eq!(
        read::<f64>("02000100 00000000 01000000").to_bits(),
        4_294_967_296_f64.to_bits()
    );
    let bytes = godot3::to_vec(&Packed(vec![1, -2])).unwrap();
    assert_eq!(from_slice::<Vec<i64>>(&bytes).unwrap(), [1, -2]);
    assert_eq!(
        from_slice::<[f32; 2]>(&bytes).unwrap().map(f32::to_bits),
        [1.0_f32, -2.0].map(f32::to_bits)
    );
    assert_eq!(
        from_slice::<(Option<i8>, Variant)>(&bytes).unwrap(),
        (Some(1), Variant::Int(-2))
    );
    let bytes = godot3::to_vec(&Packed(vec![0.5_f32])).unwrap();
    assert_eq!(from_slice::<Vec<f64>>(&bytes).unwrap(), [0.5]);
    let bytes = godot3::to_vec(&Packed(vec![String::from("a")])).unwrap();
    assert_eq!(from_slice::<Vec<String>>(&bytes).unwrap(), ["a"]);
}

#[cfg(feature = "pandemonium")]
#[test]
fn string_names_decode_as_strings() {
    use gdvariant::pandemonium;

    let bytes = pandemonium::to_vec(&gdvariant::StringName::from("x")).unwrap();
    assert_eq!(pandemonium::serde::from_slice::<&str>(&bytes).unwrap(), "x");
    let error = pandemonium::serde::from_slice::<bool>(&bytes).unwrap_err();
    assert_eq!(error.fault(), "0x0000: WrongType");
    let keyed = Dictionary::<pandemonium::Variant>::from([(gdvariant::StringName::from("x"), 7)]);
    let bytes = pandemonium::to_vec(&keyed).unwrap();
    assert_eq!(
        pandemonium::serde::from_slice::<BTreeMap<String, i32>>(&bytes).unwrap()["x"],
        7
    );
}

#[test]
fn numbers_beyond_an_int_are_rejected() {
    let error = |value: Result<Vec<u8>, gdvariant::EncodeError>| value.unwrap_err();
    let path = |value| error(value).path().to_string();
    assert_eq!(path(to_vec(&u64::MAX)), "");
    assert_eq!(path(to_vec(&[i128::MIN])), "[0]");
    assert_eq!(path(to_vec(&u128::from(u64::MAX))), "");
}

#[test]
fn accepts_any_order_and_skips_unknown_fields() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Point {
        x: f32,
        #[serde(default)]
        y: f32,
    }

    let dictionary = godot3::Dictionary::from([
        ("deep", Variant::from(vec![Variant::from(1.5)])),
        ("x", 2.into()),
    ]);
    let bytes = godot3::to_vec(&dictionary).unwrap();
    assert_eq!(
        from_slice::<Point>(&bytes).unwrap(),
        Point { x: 2.0, y: 0.0 }
    );
    // Skipped fields are validated: the skipped bool is 2.
    let skipped = rejected::<Point>(
        "12000000 02000000 0400000001000000 78000000 0200000001000000 0400000001000000 7a000000 0100000002000000",
    );
    assert_eq!(skipped, "0x002c: z.value: InvalidBool");
}

#[test]
fn decoding_a_prefix_returns_its_length() {
    assert_eq!(
        from_slice_prefix::<bool>(&crate::common::bytes("01000000 01000000 ff")).unwrap(),
        (true, 8)
    );
}

#[test]
fn readers_and_writers_consume_exactly_one_value() {
    let mut file = Vec::new();
    godot3::serde::to_writer(&mut file, &(1, "two")).unwrap();
    assert_eq!(
        godot3::serde::from_reader::<(i32, String)>(file.as_slice()).unwrap(),
        (1, "two".into())
    );
    let mut packet = vec![7];
    godot3::serde::encode_into(&true, &mut packet).unwrap();
    assert_eq!(packet, [7, 1, 0, 0, 0, 1, 0, 0, 0]);
    godot3::serde::encode_into(&(true, u64::MAX), &mut packet).unwrap_err();
    assert_eq!(packet.len(), 9, "what could not be encoded is taken back");
}

#[test]
fn converts_variants_to_types() {
    use gdvariant::FromVariantErrorKind as Kind;
    use gdvariant::godot3::serde::{from_variant, to_variant};

    let scores = BTreeMap::from([("Ada".to_owned(), vec![1, 2])]);
    let variant = to_variant(&scores).unwrap();
    assert_eq!(variant["Ada"][1], Variant::Int(2));
    assert_eq!(
        from_variant::<BTreeMap<String, Vec<i32>>>(&variant).unwrap(),
        scores
    );
    let error = from_variant::<BTreeMap<String, Vec<bool>>>(&variant).unwrap_err();
    assert!(matches!(error.kind(), Kind::Decode(_)));
    assert_eq!(error.fault(), "Ada[0]: WrongType");
    let error = from_variant::<String>(&Variant::from("a\0b")).unwrap_err();
    assert!(matches!(error.kind(), Kind::Encode(_)));
    assert_eq!(error.fault(), "NulInString");
}

/// Checks that serde and the library's own traits encode the same bytes.
fn serde_encodes_the_same_bytes<L: TestLayout + SerdeLayout>() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Everything {
        nothing: (),
        flag: bool,
        number: i64,
        float: f64,
        text: String,
        list: Vec<Option<i32>>,
        nested: BTreeMap<String, (u8, f32)>,
    }

    let value = Everything {
        nothing: (),
        flag: true,
        number: 1 << 40,
        float: 0.1,
        text: "ä".into(),
        list: vec![Some(1), None],
        nested: BTreeMap::from([("a".into(), (1, 0.5))]),
    };
    let pair = vec![L::Variant::from(1_i64), L::Variant::from(0.5)];
    let expected = Dictionary::<L::Variant>::from([
        ("nothing", L::Variant::default()),
        ("flag", true.into()),
        ("number", (1_i64 << 40).into()),
        ("float", 0.1.into()),
        ("text", "ä".into()),
        ("list", vec![1_i64.into(), L::Variant::default()].into()),
        (
            "nested",
            Dictionary::from([("a", L::Variant::from(pair))]).into(),
        ),
    ]);
    let bytes = format::to_vec::<L, _>(&value).unwrap();
    let expected = L::Variant::from(expected);
    assert_eq!(bytes, generic::to_vec::<L, _>(&expected).unwrap());
    assert_eq!(
        format::from_slice::<L, Everything>(&bytes, DecodeOptions::new()).unwrap(),
        value
    );
    assert_eq!(format::to_variant::<L, _>(&value).unwrap(), expected);
    assert_eq!(
        format::from_variant::<L, Everything>(&expected).unwrap(),
        value
    );
}

/// The tests of each layout are named after the layout, so they need a module of their own.
mod in_each_layout {
    use super::serde_encodes_the_same_bytes;

    super::in_each_layout!(serde_encodes_the_same_bytes);
}

/// A list that states the number of its elements, and reads only the first ones.
struct FirstOf<const N: usize>(Option<usize>);

impl<'de, const N: usize> Deserialize<'de> for FirstOf<N> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor<const N: usize>;

        impl<'de, const N: usize> serde::de::Visitor<'de> for Visitor<N> {
            type Value = FirstOf<N>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<A: serde::de::SeqAccess<'de>>(
                self,
                mut elements: A,
            ) -> Result<Self::Value, A::Error> {
                let hint = elements.size_hint();
                for _ in 0..N {
                    elements.next_element::<i64>()?;
                }
                Ok(FirstOf(hint))
            }
        }

        deserializer.deserialize_seq(Visitor)
    }
}

#[test]
fn visitors_learn_the_length_and_read_all_elements() {
    let bytes = godot3::to_vec(&[1, 2, 3]).unwrap();
    let FirstOf(hint) = from_slice::<FirstOf<3>>(&bytes).unwrap();
    assert_eq!(hint, Some(3));
    let error = from_slice::<FirstOf<1>>(&bytes).map(drop).unwrap_err();
    assert_eq!(error.fault(), "0x0000: WrongLength");
}

#[cfg(feature = "godot4")]
#[test]
fn types_of_this_library_reject_containers() {
    use gdvariant::{Vector2, godot4};

    for value in [
        godot4::Variant::from(vec![1]),
        godot4::Dictionary::from([("x", 1)]).into(),
        gdvariant::Object::full("A", [("x", 1)]).into(),
    ] {
        let bytes = godot4::to_vec(&value).unwrap();
        let error = godot4::serde::from_slice::<Vector2>(&bytes).unwrap_err();
        assert_eq!(error.fault(), "0x0000: WrongType");
    }
}
