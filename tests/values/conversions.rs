//! Conversions between Variants and Rust's types: lists, numbers, strings, user types and keys.

use crate::common::Fault;
use gdvariant::dictionary::Key;
use gdvariant::{
    DecodeErrorKind, EncodeErrorKind, FromVariantError, FromVariantErrorKind, Kind, Packed, Vector2,
};
use std::collections::HashMap;

#[cfg(feature = "derive")]
#[derive(Debug, PartialEq, gdvariant::Variant)]
struct Player {
    name: String,
    scores: Vec<u8>,
}

/// Tests the Variant of a layout, in a module that has its name.
macro_rules! of_layout {
    ({} $({ $module:ident $marker:ident $types:tt })*) => {$(
        mod $module {
            use super::{Key, HashMap, Packed, fault};
            use gdvariant::$module::{self, Variant, variant};

            #[test]
            fn lists_become_arrays() {
                let flags = Variant::from([true, false]);
                assert_eq!(flags, variant!([true, false]));
                assert_eq!(Vec::<bool>::try_from(&flags), Ok(vec![true, false]));
                assert_eq!(Vec::<bool>::try_from(flags), Ok(vec![true, false]));
                assert_eq!(Variant::from(&[1_u8, 2][..]), variant!([1, 2]));
                assert_eq!(Variant::from(vec!["a", "b"]), variant!(["a", "b"]));
                let nested = Variant::from(vec![vec![1_i16], vec![]]);
                assert_eq!(nested, variant!([[1], Variant::array::<i64>([])]));
                assert_eq!(Vec::<Vec<i16>>::try_from(&nested), Ok(vec![vec![1], vec![]]));
                assert_eq!(fault(Vec::<Vec<bool>>::try_from(nested)), "[0][0]: WrongType");
            }

            #[test]
            fn lists_are_converted_from_arrays_and_packed_arrays() {
                let bytes = Variant::from(Packed([1_u8, 2]));
                assert_ne!(bytes.kind(), gdvariant::Kind::Array);
                assert_eq!(Vec::<u8>::try_from(&bytes), Ok(vec![1, 2]));
                assert_eq!(Vec::<u64>::try_from(&bytes), Ok(vec![1, 2]));
                assert_eq!(Vec::<Variant>::try_from(&bytes), Ok(vec![1.into(), 2.into()]));
                assert_eq!(Vec::<u8>::try_from(variant!([1, 2])), Ok(vec![1, 2]));
                let names = Variant::from(Packed(["a", "b"]));
                assert_eq!(Vec::<String>::try_from(&names), Ok(vec!["a".into(), "b".into()]));
                assert_eq!(fault(Vec::<u8>::try_from(names)), "[0]: WrongType");
                assert_eq!(fault(Vec::<u8>::try_from(Variant::from("a"))), "WrongType");
                assert_eq!(fault(Vec::<u8>::try_from(variant!([1, 300]))), "[1]: OutOfRange");
                assert_eq!(Vec::<Variant>::try_from(variant!([null])), Ok(vec![Variant::Nil]));
            }

            #[test]
            fn packed_arrays_are_moved() {
                let bytes = vec![1_u8, 2];
                let address = bytes.as_ptr();
                let variant = Variant::from(Packed(bytes));
                let bytes = Vec::<u8>::try_from(variant).unwrap();
                assert_eq!(bytes.as_ptr(), address);
            }

            #[test]
            fn rejects_integers_out_of_range() {
                assert_eq!(i8::try_from(Variant::from(-128)), Ok(-128));
                assert_eq!(u64::try_from(&Variant::from(i64::MAX)), Ok(i64::MAX as u64));
                assert_eq!(i128::try_from(&Variant::from(-1)), Ok(-1));
                assert_eq!(fault(u64::try_from(Variant::from(-1))), "OutOfRange");
                assert_eq!(fault(usize::try_from(&Variant::from(1.0))), "WrongType");
            }

            #[test]
            fn converts_ints_to_floats() {
                assert_eq!(f64::try_from(&Variant::from(7)), Ok(7.0));
                assert_eq!(f32::try_from(Variant::from(0.1)), Ok(0.1));
                assert_eq!(fault(f32::try_from(Variant::Nil)), "WrongType");
            }

            #[test]
            fn strings_are_borrowed() {
                let name = Variant::from("Ada");
                assert_eq!(<&str>::try_from(&name), Ok("Ada"));
                assert_eq!(String::try_from(&name), Ok("Ada".to_owned()));
                assert_eq!(fault(<&str>::try_from(&Variant::Nil)), "WrongType");
            }

            #[test]
            fn converts_other_types_through_their_encoding() {
                let value = $module::to_variant(&("Ada", [1, 2], Some(2.5))).unwrap();
                assert_eq!(value, variant!(["Ada", [1, 2], 2.5]));
                let back: (String, [i8; 2], Option<f32>) = $module::from_variant(&value).unwrap();
                assert_eq!(back, ("Ada".to_owned(), [1, 2], Some(2.5)));
            }

            #[test]
            #[cfg(feature = "derive")]
            fn user_types_convert_with_paths_in_errors() {
                let ada = super::Player { name: "Ada".into(), scores: vec![7] };
                let mut value = $module::to_variant(&ada).unwrap();
                assert_eq!(value, variant!({"name": "Ada", "scores": [7]}));
                assert_eq!($module::from_variant::<super::Player>(&value), Ok(ada));
                value["scores"][0] = 256.into();
                assert_eq!(
                    fault($module::from_variant::<super::Player>(&value)),
                    "scores[0]: OutOfRange"
                );
                value["name"] = "a\0b".into();
                assert_eq!(
                    fault($module::from_variant::<super::Player>(&value)),
                    "name: NulInString"
                );
            }

            #[test]
            fn converts_full_objects() {
                let object = Variant::from($module::Object::full("Node", [("name", "a")]));
                assert_eq!($module::to_variant(&object), Ok(object.clone()));
                assert_eq!($module::from_variant(&object), Ok(object));
            }

            #[test]
            #[allow(clippy::mutable_key_type, reason = "a cached digest does not change the hash")]
            fn compares_keys_as_the_engine_does() {
                let mut counts: HashMap<Key<Variant>, u32> = HashMap::new();
                for value in [Variant::from(0.0), (-0.0).into(), 0.into(), f64::NAN.into(), f64::NAN.into()] {
                    *counts.entry(Key::new(value).unwrap()).or_default() += 1;
                }
                let count = |value: Variant| counts[&Key::new(value).unwrap()];
                assert_eq!([count(0.0.into()), count(0.into()), count(f64::NAN.into())], [2, 1, 2]);
                let object = Variant::from($module::Object::full("Node", [("name", "a")]));
                assert!(Key::new(variant!([object])).is_err(), "objects are compared by identity");
            }
        }
    )*};
}

// Layouts of the same precision have the same Variant.
#[cfg(feature = "godot4")]
of_layout!({} { godot4 Godot4 [] });
#[cfg(all(feature = "godot3", feature = "double"))]
of_layout!({} { godot3_double Godot3Double [] });

fn fault<T: std::fmt::Debug>(result: Result<T, FromVariantError>) -> String {
    result.unwrap_err().fault()
}

#[test]
#[cfg(feature = "godot4")]
fn typed_arrays_convert_to_lists() {
    use gdvariant::{Kind, godot4};
    let typed = godot4::Variant::from(godot4::TypedArray::new(Kind::Int, [1, 2]));
    assert_eq!(Vec::<i64>::try_from(typed), Ok(vec![1, 2]));
    let name = godot4::Variant::from(gdvariant::StringName::from("idle"));
    assert_eq!(String::try_from(&name), Ok("idle".to_owned()));
    assert_eq!(String::try_from(name), Ok("idle".to_owned()));
}

#[test]
fn errors_have_a_path_and_a_kind() {
    let error =
        Vec::<Vector2>::try_from(gdvariant::godot3::variant!([Vector2::default(), 1])).unwrap_err();
    assert_eq!(error.path().to_string(), "[1]");
    let FromVariantErrorKind::Decode(kind) = error.kind() else {
        panic!("{error}");
    };
    assert!(matches!(
        kind,
        DecodeErrorKind::WrongType {
            expected: [Kind::Vector2],
            found: Kind::Int,
            layout: "",
            ..
        }
    ));
    let error = gdvariant::godot3::from_variant::<String>(&"a\0".into()).unwrap_err();
    assert!(matches!(
        error.kind(),
        FromVariantErrorKind::Encode(EncodeErrorKind::NulInString { at: 1, .. })
    ));
}
