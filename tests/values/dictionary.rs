//! Operations on a Dictionary, and their allocations.

use allocation_counter::{AllocationInfo, measure};
use gdvariant::dictionary::KeyRule;
use gdvariant::godot3::{self, Dictionary, Variant};
use gdvariant::{Godot3, Writer};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Small Dictionaries compare up to 12 keys; larger ones have an index.
const COUNTS: [i64; 4] = [1, 12, 13, 1000];

fn decoded(count: i64) -> Dictionary {
    let pairs: Dictionary = (0..count).map(|key| (format!("key {key}"), key)).collect();
    godot3::from_slice(&godot3::to_vec(&pairs).expect("it can be written")).expect("it can be read")
}

fn total(info: &AllocationInfo) -> u64 {
    info.bytes_total
}

#[test]
fn replacing_a_value_allocates_nothing() {
    for count in COUNTS {
        let (mut dictionary, key) = (decoded(count), Variant::from("key 0"));
        let info =
            measure(|| assert_eq!(dictionary.insert(key, Variant::Nil), Some(Variant::Int(0))));
        assert_eq!(
            (total(&info), dictionary.len()),
            (0, usize::try_from(count).expect("few")),
            "{count} pairs"
        );
        assert_eq!(dictionary.get("key 0"), Some(&Variant::Nil));
    }
}

#[test]
fn retained_pairs_stay_in_order() {
    for count in COUNTS {
        let mut dictionary = decoded(count);
        let is_even = |value: &Variant| value.as_int().is_some_and(|value| value % 2 == 0);
        dictionary.retain(|_, value| is_even(value));
        let expected: Vec<_> = (0..count).filter(|value| value % 2 == 0).collect();
        assert_eq!(
            dictionary
                .values()
                .filter_map(Variant::as_int)
                .collect::<Vec<_>>(),
            expected,
            "{count} pairs"
        );
        for value in 0..count {
            assert_eq!(
                dictionary.contains_key(format!("key {value}").as_str()),
                value % 2 == 0,
                "{value} of {count}"
            );
        }
        assert_eq!(dictionary.remove("key 0"), Some(Variant::Int(0)));
        assert_eq!(dictionary.len() + 1, expected.len());
    }
}

#[test]
fn a_panic_in_retain_loses_no_pairs() {
    for count in COUNTS {
        let mut dictionary = decoded(count);
        let keep_all_but_last = |_: &Variant, value: &mut Variant| {
            *value != Variant::Int(count - 1) || panic!("on purpose")
        };
        let caught = catch_unwind(AssertUnwindSafe(|| dictionary.retain(keep_all_but_last)));
        assert!(caught.is_err());
        assert_eq!(dictionary, decoded(count), "{count} pairs");
    }
}

/// Checks Dictionaries without and with an index, interrupted in the middle of sorting.
#[test]
fn a_panic_while_sorting_keeps_the_index() {
    for (count, comparisons) in [(13, 20), (1000, 5000)] {
        let mut dictionary = decoded(count);
        let mut compared = 0;
        let sort = AssertUnwindSafe(|| {
            dictionary.sort_by(|(_, one), (_, other)| {
                compared += 1;
                assert!(compared < comparisons, "on purpose");
                // The order is far from sorted, so that entries have moved before the panic.
                let scattered = |value: &Variant| value.as_int().map(|value| value * 7919 % count);
                scattered(one).cmp(&scattered(other))
            });
        });
        assert!(catch_unwind(sort).is_err());
        let order: Vec<_> = dictionary.values().filter_map(Variant::as_int).collect();
        assert!(!order.is_sorted(), "{count} entries");
        for value in 0..count {
            assert_eq!(
                dictionary[format!("key {value}").as_str()],
                value,
                "{count} entries"
            );
        }
    }
}

/// Encodes a Dictionary that repeats one key.
fn equal_keys(count: i64) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = Writer::<Godot3>::new(&mut bytes);
    let mut dictionary = writer.dictionary();
    (0..count).for_each(|value| dictionary.entry("key", &value).expect("it can be written"));
    drop(dictionary);
    bytes
}

#[test]
fn duplicate_keys_take_no_memory() {
    for count in COUNTS {
        let bytes = equal_keys(count);
        let mut read = None;
        let info = measure(|| read = godot3::from_slice::<Dictionary>(&bytes).ok());
        let dictionary = read.expect("it can be read");
        assert_eq!(
            (dictionary.len(), dictionary.get("key")),
            (1, Some(&Variant::Int(count - 1))),
            "{count} pairs"
        );
        assert!(
            info.bytes_current <= 1024,
            "{count} pairs leave {} bytes",
            info.bytes_current
        );
    }
}

#[test]
fn iterates_from_both_ends() {
    let mut pairs = decoded(13).into_iter();
    assert_eq!(pairs.len(), 13);
    assert_eq!(pairs.next(), Some(("key 0".into(), 0.into())));
    assert_eq!(pairs.next_back(), Some(("key 12".into(), 12.into())));
    assert_eq!(pairs.len(), 11);
    assert_eq!(
        pairs.map(|(_, value)| value).collect::<Vec<_>>(),
        (1..12).map(Variant::Int).collect::<Vec<_>>()
    );
}

/// Checks keys as Godot 3.2.3 compares them.
///
/// Godot 3.6.2 treats two equal PoolRealArrays with a NaN as one key.
#[test]
fn real_arrays_with_a_nan_are_distinct_keys() {
    let array = |numbers: &[f32]| Variant::PackedFloat32Array(numbers.to_vec());
    let of_keys = |keys: [Variant; 2]| {
        // The pairs are encoded separately, because a Dictionary could merge them.
        let mut bytes = vec![18, 0, 0, 0, 2, 0, 0, 0];
        for (value, key) in keys.iter().enumerate() {
            godot3::encode_into(key, &mut bytes).expect("it can be encoded");
            godot3::encode_into(&value, &mut bytes).expect("it can be encoded");
        }
        godot3::from_slice::<Dictionary>(&bytes).expect("a Dictionary")
    };
    let nan = array(&[1.0, f32::NAN]);
    let mut two = of_keys([nan.clone(), nan.clone()]);
    assert_eq!(two.len(), 2);
    assert_eq!(two.get(&nan), None);
    assert_eq!(two.insert(nan.clone(), 3), None);
    let bytes = godot3::to_vec(&two).expect("it can be encoded");
    let again: Dictionary = godot3::from_slice(&bytes).expect("a Dictionary");
    assert_eq!(again.len(), 3, "every entry is kept");
    // The number of keys exceeds that of Dictionaries without an index.
    let mut many = Dictionary::with_rule(KeyRule::ByIdentity);
    many.extend((0..20).map(|value| (nan.clone(), value)));
    assert_eq!((many.len(), many.get(&nan)), (20, None));

    assert_eq!(of_keys([array(&[1.0]), array(&[1.0])]).len(), 1);
    assert_eq!(of_keys([array(&[0.0]), array(&[-0.0])]).len(), 2);
    assert_eq!(of_keys([f64::NAN.into(), f64::NAN.into()]).len(), 1);
    let vector = gdvariant::Vector2::new(f32::NAN, 1.0);
    assert_eq!(of_keys([vector.into(), vector.into()]).len(), 1);
}

#[test]
fn entries_are_read_changed_and_inserted() {
    for count in COUNTS {
        let mut dictionary = decoded(count);
        *dictionary.entry("key 0").or_insert(-1) = 5.into();
        dictionary
            .entry("key 0")
            .and_modify(|value| *value = "changed".into())
            .or_default();
        assert_eq!(dictionary["key 0"], "changed");
        let length = dictionary.len();
        assert!(dictionary.entry("new").or_default().is_nil());
        dictionary["new"] = 1.into();
        assert_eq!(
            (dictionary.len(), &dictionary["new"]),
            (length + 1, &1.into())
        );
        assert_eq!(dictionary.entry("new").key(), "new");
        assert_eq!(dictionary.remove("new"), Some(1.into()));
        assert_eq!(dictionary.remove("key 0"), Some("changed".into()));
        assert_eq!(dictionary.len() + 1, length);
        assert_eq!(dictionary.get("key 0"), None);
    }
}

#[test]
fn an_assignment_inserts_into_a_typed_dictionary() {
    use gdvariant::godot4::{TypedDictionary, Variant};

    let mut scores = TypedDictionary {
        key: gdvariant::Kind::String.into(),
        ..TypedDictionary::default()
    };
    let mut variant = Variant::from(scores.clone());
    scores.entries["Ada"] = 7.into();
    variant["Ada"] = 7.into();
    assert_eq!(scores.entries.len(), 1);
    assert_eq!(variant, Variant::from(scores));
}

#[test]
#[should_panic(expected = "no entry of the Dictionary has this key")]
fn an_absent_key_has_no_value() {
    let _ = &Dictionary::new()["key"];
}

#[test]
fn sorted_and_added_entries_are_found() {
    for count in COUNTS {
        let mut dictionary: Dictionary = (0..count).map(|key| (-key, key)).collect();
        dictionary.sort_by(|(one, _), (other, _)| one.as_int().cmp(&other.as_int()));
        let keys: Vec<_> = dictionary.keys().filter_map(Variant::as_int).collect();
        assert_eq!(keys, (1 - count..=0).collect::<Vec<_>>());
        dictionary.sort_by(|(_, one), (_, other)| one.as_int().cmp(&other.as_int()));
        dictionary.extend([(0, "zero"), (1, "one")]);
        assert_eq!(dictionary.len(), usize::try_from(count).expect("few") + 1);
        for key in 1..count {
            assert_eq!(
                dictionary.get(&Variant::Int(-key)),
                Some(&Variant::Int(key))
            );
        }
        assert_eq!(dictionary.get(&Variant::Int(0)), Some(&"zero".into()));
        assert_eq!(dictionary.values().last(), Some(&"one".into()));
    }
}

#[test]
fn a_changed_key_is_found_by_its_new_value() {
    use gdvariant::godot4::{Dictionary, Variant};

    let key_with = |first: i64| -> Variant {
        let entries = (0..20).map(|n| (n, if n == 0 { first } else { n }));
        entries.collect::<Dictionary>().into()
    };
    let mut outer: Dictionary = (0..20_i64).map(|n| (n, n)).collect();
    outer.insert(key_with(99), true);
    let mut key = key_with(0);
    assert_eq!(outer.get(&key), None);
    let entries = key.as_dictionary_mut().expect("a Dictionary");
    *entries.get_mut(&0).expect("the first entry") = 99_i64.into();
    assert_eq!(outer.get(&key), Some(&true.into()));
}
