//! A hash with a secret key, so that collisions cannot be precomputed.

use super::seed::seed;
use core::hash::Hasher;

/// 2^61 - 1, a prime number.
const PRIME: u64 = (1 << 61) - 1;

/// 2^64 divided by the golden ratio, a multiplier that spreads numbers evenly.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Hashes data with a secret key. The benchmark `keys/decode dynamic, borrowed` takes four fifths
/// of the time that it takes with SipHash.
///
/// The words of the data are the coefficients of a polynomial, which is evaluated at a secret
/// point, modulo [`PRIME`]. The values of two different polynomials of degree n are equal at no
/// more than n of 2^59 points, whatever data somebody chooses: see Carter and Wegman, "Universal
/// classes of hash functions", 1979. `finish` spreads the values over the slots of a table. There
/// is no proof for this last step, but a test.
#[derive(Debug, Clone, Copy)]
pub(super) struct SeededHasher {
    /// The secret key: a number below 2^60, odd because it must not be 0.
    point: u64,
    /// Below 2^63: adding a word, multiplying and reducing keeps a number within this limit.
    state: u64,
}

impl SeededHasher {
    /// Returns a hasher with a random key.
    ///
    /// Without `std`, the key depends only on the seed and the address, because `core` has no other
    /// source of randomness. On `wasm32-unknown-unknown`, `RandomState` has none either.
    pub(super) fn new(address: usize) -> Self {
        let seed = seed() ^ address;
        #[cfg(feature = "std")]
        let random = std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), seed);
        #[cfg(not(feature = "std"))]
        let random = (seed as u64).wrapping_mul(GOLDEN);
        Self::with_key(random)
    }

    fn with_key(random: u64) -> Self {
        Self {
            point: random >> 4 | 1,
            // Adding 1 to the first word makes the leading coefficient positive, so that zeros at
            // the start of the data matter.
            state: 1,
        }
    }

    /// Returns a hasher whose key is the same in the whole process.
    pub(super) fn of_process() -> Self {
        #[cfg(feature = "std")]
        {
            static HASHER: std::sync::LazyLock<SeededHasher> =
                std::sync::LazyLock::new(|| SeededHasher::new(0));
            *HASHER
        }
        #[cfg(not(feature = "std"))]
        {
            static PLACE: u8 = 0;
            Self::new(core::ptr::from_ref(&PLACE).addr())
        }
    }

    #[inline]
    fn word(&mut self, word: u64) {
        let product = u128::from(self.state + word) * u128::from(self.point);
        // 2^61 is 1 modulo the prime number, so the upper bits are added to the lower ones.
        #[expect(clippy::cast_possible_truncation, reason = "the masked bits fit")]
        let [low, high] = [product, product >> 61].map(|part| part as u64);
        self.state = (low & PRIME) + high;
    }
}

impl Hasher for SeededHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        // Words of seven bytes are below the prime number.
        let (words, rest) = bytes.as_chunks::<7>();
        for [a, b, c, d, e, f, g] in words {
            self.word(u64::from_le_bytes([*a, *b, *c, *d, *e, *f, *g, 0]));
        }
        // The 1 above the last bytes marks their number. The upper one marks the end of a call,
        // because words of seven bytes are below 2^56.
        let last = rest
            .iter()
            .fold(1, |all, byte| all << u8::BITS | u64::from(*byte));
        self.word(last | 1 << 56);
    }

    #[inline]
    fn finish(&self) -> u64 {
        // Consecutive ints have evenly spaced states, which would fill adjacent slots.
        (self.state ^ self.state >> u32::BITS).wrapping_mul(GOLDEN) >> u32::BITS
    }
}

#[cfg(test)]
mod tests;
