//! Equality and hashing of keys.

use core::hash::Hasher;

/// Compares and hashes keys of a [`Dictionary`](crate::Dictionary), by the engine's rules.
///
/// Equal values of one type are the same key. All NaNs are the same key, as are 0.0 and -0.0; this
/// also applies to components. 1 and 1.0 are different keys. Objects are compared by identity, so
/// two Objects are never the same key unless both are null. The engines differ in the following:
///
/// | | Godot 3, Pandemonium | Godot 4 |
/// | --- | --- | --- |
/// | String and StringName | different | the same key, but not inside an Array or as a value of a Dictionary |
/// | Dictionaries | never the same | the same if their entries are the same, in the same order |
/// | NaN in an Array | equal to itself | not equal to itself |
/// | arrays of floats (PackedFloat32Array) | the same if bitwise equal and without NaN | compared like components |
/// | declared types, TypedArray | declared types have to be equal | declared types are ignored |
///
/// Source: `Variant::hash_compare` in `core/variant.cpp` of Godot 3.6 and
/// `core/variant/variant.cpp` of Godot 4.6; measured in Godot 3.2.3 and Godot 4.6.3 for every type.
/// Godot 3.6.2 differs from 3.2.3 in one case: in 3.6.2, two equal PoolRealArrays that contain a
/// NaN are the same key. Godot 4 compares at most 100 levels of a nested key; this crate compares
/// all levels.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::KeyEquality;
/// use gdvariant::godot3::Variant;
///
/// assert!(Variant::from(f64::NAN).is_same_key(&f64::NAN.into()));
/// assert!(!Variant::from(1).is_same_key(&1.0.into()));
/// # }
/// ```
pub trait KeyEquality {
    /// Returns whether the two values are the same key.
    fn is_same_key(&self, other: &Self) -> bool;

    /// Returns whether the value is the same key as its copy.
    fn is_same_key_as_itself(&self) -> bool {
        self.is_same_key(self)
    }

    /// Returns a number that is the same for values that are the same key, at a fraction of the
    /// cost of a hash.
    #[doc(hidden)]
    fn fingerprint(&self) -> u32 {
        0
    }

    /// Hashes the value; values that are the same key have the same hash.
    fn hash_key<H: Hasher>(&self, hasher: &mut H);
}
