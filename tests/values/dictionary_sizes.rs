//! Dictionaries of every size around the sizes at which their index appears and grows, and keys that
//! equal no copy of themselves.

use crate::common::{AnyVariant, TestLayout, in_each_layout, rounds};
use gdvariant::Vector2;
use gdvariant::dictionary::{Key, KeyEquality, KeyRule};
use gdvariant::godot3::{Dictionary, Variant, from_slice, to_vec};

/// The index appears at 13 keys, and doubles when more than half of its slots are occupied.
const SIZES: std::ops::Range<i64> = 0..140;

/// Functions that return distinct keys for distinct numbers.
const KEYS: [fn(i64) -> Variant; 6] = [
    |n| n.into(),
    |n| {
        format!(
            "{}{n}",
            "x".repeat(usize::try_from(n % 40).expect("positive"))
        )
        .into()
    },
    |n| (f64::from(i32::try_from(n).expect("small")) / 2.0).into(),
    |n| Vector2::new(f32::from(i16::try_from(n).expect("small")), -0.5).into(),
    |n| Variant::Array(vec![n.into(), "x".into()]),
    |n| KEYS[usize::try_from(n % 5).expect("positive")](n),
];

/// Checks the order of the entries, and that exactly the keys of the numbers are found.
#[track_caller]
fn check(dictionary: &Dictionary, key: fn(i64) -> Variant, numbers: &[i64]) {
    assert_eq!(dictionary.len(), numbers.len());
    let pairs = numbers.iter().map(|n| (key(*n), Variant::Int(*n)));
    assert!(
        dictionary
            .iter()
            .map(|(key, value)| (key.clone(), value.clone()))
            .eq(pairs)
    );
    for n in SIZES {
        let found = dictionary.get(&key(n)).and_then(Variant::as_int);
        assert_eq!(
            found,
            numbers.contains(&n).then_some(n),
            "{n} of {numbers:?}"
        );
    }
}

#[test]
fn keys_are_found_however_the_dictionary_was_made() {
    for key in KEYS {
        for size in SIZES.filter(|size| *size < 36 || (62..=68).contains(size) || *size > 126) {
            let numbers: Vec<_> = (0..size).collect();
            let pairs = || numbers.iter().map(|n| (key(*n), *n));
            let collected: Dictionary = pairs().collect();
            check(&collected, key, &numbers);
            let bytes = to_vec(&collected).expect("a Dictionary");
            check(&from_slice(&bytes).expect("a Dictionary"), key, &numbers);
            let (mut extended, mut entered) = (Dictionary::new(), Dictionary::new());
            for (key, value) in pairs() {
                extended.extend([(key.clone(), value)]);
                assert_eq!(entered.insert(key.clone(), "replaced"), None);
                *entered.entry(key).or_default() = value.into();
            }
            check(&extended, key, &numbers);
            check(&entered, key, &numbers);
        }
    }
}

#[test]
fn removing_any_entry_keeps_the_order_of_the_others() {
    for key in KEYS {
        for size in (1..=18).chain([32, 33, 65]) {
            for removed in 0..size {
                let numbers: Vec<_> = (0..size).collect();
                let mut dictionary: Dictionary = numbers.iter().map(|n| (key(*n), *n)).collect();
                assert_eq!(dictionary.remove(&key(removed)), Some(removed.into()));
                let mut rest = numbers;
                rest.retain(|n| *n != removed);
                check(&dictionary, key, &rest);
                assert_eq!(dictionary.remove(&key(removed)), None);
                assert_eq!(dictionary.insert(key(removed), removed), None);
                rest.push(removed);
                check(&dictionary, key, &rest);
            }
        }
    }
}

#[test]
fn nans_and_zeros_are_one_key_at_every_size() {
    let pairs: [[Variant; 2]; 4] = [
        [f64::NAN.into(), (-f64::NAN).into()],
        [0.0.into(), (-0.0).into()],
        [
            Vector2::new(f32::NAN, 0.0).into(),
            Vector2::new(-f32::NAN, -0.0).into(),
        ],
        [
            Variant::Array(vec![f64::NAN.into(), 0.0.into()]),
            Variant::Array(vec![(-f64::NAN).into(), (-0.0).into()]),
        ],
    ];
    // Godot 4 does not find NaN in an Array.
    for size in SIZES.take(40) {
        let others = (1..=size).map(|n| (Variant::from(n), n));
        for [first, second] in &pairs {
            let mut dictionary = Dictionary::with_rule(KeyRule::ByIdentity);
            dictionary.extend(others.clone());
            assert_eq!(dictionary.insert(first.clone(), "first"), None);
            assert_eq!(
                dictionary.insert(second.clone(), "second"),
                Some("first".into()),
                "{first:?}"
            );
            let length = usize::try_from(size).expect("positive") + 1;
            assert_eq!(
                (dictionary.len(), dictionary.get(first)),
                (length, Some(&"second".into()))
            );
            assert_eq!(dictionary.remove(first), Some("second".into()), "{first:?}");
        }
    }
}

/// Checks that hashing and equality agree for any value as a key, and for containers of it.
fn a_key_equals_its_copy_or_is_never_found<E: TestLayout>() {
    let mut random = proptest::test_runner::TestRunner::deterministic();
    let strategy = E::arb();
    for _ in 0..rounds(20_u32) {
        let value =
            proptest::strategy::Strategy::new_tree(&strategy, &mut random).expect("a value");
        check_copies(&proptest::strategy::ValueTree::current(&value));
    }
    for float in [f64::NAN, -0.0, 1.5] {
        check_copies(&E::Variant::from(float));
    }
}

fn check_copies<V: AnyVariant>(value: &V) {
    let array = |value: V| V::from(vec![value]);
    let keyed = |value: V| V::from(gdvariant::Dictionary::from_iter([(value, V::from(true))]));
    let entry = |value: V| V::from(gdvariant::Dictionary::from_iter([(V::from("a"), value)]));
    let containers: [&dyn Fn(V) -> V; 8] = [
        &|value| value,
        &array,
        &keyed,
        &entry,
        &|value| array(array(value)),
        &|value| array(entry(value)),
        &|value| entry(array(value)),
        &|value| entry(entry(value)),
    ];
    for container in containers {
        let key = container(value.clone());
        for rule in [KeyRule::ByValue, KeyRule::ByIdentity] {
            check_copy(&key, rule);
        }
    }
}

fn check_copy<V: AnyVariant>(key: &V, rule: KeyRule) {
    let is_same = key.is_same_key(&key.clone(), rule);
    assert_eq!(key.is_same_key_as_itself(rule), is_same, "{key}");
    assert_eq!(Key::with_rule(key.clone(), rule).is_ok(), is_same, "{key}");
    for count in [1, 2, 12, 13, 14, 40] {
        let mut dictionary = gdvariant::Dictionary::with_rule(rule);
        dictionary.extend((0..count).map(|n| (key.clone(), V::from(n))));
        let length = if is_same {
            1
        } else {
            usize::try_from(count).expect("positive")
        };
        assert_eq!(dictionary.len(), length, "{key}");
        assert_eq!(dictionary.get(key).is_some(), is_same, "{key}");
    }
}

in_each_layout!(a_key_equals_its_copy_or_is_never_found);

/// Checks which containers with a NaN equal their copies, as measured in Godot 4.6.3.
#[test]
fn containers_with_a_nan_are_distinct_in_godot_4() {
    for (key, is_same) in [
        ("{\"a\": nan}", false),
        ("{1: [nan]}", false),
        ("{1: {2: nan}}", false),
        ("[{1: nan}]", false),
        ("{nan: 1}", true),
        ("{1: Vector2(nan, 0)}", true),
        ("{1: PackedFloat32Array(nan)}", true),
        ("{\"a\": 1.5}", true),
    ] {
        let value: gdvariant::godot4::Variant = key.parse().expect(key);
        assert_eq!(
            value.is_same_key_as_itself(KeyRule::ByValue),
            is_same,
            "{key}"
        );
    }
}
