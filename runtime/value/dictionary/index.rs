//! Finds the positions of keys with an open-addressing hash table.

use super::hasher::SeededHasher;
use super::{KeyEquality, Lookup};
use crate::table::key_rule::KeyRule;
use alloc::vec;
use alloc::vec::Vec;
use core::hash::Hasher;

/// The positions of a dictionary's keys. The keys themselves are stored in the dictionary.
#[derive(Debug, Clone)]
pub(super) struct Index {
    /// The number of slots is a power of two. At most half of the slots are occupied, so that every
    /// search ends.
    slots: Vec<Slot>,
    occupied: usize,
    hasher: SeededHasher,
}

/// A slot of the hash table; free if `place` is 0.
#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    hash: u32,
    /// The position of the key plus 1.
    place: u32,
}

impl Index {
    /// Creates an index with capacity for this many keys.
    pub(super) fn for_keys(count: usize) -> Self {
        let slots = vec![Slot::default(); (count * 2).next_power_of_two()];
        let hasher = SeededHasher::new(slots.as_ptr().addr());
        Self {
            slots,
            occupied: 0,
            hasher,
        }
    }

    /// Returns the hash of the data that `feed` writes to the hasher.
    fn hash(&self, feed: impl FnOnce(&mut SeededHasher)) -> u32 {
        let mut hasher = self.hasher;
        feed(&mut hasher);
        low_half(hasher.finish())
    }

    /// Returns the position of a key among the pairs.
    pub(super) fn find<V, Q: Lookup<V> + ?Sized>(
        &self,
        pairs: &[[V; 2]],
        key: &Q,
        rule: KeyRule,
    ) -> Option<usize> {
        let hash = self.hash(|hasher| key.hash_lookup(hasher, rule));
        self.position_at(self.slot_of(pairs, hash, key, rule))
    }

    /// Returns the position of a key among the preceding, already indexed pairs.
    ///
    /// If the key is new, indexes it at the position after these pairs, and returns `None`.
    pub(super) fn find_or_insert<V: KeyEquality>(
        &mut self,
        before: &[[V; 2]],
        key: &V,
        rule: KeyRule,
    ) -> Option<usize> {
        // Keys that are never found, such as Objects, share one hash, so indexing them would only
        // slow down searches.
        if !key.is_same_key_as_itself(rule) {
            return None;
        }
        if (self.occupied + 1) * 2 > self.slots.len() {
            self.grow();
        }
        let hash = self.hash(|hasher| key.hash_key(hasher, rule));
        let at = self.slot_of(before, hash, key, rule);
        let found = self.position_at(at);
        if found.is_none() {
            // Positions fit `u32`: 2^32 pairs would take more than 100 GiB.
            let place = u32::try_from(before.len() + 1).unwrap_or_default();
            self.slots[at] = Slot { hash, place };
            self.occupied += 1;
        }
        found
    }

    /// Returns the slot of a key with this hash, or the free slot for it.
    fn slot_of<V, Q: Lookup<V> + ?Sized>(
        &self,
        pairs: &[[V; 2]],
        hash: u32,
        key: &Q,
        rule: KeyRule,
    ) -> usize {
        let is_same = |[present, _]: &[V; 2]| key.is_key(present, rule);
        self.first_slot(hash, |place| pairs.get(place).is_some_and(is_same))
    }

    /// Searches the slots for a hash, and returns the first one that is free or matches.
    ///
    /// A slot matches if it has the same hash, and `is_same` accepts its position.
    #[inline]
    fn first_slot(&self, hash: u32, is_same: impl Fn(usize) -> bool) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while let Some(place) = self.position_at(at) {
            if self.slots[at].hash == hash && is_same(place) {
                break;
            }
            at = (at + 1) & mask;
        }
        at
    }

    /// Returns the position in a slot, or `None` for a free slot.
    fn position_at(&self, at: usize) -> Option<usize> {
        let place = self.slots[at].place.checked_sub(1)?;
        Some(place as usize)
    }

    fn grow(&mut self) {
        let slots = vec![Slot::default(); self.slots.len() * 2];
        for slot in core::mem::replace(&mut self.slots, slots) {
            if slot.place > 0 {
                let at = self.first_slot(slot.hash, |_| false);
                self.slots[at] = slot;
            }
        }
    }
}

/// Returns the low 32 bits.
pub(super) const fn low_half(number: u64) -> u32 {
    let [a, b, c, d, ..] = number.to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}
