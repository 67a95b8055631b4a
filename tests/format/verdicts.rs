//! Verdicts of engines on malformed and unusual bytes.
//!
//! Lenient decoding accepts the inputs that the engine accepts, with the same values, and rejects
//! all other inputs.

use crate::common::{Tagged, TestLayout, with_nil_for_null};
use gdvariant::{DecodeOptions, generic};
use serde_json::Value as Json;

/// The classes of agreement. All but the first are deliberate differences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    /// The engine and the library decode the same value, or reject the input.
    Same,
    /// The engine accepts a string that no Rust string can represent.
    TextNotForRust,
    /// The library keeps a null object; in a script, the object is null.
    NullObject,
    /// Pandemonium decodes z as the w of each element of a PoolVector4Array; the library decodes w.
    Vector4W,
    /// An unexpected difference.
    Unexpected,
}

fn class<E: TestLayout>(line: &Json) -> Class {
    let input = crate::common::bytes(line["hex"].as_str().expect("hex"));
    let is_accepted = line["ok"].as_bool().expect("a verdict");
    match generic::from_slice_prefix::<E, E::Variant>(&input, DecodeOptions::engine()) {
        Ok((value, length)) if is_accepted && length <= input.len() => {
            class_of_values(&E::to_tag(&value), &line["value"])
        }
        Err(_) if !is_accepted => Class::Same,
        Err(error) if *error.kind() == gdvariant::DecodeErrorKind::InvalidString => {
            Class::TextNotForRust
        }
        _ => Class::Unexpected,
    }
}

fn class_of_values(ours: &Json, engine: &Json) -> Class {
    if ours == engine {
        Class::Same
    } else if with_nil_for_null(ours) == *engine {
        Class::NullObject
    } else if with_z_for_w(ours) == *engine {
        Class::Vector4W
    } else {
        Class::Unexpected
    }
}

/// Replaces w by z in a PoolVector4Array, as Pandemonium decodes it.
fn with_z_for_w(tag: &Json) -> Json {
    let mut read = tag.clone();
    if read["t"] == "PoolVector4Array" {
        for element in read["v"].as_array_mut().into_iter().flatten() {
            element[3] = element[2].clone();
        }
    }
    read
}

/// Checks the numbers of lines, of accepted lines, and of lines in each class of difference.
fn check<E: TestLayout>(file: &str, count: usize, accepted: usize, differences: &[(Class, usize)]) {
    let lines = crate::common::lines(file);
    let ok = lines.iter().filter(|line| line["ok"] == true).count();
    assert_eq!((lines.len(), ok), (count, accepted));
    let classes: Vec<Class> = lines.iter().map(class::<E>).collect();
    for (line, class) in lines.iter().zip(&classes) {
        assert_ne!(*class, Class::Unexpected, "differs from the engine: {line}");
    }
    for class in [Class::TextNotForRust, Class::NullObject, Class::Vector4W] {
        let listed = differences.iter().find(|(listed, _)| *listed == class);
        let found = classes.iter().filter(|found| **found == class).count();
        assert_eq!(found, listed.map_or(0, |(_, count)| *count), "{class:?}");
    }
}

#[test]
fn godot3() {
    check::<gdvariant::Godot3>("verdicts/godot3.jsonl", 1500, 975, &[]);
}

#[test]
fn pandemonium() {
    check::<gdvariant::Pandemonium>(
        "verdicts/pandemonium.jsonl",
        1280,
        812,
        &[(Class::Vector4W, 2)],
    );
}

#[test]
fn godot4() {
    check::<gdvariant::Godot4>("verdicts/godot4.jsonl", 1500, 954, &[]);
}

#[test]
fn godot4_typed() {
    check::<gdvariant::Godot4>("verdicts/godot4-typed.jsonl", 1200, 553, &[]);
}

/// Checks that `EncodeOptions::engine` encodes each value that `DecodeOptions::engine` decodes.
#[test]
fn what_the_engine_accepts_is_encoded_again() {
    use gdvariant::godot4::{self, Variant};
    use gdvariant::{EncodeErrorKind, EncodeOptions, Godot4};

    let files = ["godot4", "godot4-typed", "godot4-declared"];
    let lines = files.map(|file| crate::common::lines(&format!("verdicts/{file}.jsonl")));
    let mut contradictions = 0;
    for line in lines.iter().flatten() {
        let input = crate::common::bytes(line["hex"].as_str().expect("hex"));
        for allow_objects in [false, true] {
            let decoding = DecodeOptions::engine().allow_objects(allow_objects);
            let decode = |bytes: &[u8]| {
                generic::from_slice_prefix::<gdvariant::Godot4, Variant>(bytes, decoding)
            };
            let Ok((value, _)) = decode(&input) else {
                continue;
            };
            let bytes = generic::to_vec::<Godot4, _>(&value, EncodeOptions::engine());
            let bytes = bytes.unwrap_or_else(|error| panic!("{line}: {error}"));
            let (again, length) = decode(&bytes).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(
                (again.to_tag(), length),
                (value.to_tag(), bytes.len()),
                "{line}"
            );
            // By default, the same bytes are encoded, or the declared type is an error.
            match godot4::to_vec(&value) {
                Ok(strict) => assert_eq!(strict, bytes, "{line}"),
                Err(error) => {
                    assert!(
                        matches!(error.kind(), EncodeErrorKind::NotDeclared { .. }),
                        "{line}: {error}"
                    );
                    contradictions += 1;
                }
            }
        }
    }
    assert!(contradictions >= 8, "{contradictions}");
}

/// Compares elements of each type in Arrays of each declared type with the results of Godot 4.6.3.
#[test]
fn converts_elements_as_the_engine_does() {
    use gdvariant::{DecodeErrorKind, Engine, Godot4, godot4};
    use std::collections::BTreeMap;

    let lines = crate::common::lines("verdicts/godot4-declared.jsonl");
    let mut unsupported = BTreeMap::new();
    for line in &lines {
        let [input, engine] =
            ["hex", "engine_hex"].map(|key| crate::common::bytes(line[key].as_str().unwrap()));
        match generic::from_slice::<Godot4, godot4::Variant>(&input, DecodeOptions::engine()) {
            Ok(value) => assert_eq!(godot4::to_vec(&value).unwrap(), engine, "{line}: {value}"),
            Err(error) => match error.kind() {
                DecodeErrorKind::UnsupportedConversion {
                    declared, found, ..
                } => {
                    let pair = [declared, found].map(|kind| Godot4::LAYOUT.name_of(*kind));
                    *unsupported.entry(pair).or_insert(0) += 1;
                }
                // Full objects are not allowed here.
                _ => assert_eq!(engine, [0; 4], "{line}: {error}"),
            },
        }
    }
    assert_eq!(lines.len(), 2397);
    // The number of lines for each pair of types. An Array is converted to a packed array if its
    // elements can be converted.
    let expected = [
        (["Color", "String"], 12),
        (["PackedByteArray", "Array"], 8),
        (["PackedColorArray", "Array"], 9),
        (["PackedFloat32Array", "Array"], 8),
        (["PackedFloat64Array", "Array"], 8),
        (["PackedInt32Array", "Array"], 8),
        (["PackedInt64Array", "Array"], 8),
        (["PackedStringArray", "Array"], 9),
        (["PackedVector2Array", "Array"], 9),
        (["PackedVector3Array", "Array"], 10),
        (["PackedVector4Array", "Array"], 10),
        (["Quaternion", "Basis"], 12),
    ];
    assert_eq!(unsupported, BTreeMap::from(expected));
}
