//! Finds the position of a key: a hash table of positions, with open addressing.

use super::{KeyEquality, Lookup};
use alloc::vec;
use alloc::vec::Vec;
use core::hash::Hasher;

/// The positions of a dictionary's keys. The keys themselves are stored in the dictionary.
#[derive(Debug, Clone)]
pub(super) struct Index {
    /// The length is a power of two. At most half of the slots are occupied, so every search ends.
    slots: Vec<Slot>,
    taken: usize,
    seed: Seed,
}

/// A slot is free if its `place` is 0.
#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    hash: u32,
    /// The position plus one.
    place: u32,
}

impl Index {
    /// Creates an index with capacity for this many keys.
    pub(super) fn for_keys(count: usize) -> Self {
        let slots = vec![Slot::default(); (count * 2).next_power_of_two()];
        let seed = Seed::new(slots.as_ptr().addr());
        Self {
            slots,
            taken: 0,
            seed,
        }
    }

    /// Returns the hash of the data that `feed` writes to the hasher.
    pub(super) fn hash(&self, feed: impl FnOnce(&mut SeededHasher)) -> u32 {
        let mut hasher = self.seed.hasher();
        feed(&mut hasher);
        low_half(&hasher)
    }

    /// Returns the position of a key, which has this hash, among the pairs.
    pub(super) fn find<V, Q: Lookup<V> + ?Sized>(
        &self,
        pairs: &[[V; 2]],
        hash: u32,
        key: &Q,
    ) -> Option<usize> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots.get(at)?;
            let place = slot.place.checked_sub(1)? as usize;
            let is_same = |[present, _]: &[V; 2]| key.is_key(present);
            if slot.hash == hash && pairs.get(place).is_some_and(is_same) {
                return Some(place);
            }
            at = (at + 1) & mask;
        }
    }

    /// Returns the position of a key among the preceding pairs, all of which are indexed. Otherwise
    /// inserts the key at the position after them.
    pub(super) fn find_or_insert<V: KeyEquality>(
        &mut self,
        before: &[[V; 2]],
        key: &V,
    ) -> Option<usize> {
        // A key that is never found, such as an Object, has the hash of all others like it, so
        // indexing it would only cost time.
        if !key.is_same_key_as_itself() {
            return None;
        }
        let hash = self.hash(|hasher| key.hash_key(hasher));
        let found = self.find(before, hash, key);
        if found.is_none() {
            self.insert(hash, before.len());
        }
        found
    }

    /// Inserts the position of a new key. Positions beyond `u32` are ignored: no dictionary is that
    /// long.
    fn insert(&mut self, hash: u32, place: usize) {
        if (self.taken + 1) * 2 > self.slots.len() {
            self.grow();
        }
        let Ok(place) = u32::try_from(place + 1) else {
            return;
        };
        self.put(Slot { hash, place });
        self.taken += 1;
    }

    fn grow(&mut self) {
        let slots = vec![Slot::default(); (self.slots.len() * 2).max(2)];
        for slot in core::mem::replace(&mut self.slots, slots) {
            if slot.place > 0 {
                self.put(slot);
            }
        }
    }

    fn put(&mut self, slot: Slot) {
        let mask = self.slots.len() - 1;
        let mut at = slot.hash as usize & mask;
        while let Some(present) = self.slots.get_mut(at) {
            if present.place == 0 {
                *present = slot;
                return;
            }
            at = (at + 1) & mask;
        }
    }
}

/// Returns 32 bits of a hash.
pub(super) fn low_half(hasher: &impl Hasher) -> u32 {
    let [a, b, c, d, ..] = hasher.finish().to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}

/// Returns the hasher of a dictionary's content, which is the same for all dictionaries.
pub(super) fn content_hasher() -> SeededHasher {
    seed::of_process().hasher()
}

#[cfg(feature = "std")]
mod seed {
    use std::hash::{BuildHasher, DefaultHasher, RandomState};
    use std::sync::LazyLock;

    pub(in super::super) type SeededHasher = DefaultHasher;

    /// Randomly seeded, so that collisions cannot be precomputed.
    #[derive(Debug, Clone)]
    pub(super) struct Seed(RandomState);

    /// Returns the seed that all dictionaries share.
    pub(super) fn of_process() -> &'static Seed {
        static SEED: LazyLock<Seed> = LazyLock::new(|| Seed(RandomState::new()));
        &SEED
    }

    impl Seed {
        pub(super) fn new(_address: usize) -> Self {
            Self(RandomState::new())
        }

        pub(super) fn hasher(&self) -> SeededHasher {
            self.0.build_hasher()
        }
    }
}

#[cfg(not(feature = "std"))]
#[expect(
    deprecated,
    reason = "`core` has no other name for the hasher that `std` uses"
)]
mod seed {
    use core::hash::SipHasher;

    pub(in super::super) type SeededHasher = SipHasher;

    /// `core` has no source of randomness except for the address of an allocation, as far as it is
    /// unpredictable.
    #[derive(Debug, Clone)]
    pub(super) struct Seed(u64);

    /// Returns the seed that all dictionaries share: the address of a static.
    pub(super) fn of_process() -> Seed {
        static PLACE: u8 = 0;
        Seed::new(core::ptr::from_ref(&PLACE).addr())
    }

    impl Seed {
        pub(super) fn new(address: usize) -> Self {
            Self(address as u64)
        }

        pub(super) fn hasher(&self) -> SeededHasher {
            SipHasher::new_with_keys(self.0, self.0.rotate_left(32))
        }
    }
}

use seed::Seed;
pub(super) use seed::SeededHasher;
