//! Digests of dictionaries that are keys.
//!
//! Without them, a key that contains a key that contains another one would be hashed once for each
//! level, which takes quadratic time.

use super::KeyEquality;
use super::index::{content_hasher, low_half};
use crate::value::view::{AsView, is_nan};
use core::hash::{Hash, Hasher};
#[cfg(target_has_atomic = "ptr")]
use core::sync::atomic::{AtomicU32, Ordering};

/// The states of a cached digest that are not a hash.
#[cfg(target_has_atomic = "ptr")]
const UNKNOWN: u32 = 0;
const UNEQUAL: u32 = 1;

/// Returns the hash of a dictionary's entries in order, or `None` if the dictionary is not the same
/// key as its copy.
pub(super) fn digest_of<V: AsView>(pairs: &[[V; 2]]) -> Option<u32> {
    let mut hasher = content_hasher();
    let mut is_equal = true;
    for [key, value] in pairs {
        is_equal &= feed(key, &mut hasher);
        is_equal &= feed_element(value, &mut hasher);
    }
    pairs.len().hash(&mut hasher);
    is_equal.then(|| low_half(&hasher).max(UNEQUAL + 1))
}

/// Hashes the digest of a dictionary that is a key or a value. Returns whether it is the same key
/// as its copy.
fn feed_digest(digest: Option<u32>, hasher: &mut impl Hasher) -> bool {
    digest.hash(hasher);
    digest.is_some()
}

/// Hashes a value. Returns whether it is the same key as its copy: to find this out separately
/// would visit everything twice at each level, which takes exponential time in the depth.
fn feed<V: AsView>(value: &V, hasher: &mut impl Hasher) -> bool {
    let view = value.view();
    if let Some(entries) = view.entries() {
        return feed_digest(entries.digest(), hasher);
    }
    let Some(elements) = view.elements() else {
        value.hash_key(hasher);
        return value.is_same_key_as_itself();
    };
    elements.len().hash(hasher);
    let feed = |is_equal, element| feed_element(element, hasher) && is_equal;
    elements.iter().fold(true, feed)
}

/// Hashes an element of an Array or a value of a Dictionary.
fn feed_element<V: AsView>(value: &V, hasher: &mut impl Hasher) -> bool {
    let is_equal = feed(value, hasher);
    is_equal && !is_nan(value)
}

/// A digest that is computed when it is first needed.
#[cfg(target_has_atomic = "ptr")]
#[derive(Debug, Default)]
pub(super) struct CachedDigest(AtomicU32);

#[cfg(target_has_atomic = "ptr")]
impl CachedDigest {
    /// Returns the digest. Threads that ask at the same time all compute it.
    pub(super) fn get_or_init(&self, digest: impl FnOnce() -> Option<u32>) -> Option<u32> {
        let mut cached = self.0.load(Ordering::Relaxed);
        if cached == UNKNOWN {
            cached = digest().unwrap_or(UNEQUAL);
            self.0.store(cached, Ordering::Relaxed);
        }
        (cached != UNEQUAL).then_some(cached)
    }
}

#[cfg(target_has_atomic = "ptr")]
impl Clone for CachedDigest {
    fn clone(&self) -> Self {
        Self(AtomicU32::new(self.0.load(Ordering::Relaxed)))
    }
}

/// A digest that is computed whenever it is needed: a cache in shared values needs atomics.
#[cfg(not(target_has_atomic = "ptr"))]
#[derive(Debug, Default, Clone)]
pub(super) struct CachedDigest {}

#[cfg(not(target_has_atomic = "ptr"))]
impl CachedDigest {
    #[expect(clippy::unused_self, reason = "other targets have a cache")]
    pub(super) fn get_or_init(&self, digest: impl FnOnce() -> Option<u32>) -> Option<u32> {
        digest()
    }
}
