//! Keys that are not strings: derived types skip them unless `deny_unknown_fields` is set.

use super::{assert_rejected, decode, decode_error};
use gdvariant::godot3::{self, Dictionary, variant};
use gdvariant::{DecodeOwned, Godot3, IgnoredAny, Variant};
use std::collections::BTreeMap;
use std::fmt::Debug;

/// Returns Dictionaries with these entries, and other keys that are not strings before or after
/// them.
fn with_other_keys(entries: godot3::Variant) -> [Dictionary; 3] {
    let others = Dictionary::from([
        (variant!(null), 1),
        (variant!(7), 1),
        (variant!(1.5), 1),
        (variant!(["number"]), 1),
        (variant!({"number": 8}), 1),
    ]);
    let own: Dictionary = entries.try_into().expect("a Dictionary");
    let joined = |one: &Dictionary, other: &Dictionary| {
        let mut joined = one.clone();
        joined.extend(other.clone());
        joined
    };
    let one = Dictionary::from([(7, 1)]);
    [
        joined(&others, &own),
        joined(&own, &others),
        joined(&own, &one),
    ]
}

/// Checks that other keys are skipped while decoding the entries.
#[track_caller]
fn skips_other_keys<T: DecodeOwned<Godot3> + PartialEq + Debug>(
    entries: godot3::Variant,
    expected: &T,
) {
    for dictionary in with_other_keys(entries) {
        assert_eq!(&decode::<T>(&dictionary), expected, "{dictionary:?}");
    }
}

/// Checks that each other key is an error.
#[track_caller]
fn rejects_other_keys<T: DecodeOwned<Godot3> + Debug>(entries: godot3::Variant) {
    for dictionary in with_other_keys(entries) {
        let fault = decode_error::<T>(dictionary);
        assert!(fault.ends_with(": UnknownKey"), "{fault}");
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
    skips_other_keys(variant!({"number": 7}), &Plain { number: 7 });
    rejects_other_keys::<Strict>(variant!({"number": 7}));
    assert_rejected::<Strict>(&[(variant!({1: 2}), "0x0008: [1]: UnknownKey")]);
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
    others: BTreeMap<u8, Option<IgnoredAny>>,
}

#[test]
fn flattened_maps_skip_or_keep_other_keys() {
    let mut flattened = Flattened {
        first: 1,
        plain: Plain { number: 7 },
        optional: None,
        others: BTreeMap::new(),
    };
    skips_other_keys(variant!({"first": 1, "number": 7}), &flattened);
    flattened.optional = Some(Optional { second: 2 });
    flattened.others.insert("other".into(), 3);
    let entries = variant!({"first": 1, "number": 7, "second": 2, "other": 3});
    skips_other_keys(entries, &flattened);

    // A map whose keys can have any type keeps the other keys.
    let [dictionary, ..] = with_other_keys(variant!({"number": 7}));
    let any: AnyKeys = decode(&dictionary);
    assert_eq!((any.number, any.others.len()), (7, dictionary.len() - 1));
    let numbers: Numbers = decode(&dictionary);
    assert!(numbers.others.keys().eq([&7]), "the others are skipped");
    // A key of the map's key type is an error if its value is out of range.
    let fault = decode_error::<Numbers>(variant!({"number": 7, 300: null}));
    assert!(fault.ends_with("OutOfRange"), "{fault}");
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
    let (named, newtype) = (
        variant!({"type": "Named", "number": 7}),
        variant!({"type": "Newtype", "number": 7}),
    );
    skips_other_keys(variant!({"type": "Empty"}), &Internal::Empty);
    skips_other_keys(named.clone(), &Internal::Named { number: 7 });
    skips_other_keys(newtype, &Internal::Newtype(Plain { number: 7 }));
    rejects_other_keys::<StrictInternal>(named);
    skips_other_keys(variant!({"type": "Empty"}), &Adjacent::Empty);
    // Tag and content in either order, with other keys beside them and within the content.
    for content in with_other_keys(variant!({"number": 7})) {
        let tag_first = variant!({"type": "Named", "value": (content.clone())});
        skips_other_keys(tag_first, &Adjacent::Named { number: 7 });
        let tag_last = variant!({"value": (content), "type": "Named"});
        skips_other_keys(tag_last, &Adjacent::Named { number: 7 });
    }
    rejects_other_keys::<StrictAdjacent>(variant!({"type": "Number", "value": 7}));
}

#[derive(Debug, PartialEq, Variant)]
enum External {
    Named { number: i32 },
}

/// Checks that the only key of an externally tagged enum, the name of a variant, must be a string.
#[test]
fn variant_names_are_strings() {
    for content in with_other_keys(variant!({"number": 7})) {
        let named: External = decode(variant!({"Named": (content)}));
        assert_eq!(named, External::Named { number: 7 });
    }
    assert_rejected::<External>(&[(variant!({1: 2}), "0x0008: key(0): WrongType")]);
}
