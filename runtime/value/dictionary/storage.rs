//! Stores the entries of a Dictionary, with an index of the keys if there are many.

use super::digest::{CachedDigest, digest_of};
use super::index::Index;
use super::{Dictionary, KeyEquality, Lookup};
use crate::value::view::AsView;
use alloc::boxed::Box;
use alloc::vec::Vec;

#[derive(Clone)]
pub(super) enum Storage<V> {
    /// At most [`MAX_LINEAR`] pairs, searched linearly.
    Few(Vec<[V; 2]>),
    /// More pairs with an index, boxed to keep a Variant small.
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

impl<V> Storage<V> {
    pub(super) fn into_pairs(self) -> Vec<[V; 2]> {
        match self {
            Self::Few(pairs) => pairs,
            Self::Many(indexed) => indexed.pairs,
        }
    }

    #[inline]
    pub(super) fn pairs_mut(&mut self) -> &mut Vec<[V; 2]> {
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
    pub(super) fn of(mut pairs: Vec<[V; 2]>) -> Self {
        if pairs.len() <= MAX_LINEAR {
            if !are_distinct(&pairs) {
                dedup_keys(&mut pairs, |before, key| position(before, key));
            }
            return Self::Few(pairs);
        }
        let mut index = Index::for_keys(pairs.capacity());
        dedup_keys(&mut pairs, |before, key| index.find_or_insert(before, key));
        if pairs.len() <= MAX_LINEAR {
            Self::Few(pairs)
        } else {
            let digest = CachedDigest::default();
            Self::Many(Box::new(IndexedPairs {
                pairs,
                index,
                digest,
            }))
        }
    }

    /// Rebuilds the index after a change, or drops the index if there are few pairs.
    pub(super) fn rebuild_index(&mut self) {
        *self = Self::of(core::mem::take(self.pairs_mut()));
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

impl<V: KeyEquality> Dictionary<V> {
    /// Returns the index of the entry with a key.
    pub(crate) fn position<Q: Lookup<V> + ?Sized>(&self, key: &Q) -> Option<usize> {
        match &self.storage {
            Storage::Few(pairs) => position(pairs, key),
            Storage::Many(indexed) => indexed.index.find(&indexed.pairs, key),
        }
    }

    /// Inserts an entry, or replaces the value of an equal key.
    ///
    /// Returns the index of the entry and the old value if a value was replaced.
    pub(crate) fn insert_at(&mut self, key: V, value: V) -> Option<(usize, V)> {
        let place = match &mut self.storage {
            Storage::Few(pairs) => position(pairs, &key),
            Storage::Many(indexed) => indexed.index.find_or_insert(&indexed.pairs, &key),
        };
        if let Some(place) = place {
            let present = self.value_mut(place)?;
            return Some((place, core::mem::replace(present, value)));
        }
        self.storage.pairs_mut().push([key, value]);
        if let Storage::Few(pairs) = &self.storage
            && pairs.len() > MAX_LINEAR
        {
            self.storage.rebuild_index();
        }
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
            core::mem::swap(present, value);
            continue;
        }
        if let Some(free) = before.get_mut(kept) {
            core::mem::swap(free, pair);
        }
        kept += 1;
    }
    pairs.truncate(kept);
}

/// Returns the position of a key by linear search.
fn position<V, Q: Lookup<V> + ?Sized>(pairs: &[[V; 2]], key: &Q) -> Option<usize> {
    pairs.iter().position(|[present, _]| key.is_key(present))
}
