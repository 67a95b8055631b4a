//! A Variant as a key of other collections.

use super::KeyEquality;
use crate::table::key_rule::KeyRule;
use core::hash::{Hash, Hasher};

/// A Variant that can be a key of a `HashMap` or an element of a `HashSet`.
///
/// Keys are equal by the rule of an engine: see [`KeyEquality`]. Keys with different rules are never
/// equal. A Variant itself implements neither `Eq` nor `Hash`, because its `==` compares floats as
/// Rust does.
///
/// ```
/// # #[cfg(all(feature = "godot4", feature = "std"))] {
/// use gdvariant::dictionary::Key;
/// use gdvariant::godot4::{Variant, variant};
/// use std::collections::HashSet;
///
/// let tags = variant!(["red", 1, "red", 1.0, f64::NAN, f64::NAN]);
/// let tags = tags.as_array().unwrap().iter().cloned();
/// let distinct: HashSet<Key<Variant>> = tags.filter_map(|tag| Key::new(tag).ok()).collect();
/// assert_eq!(distinct.len(), 4, "1 and 1.0 are different keys");
/// # }
/// ```
///
/// Clippy's lint `mutable_key_type` reports collections with such keys, because Dictionaries cache
/// a digest of their entries. The cache does not affect the equality or the hash of keys, so the
/// lint can be allowed.
#[derive(Debug, Clone)]
pub struct Key<V> {
    value: V,
    rule: KeyRule,
}

impl<V: KeyEquality> Key<V> {
    /// Creates a key by the rule of Godot 4 from a value that is the same key as its copy.
    ///
    /// # Errors
    ///
    /// Returns the value itself if the value and its copy are not the same key: see
    /// [`KeyEquality`]. An example is a non-null Object.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::dictionary::Key;
    /// use gdvariant::godot4::Variant;
    ///
    /// assert_eq!(Key::new(Variant::from(7)).unwrap().into_inner(), 7);
    /// # }
    /// ```
    pub fn new(value: V) -> Result<Self, V> {
        Self::with_rule(value, KeyRule::default())
    }

    /// Creates a key by the rule of an engine from a value that is the same key as its copy.
    ///
    /// # Errors
    ///
    /// Returns the value itself if the value and its copy are not the same key: see
    /// [`KeyEquality`]. Examples are a non-null Object, and a Dictionary in Godot 3.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::variant;
    /// use gdvariant::dictionary::{Key, KeyRule};
    ///
    /// let cell = variant!({"x": 1});
    /// assert!(Key::with_rule(cell.clone(), KeyRule::ByValue).is_ok());
    /// assert_eq!(Key::with_rule(cell.clone(), KeyRule::ByIdentity).unwrap_err(), cell);
    /// # }
    /// ```
    pub fn with_rule(value: V, rule: KeyRule) -> Result<Self, V> {
        if value.is_same_key_as_itself(rule) {
            Ok(Self { value, rule })
        } else {
            Err(value)
        }
    }
}

impl<V> Key<V> {
    /// Returns a reference to the value.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::dictionary::Key;
    /// use gdvariant::godot4::Variant;
    ///
    /// let key = Key::new(Variant::from("Ada")).unwrap();
    /// assert_eq!(key.get().as_str(), Some("Ada"));
    /// # }
    /// ```
    pub const fn get(&self) -> &V {
        &self.value
    }

    /// Returns the value, consuming the key.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::dictionary::Key;
    /// use gdvariant::godot4::Variant;
    ///
    /// let key = Key::new(Variant::from("Ada")).unwrap();
    /// assert_eq!(key.into_inner(), "Ada");
    /// # }
    /// ```
    pub fn into_inner(self) -> V {
        self.value
    }
}

impl<V: KeyEquality> PartialEq for Key<V> {
    fn eq(&self, other: &Self) -> bool {
        self.rule == other.rule && self.value.is_same_key(&other.value, self.rule)
    }
}

impl<V: KeyEquality> Eq for Key<V> {}

impl<V: KeyEquality> Hash for Key<V> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.value.hash_key(hasher, self.rule);
    }
}
