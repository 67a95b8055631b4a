//! Dictionaries with declared types.

use crate::dictionary::KeyEquality;
use crate::{Dictionary, ElementType};

/// A Dictionary that declares the type of its keys, its values, or both; new in Godot 4.4.
///
/// `V` is the `Variant` of a layout. Strict decoding and encoding reject an entry that is not of
/// the declared types. Lenient decoding converts or drops keys like the engine, and keeps values of
/// other types; encoding rejects these values.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::Kind;
/// use gdvariant::godot4::{self, TypedDictionary, Variant};
///
/// let scores = TypedDictionary::new(Kind::String, Kind::Int, [("Ada", 7), ("Grace", 12)]);
/// let bytes = godot4::to_vec(&scores)?;
/// let value: Variant = godot4::from_slice(&bytes)?;
/// assert_eq!(value.as_dictionary(), Some(&scores.entries));
/// assert!(value.to_string().starts_with("Dictionary[String, int]({"));
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct TypedDictionary<V> {
    /// The declared type of the keys.
    pub key: ElementType,
    /// The declared type of the values.
    pub value: ElementType,
    /// The entries in order.
    pub entries: Dictionary<V>,
}

impl<V: KeyEquality> TypedDictionary<V> {
    /// Creates a Dictionary without checking the entries against the declared types.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{Kind, godot4::TypedDictionary};
    ///
    /// let scores = TypedDictionary::new(Kind::String, Kind::Int, [("Ada", 7)]);
    /// assert_eq!(scores.entries["Ada"], 7);
    /// # }
    /// ```
    pub fn new<K: Into<V>, T: Into<V>>(
        key: impl Into<ElementType>,
        value: impl Into<ElementType>,
        entries: impl IntoIterator<Item = (K, T)>,
    ) -> Self {
        Self {
            key: key.into(),
            value: value.into(),
            entries: entries.into_iter().collect(),
        }
    }
}

impl<V> TypedDictionary<V> {
    /// Returns whether neither the keys nor the values have a declared type.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::{Dictionary, TypedDictionary};
    /// use gdvariant::{ElementType, Kind};
    ///
    /// let scores = TypedDictionary {
    ///     key: Kind::String.into(),
    ///     value: ElementType::Any,
    ///     entries: Dictionary::from([("Ada", 7)]),
    /// };
    /// assert!(!scores.is_untyped());
    /// # }
    /// ```
    pub fn is_untyped(&self) -> bool {
        self.key.is_any() && self.value.is_any()
    }
}

/// Creates an empty Dictionary without declared types.
impl<V> Default for TypedDictionary<V> {
    fn default() -> Self {
        Self::from(Dictionary::default())
    }
}

/// Creates a Dictionary without declared types.
impl<V> From<Dictionary<V>> for TypedDictionary<V> {
    fn from(entries: Dictionary<V>) -> Self {
        Self {
            key: ElementType::Any,
            value: ElementType::Any,
            entries,
        }
    }
}

/// Compares the declared types and the entries.
impl<V> PartialEq for TypedDictionary<V>
where
    Dictionary<V>: PartialEq,
{
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key && self.value == other.value && self.entries == other.entries
    }
}
