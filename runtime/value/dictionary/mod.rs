//! The engine's dictionary: an insertion-ordered map with any value as a key.

mod entry;
mod hash;
mod keys;
mod storage;
mod traits;

pub use crate::table::key_rule::KeyRule;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::mem;
pub use entry::Entry;
#[cfg(target_has_atomic = "ptr")]
pub use hash::set_seed;
pub use keys::{Key, KeyEquality, Lookup};
use storage::Storage;
pub use traits::{IntoIter, Iter, IterMut};

/// An insertion-ordered map in which any value can be a key.
///
/// `V` is the `Variant` of a layout. Keys are compared by the [`KeyRule`] of an engine: a decoded
/// Dictionary has the rule of its layout, a new one that of Godot 4. Inserting a key that is present
/// keeps its position and replaces the value, as in the engine, so the value of the last duplicate
/// key wins. A lookup takes constant time.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::godot4::{Dictionary, Variant};
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
    rule: KeyRule,
}

impl<V> Dictionary<V> {
    /// Creates an empty dictionary with the rule of Godot 4, without allocating.
    pub fn new() -> Self {
        Self::with_rule(KeyRule::default())
    }

    /// Creates an empty dictionary that compares keys by `rule`, without allocating.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::dictionary::KeyRule;
    /// use gdvariant::godot4::{Dictionary, variant};
    ///
    /// let mut cells = Dictionary::with_rule(KeyRule::ByIdentity);
    /// cells.insert(variant!({"x": 1}), "grass");
    /// assert_eq!(cells.get(&variant!({"x": 1})), None);
    /// # }
    /// ```
    pub fn with_rule(rule: KeyRule) -> Self {
        let storage = Storage::default();
        Self { storage, rule }
    }

    /// Creates an empty dictionary with the rule of Godot 4 and capacity for at least `capacity`
    /// entries.
    ///
    /// The first 12 entries are stored without spare capacity, so up to 12 reserve nothing.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::Dictionary;
    ///
    /// let mut scores = Dictionary::with_capacity(2);
    /// scores.insert("Ada", 7);
    /// assert_eq!(scores.len(), 1);
    /// # }
    /// ```
    pub fn with_capacity(capacity: usize) -> Self {
        Self {
            storage: Storage::with_capacity(capacity),
            rule: KeyRule::default(),
        }
    }

    /// Returns the rule by which the dictionary compares keys.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::dictionary::KeyRule;
    /// use gdvariant::godot3::{self, Dictionary};
    ///
    /// let scores = Dictionary::from([("Ada", 7)]);
    /// assert_eq!(scores.key_rule(), KeyRule::ByValue);
    /// let decoded: Dictionary = godot3::from_slice(&godot3::to_vec(&scores)?)?;
    /// assert_eq!(decoded.key_rule(), KeyRule::ByIdentity);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn key_rule(&self) -> KeyRule {
        self.rule
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.pairs().len()
    }

    /// Returns whether there are no entries.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::Dictionary;
    ///
    /// assert!(Dictionary::new().is_empty());
    /// assert!(!Dictionary::from([("Ada", 7)]).is_empty());
    /// # }
    /// ```
    pub fn is_empty(&self) -> bool {
        self.pairs().is_empty()
    }

    /// Returns an iterator over the keys in order.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::{Dictionary, Variant};
    ///
    /// let scores = Dictionary::from([("Ada", 7), ("Grace", 12)]);
    /// let names: Vec<&Variant> = scores.keys().collect();
    /// assert_eq!(names, [&Variant::from("Ada"), &Variant::from("Grace")]);
    /// # }
    /// ```
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &V> + ExactSizeIterator {
        self.pairs().iter().map(|[key, _]| key)
    }

    /// Returns an iterator over the values in order.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::{Dictionary, Variant};
    ///
    /// let scores = Dictionary::from([("Ada", 7), ("Grace", 12)]);
    /// assert_eq!(scores.values().filter_map(Variant::as_int).sum::<i64>(), 19);
    /// # }
    /// ```
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + ExactSizeIterator {
        self.pairs().iter().map(|[_, value]| value)
    }

    /// Returns an iterator over mutable references to the values in order.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::Dictionary;
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

    /// Returns the keys and the values in order.
    pub(crate) fn into_pairs(mut self) -> Vec<[V; 2]> {
        self.storage.take_pairs()
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

    /// Removes all entries and frees their memory, unlike `HashMap::clear`. Keeps the rule.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::Dictionary;
    ///
    /// let mut scores = Dictionary::from([("Ada", 7), ("Grace", 12)]);
    /// scores.clear();
    /// assert!(scores.is_empty());
    /// # }
    /// ```
    pub fn clear(&mut self) {
        self.storage = Storage::default();
    }
}

impl<V: KeyEquality> Dictionary<V> {
    /// Creates a Dictionary from keys and values. Of equal keys, the first one determines the
    /// position and the last one the value.
    pub(crate) fn from_pairs(pairs: Vec<[V; 2]>, rule: KeyRule) -> Self {
        let mut storage = Storage::from_pairs(pairs, rule);
        storage.shrink();
        Self { storage, rule }
    }

    /// Changes the rule by which the dictionary compares keys; the entries stay in order.
    ///
    /// If keys become equal, the first one determines the position and the last one the value. For
    /// each of the other keys, this method returns the key and the value that was replaced.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::dictionary::KeyRule;
    /// use gdvariant::godot4::{Dictionary, Variant, variant};
    ///
    /// let mut names = Dictionary::with_rule(KeyRule::ByIdentity);
    /// names.extend([("id", 1), ("level", 2)]);
    /// names.insert(Variant::StringName("id".into()), 3);
    /// let replaced = names.set_key_rule(KeyRule::ByValue);
    /// assert_eq!(replaced, [(Variant::StringName("id".into()), 1.into())]);
    /// assert_eq!(Variant::from(names), variant!({"id": 3, "level": 2}));
    /// # }
    /// ```
    pub fn set_key_rule(&mut self, rule: KeyRule) -> Vec<(V, V)> {
        let mut replaced = Vec::new();
        if rule == self.rule {
            return replaced;
        }
        self.rule = rule;
        if self.storage.is_distinct_by_any_rule() {
            return replaced;
        }
        let pairs = self.storage.take_pairs();
        self.reserve(pairs.len());
        for [key, value] in pairs {
            if let Some(place) = self.position(&key) {
                replaced.push((key, mem::replace(self.value_at(place), value)));
            } else {
                self.insert_at(key, value);
            }
        }
        replaced
    }

    /// Reserves capacity for at least `additional` more entries.
    ///
    /// The first 12 entries are stored without spare capacity, so nothing is reserved for them.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::Dictionary;
    ///
    /// let mut scores = Dictionary::new();
    /// scores.reserve(100);
    /// scores.insert("Ada", 7);
    /// assert_eq!(scores.len(), 1);
    /// # }
    /// ```
    pub fn reserve(&mut self, additional: usize) {
        self.storage.reserve(additional, self.rule);
    }

    /// Returns the value of a key.
    ///
    /// A key is given as a `Variant`, a `str` for a String key, or an `i64` for an int key.
    pub fn get<Q: Lookup<V> + ?Sized>(&self, key: &Q) -> Option<&V> {
        let [_, value] = self.pair(self.position(key)?)?;
        Some(value)
    }

    /// Returns a mutable reference to the value of a key.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::Dictionary;
    ///
    /// let mut scores = Dictionary::from([("Ada", 7), ("Grace", 12)]);
    /// if let Some(score) = scores.get_mut("Ada") {
    ///     *score = 8.into();
    /// }
    /// assert_eq!(scores["Ada"], 8);
    /// # }
    /// ```
    pub fn get_mut<Q: Lookup<V> + ?Sized>(&mut self, key: &Q) -> Option<&mut V> {
        self.value_mut(self.position(key)?)
    }

    /// Returns the entry of a key, to access, change or insert its value with one lookup.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::{Dictionary, Variant};
    ///
    /// let mut player = Dictionary::from([("health", 7)]);
    /// player.entry("health").and_modify(|health| *health = 8.into()).or_insert(1);
    /// player.entry("level").or_insert(1);
    /// assert_eq!(player, Dictionary::from([("health", 8), ("level", 1)]));
    /// # }
    /// ```
    pub fn entry(&mut self, key: impl Into<V>) -> Entry<'_, V> {
        Entry::new(self, key.into())
    }

    /// Returns whether the key is present.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::Dictionary;
    ///
    /// let scores = Dictionary::from([("Ada", 7), ("Grace", 12)]);
    /// assert!(scores.contains_key("Ada"));
    /// assert!(!scores.contains_key("Linus"));
    /// # }
    /// ```
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
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::Dictionary;
    ///
    /// let mut scores = Dictionary::from([("Ada", 7), ("Grace", 12)]);
    /// assert_eq!(scores.remove("Ada"), Some(7.into()));
    /// assert_eq!(scores.remove("Ada"), None);
    /// # }
    /// ```
    pub fn remove<Q: Lookup<V> + ?Sized>(&mut self, key: &Q) -> Option<V> {
        Some(self.remove_at(self.position(key)?).1)
    }

    /// Removes the entry at an index, or panics if the index is out of bounds.
    pub(crate) fn remove_at(&mut self, index: usize) -> (V, V) {
        let [key, value] = PairsGuard::new(self).pairs.remove(index);
        (key, value)
    }

    /// Sorts the entries with a comparison of keys and values. The sort is stable: equal entries
    /// keep their order.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::Dictionary;
    ///
    /// let mut scores = Dictionary::from([("Ada", 7), ("Grace", 12)]);
    /// scores.sort_by(|(_, a), (_, b)| b.as_int().cmp(&a.as_int()));
    /// assert_eq!(scores.keys().next(), Some(&"Grace".into()));
    /// # }
    /// ```
    pub fn sort_by(&mut self, mut compare: impl FnMut((&V, &V), (&V, &V)) -> Ordering) {
        let mut taken = PairsGuard::new(self);
        let pairs = &mut taken.pairs;
        pairs.sort_by(|[key, value], [other_key, other]| compare((key, value), (other_key, other)));
    }

    /// Keeps only the entries that `keep` accepts, in order.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::Dictionary;
    ///
    /// let mut scores = Dictionary::from([("Ada", 7), ("Grace", 12)]);
    /// scores.retain(|_, score| score.as_int() > Some(10));
    /// assert!(!scores.contains_key("Ada"));
    /// # }
    /// ```
    pub fn retain(&mut self, mut keep: impl FnMut(&V, &mut V) -> bool) {
        let mut taken = PairsGuard::new(self);
        taken.pairs.retain_mut(|[key, value]| keep(key, value));
    }
}

/// The pairs of a Dictionary during a change. Dropping them stores and indexes them again, even if
/// a caller's function panics.
struct PairsGuard<'d, V: KeyEquality> {
    dictionary: &'d mut Dictionary<V>,
    pairs: Vec<[V; 2]>,
}

impl<'d, V: KeyEquality> PairsGuard<'d, V> {
    fn new(dictionary: &'d mut Dictionary<V>) -> Self {
        let pairs = dictionary.storage.take_pairs();
        Self { dictionary, pairs }
    }
}

impl<V: KeyEquality> Drop for PairsGuard<'_, V> {
    fn drop(&mut self) {
        self.dictionary.storage =
            Storage::from_pairs(mem::take(&mut self.pairs), self.dictionary.rule);
    }
}
