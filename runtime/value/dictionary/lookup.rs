//! Values by which a Dictionary looks up keys.

use super::KeyEquality;
use crate::table::key_rule::KeyRule;
use core::hash::Hasher;

/// A value by which a [`Dictionary`](super::Dictionary) of `V` looks up a key.
///
/// Such a value is the key itself, a `str` or `String` for a String key, or an `i64` for an int
/// key.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::godot4::{Dictionary, Variant};
///
/// let scores = Dictionary::from([("Ada", 7), ("Grace", 12)]);
/// assert_eq!(scores.get("Ada"), scores.get(&Variant::from("Ada")));
/// # }
/// ```
pub trait Lookup<V: ?Sized> {
    /// Returns whether this value stands for `key`.
    fn is_key(&self, key: &V, rule: KeyRule) -> bool;

    /// Hashes the value like the key that it stands for.
    fn hash_lookup(&self, hasher: &mut dyn Hasher, rule: KeyRule);
}

impl<V: KeyEquality> Lookup<V> for V {
    fn is_key(&self, key: &V, rule: KeyRule) -> bool {
        self.is_same_key(key, rule)
    }

    fn hash_lookup(&self, mut hasher: &mut dyn Hasher, rule: KeyRule) {
        self.hash_key(&mut hasher, rule);
    }
}
