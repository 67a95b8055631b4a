//! The seed of the program, which every Dictionary mixes into the key of its hash.

#[cfg(target_has_atomic = "ptr")]
use core::sync::atomic::{AtomicUsize, Ordering};

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
