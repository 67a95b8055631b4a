//! Dictionaries of many keys, and long keys in the paths of errors.

use crate::common::{TestLayout, in_each_kind_of_layout};
use crate::memory::budget::check;
use crate::memory::words::{number, words};
use gdvariant::Kind;

/// Returns the words of the key at an index.
type Key<'k> = &'k dyn Fn(u32) -> Vec<u32>;

/// Returns a Dictionary with these keys and the value Nil.
fn dictionary<E: TestLayout>(count: u32, key: Key<'_>) -> Vec<u8> {
    let entries = (0..count).flat_map(|index| [key(index), vec![0]].concat());
    let head = [number::<E>(Kind::Dictionary), count];
    words(&head.into_iter().chain(entries).collect::<Vec<_>>())
}

fn many_keys_stay_within_the_limit<E: TestLayout>() {
    let [array, unequal, reals] =
        [Kind::Array, Kind::Dictionary, Kind::PackedFloat32Array].map(number::<E>);
    // The keys are Arrays of zeros that differ only in their signs.
    let zeros = |index: u32| (0..17).map(move |bit| (index >> bit & 1) << 31);
    for count in [11, 12, 13, 1800] {
        let keys: [(&str, Key<'_>); 6] = [
            ("equal keys", &|_| vec![2, 7]),
            ("Nil keys", &|_| vec![0]),
            ("distinct keys", &|index| vec![2, index]),
            ("keys that never equal another", &|_| vec![unequal, 0]),
            ("arrays that never do", &|_| vec![array, 1, unequal, 0]),
            ("signs of zeros", &|index| {
                [reals, 17].into_iter().chain(zeros(index)).collect()
            }),
        ];
        for (what, key) in keys {
            let input = dictionary::<E>(count, key);
            check::<E>(what, &input);
            check::<E>(what, &input[..input.len() - 2]);
        }
    }
    check::<E>("equal keys", &dictionary::<E>(50_000, &|_| vec![2, 7]));
}

/// Checks long keys that differ only at their end, and so are expensive to compare.
fn long_keys_stay_within_the_limit<E: TestLayout>() {
    for (kind, length) in [
        (Kind::PackedByteArray, 250),
        (Kind::PackedInt32Array, 1000),
        (Kind::PackedStringArray, 1000),
    ] {
        let key = |index| {
            let mut key = vec![0; length + 2];
            (key[0], key[1], key[length + 1]) = (number::<E>(kind), 1000, index);
            key
        };
        check::<E>("long keys", &dictionary::<E>(40, &key));
    }
}

/// Checks that the keys in the paths of errors are limited in length.
fn errors_in_long_keys_stay_within_the_limit<E: TestLayout>() {
    let [dictionary, packed] = [Kind::Dictionary, Kind::PackedByteArray].map(number::<E>);
    for (what, head, bytes, levels) in [
        ("a key of 200,000 bytes", [packed, 200_000], 0xff, 1),
        ("a key of 200,000 quotes", [4, 200_000], b'"', 1),
        ("a long key at each level", [4, 60], b'\\', 1000),
        ("an array of bytes at each level", [packed, 200], 0xff, 1000),
        ("a short key at each level", [1, 1], 0, 1000),
    ] {
        let length = if head == [1, 1] { 0 } else { head[1] };
        let [start, head] = [words(&[dictionary, 1]), words(&head)];
        let level = [start, head, vec![bytes; length as usize]].concat();
        // The innermost value is a bool of 2.
        check::<E>(what, &[level.repeat(levels), words(&[1, 2])].concat());
    }
}

in_each_kind_of_layout!(
    many_keys_stay_within_the_limit,
    long_keys_stay_within_the_limit,
    errors_in_long_keys_stay_within_the_limit,
);
