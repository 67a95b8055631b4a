//! The iterators and the traits of collections.

use super::{Dictionary, KeyEquality, Lookup};
use alloc::borrow::ToOwned;
use alloc::vec;
use core::iter::Map;
use core::{fmt, ops, slice};

impl<V> Dictionary<V> {
    /// Returns an iterator over the entries in order.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::Dictionary;
    ///
    /// let scores = Dictionary::from([("Ada", 7), ("Grace", 12)]);
    /// let texts: Vec<String> = scores.iter().map(|(name, score)| format!("{name}: {score}")).collect();
    /// assert_eq!(texts, [r#""Ada": 7"#, r#""Grace": 12"#]);
    /// # }
    /// ```
    pub fn iter(&self) -> Iter<'_, V> {
        self.pairs().iter().map(|[key, value]| (key, value))
    }

    /// Returns an iterator over the entries in order, with mutable references to the values.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::Dictionary;
    ///
    /// let mut scores = Dictionary::from([("Ada", 1), ("Grace", 2)]);
    /// for (_, score) in &mut scores {
    ///     *score = 0.into();
    /// }
    /// assert_eq!(scores, Dictionary::from([("Ada", 0), ("Grace", 0)]));
    /// # }
    /// ```
    pub fn iter_mut(&mut self) -> IterMut<'_, V> {
        let pairs = self.storage.pairs_mut().iter_mut();
        pairs.map(|[key, value]| (key, value))
    }
}

/// An iterator over the entries of a [`Dictionary`] in order.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::dictionary::Iter;
/// use gdvariant::godot4::Dictionary;
///
/// let scores = Dictionary::from([("Ada", 7), ("Grace", 12)]);
/// let mut entries: Iter<'_, _> = scores.iter();
/// assert_eq!(entries.next(), Some((&"Ada".into(), &7.into())));
/// # }
/// ```
pub type Iter<'d, V> = Map<slice::Iter<'d, [V; 2]>, fn(&'d [V; 2]) -> (&'d V, &'d V)>;

impl<'d, V> IntoIterator for &'d Dictionary<V> {
    type Item = (&'d V, &'d V);
    type IntoIter = Iter<'d, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// An iterator over the entries of a [`Dictionary`] in order, with mutable references to the
/// values.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::dictionary::IterMut;
/// use gdvariant::godot4::Dictionary;
///
/// let mut scores = Dictionary::from([("Ada", 7), ("Grace", 12)]);
/// let mut entries: IterMut<'_, _> = scores.iter_mut();
/// if let Some((_, score)) = entries.next() {
///     *score = 8.into();
/// }
/// assert_eq!(scores["Ada"], 8);
/// # }
/// ```
pub type IterMut<'d, V> = Map<slice::IterMut<'d, [V; 2]>, fn(&'d mut [V; 2]) -> (&'d V, &'d mut V)>;

impl<'d, V> IntoIterator for &'d mut Dictionary<V> {
    type Item = (&'d V, &'d mut V);
    type IntoIter = IterMut<'d, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

/// An owning iterator over the entries of a [`Dictionary`](crate::Dictionary) in order.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::godot4::Dictionary;
///
/// let scores = Dictionary::from([("Ada", 7), ("Grace", 12)]);
/// let mut entries = scores.into_iter();
/// assert_eq!(entries.next(), Some(("Ada".into(), 7.into())));
/// # }
/// ```
pub type IntoIter<V> = Map<vec::IntoIter<[V; 2]>, fn([V; 2]) -> (V, V)>;

impl<V> IntoIterator for Dictionary<V> {
    type Item = (V, V);
    type IntoIter = IntoIter<V>;

    fn into_iter(self) -> Self::IntoIter {
        let pairs = self.into_pairs().into_iter();
        pairs.map(|[key, value]| (key, value))
    }
}

impl<V> Default for Dictionary<V> {
    fn default() -> Self {
        Self::new()
    }
}

/// Compares entries with the same key; the order of entries does not matter.
///
/// Two keys are the same if they are by the rules of both Dictionaries, which may differ. Entries
/// whose key is not the same key as its copy, such as an Object, are compared in order.
impl<V: KeyEquality + PartialEq> PartialEq for Dictionary<V> {
    fn eq(&self, other: &Self) -> bool {
        if self.len() != other.len() {
            return false;
        }
        let both = [self.rule, other.rule];
        let rules = if self.rule == other.rule {
            &both[..1]
        } else {
            &both
        };
        let is_same = |a: &V, b: &V| rules.iter().all(|rule| a.is_same_key(b, *rule));
        let has_identity = |key: &V| !rules.iter().all(|rule| key.is_same_key_as_itself(*rule));
        let mut with_identity = other.pairs().iter().filter(|[key, _]| has_identity(key));
        // Each value is compared once: two comparisons at each level would take exponential time.
        self.pairs().iter().enumerate().all(|(place, pair)| {
            let [key, value] = pair;
            if has_identity(key) {
                return with_identity.next() == Some(pair);
            }
            let same_index = other.pairs().get(place);
            let same_index = same_index.filter(|[present, _]| is_same(key, present));
            // The key that is the same by the rule of `other` can differ by the other rule.
            let found = || other.pair(other.position(key)?);
            let found = same_index.or_else(|| found().filter(|[present, _]| is_same(key, present)));
            found.is_some_and(|[_, present]| present == value)
        })
    }
}

impl<V: fmt::Debug> fmt::Debug for Dictionary<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

impl<V: KeyEquality, K: Into<V>, T: Into<V>> FromIterator<(K, T)> for Dictionary<V> {
    fn from_iter<I: IntoIterator<Item = (K, T)>>(pairs: I) -> Self {
        let mut dictionary = Self::new();
        dictionary.extend(pairs);
        dictionary
    }
}

impl<V: KeyEquality, K: Into<V>, T: Into<V>> Extend<(K, T)> for Dictionary<V> {
    fn extend<I: IntoIterator<Item = (K, T)>>(&mut self, pairs: I) {
        let pairs = pairs.into_iter();
        // Inserting few entries one by one would reallocate for each of them.
        if self.storage.has_no_capacity() {
            let pairs = pairs.map(|(key, value)| [key.into(), value.into()]);
            *self = Self::from_pairs(pairs.collect(), self.rule);
            return;
        }
        self.reserve(pairs.size_hint().0);
        for (key, value) in pairs {
            self.insert(key, value);
        }
    }
}

/// Returns the value of a key that has to be present; [`get`](Dictionary::get) does not panic.
///
/// # Panics
///
/// Panics if the key is not present.
impl<V: KeyEquality, Q: Lookup<V> + ?Sized> ops::Index<&Q> for Dictionary<V> {
    type Output = V;

    #[track_caller]
    fn index(&self, key: &Q) -> &V {
        self.get(key)
            .expect("no entry of the Dictionary has this key")
    }
}

/// Returns a mutable reference to the value of a key, inserting Nil for a missing key.
///
/// Indexing a Variant does the same; [`get_mut`](Dictionary::get_mut) inserts nothing.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::godot4::Dictionary;
///
/// let mut scores = Dictionary::from([("Ada", 7)]);
/// scores["Ada"] = 8.into();
/// scores["Grace"] = 12.into();
/// assert_eq!(scores, Dictionary::from([("Ada", 8), ("Grace", 12)]));
/// # }
/// ```
impl<V, Q> ops::IndexMut<&Q> for Dictionary<V>
where
    V: KeyEquality + Default,
    Q: Lookup<V> + ToOwned<Owned: Into<V>> + ?Sized,
{
    fn index_mut(&mut self, key: &Q) -> &mut V {
        let index = self.position(key).unwrap_or_else(|| {
            self.insert(key.to_owned(), V::default());
            self.len() - 1
        });
        self.value_at(index)
    }
}

impl<V: KeyEquality, K: Into<V>, T: Into<V>, const N: usize> From<[(K, T); N]> for Dictionary<V> {
    fn from(pairs: [(K, T); N]) -> Self {
        pairs.into_iter().collect()
    }
}
