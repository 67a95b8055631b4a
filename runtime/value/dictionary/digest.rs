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

/// Hashes a value. Returns whether it is the same key as its copy: to find this out separately
/// would visit everything twice at each level, which takes exponential time in the depth.
fn feed<V: AsView>(value: &V, hasher: &mut impl Hasher) -> bool {
    let view = value.view();
    if let Some(entries) = view.entries() {
        let digest = entries.storage.digest();
        digest.hash(hasher);
        return digest.is_some();
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

/// A digest that is computed when it is first needed, or whenever it is needed on targets without
/// atomics, which a cache in shared values needs.
#[derive(Debug, Default)]
pub(super) struct CachedDigest {
    #[cfg(target_has_atomic = "ptr")]
    state: AtomicU32,
}

impl CachedDigest {
    /// Returns the digest. Threads that ask at the same time all compute it.
    pub(super) fn get_or_init(&self, digest: impl FnOnce() -> Option<u32>) -> Option<u32> {
        #[cfg(target_has_atomic = "ptr")]
        let digest = || {
            let mut cached = self.state.load(Ordering::Relaxed);
            if cached == UNKNOWN {
                cached = digest().unwrap_or(UNEQUAL);
                self.state.store(cached, Ordering::Relaxed);
            }
            (cached != UNEQUAL).then_some(cached)
        };
        digest()
    }
}

impl Clone for CachedDigest {
    fn clone(&self) -> Self {
        Self {
            #[cfg(target_has_atomic = "ptr")]
            state: AtomicU32::new(self.state.load(Ordering::Relaxed)),
        }
    }
}
