//! Dictionaries of many keys, and long keys in the paths of errors.

use crate::common::{TestLayout, in_each_layout};
use crate::memory::budget::check;
use crate::memory::words::{number, words};
use gdvariant::Kind;

fn many_keys_stay_within_the_limit<L: TestLayout>() {
    let dictionary = number::<L>(Kind::Dictionary);
    for count in [11, 12, 13, 1000, 1800] {
        let of = |key: &dyn Fn(u32) -> Vec<u32>| {
            let mut input = words(&[dictionary, count]);
            (0..count).for_each(|index| input.extend(words(&[&key(index)[..], &[0]].concat())));
            input
        };
        check::<L>("equal keys", &of(&|_| vec![2, 7]));
        check::<L>("Nil keys", &of(&|_| vec![0]));
        check::<L>("distinct keys", &of(&|index| vec![2, index]));
        check::<L>(
            "keys that never equal another",
            &of(&|_| vec![dictionary, 0]),
        );
        check::<L>(
            "arrays that never equal another",
            &of(&|_| vec![number::<L>(Kind::Array), 1, dictionary, 0]),
        );
        // The keys are Arrays of zeros that differ only in their signs.
        let reals = number::<L>(Kind::PackedFloat32Array);
        let zeros = |index: u32| (0..17).map(move |bit| (index >> bit & 1) << 31);
        check::<L>(
            "signs of zeros",
            &of(&|index| [reals, 17].into_iter().chain(zeros(index)).collect()),
        );
        // Truncation causes an error at the end.
        let mut cut = of(&|index| vec![2, index]);
        cut.truncate(cut.len() - 2);
        check::<L>("distinct keys, then an error", &cut);
    }
}

fn equal_keys_stay_within_the_limit<L: TestLayout>() {
    let mut input = words(&[number::<L>(Kind::Dictionary), 100_000]);
    (0..100_000).for_each(|_| input.extend(words(&[2, 7, 0])));
    check::<L>("equal keys", &input);
}

/// Checks long keys that differ only at their end, and so are expensive to compare.
fn long_keys_stay_within_the_limit<L: TestLayout>() {
    let dictionary = number::<L>(Kind::Dictionary);
    for packed in [
        Kind::PackedByteArray,
        Kind::PackedInt32Array,
        Kind::PackedStringArray,
    ]
    .map(number::<L>)
    {
        for count in [12, 40] {
            let mut input = words(&[dictionary, count]);
            for index in 0..count {
                input.extend(words(&[packed, 1000]));
                input.resize(
                    input.len()
                        + if packed == number::<L>(Kind::PackedByteArray) {
                            996
                        } else {
                            3_996
                        },
                    0,
                );
                input.extend(words(&[index, 0]));
            }
            check::<L>("long keys", &input);
        }
    }
}

/// Checks that the keys in the paths of errors are limited in length.
fn errors_in_long_keys_stay_within_the_limit<L: TestLayout>() {
    let dictionary = number::<L>(Kind::Dictionary);
    let bytes_number = number::<L>(Kind::PackedByteArray);
    let pair = |key: &[u8]| [&words(&[dictionary, 1])[..], key, &words(&[1, 2])].concat();
    let mut packed = words(&[bytes_number, 200_000]);
    packed.resize(200_008, 0xff);
    check::<L>("a key of 200,000 bytes", &pair(&packed));
    let mut text = words(&[4, 200_000]);
    text.resize(200_008, b'"');
    check::<L>("a key of 200,000 quotes", &pair(&text));
    let mut nested = Vec::new();
    for _ in 0..1000 {
        nested.extend(words(&[dictionary, 1, 4, 60]));
        nested.extend([b'\\'; 60]);
    }
    check::<L>("a long key at each of 1000 levels", &nested);
    let mut nested = Vec::new();
    for _ in 0..1000 {
        nested.extend(words(&[dictionary, 1, bytes_number, 200]));
        nested.extend([0xff; 200]);
    }
    check::<L>("a key that is a packed at each of 1000 levels", &nested);
    let mut nested = Vec::new();
    for _ in 0..1000 {
        nested.extend(words(&[dictionary, 1, 1, 1]));
    }
    check::<L>("a short key at each of 1000 levels", &nested);
}

in_each_layout!(
    many_keys_stay_within_the_limit,
    equal_keys_stay_within_the_limit,
    long_keys_stay_within_the_limit,
    errors_in_long_keys_stay_within_the_limit,
);
