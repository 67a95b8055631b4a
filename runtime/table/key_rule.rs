//! The engines' rules of Dictionary keys.

/// The rule by which a Dictionary decides whether two values are the same key.
///
/// A [`Dictionary`](crate::Dictionary) stores its rule. Decoding, parsing and conversion set the
/// rule of the layout's engine, [`Layout::keys`](crate::Layout::keys); a new Dictionary has the
/// rule of Godot 4. The rule also applies to the Arrays and Dictionaries within a key.
///
/// | | by identity | by value |
/// | --- | --- | --- |
/// | engines | Godot 3, Pandemonium | Godot 4 |
/// | String and StringName | different | the same key, but not inside an Array or as a value of a Dictionary |
/// | Dictionaries | never the same | the same if their entries are the same, in the same order |
/// | NaN in an Array | equal to itself | not equal to itself |
/// | arrays of floats (PoolRealArray, PackedFloat32Array) | the same if bitwise equal and without NaN | compared like components |
///
/// [`KeyEquality`](crate::dictionary::KeyEquality) lists what the rules have in common.
///
/// Source: `Variant::hash_compare` in `core/variant.cpp` of Godot 3.6 and
/// `core/variant/variant.cpp` of Godot 4.6; measured in Godot 3.2.3 and Godot 4.6.3 for every type.
/// Godot 3.6.2 differs from 3.2.3 in one case: in 3.6.2, two equal PoolRealArrays that contain a
/// NaN are the same key. Godot 4 compares at most 100 levels of a nested key; this crate compares
/// all levels.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::godot4::{Dictionary, variant};
/// use gdvariant::dictionary::KeyRule;
///
/// let cell = variant!({"x": 1});
/// let mut by_value = Dictionary::new();
/// let mut by_identity = Dictionary::with_rule(KeyRule::ByIdentity);
/// for dictionary in [&mut by_value, &mut by_identity] {
///     dictionary.insert(cell.clone(), "grass");
///     dictionary.insert(cell.clone(), "water");
/// }
/// assert_eq!((by_value.len(), by_identity.len()), (1, 2));
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum KeyRule {
    /// The rule of Godot 4.
    #[default]
    ByValue,
    /// The rule of Godot 3 and Pandemonium.
    ByIdentity,
}

impl KeyRule {
    /// Returns the other rule.
    #[cfg(feature = "serde")]
    pub(crate) fn other(self) -> Self {
        match self {
            Self::ByValue => Self::ByIdentity,
            Self::ByIdentity => Self::ByValue,
        }
    }

    #[inline]
    pub(crate) fn is_by_value(self) -> bool {
        self == Self::ByValue
    }
}
