//! Mutated inputs for the comparison of verdicts.

use crate::common::{bytes, lines};
use crate::live::LiveLayout;
use crate::values;
use gdvariant::{Dictionary, EncodeOptions, NodePath, Packed, generic};
use proptest::prelude::RngExt;
use proptest::test_runner::TestRng;
use std::iter;

/// Words that are special as a count, a length, flags or a float.
const WORDS: [u32; 13] = [
    0,
    5,
    0x7f,
    0xff,
    0x0100,
    0x0001_0000,
    0x3f80_0000,
    0x7f80_0000,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0xffff_fffc,
    0xffff_ffff,
];

/// Unusual bytes in a string.
///
/// The bytes are NUL, a byte order mark, invalid UTF-8, and characters that no Rust string can
/// contain.
const TEXTS: [&[u8]; 12] = [
    b"\0",
    b"\xef\xbb\xbf",
    b"\x80",
    b"\xc0\x80",
    b"\xc3",
    b"\xe0\x80\x90",
    b"\xe0\x81\x90",
    b"\xed\xa0\x80",
    b"\xf0\x80\x88\x80",
    b"\xf4\x90\x80\x80",
    b"\xf8\x88\x80\x80\x80",
    b"\xff",
];

/// The maximum length of an input, in bytes.
const LONGEST: usize = 8 << 10;

/// A generator of mutated inputs.
pub(crate) struct Mutations {
    random: TestRng,
    valid: Vec<Vec<u8>>,
    /// The number of types in the layout.
    types: u32,
}

impl Mutations {
    /// Creates a generator that mutates random values and the inputs of fixtures.
    pub(crate) fn new<E: LiveLayout>(seed: u64) -> Self {
        let fixtures = iter::once(&E::VECTORS).chain(E::ODD_INPUTS);
        let written = fixtures
            .flat_map(|file| lines(file))
            .map(|line| bytes(line["hex"].as_str().expect("hex")));
        let values = values::any::<E>(seed, 500)
            .into_iter()
            .chain(iter::repeat_with(texts::<E>).take(150).flatten());
        // Values that do not match a declared type cannot be encoded.
        let encoded =
            values.flat_map(|value| generic::to_vec::<E, _>(&value, EncodeOptions::new()));
        let valid = encoded.chain(written);
        Self {
            random: values::random_numbers(seed),
            valid: valid.filter(|bytes| bytes.len() <= LONGEST / 2).collect(),
            types: u32::try_from(E::LAYOUT.types().len()).expect("a byte has them all"),
        }
    }

    pub(crate) fn input(&mut self) -> Vec<u8> {
        let mut input = self.pick().clone();
        for _ in 0..self.random.random_range(1..=4) {
            self.mutate(&mut input);
        }
        input.truncate(LONGEST);
        input
    }

    fn pick(&mut self) -> &Vec<u8> {
        let index = self.below(self.valid.len());
        &self.valid[index]
    }

    /// Returns a random number below `bound`, or 0 if `bound` is 0.
    fn below(&mut self, bound: usize) -> usize {
        self.random.random_range(0..bound.max(1))
    }

    fn mutate(&mut self, input: &mut Vec<u8>) {
        let at = self.below(input.len());
        let aligned = at & !3;
        match self.below(10) {
            0 => input.truncate(at),
            1 => input.extend(
                (0..self.below(9))
                    .map(|_| self.random.random::<u8>())
                    .collect::<Vec<_>>(),
            ),
            2 => input
                .iter_mut()
                .skip(at)
                .take(1)
                .for_each(|byte| *byte ^= 1 << self.below(8)),
            3 => change_word(input, aligned, |_| WORDS[self.below(WORDS.len())]),
            4 => change_word(input, aligned, |word| {
                word.wrapping_add_signed(self.random.random_range(-4..=4))
            }),
            // A type number that may be slightly too large.
            5 => change_word(input, aligned, |_| {
                self.random.random_range(0..self.types + 2)
            }),
            6 => drop(
                input.drain(aligned..(aligned + 4 * self.below(5)).min(input.len()).max(aligned)),
            ),
            7 => input.extend_from_within(
                aligned..(aligned + 4 * self.below(9)).min(input.len()).max(aligned),
            ),
            8 => input[at..]
                .iter_mut()
                .zip(TEXTS[self.below(TEXTS.len())])
                .for_each(|(byte, odd)| *byte = *odd),
            _ => drop(input.splice(aligned.., self.pick().clone())),
        }
    }
}

/// Returns values that consist mostly of strings, so that unusual bytes are inserted into strings.
fn texts<E: LiveLayout>() -> [E::Variant; 4] {
    const TEXT: &str = "abcdefghijklmnopqr";
    let pairs = Dictionary::from([(TEXT, "value"), ("key", TEXT)]);
    [
        TEXT.into(),
        Packed(vec![TEXT.to_string(); 3]).into(),
        NodePath::from("/abcdefgh/ijklmnop:qrstuvwx").into(),
        pairs.into(),
    ]
}

/// Changes the word at an offset if the input is long enough.
fn change_word(input: &mut [u8], at: usize, change: impl FnOnce(u32) -> u32) {
    if let Some(word) = input[at..].first_chunk_mut() {
        *word = change(u32::from_le_bytes(*word)).to_le_bytes();
    }
}
