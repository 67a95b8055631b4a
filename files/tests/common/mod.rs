//! Random numbers and hex digits for the tests of this package and of the editor.
#![allow(dead_code, reason = "every test program uses a part of this")]

/// A generator of pseudorandom numbers (splitmix64), the same in each run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % limit as u64).expect("less than the limit")
    }

    pub(crate) fn one<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// Returns the number of random cases: `few`, times the number in `GDVARIANT_TEST_ROUNDS`.
pub(crate) fn rounds(few: usize) -> usize {
    let rounds = std::env::var("GDVARIANT_TEST_ROUNDS");
    few * rounds.map_or(1, |rounds| rounds.parse().expect("a number"))
}

/// Parses hex digits.
pub(crate) fn bytes(hex: &str) -> Vec<u8> {
    let pairs = hex.as_bytes().chunks(2);
    let digits = pairs.map(|pair| str::from_utf8(pair).expect("digits"));
    let bytes = digits.map(|digits| u8::from_str_radix(digits, 16).expect("hex"));
    bytes.collect()
}
