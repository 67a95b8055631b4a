//! What a Dictionary needs of its keys.

use core::hash::Hasher;

/// Key equality of a [`Dictionary`](crate::Dictionary), by the engine's rules.
///
/// Equal values of one type are the same key. All NaNs are the same key, as are 0.0 and -0.0; this
/// also applies to components. 1 and 1.0 are different keys. Two PoolRealArrays are the same key if
/// they are bitwise equal and contain no NaN. The engine compares a Dictionary or an Object by
/// identity, so two of them are never the same key, except for null Objects. Typed arrays follow the
/// rule of Arrays, and their element types have to be equal too.
///
/// Source: measured in Godot 3.2.3 for every type; this crate follows that version. Godot 3.6.2
/// differs in one case: there two equal PoolRealArrays that contain a NaN are the same key.
pub trait Key {
    /// Returns whether the two values are the same key.
    fn is_same_key(&self, other: &Self) -> bool;

    /// Hashes the value; values that are the same key have the same hash.
    fn hash_key<H: Hasher>(&self, hasher: &mut H);
}
