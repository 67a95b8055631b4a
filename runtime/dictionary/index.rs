//! Finds the place of a key among many: a hash table of places, with open addressing.

use super::Key;
use alloc::vec;
use alloc::vec::Vec;
use core::hash::Hasher;

/// Where the keys of a dictionary are. The keys themselves stay in the dictionary.
#[derive(Debug, Clone)]
pub(super) struct Index {
    /// A power of two of slots, at most half of them taken, so that every search ends.
    slots: Vec<Slot>,
    taken: usize,
    seed: Seed,
}

/// A slot without a place is free.
#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    hash: u32,
    /// One more than the place.
    place: u32,
}

impl Index {
    /// An index with room for this many keys.
    pub(super) fn for_keys(count: usize) -> Self {
        let slots = vec![Slot::default(); (count * 2).next_power_of_two()];
        let seed = Seed::new(slots.as_ptr().addr());
        Self {
            slots,
            taken: 0,
            seed,
        }
    }

    /// The hash of what `feed` feeds.
    pub(super) fn hash(&self, feed: impl FnOnce(&mut SeededHasher)) -> u32 {
        let mut hasher = self.seed.hasher();
        feed(&mut hasher);
        let [a, b, c, d, ..] = hasher.finish().to_le_bytes();
        u32::from_le_bytes([a, b, c, d])
    }

    /// The place of the key with this hash that `is_same` accepts.
    pub(super) fn find(&self, hash: u32, mut is_same: impl FnMut(usize) -> bool) -> Option<usize> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots.get(at)?;
            let place = slot.place.checked_sub(1)? as usize;
            if slot.hash == hash && is_same(place) {
                return Some(place);
            }
            at = (at + 1) & mask;
        }
    }

    /// The place of a key among the pairs before it, all of which are noted; a key that is not there is noted as the one behind them.
    pub(super) fn find_or_insert<V: Key>(&mut self, before: &[[V; 2]], key: &V) -> Option<usize> {
        // A Dictionary or an Object as a key is never found again. Such keys have one hash, so an index of them would only be slow.
        if !key.is_same_key(key) {
            return None;
        }
        let hash = self.hash(|hasher| key.hash_key(hasher));
        let found = self.find(hash, |place| {
            before
                .get(place)
                .is_some_and(|[present, _]| key.is_same_key(present))
        });
        if found.is_none() {
            self.insert(hash, before.len());
        }
        found
    }

    /// Notes the place of a key that is not in the index yet. A place beyond `u32` is not noted, no dictionary has so many.
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

#[cfg(feature = "std")]
mod seed {
    use std::hash::{BuildHasher, DefaultHasher, RandomState};

    pub(in super::super) type SeededHasher = DefaultHasher;

    /// Random in every process: keys that are chosen to collide, collide for nobody.
    #[derive(Debug, Clone)]
    pub(super) struct Seed(RandomState);

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
    reason = "`core` has no other name for the hasher behind `std`'s"
)]
mod seed {
    use core::hash::SipHasher;

    pub(in super::super) type SeededHasher = SipHasher;

    /// `core` has no source of randomness but where the allocator put something, so far as that cannot be foreseen.
    #[derive(Debug, Clone)]
    pub(super) struct Seed(u64);

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
