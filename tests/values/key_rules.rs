//! The rule by which a Dictionary compares keys: who sets it, and what keeps it.

use crate::common::{TestLayout, encode, in_each_layout};
use gdvariant::dictionary::{Key, KeyEquality, KeyRule};
use gdvariant::generic::structure::{AsView, View};
use gdvariant::godot3::{Dictionary, Variant, variant};
use gdvariant::{Converter, DecodeOptions, Engine, Godot4, generic};

const RULES: [KeyRule; 2] = [KeyRule::ByValue, KeyRule::ByIdentity];

/// Small Dictionaries compare up to 12 keys; larger ones have an index.
const COUNTS: [i64; 5] = [1, 3, 12, 13, 40];

fn with_keys(rule: KeyRule, count: i64) -> Dictionary {
    let mut dictionary = Dictionary::with_rule(rule);
    dictionary.extend((0..count).map(|key| (key, key)));
    dictionary
}

/// Checks the rule, and that keys are compared by it.
#[track_caller]
fn check(mut dictionary: Dictionary, rule: KeyRule) {
    assert_eq!(dictionary.key_rule(), rule);
    let count = dictionary.len();
    dictionary.insert(variant!({"x": 1}), "first");
    dictionary.insert(variant!({"x": 1}), "second");
    let added = if rule == KeyRule::ByValue { 1 } else { 2 };
    assert_eq!(dictionary.len(), count + added);
    let is_found = dictionary.contains_key(&variant!({"x": 1}));
    assert_eq!(is_found, rule == KeyRule::ByValue);
}

#[test]
fn every_operation_keeps_the_rule() {
    type Operation = fn(&mut Dictionary);
    const OPERATIONS: [Operation; 12] = [
        |dictionary| *dictionary = dictionary.clone(),
        |dictionary| drop(dictionary.insert("new", 1)),
        |dictionary| drop(dictionary.insert(0, 1)),
        |dictionary| dictionary["new"] = 1.into(),
        |dictionary| drop(dictionary.entry("new").or_insert(1).clone()),
        |dictionary| drop(dictionary.remove(&0)),
        |dictionary| dictionary.retain(|_, value| value.as_int() > Some(1)),
        |dictionary| dictionary.sort_by(|(_, a), (_, b)| b.as_int().cmp(&a.as_int())),
        |dictionary| dictionary.reserve(100),
        Dictionary::clear,
        |dictionary| dictionary.extend([("new", 1)]),
        |dictionary| {
            let value = Variant::from(std::mem::take(dictionary));
            *dictionary = value.try_into().expect("a Dictionary");
        },
    ];
    for rule in RULES {
        for count in COUNTS {
            for operation in OPERATIONS {
                let mut dictionary = with_keys(rule, count);
                operation(&mut dictionary);
                check(dictionary, rule);
            }
            check(Dictionary::with_rule(rule), rule);
        }
    }
}

fn the_layout_sets_the_rule<E: TestLayout>() {
    let rule = |value: &E::Variant| rule_of::<E>(value);
    let expected = Some(E::LAYOUT.keys);
    for count in COUNTS {
        let entries = (0..count).map(|key| (E::Variant::from(key), true));
        let value = E::Variant::from(entries.collect::<gdvariant::Dictionary<_>>());
        assert_eq!(rule(&value), Some(KeyRule::ByValue), "a new Dictionary");
        let bytes = encode::<E>(&value);
        let options = DecodeOptions::new();
        let owned: E::Variant = generic::from_slice::<E, _>(&bytes, options).expect("decoded");
        assert_eq!(rule(&owned), expected, "decoded");
        let borrowed = generic::from_slice::<E, E::VariantRef<'_>>(&bytes, options);
        assert_eq!(
            rule(&borrowed.expect("decoded").into()),
            expected,
            "borrowed"
        );
        let parsed: E::Variant = value.to_string().parse().expect("parsed");
        assert_eq!(rule(&parsed), Some(KeyRule::ByValue), "parsed");
        let text = generic::display::<E, _>(&value).to_string();
        let parsed = generic::parse::<E>(&text).expect("parsed");
        assert_eq!(rule(&parsed), expected, "parsed as in the engine");
        let parsed = generic::parse::<E>("Dictionary()").expect("a Dictionary");
        assert_eq!(rule(&parsed), expected, "an empty constructor");
        let entries: gdvariant::godot4::Dictionary = (0..count).map(|key| (key, true)).collect();
        let converted = Converter::new().convert::<Godot4, E>(&entries.into());
        assert_eq!(rule(&converted.expect("no loss").0), expected, "converted");
    }
}

fn rule_of<E: Engine>(value: &E::Variant) -> Option<KeyRule> {
    match value.view() {
        View::Dictionary(entries) => Some(entries.key_rule()),
        _ => None,
    }
}

#[test]
fn only_the_format_of_a_layout_sets_the_rule_with_serde() {
    use gdvariant::godot3;

    for json in ["{\"a\": 1}", "{\"Dictionary\": [[1, 2]]}"] {
        let value: Variant = serde_json::from_str(json).expect("a Dictionary");
        let rule = |value: &Variant| value.as_dictionary().map(Dictionary::key_rule);
        assert_eq!(rule(&value), Some(KeyRule::ByValue), "{json}");
        let bytes = godot3::serde::to_vec(&value).expect("a Dictionary");
        let value = godot3::serde::from_slice(&bytes).expect("a Dictionary");
        assert_eq!(rule(&value), Some(KeyRule::ByIdentity), "{json}");
    }
}

/// Checks keys that are, or contain, Dictionaries with either rule.
#[test]
fn the_outer_rule_applies_to_nested_keys() {
    for count in COUNTS {
        let [one, other] = RULES.map(|rule| {
            let mut key = with_keys(rule, count);
            key.insert(variant!({"nested": [1]}), 1);
            Variant::from(key)
        });
        for others in [0, 20] {
            for wrap in [|key| key, |key| Variant::from(vec![key])] {
                for (rule, length) in [(KeyRule::ByValue, 1), (KeyRule::ByIdentity, 3)] {
                    let mut outer = with_keys(rule, others);
                    for key in [&one, &other, &one] {
                        outer.insert(wrap(key.clone()), true);
                    }
                    let keys = outer.len() - usize::try_from(others).expect("positive");
                    assert_eq!(keys, length, "{rule:?}, {count}");
                }
            }
        }
    }
}

/// Checks that a digest that was cached under one rule is right under the other.
#[test]
fn a_key_can_change_its_rule() {
    let key = |rule| Variant::from(with_keys(rule, 40));
    let mut outer = Dictionary::from([(key(KeyRule::ByValue), 1)]);
    assert!(outer.contains_key(&key(KeyRule::ByIdentity)));
    let mut changed = with_keys(KeyRule::ByIdentity, 40);
    assert!(Variant::from(changed.clone()).is_same_key_as_itself(KeyRule::ByValue));
    assert_eq!(changed.set_key_rule(KeyRule::ByValue), []);
    assert_eq!(outer.remove(&Variant::from(changed)), Some(1.into()));
}

#[test]
fn keys_that_become_equal_are_returned() {
    let cell = || variant!({"x": 1});
    for others in [0, 1, 11, 40] {
        let mut cells = with_keys(KeyRule::ByIdentity, others);
        cells.extend([(cell(), "a"), (cell(), "b")]);
        cells.insert("last", 0);
        cells.insert(cell(), "c");
        let replaced = cells.set_key_rule(KeyRule::ByValue);
        assert_eq!(replaced, [(cell(), "a".into()), (cell(), "b".into())]);
        let mut expected = with_keys(KeyRule::ByValue, others);
        expected.insert(cell(), "c");
        expected.insert("last", 0);
        assert!(cells.iter().eq(&expected), "{cells:?}");
        assert_eq!(cells[&cell()], "c");
        assert_eq!(cells.key_rule(), KeyRule::ByValue);

        assert_eq!(cells.set_key_rule(KeyRule::ByIdentity), []);
        assert!(cells.iter().eq(&expected), "{cells:?}");
        assert!(!cells.contains_key(&cell()), "{others} others");
        assert_eq!(cells["last"], 0);
    }
}

/// Checks floats, whose hashes depend on the rule.
#[test]
fn changed_rules_find_every_key() {
    let floats = |number: f32| Variant::PackedFloat32Array(vec![number]);
    for count in [1_i16, 12, 13, 40] {
        let mut dictionary = Dictionary::with_rule(KeyRule::ByIdentity);
        dictionary.extend((0..count).map(|n| (floats(n.into()), i64::from(n))));
        dictionary.insert(floats(-0.0), -1);
        assert_eq!(
            dictionary.set_key_rule(KeyRule::ByValue),
            [(floats(-0.0), 0.into())]
        );
        for n in 1..count {
            assert_eq!(
                dictionary.get(&floats(n.into())),
                Some(&i64::from(n).into())
            );
        }
        assert_eq!(dictionary.get(&floats(0.0)), Some(&Variant::from(-1)));
    }
}

#[test]
fn equality_ignores_the_rule() {
    for count in COUNTS {
        let [by_value, by_identity] = RULES.map(|rule| {
            let mut dictionary = with_keys(rule, count);
            dictionary.insert("a", 1);
            dictionary
        });
        let mut reordered = by_identity.clone();
        reordered.sort_by(|(_, a), (_, b)| b.as_int().cmp(&a.as_int()));
        let mut other = reordered.clone();
        other.insert("a", 2);
        for (one, is_equal) in [(&by_identity, true), (&reordered, true), (&other, false)] {
            assert_eq!(*one == by_value, is_equal);
            assert_eq!(by_value == *one, is_equal);
        }
        // Containers in keys are compared in order if one of the rules compares them by identity.
        let [by_value, by_identity] = [by_value, by_identity].map(|mut dictionary| {
            dictionary.insert(variant!({"x": 1}), 1);
            dictionary.insert(variant!([{"x": 2}]), 2);
            dictionary
        });
        assert_eq!(by_value, by_identity);
        assert_eq!(by_identity, by_value);
    }
}

/// Checks two keys by identity, only one of which is a key by value.
#[test]
fn keys_that_are_equal_by_one_rule_are_not_merged() {
    let mut two = gdvariant::godot4::Dictionary::with_rule(KeyRule::ByIdentity);
    two.extend([
        (gdvariant::godot4::Variant::from("a"), 1),
        (gdvariant::godot4::Variant::StringName("a".into()), 1),
    ]);
    let other = gdvariant::godot4::Dictionary::from([("a", 1), ("b", 1)]);
    assert_ne!(two, other);
    assert_ne!(other, two);
}

#[test]
fn keys_of_maps_with_different_rules_differ() {
    let key = |rule| Key::with_rule(Variant::from(7), rule).expect("an int equals its copy");
    assert_eq!(
        key(KeyRule::ByValue),
        Key::new(7.into()).expect("an int equals its copy")
    );
    assert_ne!(key(KeyRule::ByValue), key(KeyRule::ByIdentity));
}

in_each_layout!(the_layout_sets_the_rule);
