//! Digests of dictionaries that are keys by value.
//!
//! Without cached digests, nested keys would be hashed again at each level, in quadratic time.

use super::KeyEquality;
use super::hasher::SeededHasher;
use super::index::low_half;
use crate::Kind;
use crate::table::key_rule::KeyRule;
use crate::value::view::{AsView, is_nan};
use core::hash::{Hash, Hasher};
#[cfg(target_has_atomic = "ptr")]
use core::sync::atomic::{AtomicU32, Ordering};

/// The state of a digest that has not been computed.
#[cfg(target_has_atomic = "ptr")]
const UNKNOWN: u32 = 0;
/// The state of a digest whose dictionary is not the same key as its copy.
const UNEQUAL: u32 = 1;

/// Returns the hash of a dictionary's entries in order, as a key by value.
///
/// The dictionary's own rule has no effect, so that changing the rule keeps a cached digest valid.
/// Returns `None` if the dictionary is not the same key as its copy.
pub(super) fn digest_of<V: AsView>(pairs: &[[V; 2]]) -> Option<u32> {
    let mut hasher = SeededHasher::of_process();
    let mut is_equal = true;
    for [key, value] in pairs {
        // A String and a StringName are the same key.
        let kind = key.text().map_or(key.kind(), |_| Kind::String);
        kind.hash(&mut hasher);
        is_equal &= feed(key, &mut hasher);
        is_equal &= feed_element(value, &mut hasher);
    }
    pairs.len().hash(&mut hasher);
    is_equal.then(|| low_half(hasher.finish()).max(UNEQUAL + 1))
}

/// Hashes a value, and returns whether the value is the same key as its copy.
///
/// A separate check would visit every nested value twice at each level, in exponential time.
fn feed<V: AsView>(value: &V, hasher: &mut SeededHasher) -> bool {
    let view = value.view();
    if let Some(entries) = view.entries() {
        let digest = entries.storage.digest();
        digest.hash(hasher);
        return digest.is_some();
    }
    let Some(elements) = view.elements() else {
        value.hash_key(hasher, KeyRule::ByValue);
        return value.is_same_key_as_itself(KeyRule::ByValue);
    };
    elements.len().hash(hasher);
    let feed = |is_equal, element| feed_element(element, hasher) && is_equal;
    elements.iter().fold(true, feed)
}

/// Hashes an element of an Array or a value of a Dictionary.
fn feed_element<V: AsView>(value: &V, hasher: &mut SeededHasher) -> bool {
    value.kind().hash(hasher);
    let is_equal = feed(value, hasher);
    is_equal && !is_nan(value)
}

/// A digest that is computed on first use.
///
/// Targets without atomics compute the digest on each use, because shared values cannot cache it.
#[derive(Debug, Default)]
pub(super) struct CachedDigest {
    #[cfg(target_has_atomic = "ptr")]
    state: AtomicU32,
}

impl CachedDigest {
    /// Returns the digest; concurrent first calls may each compute it.
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
