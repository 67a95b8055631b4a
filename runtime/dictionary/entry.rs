//! Entries of a Dictionary by their key, present or not.

use super::{Dictionary, KeyEquality};

/// The entry of a key, which is present or not; [`Dictionary::entry`] returns it.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::godot3::{Dictionary, Variant};
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
#[derive(Debug)]
pub struct OccupiedEntry<'d, V> {
    dictionary: &'d mut Dictionary<V>,
    place: usize,
}

/// An entry whose key is not present.
#[derive(Debug)]
pub struct VacantEntry<'d, V> {
    dictionary: &'d mut Dictionary<V>,
    key: V,
}

impl<'d, V: KeyEquality> Entry<'d, V> {
    pub(super) fn of(dictionary: &'d mut Dictionary<V>, key: V) -> Self {
        match dictionary.inner.place_of(&key) {
            Some(place) => Self::Occupied(OccupiedEntry { dictionary, place }),
            None => Self::Vacant(VacantEntry { dictionary, key }),
        }
    }

    /// Returns the key.
    #[must_use]
    pub fn key(&self) -> &V {
        match self {
            Self::Occupied(entry) => entry.key(),
            Self::Vacant(entry) => entry.key(),
        }
    }

    /// Returns a mutable reference to the value, after inserting `value` if the key is not present.
    pub fn or_insert(self, value: impl Into<V>) -> &'d mut V {
        self.or_insert_with(|| value)
    }

    /// Returns a mutable reference to the value, after inserting the result of `value` if the key is
    /// not present.
    pub fn or_insert_with<T: Into<V>>(self, value: impl FnOnce() -> T) -> &'d mut V {
        match self {
            Self::Occupied(entry) => entry.into_mut(),
            Self::Vacant(entry) => entry.insert(value()),
        }
    }

    /// Returns a mutable reference to the value, after inserting Nil if the key is not present.
    pub fn or_default(self) -> &'d mut V
    where
        V: Default,
    {
        self.or_insert_with(V::default)
    }

    /// Calls `change` with the value if the key is present.
    #[must_use]
    pub fn and_modify(mut self, change: impl FnOnce(&mut V)) -> Self {
        if let Self::Occupied(entry) = &mut self {
            change(entry.get_mut());
        }
        self
    }
}

impl<'d, V: KeyEquality> OccupiedEntry<'d, V> {
    /// Returns the key in the dictionary.
    #[must_use]
    pub fn key(&self) -> &V {
        &self.dictionary.pairs()[self.place][0]
    }

    /// Returns the value.
    #[must_use]
    pub fn get(&self) -> &V {
        &self.dictionary.pairs()[self.place][1]
    }

    /// Returns a mutable reference to the value, valid as long as the entry.
    #[must_use]
    pub fn get_mut(&mut self) -> &mut V {
        self.dictionary.value_at(self.place)
    }

    /// Converts the entry to a mutable reference to its value, valid as long as the dictionary is
    /// borrowed.
    #[must_use]
    pub fn into_mut(self) -> &'d mut V {
        self.dictionary.value_at(self.place)
    }

    /// Replaces the value, and returns the previous one.
    pub fn insert(&mut self, value: impl Into<V>) -> V {
        core::mem::replace(self.get_mut(), value.into())
    }

    /// Removes the entry and returns its value. Moves the following entries up, in linear time.
    #[allow(clippy::must_use_candidate, reason = "removing it is enough")]
    pub fn remove(self) -> V {
        self.remove_entry().1
    }

    /// Removes the entry and returns its key and value. Moves the following entries up, in linear
    /// time.
    #[allow(clippy::must_use_candidate, reason = "removing it is enough")]
    pub fn remove_entry(self) -> (V, V) {
        self.dictionary.remove_at(self.place)
    }
}

impl<'d, V: KeyEquality> VacantEntry<'d, V> {
    /// Returns the key.
    #[must_use]
    pub fn key(&self) -> &V {
        &self.key
    }

    /// Returns the key by value.
    #[must_use]
    pub fn into_key(self) -> V {
        self.key
    }

    /// Inserts the key with a value after all others, and returns a mutable reference to the value.
    pub fn insert(self, value: impl Into<V>) -> &'d mut V {
        self.dictionary.insert(self.key, value);
        let last = self.dictionary.len() - 1;
        self.dictionary.value_at(last)
    }
}
