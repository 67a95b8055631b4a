//! Keys that are different in a Dictionary, but the same in the layout that encodes it.

use gdvariant::any::AnyVariant;
use gdvariant::dictionary::KeyRule;
use gdvariant::godot4::{Dictionary, Object, TypedDictionary, VariantRef};
use gdvariant::{
    Converter, DecodeOptions, ElementType, Encode, EncodeError, EncodeErrorKind, EncodeOptions,
    Engine, Godot3, Godot4, Kind, StringName, Variant, generic, godot3, godot4,
};
use serde::Serialize;

/// Pairs of keys that are different by identity and the same by value.
fn same_by_value() -> Vec<[Variant; 2]> {
    let cell = || Variant::from(Dictionary::from([("x", 1)]));
    let floats = |float: f32| Variant::PackedFloat32Array(vec![float]);
    vec![
        [Variant::from("id"), StringName::from("id").into()],
        [cell(), cell()],
        [vec![cell()].into(), vec![cell()].into()],
        [floats(0.0), floats(-0.0)],
        [floats(f32::NAN), floats(f32::NAN)],
    ]
}

/// Pairs of keys that are different by value and the same by identity.
fn same_by_identity() -> Vec<[Variant; 2]> {
    let nan = || Variant::from(vec![Variant::from(f64::NAN)]);
    vec![[nan(), nan()], [vec![nan()].into(), vec![nan()].into()]]
}

/// Returns a Dictionary with the pair among other keys; `index` is the index of the second key.
fn with_pair(rule: KeyRule, [first, second]: [Variant; 2], index: i64) -> Dictionary {
    let mut entries = Dictionary::with_rule(rule);
    entries.extend((2..index).map(|key| (Variant::from(key), key)));
    entries.extend([(first, 1), (2.5.into(), 0), (second, 2), ("last".into(), 3)]);
    let length = usize::try_from(index).expect("few keys") + 2;
    assert_eq!(entries.len(), length, "the keys are different by the rule");
    entries
}

#[track_caller]
fn check(result: Result<Vec<u8>, EncodeError>, path: &str, layout: &str) {
    let error = result.expect_err("the engine would drop an entry");
    let EncodeErrorKind::EqualKeys {
        layout: found, key, ..
    } = error.kind()
    else {
        panic!("{error}");
    };
    assert_eq!(*found, layout);
    assert_eq!(error.path().to_string(), path, "{error}");
    assert!(!key.is_empty());
}

/// Encodes the same entries in every way, and checks the error of each.
fn check_everywhere<E>(entries: &Dictionary, index: i64)
where
    E: Engine<Variant = Variant>,
    Variant: Encode<E>,
{
    let key = format!("key({index})");
    let name = E::LAYOUT.name;
    let check = |result, path: &str| check(result, path, name);
    let value = Variant::from(entries.clone());
    check(generic::to_vec::<E, _>(entries, EncodeOptions::new()), &key);
    check(generic::to_vec::<E, _>(&value, EncodeOptions::new()), &key);
    assert!(generic::encoded_len::<E, _>(&value, EncodeOptions::new()).is_err());
    let list = Variant::from(vec![Variant::Nil, value.clone()]);
    check(
        generic::to_vec::<E, _>(&list, EncodeOptions::new()),
        &format!("[1].{key}"),
    );
    let outer = Dictionary::from([("cells", value.clone())]);
    check(
        generic::to_vec::<E, _>(&outer, EncodeOptions::new()),
        &format!("cells.{key}"),
    );
    let object = Variant::from(Object::full("Node", [("cells", value.clone())]));
    check(
        generic::to_vec::<E, _>(&object, EncodeOptions::new()),
        &format!("cells.{key}"),
    );
    let as_key = Dictionary::from([(value.clone(), 1)]);
    check(
        generic::to_vec::<E, _>(&as_key, EncodeOptions::new()),
        &format!("key(0).{key}"),
    );
    let in_key = Dictionary::from([(list, 1)]);
    check(
        generic::to_vec::<E, _>(&in_key, EncodeOptions::new()),
        &format!("key(0)[1].{key}"),
    );
    let any = AnyVariant::new::<E>(value.clone());
    check(any.to_vec(EncodeOptions::new()), &key);
}

#[test]
fn rejects_keys_that_the_layout_makes_equal() {
    // Small Dictionaries compare up to 12 keys; larger ones have an index.
    for index in [2, 9, 40] {
        for pair in same_by_value() {
            let entries = with_pair(KeyRule::ByIdentity, pair, index);
            check_everywhere::<Godot4>(&entries, index);
        }
        for pair in same_by_identity() {
            let entries = with_pair(KeyRule::ByValue, pair, index);
            check_everywhere::<Godot3>(&entries, index);
        }
    }
}

#[test]
fn keys_that_stay_different_are_encoded() {
    let mut entries = Dictionary::with_rule(KeyRule::ByIdentity);
    for number in 0..40 {
        let cell = Dictionary::from([("x", number)]);
        entries.insert(cell, number);
        entries.insert(StringName::from(number.to_string()), number);
        entries.insert(Variant::from(vec![Variant::from(number)]), number);
        // Objects are never equal.
        entries.insert(Object::Id(7), number);
    }
    let bytes = godot4::to_vec(&entries).expect("different keys by value");
    let options = DecodeOptions::new();
    let again: Dictionary = generic::from_slice::<Godot4, _>(&bytes, options).expect("encoded");
    assert_eq!(again.len(), entries.len());
    for pair in same_by_value() {
        let entries = with_pair(KeyRule::ByIdentity, pair, 2);
        // Godot 3 has no StringName, which is another error.
        let result = godot3::to_vec(&entries).map_err(|error| error.kind().clone());
        assert!(!matches!(result, Err(EncodeErrorKind::EqualKeys { .. })));
    }
    for pair in same_by_identity() {
        let entries = with_pair(KeyRule::ByValue, pair, 2);
        godot4::to_vec(&entries).expect("the rule of the layout");
    }
}

#[test]
fn typed_and_borrowed_dictionaries_are_checked() {
    for index in [2, 40] {
        let key = format!("key({index})");
        let pair = same_by_value().swap_remove(1);
        let entries = with_pair(KeyRule::ByIdentity, pair, index);
        let bytes = godot3::to_vec(&entries).expect("the rule of the layout");
        let borrowed: VariantRef<'_> = godot3::from_slice(&bytes).expect("encoded");
        assert_eq!(godot3::to_vec(&borrowed), Ok(bytes.clone()));
        check(godot4::to_vec(&borrowed), &key, "godot4");
        let typed = TypedDictionary {
            key: ElementType::Any,
            value: Kind::Int.into(),
            entries,
        };
        check(godot4::to_vec(&typed), &key, "godot4");
        check(godot4::to_vec(&Variant::from(typed)), &key, "godot4");
    }
}

#[derive(Variant, Serialize)]
struct Board {
    cells: Variant,
}

#[derive(Variant, Serialize)]
struct Flattened {
    name: String,
    #[variant(flatten)]
    #[serde(flatten)]
    others: Dictionary,
}

impl From<Dictionary> for Flattened {
    fn from(others: Dictionary) -> Self {
        let name = "Ada".into();
        Self { name, others }
    }
}

#[test]
fn derived_types_are_checked() {
    for pair in same_by_value() {
        let cells = with_pair(KeyRule::ByIdentity, pair, 2);
        let board = Board {
            cells: cells.clone().into(),
        };
        check(godot4::to_vec(&board), "cells.key(2)", "godot4");
        let flattened = Flattened::from(cells);
        check(godot4::to_vec(&flattened), "key(2)", "godot4");
    }
}

/// Checks the key of a flattened Dictionary that a field also has: decoding the type accepts Strings
/// and StringNames as keys.
#[test]
fn flattened_keys_differ_from_those_of_fields() {
    for key in [Variant::from("name"), StringName::from("name").into()] {
        let flattened = Flattened::from(Dictionary::from([(key, "Grace")]));
        let error = godot4::to_vec(&flattened).expect_err("a duplicate key");
        let is_repeated = matches!(error.kind(), EncodeErrorKind::DuplicateKey { .. });
        assert!(is_repeated, "{error}");
    }
}

#[test]
fn serde_values_are_checked() {
    for index in [2, 40] {
        let key = format!("key({index})");
        for pair in same_by_value() {
            let cells = with_pair(KeyRule::ByIdentity, pair, index);
            check(godot4::serde::to_vec(&cells), &key, "godot4");
            let board = Board {
                cells: cells.clone().into(),
            };
            let path = format!("cells.{key}");
            check(godot4::serde::to_vec(&board), &path, "godot4");
            let flattened = Flattened::from(cells);
            // The field `name` precedes the entries.
            let path = format!("key({})", index + 1);
            check(godot4::serde::to_vec(&flattened), &path, "godot4");
        }
        for pair in same_by_identity() {
            let cells = with_pair(KeyRule::ByValue, pair, index);
            check(godot3::serde::to_vec(&cells), &key, "godot3");
            let bytes = godot4::serde::to_vec(&cells);
            assert_eq!(bytes, godot4::to_vec(&cells), "the rule of the layout");
        }
        // Other formats receive all entries.
        let pair = same_by_value().swap_remove(1);
        let cells = with_pair(KeyRule::ByIdentity, pair, index);
        let json = serde_json::to_value(&cells).expect("JSON");
        let pairs = json["Dictionary"].as_array().map(Vec::len);
        assert_eq!(pairs, Some(cells.len()));
    }
}

/// Checks that the advice of the error works.
#[test]
fn converted_values_are_encoded() {
    for pair in same_by_value() {
        let cells = with_pair(KeyRule::ByIdentity, pair, 2);
        let error = godot4::to_vec(&cells).expect_err("the engine would drop an entry");
        assert!(
            error
                .advice()
                .is_some_and(|advice| advice.to_string().contains("`Converter`")),
            "{error}"
        );
        let converted = Converter::new().convert::<Godot3, Godot4>(&cells.into());
        let (value, report) = converted.expect("Godot 4 has all types");
        assert!(!report.is_lossless());
        godot4::to_vec(&value).expect("no equal keys are left");
    }
}
