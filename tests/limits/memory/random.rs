//! Random and mutated input.

use crate::common::{TestLayout, bytes, cases, encode, in_each_layout, lines};
use crate::memory::budget::check;
use crate::memory::words::words;
use proptest::prelude::*;

fn random_inputs_stay_within_the_limit<L: TestLayout>() {
    let word =
        prop_oneof![4 => 0..40_u32, 1 => 0..2000_u32, 1 => Just(0x8000_0001), 1 => any::<u32>()];
    proptest!(cases(100), |(input in proptest::collection::vec(word, 0..200))| {
        check::<L>("random words", &words(&input));
    });
    proptest!(cases(100), |(input in proptest::collection::vec(any::<u8>(), 0..200))| {
        check::<L>("random bytes", &input);
    });
    proptest!(cases(100), |(value in L::arb(), at in any::<prop::sample::Index>(), byte in any::<u8>())| {
        let mut input = encode::<L>(&value);
        check::<L>("a value", &input);
        let at = at.index(input.len());
        input[at] = byte;
        check::<L>("a value with a random byte", &input);
    });
}

/// Replaces each word of every vector in turn.
fn mutated_vectors_stay_within_the_limit<L: TestLayout>() {
    let file = match L::NAME {
        name if name.starts_with("godot3") => "vectors/godot3.jsonl",
        "pandemonium5" => "vectors/pandemonium5.jsonl",
        _ => "vectors/pandemonium.jsonl",
    };
    for line in &lines(file) {
        let whole = bytes(line["hex"].as_str().expect("hex"));
        check::<L>("a vector", &whole);
        for (index, word) in (0..whole.len() / 4).zip(
            [0x7fff_ffff_u32, 0xffff_ffff, 1000, 19, 26, 0x8000_0002]
                .iter()
                .cycle(),
        ) {
            let mut input = whole.clone();
            input[index * 4..index * 4 + 4].copy_from_slice(&word.to_le_bytes());
            check::<L>("a vector with a replaced word", &input);
            input.resize(input.len() + 400, 0);
            check::<L>("a vector with a replaced word and more bytes", &input);
        }
    }
}

in_each_layout!(
    random_inputs_stay_within_the_limit,
    mutated_vectors_stay_within_the_limit
);
