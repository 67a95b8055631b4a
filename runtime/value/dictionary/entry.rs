//! The entry of a key in a Dictionary, to change or insert a value with one lookup.

use super::{Dictionary, KeyEquality};

/// The entry of a key in a Dictionary, returned by [`Dictionary::entry`].
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::godot4::{Dictionary, Variant};
///
/// let mut counts = Dictionary::new();
/// for word in ["a", "b", "a"] {
///     let count = counts.entry(word).or_insert(0);
///     *count = (count.as_int().unwrap_or(0) + 1).into();
/// }
/// assert_eq!(counts.get("a"), Some(&Variant::Int(2)));
/// # }
/// ```
#[derive(Debug)]
pub struct Entry<'d, V> {
    dictionary: &'d mut Dictionary<V>,
    key: V,
    /// The place of the key, if it is present.
    place: Option<usize>,
}

impl<'d, V: KeyEquality> Entry<'d, V> {
    pub(super) fn new(dictionary: &'d mut Dictionary<V>, key: V) -> Self {
        let place = dictionary.position(&key);
        Self {
            dictionary,
            key,
            place,
        }
    }

    /// Returns the key.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::Dictionary;
    ///
    /// let mut scores = Dictionary::new();
    /// assert_eq!(*scores.entry("Ada").key(), "Ada");
    /// # }
    /// ```
    pub fn key(&self) -> &V {
        let pair = self.place.and_then(|place| self.dictionary.pair(place));
        pair.map_or(&self.key, |[key, _]| key)
    }

    /// Inserts `value` if the key is not present, and returns a mutable reference to the value.
    pub fn or_insert(self, value: impl Into<V>) -> &'d mut V {
        self.or_insert_with(|| value)
    }

    /// Inserts the result of `value` for a missing key, and returns a mutable reference to the
    /// value.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::Dictionary;
    ///
    /// let mut scores = Dictionary::new();
    /// scores.entry("Ada").or_insert_with(|| 7);
    /// assert_eq!(scores["Ada"], 7);
    /// # }
    /// ```
    pub fn or_insert_with<T: Into<V>>(self, value: impl FnOnce() -> T) -> &'d mut V {
        let place = self.place.unwrap_or_else(|| {
            self.dictionary.insert(self.key, value());
            self.dictionary.len() - 1
        });
        self.dictionary.value_at(place)
    }

    /// Inserts Nil if the key is not present, and returns a mutable reference to the value.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::Dictionary;
    ///
    /// let mut scores = Dictionary::new();
    /// *scores.entry("Ada").or_default() = 7.into();
    /// assert_eq!(scores["Ada"], 7);
    /// # }
    /// ```
    pub fn or_default(self) -> &'d mut V
    where
        V: Default,
    {
        self.or_insert_with(V::default)
    }

    /// Calls `change` with the value if the key is present.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::Dictionary;
    ///
    /// let mut scores = Dictionary::from([("Ada", 7), ("Grace", 12)]);
    /// scores.entry("Ada").and_modify(|score| *score = 8.into()).or_insert(1);
    /// assert_eq!(scores["Ada"], 8);
    /// # }
    /// ```
    #[must_use]
    pub fn and_modify(self, change: impl FnOnce(&mut V)) -> Self {
        if let Some(place) = self.place {
            change(self.dictionary.value_at(place));
        }
        self
    }
}
