//! A hash with a secret key, so that collisions cannot be precomputed.

use core::hash::Hasher;
#[cfg(target_has_atomic = "ptr")]
use core::sync::atomic::{AtomicUsize, Ordering};

/// 2^61 - 1, a prime number.
const PRIME: u64 = (1 << 61) - 1;

/// The number of bytes in a word, the coefficient of a polynomial.
const WORD: usize = 7;

/// The number of bits in a word.
const WORD_BITS: u32 = 56;

/// The bits of a word.
const WORD_MASK: u64 = (1 << WORD_BITS) - 1;

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
    pub(super) fn for_process() -> Self {
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

    /// Adds the first seven of these bytes, and returns the bytes after them.
    #[inline]
    fn seven<'b>(&mut self, first: [u8; 8], bytes: &'b [u8]) -> &'b [u8] {
        self.word(u64::from_le_bytes(first) & WORD_MASK);
        bytes.get(WORD..).unwrap_or_default()
    }

    /// Adds words until at most seven bytes are left, and returns these bytes.
    ///
    /// Inlined, the loop would be unrolled, which costs keys of up to 15 bytes a division.
    #[inline(never)]
    fn words<'b>(&mut self, mut bytes: &'b [u8]) -> &'b [u8] {
        while let Some(&first) = bytes.first_chunk() {
            bytes = self.seven(first, bytes);
        }
        bytes
    }
}

impl Hasher for SeededHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        let last = match (bytes.first_chunk(), bytes.last_chunk()) {
            (Some(&first), Some(last)) => {
                rest = self.seven(first, rest);
                if rest.len() >= 8 {
                    rest = self.words(rest);
                }
                // 1 to 7 bytes are left.
                u64::from_le_bytes(*last) >> (u64::BITS as usize - bits_of(rest))
            }
            _ => short_word(bytes),
        };
        // The number above the last bytes is one more than their number, and marks the end of a
        // call, because all other words are below 2^56.
        self.word(last | (rest.len() as u64 + 1) << WORD_BITS);
    }

    #[inline]
    fn write_u8(&mut self, byte: u8) {
        // `str` writes this byte after its bytes, whose end `write` has marked, so the byte needs no
        // word of its own.
        if byte != 0xff {
            self.write(&[byte]);
        }
    }

    #[inline]
    fn finish(&self) -> u64 {
        // Consecutive ints have evenly spaced states, which would fill adjacent slots.
        (self.state ^ self.state >> u32::BITS).wrapping_mul(GOLDEN) >> u32::BITS
    }
}

/// Returns the number of bits in the bytes.
#[inline]
const fn bits_of(bytes: &[u8]) -> usize {
    bytes.len() * u8::BITS as usize
}

/// Returns fewer than eight bytes as a number, which is unique among those of the same length.
#[inline]
fn short_word(bytes: &[u8]) -> u64 {
    // Overlapping loads instead of a loop over the bytes.
    if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        let last = u64::from(u32::from_le_bytes(*last));
        return u64::from(u32::from_le_bytes(*first))
            | last << (bits_of(bytes) - u32::BITS as usize);
    }
    match (bytes.first(), bytes.get(bytes.len() / 2), bytes.last()) {
        (Some(first), Some(middle), Some(last)) => {
            u64::from_le_bytes([*first, *middle, *last, 0, 0, 0, 0, 0])
        }
        _ => 0,
    }
}

/// 0 until the seed is known. It does not change afterwards, because digests are cached.
#[cfg(target_has_atomic = "ptr")]
static SEED: AtomicUsize = AtomicUsize::new(0);

/// Sets the seed of the hashes of all Dictionaries to a random number.
///
/// A program needs this function if the library has no source of random numbers: without the
/// feature `std` and on `wasm32-unknown-unknown`, unless the feature `random` is enabled. There, an
/// attacker who knows the program can choose keys that collide. The number comes from a source that
/// an attacker does not know, such as the random number generator of a microcontroller. Not
/// available on targets without atomic pointers.
///
/// Returns whether the seed was set. The call has to precede the first Dictionary with more than a
/// few entries, because the seed never changes: later calls have no effect.
///
/// ```
/// use gdvariant::dictionary;
///
/// # fn random_number() -> usize { 0x5eed }
/// assert!(dictionary::set_seed(random_number()));
/// assert!(!dictionary::set_seed(7));
/// ```
#[cfg(target_has_atomic = "ptr")]
pub fn set_seed(random: usize) -> bool {
    let seed = SEED.compare_exchange(0, random | 1, Ordering::Relaxed, Ordering::Relaxed);
    seed.is_ok()
}

/// Returns the seed, which the first call takes from the platform with the feature `random`.
pub(super) fn seed() -> usize {
    #[cfg(target_has_atomic = "ptr")]
    {
        if SEED.load(Ordering::Relaxed) == 0 {
            set_seed(from_platform());
        }
        SEED.load(Ordering::Relaxed)
    }
    #[cfg(not(target_has_atomic = "ptr"))]
    0
}

/// Returns a random number, or 0 if there is no source.
#[cfg(target_has_atomic = "ptr")]
fn from_platform() -> usize {
    #[cfg(feature = "random")]
    {
        let mut random = [0; size_of::<usize>()];
        if getrandom::fill(&mut random).is_ok() {
            return usize::from_ne_bytes(random);
        }
    }
    0
}

/// Returns the low 32 bits.
pub(super) const fn low_half(number: u64) -> u32 {
    let [a, b, c, d, ..] = number.to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}

#[cfg(test)]
mod tests;
