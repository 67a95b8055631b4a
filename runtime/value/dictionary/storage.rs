//! The entries of a Dictionary, with an index of the keys if there are many.

use super::digest::{CachedDigest, digest_of};
use super::index::Index;
use super::pairs::{Pairs, position};
use super::{KeyEquality, Lookup};
use crate::value::view::AsView;
use alloc::boxed::Box;

#[derive(Clone)]
pub(super) enum Storage<V> {
    /// Searched linearly.
    Few(Pairs<V>),
    /// Boxed to keep a Variant small.
    Many(Box<Indexed<V>>),
}

#[derive(Clone)]
pub(super) struct Indexed<V> {
    pairs: Pairs<V>,
    index: Index,
    /// The digest of the entries, for dictionaries that are keys.
    digest: CachedDigest,
}

/// The maximum number of pairs that are searched linearly.
const SEARCHED: usize = 12;

impl<V> Storage<V> {
    #[inline]
    pub(super) fn pairs(&self) -> &Pairs<V> {
        match self {
            Self::Few(pairs) => pairs,
            Self::Many(indexed) => &indexed.pairs,
        }
    }

    pub(super) fn into_pairs(self) -> Pairs<V> {
        match self {
            Self::Few(pairs) => pairs,
            Self::Many(indexed) => indexed.pairs,
        }
    }

    #[inline]
    pub(super) fn pairs_mut(&mut self) -> &mut Pairs<V> {
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
    /// Returns the digest of the entries, and caches it if there are many.
    pub(super) fn digest(&self) -> Option<u32> {
        match self {
            Self::Few(pairs) => digest_of(pairs.as_slice()),
            Self::Many(indexed) => {
                let pairs = indexed.pairs.as_slice();
                indexed.digest.get_or_init(|| digest_of(pairs))
            }
        }
    }
}

impl<V: KeyEquality> Storage<V> {
    /// Of equal keys, the first determines the position and the last the value.
    pub(super) fn of(mut pairs: Pairs<V>) -> Self {
        if pairs.len() <= SEARCHED {
            pairs.dedup_keys(|before, key| position(before, key));
            return Self::Few(pairs);
        }
        let mut index = Index::for_keys(pairs.capacity());
        pairs.dedup_keys(|before, key| index.find_or_insert(before, key));
        if pairs.len() <= SEARCHED {
            Self::Few(pairs)
        } else {
            let digest = CachedDigest::default();
            Self::Many(Box::new(Indexed {
                pairs,
                index,
                digest,
            }))
        }
    }

    pub(super) fn place_of<Q: Lookup<V> + ?Sized>(&self, key: &Q) -> Option<usize> {
        match self {
            Self::Few(pairs) => position(pairs.as_slice(), key),
            Self::Many(indexed) => {
                let hash = indexed.index.hash(|hasher| key.hash_lookup(hasher));
                indexed.index.find(indexed.pairs.as_slice(), hash, key)
            }
        }
    }

    pub(super) fn insert(&mut self, key: V, value: V) -> Option<(usize, V)> {
        let place = match self {
            Self::Few(pairs) => position(pairs.as_slice(), &key),
            Self::Many(indexed) => indexed.index.find_or_insert(indexed.pairs.as_slice(), &key),
        };
        if let Some(place) = place {
            let present = self.pairs_mut().value_mut(place)?;
            return Some((place, core::mem::replace(present, value)));
        }
        self.pairs_mut().push(key, value);
        if let Self::Few(pairs) = self
            && pairs.len() > SEARCHED
        {
            self.index_again();
        }
        None
    }

    /// Rebuilds the index, or drops it if there are few pairs.
    pub(super) fn index_again(&mut self) {
        *self = Self::of(core::mem::replace(self.pairs_mut(), Pairs::new()));
    }
}
