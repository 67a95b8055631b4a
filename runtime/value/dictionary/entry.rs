//! Entries of a Dictionary, to change or insert a value with one lookup.

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
pub enum Entry<'d, V> {
    /// The key is present.
    Occupied(OccupiedEntry<'d, V>),
    /// The key is not present.
    Vacant(VacantEntry<'d, V>),
}

/// An entry whose key is present.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::dictionary::Entry;
/// use gdvariant::godot4::Dictionary;
///
/// let mut scores = Dictionary::from([("Ada", 7)]);
/// if let Entry::Occupied(mut entry) = scores.entry("Ada") {
///     assert_eq!((entry.key(), entry.get()), (&"Ada".into(), &7.into()));
///     *entry.get_mut() = 8.into();
///     assert_eq!(entry.insert(9), 8);
///     *entry.into_mut() = 10.into();
/// }
/// if let Entry::Occupied(entry) = scores.entry("Ada") {
///     assert_eq!(entry.remove(), 10);
/// }
/// scores.insert("Ada", 7);
/// if let Entry::Occupied(entry) = scores.entry("Ada") {
///     assert_eq!(entry.remove_entry(), ("Ada".into(), 7.into()));
/// }
/// assert!(scores.is_empty());
/// # }
/// ```
#[derive(Debug)]
pub struct OccupiedEntry<'d, V> {
    dictionary: &'d mut Dictionary<V>,
    place: usize,
}

/// An entry whose key is not present.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::dictionary::Entry;
/// use gdvariant::godot4::Dictionary;
///
/// let mut scores = Dictionary::new();
/// if let Entry::Vacant(entry) = scores.entry("Ada") {
///     assert_eq!(*entry.key(), "Ada");
///     entry.insert(7);
/// }
/// if let Entry::Vacant(entry) = scores.entry("Grace") {
///     assert_eq!(entry.into_key(), "Grace");
/// }
/// assert_eq!(scores, Dictionary::from([("Ada", 7)]));
/// # }
/// ```
#[derive(Debug)]
pub struct VacantEntry<'d, V> {
    dictionary: &'d mut Dictionary<V>,
    key: V,
}

impl<'d, V: KeyEquality> Entry<'d, V> {
    pub(super) fn new(dictionary: &'d mut Dictionary<V>, key: V) -> Self {
        match dictionary.position(&key) {
            Some(place) => Self::Occupied(OccupiedEntry { dictionary, place }),
            None => Self::Vacant(VacantEntry { dictionary, key }),
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
        match self {
            Self::Occupied(entry) => entry.key(),
            Self::Vacant(entry) => entry.key(),
        }
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
        match self {
            Self::Occupied(entry) => entry.into_mut(),
            Self::Vacant(entry) => entry.insert(value()),
        }
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
    pub fn and_modify(mut self, change: impl FnOnce(&mut V)) -> Self {
        if let Self::Occupied(entry) = &mut self {
            change(entry.get_mut());
        }
        self
    }
}

impl<'d, V: KeyEquality> OccupiedEntry<'d, V> {
    /// Returns the key that is stored in the dictionary.
    pub fn key(&self) -> &V {
        &self.dictionary.pairs()[self.place][0]
    }

    /// Returns the value.
    pub fn get(&self) -> &V {
        &self.dictionary.pairs()[self.place][1]
    }

    /// Returns a mutable reference to the value, valid while the entry is borrowed.
    pub fn get_mut(&mut self) -> &mut V {
        self.dictionary.value_at(self.place)
    }

    /// Converts the entry to a mutable reference to its value, valid while the dictionary is
    /// borrowed.
    pub fn into_mut(self) -> &'d mut V {
        self.dictionary.value_at(self.place)
    }

    /// Replaces the value, and returns the previous one.
    pub fn insert(&mut self, value: impl Into<V>) -> V {
        core::mem::replace(self.get_mut(), value.into())
    }

    /// Removes the entry and returns its value. Moves the following entries up, in linear time.
    pub fn remove(self) -> V {
        self.remove_entry().1
    }

    /// Removes the entry and returns its key and value. Moves the following entries up, in linear
    /// time.
    pub fn remove_entry(self) -> (V, V) {
        self.dictionary.remove_at(self.place)
    }
}

impl<'d, V: KeyEquality> VacantEntry<'d, V> {
    /// Returns the key.
    pub fn key(&self) -> &V {
        &self.key
    }

    /// Returns the key, consuming the entry.
    pub fn into_key(self) -> V {
        self.key
    }

    /// Inserts an entry after all others, and returns a mutable reference to the value.
    pub fn insert(self, value: impl Into<V>) -> &'d mut V {
        self.dictionary.insert(self.key, value);
        let last = self.dictionary.len() - 1;
        self.dictionary.value_at(last)
    }
}
