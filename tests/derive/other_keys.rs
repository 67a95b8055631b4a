//! Keys that are not strings: derived types skip them unless `deny_unknown_fields` is set.

use super::{decode_error, encode};
use gdvariant::godot3::{self, Dictionary};
use gdvariant::{Ignored, Variant};
use std::collections::BTreeMap;

/// Returns keys of many types, to precede and follow the entries.
fn other_keys() -> Vec<godot3::Variant> {
    let nested = Dictionary::from([("number", 8)]);
    vec![
        ().into(),
        7.into(),
        1.5.into(),
        gdvariant::Vector2::new(1.0, 2.0).into(),
        vec![godot3::Variant::from("number")].into(),
        nested.into(),
        godot3::Variant::PackedByteArray(vec![1, 2, 3]),
    ]
}

/// Returns Dictionaries with these entries, and other keys that are not strings before or after
/// them.
fn with_other_keys(entries: &[(&str, godot3::Variant)]) -> Vec<Dictionary> {
    let own = || {
        entries
            .iter()
            .map(|(key, value)| (godot3::Variant::from(*key), value.clone()))
    };
    let others = || {
        other_keys()
            .into_iter()
            .map(|key| (key, godot3::Variant::from(vec![godot3::Variant::Nil])))
    };
    let mut all = vec![
        others().chain(own()).collect(),
        own().chain(others()).collect(),
    ];
    for other in others() {
        all.push(own().chain([other]).collect());
    }
    all
}

/// Checks that other keys are skipped while decoding the entries.
#[track_caller]
fn skips_other_keys<T: gdvariant::DecodeOwned<gdvariant::Godot3> + PartialEq + std::fmt::Debug>(
    entries: &[(&str, godot3::Variant)],
    expected: &T,
) {
    for dictionary in with_other_keys(entries) {
        let decoded: T = godot3::from_slice(&encode(&dictionary)).expect("other keys are skipped");
        assert_eq!(&decoded, expected, "{dictionary:?}");
    }
}

#[derive(Debug, PartialEq, Variant)]
struct Plain {
    number: i32,
}

#[derive(Debug, PartialEq, Variant)]
#[variant(deny_unknown_fields)]
struct Strict {
    number: i32,
}

#[test]
fn structs_skip_other_keys() {
    skips_other_keys(&[("number", 7.into())], &Plain { number: 7 });
    for dictionary in with_other_keys(&[("number", 7.into())]) {
        assert!(decode_error::<Strict>(dictionary).ends_with(": UnknownKey"));
    }
    let one = Dictionary::from([(godot3::Variant::from(1), godot3::Variant::from(2))]);
    assert_eq!(decode_error::<Strict>(one), "0x0008: [1]: UnknownKey");
}

#[derive(Debug, PartialEq, Variant)]
struct Flattened {
    first: i32,
    #[variant(flatten)]
    plain: Plain,
    #[variant(flatten)]
    optional: Option<Optional>,
    #[variant(flatten)]
    others: BTreeMap<String, i32>,
}

#[derive(Debug, PartialEq, Variant)]
struct Optional {
    second: i32,
}

#[derive(Debug, PartialEq, Variant)]
struct AnyKeys {
    number: i32,
    #[variant(flatten)]
    others: Dictionary,
}

#[derive(Debug, PartialEq, Variant)]
struct Numbers {
    number: i32,
    #[variant(flatten)]
    others: BTreeMap<u8, Option<Ignored>>,
}

#[test]
fn flattened_maps_skip_or_keep_other_keys() {
    let entries = [
        ("first", 1.into()),
        ("number", 7.into()),
        ("second", 2.into()),
        ("other", 3.into()),
    ];
    skips_other_keys(
        &entries,
        &Flattened {
            first: 1,
            plain: Plain { number: 7 },
            optional: Some(Optional { second: 2 }),
            others: [("other".to_owned(), 3)].into(),
        },
    );
    skips_other_keys(
        &entries[..2],
        &Flattened {
            first: 1,
            plain: Plain { number: 7 },
            optional: None,
            others: BTreeMap::new(),
        },
    );
    // A map whose keys can have any type keeps the other keys.
    let dictionary = with_other_keys(&[("number", 7.into())]).remove(0);
    let decoded: AnyKeys = godot3::from_slice(&encode(&dictionary)).expect("any keys");
    assert_eq!(
        (decoded.number, decoded.others.len()),
        (7, other_keys().len())
    );
    let decoded: Numbers = godot3::from_slice(&encode(&dictionary)).expect("numbers");
    assert_eq!(
        decoded.others.keys().copied().collect::<Vec<_>>(),
        [7],
        "the others are skipped"
    );
    // A key of the map's key type is an error if its value is out of range.
    let large = Dictionary::from([
        (godot3::Variant::from("number"), godot3::Variant::from(7)),
        (300.into(), ().into()),
    ]);
    assert!(decode_error::<Numbers>(large).ends_with("OutOfRange"));
}

#[derive(Debug, PartialEq, Variant)]
#[variant(tag = "type")]
enum Internal {
    Empty,
    Named { number: i32 },
    Newtype(Plain),
}

#[derive(Debug, PartialEq, Variant)]
#[variant(tag = "type", deny_unknown_fields)]
enum StrictInternal {
    Named { number: i32 },
}

#[derive(Debug, PartialEq, Variant)]
#[variant(tag = "type", content = "value")]
enum Adjacent {
    Empty,
    Named { number: i32 },
}

#[derive(Debug, PartialEq, Variant)]
#[variant(tag = "type", content = "value", deny_unknown_fields)]
enum StrictAdjacent {
    Number(i32),
}

#[test]
fn tagged_enums_skip_other_keys() {
    skips_other_keys(&[("type", "Empty".into())], &Internal::Empty);
    let entries = |name: &str| [("type", name.into()), ("number", 7.into())];
    skips_other_keys(&entries("Named"), &Internal::Named { number: 7 });
    skips_other_keys(&entries("Newtype"), &Internal::Newtype(Plain { number: 7 }));
    for dictionary in with_other_keys(&entries("Named")) {
        let _ = decode_error::<StrictInternal>(dictionary);
    }
    skips_other_keys(&[("type", "Empty".into())], &Adjacent::Empty);
    // Tag and content in either order, with other keys beside them and within the content.
    for content in with_other_keys(&[("number", 7.into())]) {
        let (tag, value) = (("type", "Named".into()), ("value", content.into()));
        skips_other_keys(
            &[tag.clone(), value.clone()],
            &Adjacent::Named { number: 7 },
        );
        skips_other_keys(&[value, tag], &Adjacent::Named { number: 7 });
    }
    for dictionary in with_other_keys(&[("type", "Number".into()), ("value", 7.into())]) {
        let _ = decode_error::<StrictAdjacent>(dictionary);
    }
}

#[derive(Debug, PartialEq, Variant)]
enum External {
    Named { number: i32 },
    Newtype(Plain),
}

#[derive(Debug, PartialEq, Variant)]
#[variant(untagged)]
enum Untagged {
    Strict(Strict),
    Named { number: i32 },
}

/// Checks that the only key of an externally tagged enum, the name of a variant, must be a string.
#[test]
fn variant_names_are_strings() {
    for content in with_other_keys(&[("number", 7.into())]) {
        let named = encode(Dictionary::from([("Named", content.clone())]));
        assert_eq!(
            godot3::from_slice(&named),
            Ok(External::Named { number: 7 })
        );
        let newtype = encode(Dictionary::from([("Newtype", content.clone())]));
        let expected = External::Newtype(Plain { number: 7 });
        assert_eq!(godot3::from_slice(&newtype), Ok(expected));
        let untagged = encode(&content);
        assert_eq!(
            godot3::from_slice(&untagged),
            Ok(Untagged::Named { number: 7 })
        );
    }
    let number = Dictionary::from([(godot3::Variant::from(1), godot3::Variant::from(2))]);
    assert_eq!(
        decode_error::<External>(number),
        "0x0008: key(0): WrongType"
    );
}
