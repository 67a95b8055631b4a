//! The engine's dictionary: an insertion-ordered map with any value as a key.

mod digest;
mod entry;
mod equality;
mod hasher;
mod index;
mod iter;
mod key;
mod lookup;
mod sort;
mod storage;
mod traits;
mod variant;

use crate::value::view::AsView;
use alloc::vec::Vec;
use core::cmp::Ordering;
pub use entry::{Entry, OccupiedEntry, VacantEntry};
pub use equality::KeyEquality;
pub use iter::{IntoIter, Iter, IterMut};
pub use key::Key;
pub use lookup::Lookup;
use storage::Storage;

/// An insertion-ordered map in which any value can be a key.
///
/// `V` is the `Variant` of a layout. Keys are compared as in the layout's engine: see
/// [`KeyEquality`]. Inserting a key that is present keeps its position and replaces the value, as
/// in the engine, so the value of the last duplicate key wins. A lookup takes constant time.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::godot3::{Dictionary, Variant};
///
/// let mut player = Dictionary::new();
/// player.insert("name", "Ada");
/// player.insert(7, true);
/// player.insert("name", "Grace");
/// assert_eq!(player.get("name"), Some(&Variant::from("Grace")));
/// assert_eq!(player.get(&Variant::from(7)), Some(&Variant::Bool(true)));
/// assert_eq!(player.len(), 2);
/// # }
/// ```
#[derive(Clone)]
pub struct Dictionary<V> {
    storage: Storage<V>,
}

impl<V> Dictionary<V> {
    /// Creates an empty dictionary, without allocating.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            storage: Storage::Few(Vec::new()),
        }
    }

    /// Creates an empty dictionary with capacity for at least `capacity` entries.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::godot3::Dictionary;
    ///
    /// let mut scores = Dictionary::with_capacity(2);
    /// scores.insert("Ada", 7);
    /// assert_eq!(scores.len(), 1);
    /// # }
    /// ```
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        Self {
            storage: Storage::Few(Vec::with_capacity(capacity)),
        }
    }

    /// Returns the number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pairs().len()
    }

    /// Returns whether there are no entries.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::godot3::Dictionary;
    ///
    /// assert!(Dictionary::new().is_empty());
    /// assert!(!Dictionary::from([("Ada", 7)]).is_empty());
    /// # }
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairs().is_empty()
    }

    /// Returns an iterator over the keys in order.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::godot3::{Dictionary, Variant};
    ///
    /// let scores = Dictionary::from([("Ada", 7), ("Grace", 12)]);
    /// let names: Vec<&Variant> = scores.keys().collect();
    /// assert_eq!(names, [&Variant::from("Ada"), &Variant::from("Grace")]);
    /// # }
    /// ```
    #[must_use]
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &V> + ExactSizeIterator {
        self.pairs().iter().map(|[key, _]| key)
    }

    /// Returns an iterator over the values in order.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::godot3::{Dictionary, Variant};
    ///
    /// let scores = Dictionary::from([("Ada", 7), ("Grace", 12)]);
    /// assert_eq!(scores.values().filter_map(Variant::as_int).sum::<i64>(), 19);
    /// # }
    /// ```
    #[must_use]
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + ExactSizeIterator {
        self.pairs().iter().map(|[_, value]| value)
    }

    /// Returns an iterator over mutable references to the values in order.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::godot3::Dictionary;
    ///
    /// let mut scores = Dictionary::from([("Ada", 7), ("Grace", 12)]);
    /// for score in scores.values_mut() {
    ///     *score = 0.into();
    /// }
    /// assert_eq!(scores["Grace"], 0);
    /// # }
    /// ```
    pub fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut V> + ExactSizeIterator {
        let pairs = self.storage.pairs_mut().iter_mut();
        pairs.map(|[_, value]| value)
    }

    /// Returns an iterator over the keys in order, by value.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::godot3::Dictionary;
    ///
    /// let scores = Dictionary::from([("Ada", 7), ("Grace", 12)]);
    /// assert_eq!(scores.into_keys().next_back(), Some("Grace".into()));
    /// # }
    /// ```
    #[must_use]
    pub fn into_keys(self) -> impl DoubleEndedIterator<Item = V> + ExactSizeIterator {
        self.into_iter().map(|(key, _)| key)
    }

    /// Returns an iterator over the values in order, by value.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::godot3::Dictionary;
    ///
    /// let scores = Dictionary::from([("Ada", 7), ("Grace", 12)]);
    /// assert_eq!(scores.into_values().next(), Some(7.into()));
    /// # }
    /// ```
    #[must_use]
    pub fn into_values(self) -> impl DoubleEndedIterator<Item = V> + ExactSizeIterator {
        self.into_iter().map(|(_, value)| value)
    }

    /// Returns the key and the value of the entry at an index.
    pub(crate) fn pair(&self, index: usize) -> Option<&[V; 2]> {
        self.pairs().get(index)
    }

    /// Returns a mutable reference to the value of the entry at an index.
    pub(crate) fn value_mut(&mut self, index: usize) -> Option<&mut V> {
        let [_, value] = self.storage.pairs_mut().get_mut(index)?;
        Some(value)
    }

    /// Returns a mutable reference to the value at an index, or panics if the index is out of
    /// bounds.
    fn value_at(&mut self, index: usize) -> &mut V {
        &mut self.storage.pairs_mut()[index][1]
    }

    /// Reserves capacity for at least `additional` more entries.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::godot3::Dictionary;
    ///
    /// let mut scores = Dictionary::new();
    /// scores.reserve(2);
    /// scores.insert("Ada", 7);
    /// assert_eq!(scores.len(), 1);
    /// # }
    /// ```
    pub fn reserve(&mut self, additional: usize) {
        self.storage.pairs_mut().reserve(additional);
    }

    /// Removes all entries and frees their memory, unlike `HashMap::clear`.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::godot3::Dictionary;
    ///
    /// let mut scores = Dictionary::from([("Ada", 7), ("Grace", 12)]);
    /// scores.clear();
    /// assert!(scores.is_empty());
    /// # }
    /// ```
    pub fn clear(&mut self) {
        *self = Self::new();
    }
}

impl<V: KeyEquality> Dictionary<V> {
    /// Creates a Dictionary from keys and values. Of equal keys, the first one determines the
    /// position and the last one the value.
    pub(crate) fn of_pairs(pairs: Vec<[V; 2]>) -> Self {
        let mut storage = Storage::of(pairs);
        let pairs = storage.pairs_mut();
        // Duplicate keys can leave most of the capacity unused.
        if pairs.len() < pairs.capacity() / 4 {
            pairs.shrink_to_fit();
        }
        Self { storage }
    }

    /// Returns the value of a key.
    ///
    /// A key is given as a `Variant`, a `str` for a String key, or an `i64` for an int key.
    #[must_use]
    pub fn get<Q: Lookup<V> + ?Sized>(&self, key: &Q) -> Option<&V> {
        self.get_key_value(key).map(|(_, value)| value)
    }

    /// Returns a mutable reference to the value of a key.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::godot3::Dictionary;
    ///
    /// let mut scores = Dictionary::from([("Ada", 7), ("Grace", 12)]);
    /// if let Some(score) = scores.get_mut("Ada") {
    ///     *score = 8.into();
    /// }
    /// assert_eq!(scores["Ada"], 8);
    /// # }
    /// ```
    #[must_use]
    pub fn get_mut<Q: Lookup<V> + ?Sized>(&mut self, key: &Q) -> Option<&mut V> {
        self.value_mut(self.position(key)?)
    }

    /// Returns the entry of a key, to access, change or insert its value with one lookup.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::godot3::{Dictionary, Variant};
    ///
    /// let mut player = Dictionary::from([("health", 7)]);
    /// player.entry("health").and_modify(|health| *health = 8.into()).or_insert(1);
    /// player.entry("level").or_insert(1);
    /// assert_eq!(player, Dictionary::from([("health", 8), ("level", 1)]));
    /// # }
    /// ```
    pub fn entry(&mut self, key: impl Into<V>) -> Entry<'_, V> {
        Entry::of(self, key.into())
    }

    /// Returns the entry of a key.
    ///
    /// The stored key can differ from the given one, such as 0.0 from -0.0: see [`KeyEquality`].
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::godot3::{Dictionary, Variant};
    ///
    /// let zeros = Dictionary::from([(0.0, "zero")]);
    /// // 0.0 and -0.0 are the same key.
    /// let (key, value) = zeros.get_key_value(&Variant::from(-0.0)).unwrap();
    /// assert_eq!((key.to_string(), value.as_str()), ("0.0".into(), Some("zero")));
    /// # }
    /// ```
    #[must_use]
    pub fn get_key_value<Q: Lookup<V> + ?Sized>(&self, key: &Q) -> Option<(&V, &V)> {
        self.pair(self.position(key)?)
            .map(|[key, value]| (key, value))
    }

    /// Returns whether the key is present.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::godot3::Dictionary;
    ///
    /// let scores = Dictionary::from([("Ada", 7), ("Grace", 12)]);
    /// assert!(scores.contains_key("Ada"));
    /// assert!(!scores.contains_key("Linus"));
    /// # }
    /// ```
    #[must_use]
    pub fn contains_key<Q: Lookup<V> + ?Sized>(&self, key: &Q) -> bool {
        self.get(key).is_some()
    }

    /// Inserts a value, and returns the previous value of the key. A key that is present keeps its
    /// position.
    pub fn insert(&mut self, key: impl Into<V>, value: impl Into<V>) -> Option<V> {
        self.insert_at(key.into(), value.into()).map(|(_, old)| old)
    }

    /// Removes an entry and returns its value. Moves the following entries up, in linear time.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::godot3::Dictionary;
    ///
    /// let mut scores = Dictionary::from([("Ada", 7), ("Grace", 12)]);
    /// assert_eq!(scores.remove("Ada"), Some(7.into()));
    /// assert_eq!(scores.remove("Ada"), None);
    /// # }
    /// ```
    pub fn remove<Q: Lookup<V> + ?Sized>(&mut self, key: &Q) -> Option<V> {
        self.remove_entry(key).map(|(_, value)| value)
    }

    /// Removes an entry and returns its key and value. Moves the following entries up, in linear
    /// time.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::godot3::Dictionary;
    ///
    /// let mut scores = Dictionary::from([("Ada", 7), ("Grace", 12)]);
    /// assert_eq!(scores.remove_entry("Ada"), Some(("Ada".into(), 7.into())));
    /// # }
    /// ```
    pub fn remove_entry<Q: Lookup<V> + ?Sized>(&mut self, key: &Q) -> Option<(V, V)> {
        Some(self.remove_at(self.position(key)?))
    }

    /// Removes the entry at an index, or panics if the index is out of bounds.
    pub(crate) fn remove_at(&mut self, index: usize) -> (V, V) {
        let [key, value] = self.storage.pairs_mut().remove(index);
        self.storage.rebuild_index();
        (key, value)
    }

    /// Moves all entries out of `other`, inserting each one as [`insert`](Self::insert) does.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::godot3::Dictionary;
    ///
    /// let mut scores = Dictionary::from([("Ada", 7), ("Grace", 12)]);
    /// let mut others = Dictionary::from([("Ada", 8), ("Linus", 1)]);
    /// scores.append(&mut others);
    /// assert_eq!(scores["Ada"], 8);
    /// assert_eq!((scores.len(), others.len()), (3, 0));
    /// # }
    /// ```
    pub fn append(&mut self, other: &mut Self) {
        self.extend(core::mem::take(other));
    }

    /// Sorts the entries with a comparison of keys and values. The sort is stable: equal entries
    /// keep their order.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::godot3::Dictionary;
    ///
    /// let mut scores = Dictionary::from([("Ada", 7), ("Grace", 12)]);
    /// scores.sort_by(|(_, a), (_, b)| b.as_int().cmp(&a.as_int()));
    /// assert_eq!(scores.keys().next(), Some(&"Grace".into()));
    /// # }
    /// ```
    pub fn sort_by(&mut self, mut compare: impl FnMut((&V, &V), (&V, &V)) -> Ordering) {
        let sorting = ReindexGuard(&mut self.storage);
        let pairs = sorting.0.pairs_mut();
        pairs.sort_by(|[key, value], [other_key, other]| compare((key, value), (other_key, other)));
    }

    /// Keeps only the entries that `keep` accepts, in order.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::godot3::Dictionary;
    ///
    /// let mut scores = Dictionary::from([("Ada", 7), ("Grace", 12)]);
    /// scores.retain(|_, score| score.as_int() > Some(10));
    /// assert!(!scores.contains_key("Ada"));
    /// # }
    /// ```
    pub fn retain(&mut self, mut keep: impl FnMut(&V, &mut V) -> bool) {
        let retaining = ReindexGuard(&mut self.storage);
        let pairs = retaining.0.pairs_mut();
        pairs.retain_mut(|[key, value]| keep(key, value));
    }
}

impl<V: AsView> Dictionary<V> {
    /// Sorts the entries by their keys.
    ///
    /// Numbers are compared by value, strings of any type by their characters, and keys of
    /// different types by type. Other keys of one type keep their order.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::godot3::{Dictionary, Variant};
    ///
    /// let mut scores: Dictionary = [("b", 1), ("a", 2)].into_iter().collect();
    /// scores.insert(7, 3);
    /// scores.sort_keys();
    /// let keys: Vec<Variant> = scores.into_keys().collect();
    /// assert_eq!(keys, [Variant::from(7), "a".into(), "b".into()]);
    /// # }
    /// ```
    pub fn sort_keys(&mut self) {
        self.sort_by(|(key, _), (other, _)| sort::compare(key, other));
    }
}

/// Rebuilds the index on drop, even if a caller's function panics.
struct ReindexGuard<'d, V: KeyEquality>(&'d mut Storage<V>);

impl<V: KeyEquality> Drop for ReindexGuard<'_, V> {
    fn drop(&mut self) {
        self.0.rebuild_index();
    }
}
