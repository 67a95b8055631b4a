//! A `Vec` decodes typed arrays, Arrays, and the packed array of its element.

use super::*;
use gdvariant::godot4::TypedArray;
use gdvariant::{Color, DecodeOptions, Godot4, Kind, Vector2, Vector3, Vector4, generic};
use std::fmt::Debug;

/// Checks that a `Vec` decodes the engine's packed array, an Array, and a typed array of the
/// elements.
#[track_caller]
fn assert_decoded<T>(packed: &str, kind: Kind, elements: &[T])
where
    T: Encode<Godot4> + DecodeOwned<Godot4> + PartialEq + Debug + Clone,
    Variant: From<T>,
{
    let array = godot4::to_vec(elements).unwrap();
    let typed = godot4::to_vec(&TypedArray::new(kind, elements.to_vec())).unwrap();
    for bytes in [bytes(packed), array, typed] {
        for options in [DecodeOptions::new(), DecodeOptions::engine()] {
            assert_eq!(
                generic::from_slice::<Godot4, Vec<T>>(&bytes, options).unwrap(),
                elements
            );
            assert_eq!(
                &*generic::from_slice::<Godot4, Box<[T]>>(&bytes, options).unwrap(),
                elements
            );
        }
    }
}

/// Checks the bytes of `var_to_bytes` in Godot 4.6.3.
#[test]
fn decodes_the_packed_array_of_the_element() {
    assert_decoded("1d0000000200000001020000", Kind::Int, &[1_u8, 2]);
    let ints = "1e0000000200000001000000feffffff";
    assert_decoded(ints, Kind::Int, &[1_i32, -2]);
    assert_decoded(ints, Kind::Int, &[1_i64, -2]);
    assert_decoded(ints, Kind::Int, &[1_i8, -2]);
    assert_decoded(
        "1f00000002000000010000000000000000f2052a01000000",
        Kind::Int,
        &[1_i64, 5_000_000_000],
    );
    let floats = "20000000020000000000003f0000803f";
    assert_decoded(floats, Kind::Float, &[0.5_f32, 1.0]);
    assert_decoded(floats, Kind::Float, &[0.5_f64, 1.0]);
    assert_decoded(
        "21000000020000009a9999999999b93f000000000000f03f",
        Kind::Float,
        &[0.1_f64, 1.0],
    );
    assert_decoded(
        "220000000200000002000000610000000200000062000000",
        Kind::String,
        &["a".to_owned(), "b".to_owned()],
    );
    assert_decoded(
        "23000000010000000000803f00000040",
        Kind::Vector2,
        &[Vector2::new(1.0, 2.0)],
    );
    assert_decoded(
        "24000000010000000000803f0000004000004040",
        Kind::Vector3,
        &[Vector3::new(1.0, 2.0, 3.0)],
    );
    assert_decoded(
        "25000000010000000000803f0000003f0000803e00000000",
        Kind::Color,
        &[Color::new(1.0, 0.5, 0.25, 0.0)],
    );
    assert_decoded(
        "26000000010000000000803f000000400000404000008040",
        Kind::Vector4,
        &[Vector4::new(1.0, 2.0, 3.0, 4.0)],
    );
}

#[derive(Debug, PartialEq, gdvariant::Variant, serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
#[variant(untagged)]
enum List {
    Numbers(Vec<i64>),
    Names(Vec<String>),
}

#[derive(Debug, PartialEq, gdvariant::Variant)]
struct Flat {
    #[variant(flatten)]
    lists: std::collections::BTreeMap<String, Vec<i64>>,
}

/// Checks containers in untagged enums, which the derive decodes without a buffer.
#[test]
fn decodes_typed_arrays_in_enums_and_maps() {
    let typed = TypedArray::new(Kind::Int, [7, 5_000_000_000_i64]);
    let numbers = List::Numbers(vec![7, 5_000_000_000]);
    let packed = Variant::PackedInt64Array(vec![7, 5_000_000_000]);
    for value in [typed.clone().into(), packed] {
        let bytes = godot4::to_vec(&value).unwrap();
        assert_eq!(godot4::from_slice::<List>(&bytes).unwrap(), numbers);
    }
    let names = godot4::to_vec(&TypedArray::new(Kind::String, ["a"])).unwrap();
    assert_eq!(
        godot4::from_slice::<List>(&names).unwrap(),
        List::Names(vec!["a".into()])
    );
    let flat = godot4::to_vec(&godot4::Dictionary::from([("list", typed)])).unwrap();
    let flat: Flat = godot4::from_slice(&flat).unwrap();
    assert_eq!(flat.lists["list"], [7, 5_000_000_000]);
}

/// Checks that serde decodes typed arrays, but not from a buffer, which keeps declared types.
#[test]
fn serde_decodes_typed_arrays_without_a_buffer() {
    for value in [
        TypedArray::new(Kind::Int, [7]).into(),
        Variant::PackedInt64Array(vec![7]),
    ] {
        let bytes = godot4::to_vec(&value).unwrap();
        let numbers: Vec<i64> = godot4::serde::from_slice(&bytes).unwrap();
        assert_eq!(numbers, [7]);
        let buffered = godot4::serde::from_slice::<List>(&bytes);
        assert!(buffered.is_err(), "{buffered:?}");
    }
}
