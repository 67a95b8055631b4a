//! Keys that serde passes between types and a layout, and errors that types ignore.

use super::buffering::{Flat, Untagged};
use crate::common::Fault;
use ::serde::{Deserialize, Serialize};
use gdvariant::godot3::{self, Variant, variant};
use gdvariant::{Dictionary, Encode, EncodeError, Godot3, Object, Packed, Writer};

/// Checks that bytes under a key of another format are a PackedByteArray.
#[test]
fn bytes_in_other_formats_are_arrays() {
    use ::serde::de::value::{BytesDeserializer, Error, MapDeserializer};

    let payload = godot3::to_vec(&Object::<Variant>::full("GDScript", [("x", 1)])).unwrap();
    for key in ['$', '\u{10ffff}', '\0', '\u{11}'] {
        let entries = [(key, BytesDeserializer::<Error>::new(&payload))];
        let read = Variant::deserialize(MapDeserializer::new(entries.into_iter())).unwrap();
        let expected = godot3::Dictionary::from([(key.to_string(), Packed(payload.clone()))]);
        assert_eq!(read, Variant::from(expected));
    }
}

#[test]
fn keeps_ignored_errors_of_values() {
    struct Ignores;

    impl Encode<Godot3> for Ignores {
        fn encode(&self, writer: &mut Writer<'_, Godot3>) -> Result<(), EncodeError> {
            let serializer = gdvariant::serde::Serializer::new(writer);
            let _ = Packed(vec!["a\0b".to_owned()]).serialize(serializer);
            7.encode(writer)
        }
    }

    godot3::to_vec(&Ignores).unwrap_err();
    godot3::to_vec(&[Ignores]).unwrap_err();
}

#[test]
fn a_replaced_writer_does_not_panic() {
    struct Replaces;

    impl Encode<Godot3> for Replaces {
        fn encode(&self, writer: &mut Writer<'_, Godot3>) -> Result<(), EncodeError> {
            *writer = Writer::new(Box::leak(Box::default()));
            7.encode(writer)
        }
    }

    godot3::to_vec(&[Replaces, Replaces]).unwrap_err();
}

/// Checks that a StringName that serde buffers as a key stays a StringName.
#[test]
fn string_name_keys_keep_their_type() {
    use gdvariant::StringName;
    use gdvariant::pandemonium::{self, Variant, serde::from_slice};
    use std::collections::HashMap;

    for key in ["Color", "x"] {
        let map = HashMap::from([(StringName::from(key), 1)]);
        let bytes = pandemonium::serde::to_vec(&map).unwrap();
        assert_eq!(from_slice::<HashMap<_, i32>>(&bytes), Ok(map.clone()));
        let Untagged::One(buffered) = from_slice(&bytes).unwrap();
        assert_eq!(HashMap::<StringName, i32>::clone(&buffered), map);
        let rest = Dictionary::<Variant>::from([(StringName::from(key), "red")]);
        let flat = Flat { a: Some(7), rest };
        let bytes = pandemonium::serde::to_vec(&flat).unwrap();
        assert_eq!(bytes, pandemonium::to_vec(&flat).unwrap());
        assert_eq!(from_slice(&bytes), Ok(flat));
    }
}

#[test]
fn keys_that_are_not_text_are_skipped() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Point {
        x: i32,
    }
    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Strict {
        x: i32,
    }
    #[derive(Debug, PartialEq, Deserialize)]
    enum Event {
        Hit { x: i32 },
    }
    use gdvariant::godot3::serde::from_slice;

    for key in [
        Variant::from(1),
        Variant::Nil,
        gdvariant::Vector2::new(1.0, 2.0).into(),
        variant!([null]),
    ] {
        let mut entries = godot3::Dictionary::from([(key, variant!([2]))]);
        entries.insert("x", 7);
        let bytes = godot3::to_vec(&entries).unwrap();
        assert_eq!(from_slice(&bytes), Ok(Point { x: 7 }));
        let error = from_slice::<Strict>(&bytes).unwrap_err();
        assert_eq!(error.fault(), "0x0008: key(0): Custom");
        let bytes = godot3::to_vec(&variant!({"Hit": (entries)})).unwrap();
        assert_eq!(from_slice(&bytes), Ok(Event::Hit { x: 7 }));
    }
}

/// The header and the bytes of this int are the length and the bytes of the field's name.
#[test]
fn an_int_with_the_bytes_of_a_name_is_another_key() {
    use gdvariant::godot4;

    #[derive(Debug, Deserialize)]
    struct Pair {
        #[serde(rename = "ab")]
        _ab: i32,
    }

    let key = i32::from_le_bytes(*b"ab\0\0");
    let bytes = godot4::to_vec(&godot4::Dictionary::from([(key, 7)])).unwrap();
    let error = godot4::serde::from_slice::<Pair>(&bytes).unwrap_err();
    assert_eq!(error.fault(), "0x0000: MissingKey");
}
