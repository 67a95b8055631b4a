//! Stores the entries of a Dictionary, with an index of the keys if there are many.

use super::hash::{SeededHasher, low_half};
use super::keys::{CachedDigest, digest_of};
use super::{Dictionary, KeyEquality, Lookup};
use crate::table::key_rule::KeyRule;
use crate::value::view::{AsView, is_plain};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::hash::Hasher;
use core::mem;

#[derive(Clone)]
pub(super) enum Storage<V> {
    /// At most [`MAX_LINEAR`] pairs, searched linearly. A `Vec` would make a Variant larger, because
    /// the rule of the keys is stored beside the pairs.
    Few(Box<[[V; 2]]>),
    /// More pairs, or capacity for more pairs, with an index; boxed to keep a Variant small.
    Many(Box<IndexedPairs<V>>),
}

#[derive(Clone)]
pub(super) struct IndexedPairs<V> {
    pairs: Vec<[V; 2]>,
    index: Index,
    /// The digest of the entries, for dictionaries that are keys.
    digest: CachedDigest,
}

/// The maximum number of pairs that are searched linearly.
const MAX_LINEAR: usize = 12;

impl<V> Default for Storage<V> {
    fn default() -> Self {
        Self::Few(Box::default())
    }
}

impl<V> Storage<V> {
    /// Creates an empty storage; few pairs have no capacity that could be reserved.
    pub(super) fn with_capacity(capacity: usize) -> Self {
        if capacity <= MAX_LINEAR {
            return Self::default();
        }
        Self::Many(Box::new(IndexedPairs {
            pairs: Vec::with_capacity(capacity),
            index: Index::for_keys(capacity),
            digest: CachedDigest::default(),
        }))
    }

    pub(super) fn has_no_capacity(&self) -> bool {
        matches!(self, Self::Few(pairs) if pairs.is_empty())
    }

    /// Removes all pairs and returns them.
    pub(super) fn take_pairs(&mut self) -> Vec<[V; 2]> {
        match mem::take(self) {
            Self::Few(pairs) => pairs.into_vec(),
            Self::Many(indexed) => indexed.pairs,
        }
    }

    /// Frees the capacity if most of it is unused.
    pub(super) fn shrink(&mut self) {
        if let Self::Many(indexed) = self
            && indexed.pairs.len() < indexed.pairs.capacity() / 4
        {
            indexed.pairs.shrink_to_fit();
        }
    }

    #[inline]
    pub(super) fn pairs_mut(&mut self) -> &mut [[V; 2]] {
        match self {
            Self::Few(pairs) => pairs,
            Self::Many(indexed) => {
                indexed.digest = CachedDigest::default();
                &mut indexed.pairs
            }
        }
    }
}

impl<V: AsView> Storage<V> {
    /// Returns the digest of the entries, and caches the digest if there are many entries.
    pub(super) fn digest(&self) -> Option<u32> {
        match self {
            Self::Few(pairs) => digest_of(pairs),
            Self::Many(indexed) => indexed.digest.get_or_init(|| digest_of(&indexed.pairs)),
        }
    }
}

impl<V: KeyEquality> Storage<V> {
    /// Stores pairs, with an index of the keys if there are many.
    ///
    /// Of equal keys, the first one determines the position and the last one the value.
    pub(super) fn from_pairs(mut pairs: Vec<[V; 2]>, rule: KeyRule) -> Self {
        if pairs.len() <= MAX_LINEAR {
            if !are_distinct(&pairs) {
                dedup_keys(&mut pairs, |before, key| position(before, key, rule));
            }
            return Self::Few(pairs.into_boxed_slice());
        }
        let indexed = IndexedPairs::from_pairs(pairs, rule);
        if indexed.pairs.len() <= MAX_LINEAR {
            Self::Few(indexed.pairs.into_boxed_slice())
        } else {
            Self::Many(Box::new(indexed))
        }
    }

    /// Returns whether the keys are certainly distinct by any rule.
    pub(super) fn is_distinct_by_any_rule(&self) -> bool {
        matches!(self, Self::Few(pairs) if are_distinct(pairs))
    }

    pub(super) fn reserve(&mut self, additional: usize, rule: KeyRule) {
        match self {
            Self::Few(pairs) => {
                if pairs.len().saturating_add(additional) > MAX_LINEAR {
                    let mut pairs = self.take_pairs();
                    pairs.reserve(additional);
                    *self = Self::Many(Box::new(IndexedPairs::from_pairs(pairs, rule)));
                }
            }
            Self::Many(indexed) => indexed.pairs.reserve(additional),
        }
    }

    /// Adds a pair whose key is not present. In the index, the key has been inserted.
    fn push(&mut self, pair: [V; 2], rule: KeyRule) {
        match self {
            Self::Few(_) => {
                let mut pairs = self.take_pairs();
                if pairs.len() < MAX_LINEAR {
                    pairs.reserve_exact(1);
                }
                pairs.push(pair);
                *self = if pairs.len() <= MAX_LINEAR {
                    Self::Few(pairs.into_boxed_slice())
                } else {
                    Self::from_pairs(pairs, rule)
                };
            }
            Self::Many(indexed) => {
                indexed.digest = CachedDigest::default();
                indexed.pairs.push(pair);
            }
        }
    }
}

impl<V: KeyEquality> IndexedPairs<V> {
    /// Removes duplicate keys, and indexes the others.
    fn from_pairs(mut pairs: Vec<[V; 2]>, rule: KeyRule) -> Self {
        let mut index = Index::for_keys(pairs.capacity());
        dedup_keys(&mut pairs, |before, key| {
            index.find_or_insert(before, key, rule)
        });
        Self {
            pairs,
            index,
            digest: CachedDigest::default(),
        }
    }
}

impl<V> Dictionary<V> {
    #[inline]
    pub(super) fn pairs(&self) -> &[[V; 2]] {
        match &self.storage {
            Storage::Few(pairs) => pairs,
            Storage::Many(indexed) => &indexed.pairs,
        }
    }
}

impl<V: AsView> Dictionary<V> {
    /// Returns the index of the first key that equals an earlier one by `rule`, but not by the rule
    /// of the Dictionary.
    #[inline]
    pub(crate) fn first_equal_key(&self, rule: KeyRule) -> Option<usize> {
        // Few Dictionaries have other keys than plain ones, which no rule makes equal.
        if rule == self.rule || self.keys().all(is_plain) {
            return None;
        }
        self.first_equal_other_key(rule)
    }

    #[inline(never)]
    fn first_equal_other_key(&self, rule: KeyRule) -> Option<usize> {
        let pairs = self.pairs();
        let mut index = Index::for_keys(pairs.len());
        let mut entries = pairs.iter().enumerate();
        entries.find_map(|(place, [key, _])| {
            let before = pairs.get(..place)?;
            index.find_or_insert(before, key, rule).map(|_| place)
        })
    }
}

impl<V: KeyEquality> Dictionary<V> {
    /// Returns the index of the entry with a key.
    pub(crate) fn position<Q: Lookup<V> + ?Sized>(&self, key: &Q) -> Option<usize> {
        match &self.storage {
            Storage::Few(pairs) => position(pairs, key, self.rule),
            Storage::Many(indexed) => indexed.index.find(&indexed.pairs, key, self.rule),
        }
    }

    /// Inserts an entry, or replaces the value of an equal key.
    ///
    /// Returns the index of the entry and the old value if a value was replaced.
    pub(crate) fn insert_at(&mut self, key: V, value: V) -> Option<(usize, V)> {
        let rule = self.rule;
        let place = match &mut self.storage {
            Storage::Few(pairs) => position(pairs, &key, rule),
            Storage::Many(indexed) => indexed.index.find_or_insert(&indexed.pairs, &key, rule),
        };
        if let Some(place) = place {
            let present = self.value_mut(place)?;
            return Some((place, mem::replace(present, value)));
        }
        self.storage.push([key, value], rule);
        None
    }
}

/// Fast path: returns whether few keys certainly differ.
///
/// Comparing fingerprints instead of keys saves a tenth of the time in the benchmark
/// `snapshot/decode dynamic, borrowed`.
fn are_distinct<V: KeyEquality>(pairs: &[[V; 2]]) -> bool {
    let mut known = [0; MAX_LINEAR];
    pairs.iter().enumerate().all(|(index, [key, _])| {
        // 0 marks free places.
        let fingerprint = key.fingerprint().max(1);
        // Compares with all places, because the compiler vectorizes a loop without an exit.
        let is_same = |other: &u32| *other == fingerprint;
        let is_known = known
            .iter()
            .fold(false, |found, other| found | is_same(other));
        if let Some(place) = known.get_mut(index) {
            *place = fingerprint;
        }
        !is_known
    })
}

/// Keeps the first of several equal keys, with the value of the last one.
///
/// `find` returns the position of a key among the preceding pairs.
#[inline]
fn dedup_keys<V>(pairs: &mut Vec<[V; 2]>, mut find: impl FnMut(&[[V; 2]], &V) -> Option<usize>) {
    let mut kept = 0;
    for place in 0..pairs.len() {
        let (before, rest) = pairs.split_at_mut(place);
        let Some(pair) = rest.first_mut() else {
            break;
        };
        let [key, value] = pair;
        let present = before.get_mut(..kept).unwrap_or_default();
        if let Some(found) = find(present, key)
            && let Some([_, present]) = present.get_mut(found)
        {
            mem::swap(present, value);
            continue;
        }
        if let Some(free) = before.get_mut(kept) {
            mem::swap(free, pair);
        }
        kept += 1;
    }
    pairs.truncate(kept);
}

/// Returns the position of a key by linear search.
fn position<V, Q: Lookup<V> + ?Sized>(pairs: &[[V; 2]], key: &Q, rule: KeyRule) -> Option<usize> {
    pairs
        .iter()
        .position(|[present, _]| key.is_key(present, rule))
}

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
