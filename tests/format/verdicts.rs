//! Verdicts of engines on malformed and unusual bytes: lenient decoding accepts what they accept,
//! with the same value, and rejects the rest.

use crate::common::{Tagged, Tested, with_nil_for_null};
use gdvariant::{DecodeOptions, generic};
use serde_json::Value as Json;

/// How we and the engine agree on a line. Every class but the first is a difference on purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Accepted with the same value, or rejected.
    Same,
    /// The engine takes text that no Rust string can hold.
    TextNotForRust,
    /// A script sees null where the wire has a null object, which we keep.
    NullObject,
    /// Pandemonium reads the w of a PoolVector4Array's elements where z is; we read w.
    Vector4W,
    /// Anything else, which must not be.
    Wrong,
}

fn class<L: Tested>(line: &Json) -> Class {
    let input = crate::common::bytes(line["hex"].as_str().expect("hex"));
    let is_accepted = line["ok"].as_bool().expect("a verdict");
    match generic::from_slice_prefix::<L, L::Variant>(&input, DecodeOptions::engine()) {
        Ok((value, length)) if is_accepted && length <= input.len() => {
            class_of_values(&value.to_tag(), &line["value"])
        }
        Err(_) if !is_accepted => Class::Same,
        Err(error) if *error.kind() == gdvariant::DecodeErrorKind::InvalidString => {
            Class::TextNotForRust
        }
        _ => Class::Wrong,
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
        Class::Wrong
    }
}

/// Returns a PoolVector4Array as Pandemonium reads it.
fn with_z_for_w(tag: &Json) -> Json {
    let mut read = tag.clone();
    if read["t"] == "PoolVector4Array" {
        for element in read["v"].as_array_mut().into_iter().flatten() {
            element[3] = element[2].clone();
        }
    }
    read
}

/// Lines, accepted lines, and how many there are of each class of difference.
fn check<L: Tested>(file: &str, count: usize, accepted: usize, differences: &[(Class, usize)]) {
    let lines = crate::common::lines(file);
    assert_eq!(lines.len(), count);
    assert_eq!(
        lines.iter().filter(|line| line["ok"] == true).count(),
        accepted
    );
    let classes: Vec<Class> = lines.iter().map(class::<L>).collect();
    let wrong: Vec<&Json> = lines
        .iter()
        .zip(&classes)
        .filter(|(_, class)| **class == Class::Wrong)
        .map(|(line, _)| line)
        .collect();
    assert!(
        wrong.is_empty(),
        "{} differ from the engine: {wrong:#?}",
        wrong.len()
    );
    for class in [Class::TextNotForRust, Class::NullObject, Class::Vector4W] {
        let expected = differences
            .iter()
            .find(|(listed, _)| *listed == class)
            .map_or(0, |(_, count)| *count);
        assert_eq!(
            classes.iter().filter(|found| **found == class).count(),
            expected,
            "{class:?}"
        );
    }
}

#[cfg(feature = "godot3")]
#[test]
fn godot3() {
    check::<gdvariant::Godot3>("verdicts/godot3.jsonl", 1500, 975, &[]);
}

#[cfg(feature = "pandemonium")]
#[test]
fn pandemonium() {
    check::<gdvariant::Pandemonium>(
        "verdicts/pandemonium.jsonl",
        1280,
        812,
        &[(Class::Vector4W, 2)],
    );
}

#[cfg(feature = "godot4")]
#[test]
fn godot4() {
    check::<gdvariant::Godot4>("verdicts/godot4.jsonl", 1500, 954, &[]);
}

#[cfg(feature = "godot4")]
#[test]
fn godot4_typed() {
    check::<gdvariant::Godot4>("verdicts/godot4-typed.jsonl", 1200, 553, &[]);
}

/// Arrays of each declared type with an element of each type, and what Godot 4.6.3 makes of them.
#[cfg(feature = "godot4")]
#[test]
fn elements_are_converted_to_declared_types_as_by_the_engine() {
    use gdvariant::{DecodeErrorKind, Godot4, Layout, godot4};
    use std::collections::BTreeMap;

    let lines = crate::common::lines("verdicts/godot4-declared.jsonl");
    let mut unsupported = BTreeMap::new();
    for line in &lines {
        let [input, engine] =
            ["hex", "engine_hex"].map(|key| crate::common::bytes(line[key].as_str().unwrap()));
        match godot4::from_slice_with::<godot4::Variant>(&input, DecodeOptions::engine()) {
            Ok(value) => assert_eq!(godot4::to_vec(&value).unwrap(), engine, "{line}: {value}"),
            Err(error) => match error.kind() {
                DecodeErrorKind::UnsupportedConversion {
                    declared, found, ..
                } => {
                    let pair = [declared, found].map(|kind| Godot4::name_of(*kind));
                    *unsupported.entry(pair).or_insert(0) += 1;
                }
                // A full object, which is not allowed.
                _ => assert_eq!(engine, [0; 4], "{line}: {error}"),
            },
        }
    }
    assert_eq!(lines.len(), 2397);
    // The number of lines of each pair. An Array becomes a packed array if its elements become
    // those of the packed array.
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
