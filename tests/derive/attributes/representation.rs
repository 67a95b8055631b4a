//! Attributes that choose how a struct or a field is encoded.

use crate::{assert_decoded, assert_rejected, assert_round_trip, assert_round_trips, decode_error};
use gdvariant::godot3::variant;
use gdvariant::{
    Decode, DecodeError, Encode, EncodeError, Engine, Reader, Variant, Vector2, Writer,
};

#[test]
fn encodes_structs_as_arrays_and_newtypes() {
    #[derive(Debug, PartialEq, Variant)]
    #[variant(array)]
    struct Cell {
        x: i32,
        #[variant(skip)]
        cached: bool,
        y: i32,
        #[variant(default)]
        tile: u8,
    }
    let cell = |tile| Cell {
        x: 1,
        cached: false,
        y: 2,
        tile,
    };
    assert_round_trip(&cell(3), "[ 1, 2, 3 ]");
    assert_decoded(&[(variant!([1, 2]), cell(0))]);
    assert_rejected::<Cell>(&[(variant!([1]), "0x0000: WrongLength")]);

    #[derive(Debug, PartialEq, Variant)]
    #[variant(transparent)]
    struct Meters {
        length: f64,
        #[variant(skip)]
        cached: bool,
    }
    let meters = Meters {
        length: 1.5,
        cached: false,
    };
    assert_round_trip(&meters, "1.5");
}

#[test]
fn encodes_lists_as_packed_arrays() {
    #[derive(Debug, PartialEq, Variant)]
    struct PackedArrays {
        #[variant(packed)]
        bytes: Vec<u8>,
        #[variant(packed)]
        ints: [i32; 2],
        #[variant(packed)]
        reals: Box<[f32]>,
        #[variant(packed)]
        texts: Vec<String>,
        #[variant(packed)]
        vectors: Option<Vec<Vector2>>,
        #[variant(packed)]
        none: Option<Vec<u8>>,
    }
    let packed_arrays = PackedArrays {
        bytes: vec![1, 2],
        ints: [3, 4],
        reals: [0.5].into(),
        texts: vec!["a".into()],
        vectors: Some(vec![Vector2::new(1.0, 2.0)]),
        none: None,
    };
    assert_round_trip(
        &packed_arrays,
        r#"{ "bytes": PoolByteArray( 1, 2 ), "ints": PoolIntArray( 3, 4 ), "reals": PoolRealArray( 0.5 ), "texts": PoolStringArray( "a" ), "vectors": PoolVector2Array( 1, 2 ), "none": null }"#,
    );
    // Decoding also accepts an Array.
    let arrays = variant!({
        "bytes": [1, 2], "ints": [3, 4], "reals": [0.5], "texts": ["a"],
        "vectors": [(Vector2::new(1.0, 2.0))],
    });
    assert_decoded(&[(arrays, packed_arrays)]);
}

#[test]
fn encodes_strings_as_node_paths() {
    #[derive(Debug, PartialEq, Variant)]
    struct Paths {
        #[variant(node_path)]
        node: String,
        #[variant(node_path)]
        other: Option<Box<str>>,
    }
    let paths = |other: Option<&str>| Paths {
        node: "/root/A:x".into(),
        other: other.map(Into::into),
    };
    assert_round_trips(&[
        (
            paths(Some("B")),
            r#"{ "node": NodePath("/root/A:x"), "other": NodePath("B") }"#,
        ),
        (
            paths(None),
            r#"{ "node": NodePath("/root/A:x"), "other": null }"#,
        ),
    ]);
    assert_decoded(&[(variant!({"node": "/root/A:x"}), paths(None))]);
    assert_rejected::<Paths>(&[(variant!({"node": 7}), "0x0014: node: WrongType")]);
}

#[test]
fn encodes_strings_as_string_names() {
    use gdvariant::pandemonium;
    #[derive(Debug, PartialEq, Variant)]
    struct Named<'a> {
        #[variant(string_name)]
        kind: &'a str,
    }
    let bytes = pandemonium::to_vec(&Named { kind: "mage" }).unwrap();
    let seen: pandemonium::Variant = pandemonium::from_slice(&bytes).unwrap();
    assert_eq!(
        seen["kind"],
        pandemonium::Variant::StringName("mage".into())
    );
    assert_eq!(pandemonium::from_slice(&bytes), Ok(Named { kind: "mage" }));
}

pub(super) mod doubled {
    use super::{Decode, DecodeError, Encode, EncodeError, Engine, Reader, Writer};

    #[allow(
        clippy::trivially_copy_pass_by_ref,
        reason = "`with` passes every field by reference"
    )]
    pub(crate) fn encode<E: Engine>(
        value: &i64,
        writer: &mut Writer<'_, E>,
    ) -> Result<(), EncodeError> {
        (value * 2).encode(writer)
    }

    pub(crate) fn decode<E: Engine>(reader: &mut Reader<'_, E>) -> Result<i64, DecodeError> {
        i64::decode(reader).map(|value| value / 2)
    }
}

#[test]
fn encodes_with_functions_of_a_module() {
    #[derive(Debug, PartialEq, Variant)]
    struct With {
        #[variant(with = "doubled")]
        twice: i64,
        #[variant(with = "doubled", default)]
        maybe: i64,
    }
    assert_round_trip(
        &With { twice: 7, maybe: 1 },
        r#"{ "twice": 14, "maybe": 2 }"#,
    );
    assert_decoded(&[(variant!({"twice": 14}), With { twice: 7, maybe: 0 })]);
    assert_rejected::<With>(&[(variant!({"maybe": 14}), "0x0000: MissingKey")]);

    #[derive(Debug, PartialEq, Variant)]
    struct Newtype(#[variant(with = "doubled")] i64);
    assert_round_trip(&Newtype(7), "14");

    #[derive(Debug, PartialEq, Variant)]
    struct Tuple(i64, #[variant(with = "doubled")] i64);
    assert_round_trip(&Tuple(1, 7), "[ 1, 14 ]");
    assert_eq!(decode_error::<Tuple>((1,)), "0x0000: WrongLength");
}
