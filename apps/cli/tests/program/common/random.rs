//! Random numbers, the same on every machine.

use std::env;

/// The variable with the seed of a run, as in the tests with engines.
const VARIABLE: &str = "GDVARIANT_TEST_SEED";

/// Returns the seed of the environment variable, or a fixed seed, so that a failed run is repeated
/// without options.
pub(crate) fn seed() -> u64 {
    env::var(VARIABLE).map_or(41, |seed| {
        seed.parse()
            .unwrap_or_else(|_| panic!("{VARIABLE}={seed} is not a number"))
    })
}

/// Returns the number of random cases: `count`, times the number in the environment variable
/// `GDVARIANT_TEST_ROUNDS`.
pub(crate) fn cases(count: usize) -> usize {
    const VARIABLE: &str = "GDVARIANT_TEST_ROUNDS";
    env::var(VARIABLE).map_or(count, |rounds| {
        let rounds: usize = rounds
            .parse()
            .unwrap_or_else(|_| panic!("{VARIABLE}={rounds} is not a number"));
        count * rounds
    })
}

/// A generator of random numbers (splitmix64).
pub(crate) struct Random(u64);

impl Random {
    /// Creates the generator of a case. Cases with other numbers have unrelated random numbers.
    pub(crate) fn new(case: u64) -> Self {
        let mut random = Self(seed());
        random.0 = random.next().wrapping_add(case);
        random.0 = random.next();
        random
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        let limit = u64::try_from(limit).expect("a limit of 64 bits");
        usize::try_from(self.next() % limit).expect("less than the limit")
    }

    pub(crate) fn pick<'t, T>(&mut self, choices: &'t [T]) -> &'t T {
        &choices[self.below(choices.len())]
    }

    pub(crate) fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.next().to_le_bytes()[0]).collect()
    }
}
