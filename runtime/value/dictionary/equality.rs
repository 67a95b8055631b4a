//! Equality and hashing of keys.

use crate::table::key_rule::KeyRule;
use core::hash::Hasher;

/// Compares and hashes keys of a [`Dictionary`](crate::Dictionary), by the rule of an engine.
///
/// Equal values of one type are the same key. All NaNs are the same key, as are 0.0 and -0.0; this
/// also applies to components. 1 and 1.0 are different keys. Objects are compared by identity, so
/// two Objects are never the same key unless both are null. The declared types of a TypedArray are
/// part of the key, those of an Array or a Dictionary are not. [`KeyRule`] lists the differences
/// between the engines.
///
/// The rule that a caller passes applies to the whole key: a Dictionary within the key has a rule
/// for its own entries, which does not matter here.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::godot4::Variant;
/// use gdvariant::dictionary::{KeyEquality, KeyRule};
///
/// let rule = KeyRule::ByIdentity;
/// assert!(Variant::from(f64::NAN).is_same_key(&f64::NAN.into(), rule));
/// assert!(!Variant::from(1).is_same_key(&1.0.into(), rule));
/// # }
/// ```
pub trait KeyEquality {
    /// Returns whether the two values are the same key.
    fn is_same_key(&self, other: &Self, rule: KeyRule) -> bool;

    /// Returns whether the value is the same key as its copy.
    fn is_same_key_as_itself(&self, rule: KeyRule) -> bool {
        self.is_same_key(self, rule)
    }

    /// Returns a number that is the same for values that are the same key by any rule, at a
    /// fraction of the cost of a hash.
    #[doc(hidden)]
    fn fingerprint(&self) -> u32 {
        0
    }

    /// Hashes the value; values that are the same key have the same hash.
    fn hash_key<H: Hasher>(&self, hasher: &mut H, rule: KeyRule);
}
