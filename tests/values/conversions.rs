//! Conversions between Variants and Rust's types: lists, numbers, strings, user types and keys.

use crate::common::Fault;
use gdvariant::dictionary::Key;
use gdvariant::godot4::{Dictionary, Object, Variant, from_variant, to_variant, variant};
use gdvariant::{DecodeError, DecodeErrorKind, EncodeErrorKind, Kind, StringName, Vector2};
use std::collections::{BTreeMap, HashMap};

#[derive(Debug, PartialEq, gdvariant::Variant)]
struct Player {
    name: String,
    scores: Vec<u8>,
}

#[test]
fn lists_become_arrays() {
    let flags = Variant::from([true, false]);
    assert_eq!(flags, variant!([true, false]));
    assert_eq!(from_variant(&flags), Ok(vec![true, false]));
    assert_eq!(Variant::from(vec!["a", "b"]), variant!(["a", "b"]));
    let nested = Variant::from(vec![vec![1_i16], vec![]]);
    assert_eq!(nested, variant!([[1], []]));
    assert_eq!(from_variant(&nested), Ok(vec![vec![1_i16], vec![]]));
    assert_eq!(
        fault(from_variant::<Vec<Vec<bool>>>(&nested)),
        "[0][0]: WrongType"
    );
}

#[test]
fn numbers_and_strings_are_converted() {
    assert_eq!(i8::try_from(Variant::from(-128)), Ok(-128));
    assert_eq!(i128::try_from(Variant::from(-1)), Ok(-1));
    assert_eq!(fault(u64::try_from(Variant::from(-1))), "OutOfRange");
    assert_eq!(fault(usize::try_from(Variant::from(1.0))), "WrongType");
    assert!(Variant::try_from(u64::MAX).is_err() && Variant::try_from(i128::MIN).is_err());
    assert_eq!(f64::try_from(Variant::from(7)), Ok(7.0));
    let name = Variant::from(StringName::from("idle"));
    for text in [Variant::from("idle"), name] {
        assert_eq!(String::try_from(text), Ok("idle".to_owned()));
    }
    assert_eq!(fault(String::try_from(Variant::Nil)), "WrongType");
}

#[test]
fn payloads_are_converted() {
    let position = Vector2::new(1.5, 2.0);
    assert_eq!(Vector2::try_from(Variant::from(position)), Ok(position));
    let object = Object::full("Node", [("name", "a")]);
    assert_eq!(Object::try_from(Variant::from(object.clone())), Ok(object));
    assert_eq!(fault(Vector2::try_from(Variant::Nil)), "WrongType");
    assert_eq!(fault(Dictionary::try_from(Variant::from(1))), "WrongType");
}

#[test]
fn other_types_convert_through_their_encoding() {
    let object = Variant::from(Object::full("Node", [("name", "a")]));
    assert_eq!(to_variant(&object), Ok(object.clone()));
    assert_eq!(from_variant(&object), Ok(object));
    let ada = Player {
        name: "Ada".into(),
        scores: vec![7],
    };
    let mut value = to_variant(&ada).expect("a value");
    assert_eq!(value, variant!({"name": "Ada", "scores": [7]}));
    assert_eq!(from_variant::<Player>(&value), Ok(ada));
    value["scores"][0] = 256.into();
    assert_eq!(
        fault(from_variant::<Player>(&value)),
        "scores[0]: OutOfRange"
    );
    value["name"] = "a\0b".into();
    assert_eq!(fault(from_variant::<Player>(&value)), "name: NulInString");
}

#[test]
fn maps_become_dictionaries() {
    let map = BTreeMap::from([("a", 1), ("b", 2)]);
    let expected = variant!({"a": 1, "b": 2});
    assert_eq!(map.clone().into_iter().collect::<Variant>(), expected);
    assert_eq!(Variant::from(map), expected);
    assert_eq!(
        Variant::from(HashMap::from([(1, "one")])),
        variant!({1: "one"})
    );
}

#[test]
#[allow(
    clippy::mutable_key_type,
    reason = "a cached digest does not change the hash"
)]
fn keys_of_maps_compare_as_in_the_engine() {
    let mut counts: HashMap<Key<Variant>, u32> = HashMap::new();
    let key = |value: Variant| Key::new(value).expect("a key");
    let nan = || Variant::from(f64::NAN);
    for value in [0.0.into(), (-0.0).into(), 0.into(), nan(), nan()] {
        *counts.entry(key(value)).or_default() += 1;
    }
    let counts = [0.0.into(), 0.into(), nan()].map(|value| counts[&key(value)]);
    assert_eq!(counts, [2, 1, 2]);
    // Objects are compared by identity.
    assert!(Key::new(variant!([Object::Id(7)])).is_err());
}

fn fault<T: std::fmt::Debug>(result: Result<T, DecodeError>) -> String {
    result.unwrap_err().fault()
}

#[test]
fn errors_have_a_path_and_a_kind() {
    let error = from_variant::<Vec<Vector2>>(&variant!([Vector2::default(), 1])).unwrap_err();
    assert_eq!(error.path().to_string(), "[1]");
    assert!(matches!(
        error.kind(),
        DecodeErrorKind::WrongType {
            expected: [Kind::Vector2],
            found: Kind::Int,
            layout: "godot4",
            ..
        }
    ));
    let error = from_variant::<String>(&"a\0".into()).unwrap_err();
    let DecodeErrorKind::NotEncoded(kind) = error.kind() else {
        panic!("{error}");
    };
    assert!(matches!(**kind, EncodeErrorKind::NulInString { at: 1, .. }));
}
