//! Digests of dictionaries that are keys.
//!
//! Without them, a key that contains a key that contains another one would be hashed once for each
//! level, which takes quadratic time.

use super::KeyEquality;
use super::index::content_hasher;
use crate::view::{View, Viewed, is_nan};
use core::hash::{Hash, Hasher};
use core::sync::atomic::{AtomicU32, Ordering};

/// The digest of a dictionary's entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Digest {
    /// The dictionary is not the same key as its copy.
    Unequal,
    /// The hash of the entries in order.
    Hash(u32),
}

/// The numbers of a cached digest that are no hash.
const UNKNOWN: u32 = 0;
const UNEQUAL: u32 = 1;

impl Digest {
    pub(super) fn of<V: Viewed>(pairs: &[[V; 2]]) -> Self {
        let mut hasher = content_hasher();
        let mut is_equal = true;
        for [key, value] in pairs {
            is_equal &= feed(key, &mut hasher);
            is_equal &= feed_element(value, &mut hasher);
        }
        if !is_equal {
            return Self::Unequal;
        }
        pairs.len().hash(&mut hasher);
        let [a, b, c, d, ..] = hasher.finish().to_le_bytes();
        Self::Hash(u32::from_le_bytes([a, b, c, d]).max(UNEQUAL + 1))
    }

    fn feed(self, hasher: &mut impl Hasher) -> bool {
        match self {
            Self::Unequal => false,
            Self::Hash(hash) => {
                hash.hash(hasher);
                true
            }
        }
    }

    fn to_number(self) -> u32 {
        match self {
            Self::Unequal => UNEQUAL,
            Self::Hash(hash) => hash,
        }
    }
}

/// Hashes a value. Returns whether it is the same key as its copy: to find this out separately would
/// visit everything twice at each level, which takes exponential time in the depth.
fn feed<V: Viewed>(value: &V, hasher: &mut impl Hasher) -> bool {
    let elements = match value.view() {
        View::Dictionary(entries) => return entries.digest().feed(hasher),
        View::TypedDictionary(dictionary) => return dictionary.entries.digest().feed(hasher),
        View::Array(elements) => elements,
        View::TypedArray(_, array) => &array.values,
        _ => {
            value.hash_key(hasher);
            return value.is_same_key_as_itself();
        }
    };
    elements.len().hash(hasher);
    let feed = |is_equal, element| feed_element(element, hasher) && is_equal;
    elements.iter().fold(true, feed)
}

/// Hashes an element of an Array or a value of a Dictionary.
fn feed_element<V: Viewed>(value: &V, hasher: &mut impl Hasher) -> bool {
    let is_equal = feed(value, hasher);
    is_equal && !is_nan(value)
}

/// A digest that is computed when it is first needed.
#[derive(Debug, Default)]
pub(super) struct CachedDigest(AtomicU32);

impl CachedDigest {
    /// Returns the digest. Threads that ask at the same time all compute it.
    pub(super) fn get_or_init(&self, digest: impl FnOnce() -> Digest) -> Digest {
        match self.0.load(Ordering::Relaxed) {
            UNKNOWN => {
                let digest = digest();
                self.0.store(digest.to_number(), Ordering::Relaxed);
                digest
            }
            UNEQUAL => Digest::Unequal,
            hash => Digest::Hash(hash),
        }
    }
}

impl Clone for CachedDigest {
    fn clone(&self) -> Self {
        Self(AtomicU32::new(self.0.load(Ordering::Relaxed)))
    }
}
