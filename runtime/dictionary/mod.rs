//! The engine's dictionary: any value as a key, in the order of insertion.

mod index;
mod key;

use crate::Kind;
use crate::view::Viewed;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::hash::Hasher;
use core::{fmt, slice};
use index::{Index, SeededHasher};
pub use key::Key;

/// Keys with values in the order of insertion; any value can be a key.
///
/// `V` is the `Variant` of a layout. What counts as one key is the engine's: see [`Key`]. Inserting a key that is there keeps its place and
/// takes the new value, as in the engine, where the last of two equal keys on the wire wins. Looking a key up takes the same time in a
/// dictionary of any size.
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
    /// None when empty. Behind a pointer, so that a Variant stays small.
    inner: Option<Box<Inner<V>>>,
}

#[derive(Clone)]
struct Inner<V> {
    pairs: Vec<(V, V)>,
    /// From a size on where searching through is slower.
    index: Option<Index>,
}

/// Up to this many pairs are searched through one by one.
const SEARCHED: usize = 12;

/// What a [`Dictionary`] of `V` can be searched for: a key, or a `str` for a key that is a String.
pub trait Lookup<V: ?Sized> {
    /// Whether this is the key.
    fn is_key(&self, key: &V) -> bool;

    /// Hashes as the key does.
    fn hash_lookup(&self, hasher: &mut dyn Hasher);
}

impl<V: Key> Lookup<V> for V {
    fn is_key(&self, key: &V) -> bool {
        self.is_same_key(key)
    }

    fn hash_lookup(&self, mut hasher: &mut dyn Hasher) {
        self.hash_key(&mut hasher);
    }
}

impl<V: Viewed> Lookup<V> for str {
    fn is_key(&self, key: &V) -> bool {
        key.string() == Some(self)
    }

    fn hash_lookup(&self, mut hasher: &mut dyn Hasher) {
        key::hash_text(Kind::String, self, &mut hasher);
    }
}

impl<V: Viewed> Lookup<V> for alloc::string::String {
    fn is_key(&self, key: &V) -> bool {
        Lookup::<V>::is_key(self.as_str(), key)
    }

    fn hash_lookup(&self, hasher: &mut dyn Hasher) {
        Lookup::<V>::hash_lookup(self.as_str(), hasher);
    }
}

impl<V> Dictionary<V> {
    /// An empty dictionary; allocates nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self { inner: None }
    }

    /// The number of pairs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pairs().len()
    }

    /// Whether there are no pairs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairs().is_empty()
    }

    /// The pairs in order.
    #[must_use]
    pub fn iter(&self) -> Iter<'_, V> {
        Iter { pairs: self.pairs().iter() }
    }

    /// The keys in order.
    #[must_use]
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &V> + ExactSizeIterator {
        self.pairs().iter().map(|(key, _)| key)
    }

    /// The values in order.
    #[must_use]
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + ExactSizeIterator {
        self.pairs().iter().map(|(_, value)| value)
    }

    /// The values in order, to be changed.
    pub fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut V> {
        self.inner.iter_mut().flat_map(|inner| &mut inner.pairs).map(|(_, value)| value)
    }

    /// The pairs in order, their values to be changed.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (&V, &mut V)> {
        self.inner.iter_mut().flat_map(|inner| &mut inner.pairs).map(|(key, value)| (&*key, value))
    }

    fn pairs(&self) -> &[(V, V)] {
        self.inner.as_ref().map_or(&[], |inner| &inner.pairs)
    }

    fn inner(&mut self) -> &mut Inner<V> {
        self.inner.get_or_insert_with(|| Box::new(Inner { pairs: Vec::new(), index: None }))
    }

    /// Makes room for this many more pairs.
    pub fn reserve(&mut self, additional: usize) {
        if additional > 0 {
            self.inner().pairs.reserve_exact(additional);
        }
    }

    /// Takes all pairs out.
    pub fn clear(&mut self) {
        self.inner = None;
    }
}

impl<V: Key> Dictionary<V> {
    /// The value of a key: a `Variant`, or a `str` for a key that is a String.
    #[must_use]
    pub fn get<Q: Lookup<V> + ?Sized>(&self, key: &Q) -> Option<&V> {
        let place = self.inner.as_ref()?.place_of(key)?;
        self.pairs().get(place).map(|(_, value)| value)
    }

    /// The value of a key, to be changed.
    #[must_use]
    pub fn get_mut<Q: Lookup<V> + ?Sized>(&mut self, key: &Q) -> Option<&mut V> {
        let inner = self.inner.as_mut()?;
        let place = inner.place_of(key)?;
        inner.pairs.get_mut(place).map(|(_, value)| value)
    }

    /// Whether the key is there.
    #[must_use]
    pub fn contains_key<Q: Lookup<V> + ?Sized>(&self, key: &Q) -> bool {
        self.get(key).is_some()
    }

    /// Inserts a value, and gives back the one that the key had. A key that is there keeps its place.
    pub fn insert(&mut self, key: impl Into<V>, value: impl Into<V>) -> Option<V> {
        self.inner().insert(key.into(), value.into())
    }

    /// Takes a pair out and gives its value; the pairs behind it move up, in time linear to the size.
    pub fn remove<Q: Lookup<V> + ?Sized>(&mut self, key: &Q) -> Option<V> {
        let inner = self.inner.as_mut()?;
        let place = inner.place_of(key)?;
        let (_, value) = inner.pairs.remove(place);
        inner.index_again();
        Some(value)
    }

    /// Keeps the pairs that `keep` accepts, in order.
    pub fn retain(&mut self, mut keep: impl FnMut(&V, &mut V) -> bool) {
        if let Some(inner) = &mut self.inner {
            inner.pairs.retain_mut(|(key, value)| keep(key, value));
            inner.index_again();
        }
    }
}

impl<V: Key> Inner<V> {
    fn place_of<Q: Lookup<V> + ?Sized>(&self, key: &Q) -> Option<usize> {
        match &self.index {
            None => self.pairs.iter().position(|(present, _)| key.is_key(present)),
            Some(index) => {
                let hash = index.hash(|hasher| key.hash_lookup(hasher));
                index.find(hash, |place| self.pairs.get(place).is_some_and(|(present, _)| key.is_key(present)))
            }
        }
    }

    fn insert(&mut self, key: V, value: V) -> Option<V> {
        if self.index.is_none() && self.pairs.len() >= SEARCHED {
            self.index_again();
        }
        let Some(index) = &mut self.index else {
            if let Some((_, present)) = self.pairs.iter_mut().find(|(present, _)| key.is_same_key(present)) {
                return Some(core::mem::replace(present, value));
            }
            self.pairs.push((key, value));
            return None;
        };
        // A Dictionary or an Object as a key is never found again. Such keys have one hash, so an index of them would only be slow.
        if !key.is_same_key(&key) {
            self.pairs.push((key, value));
            return None;
        }
        let hash = index.hash(|hasher| key.hash_key(hasher));
        let found = index.find(hash, |place| self.pairs.get(place).is_some_and(|(present, _)| key.is_same_key(present)));
        if let Some((_, present)) = found.and_then(|place| self.pairs.get_mut(place)) {
            return Some(core::mem::replace(present, value));
        }
        index.insert(hash, self.pairs.len());
        self.pairs.push((key, value));
        None
    }

    fn index_again(&mut self) {
        self.index = (self.pairs.len() >= SEARCHED).then(|| {
            let mut index = Index::for_keys(self.pairs.capacity().max(self.pairs.len()));
            let is_findable = |(_, (key, _)): &(usize, &(V, V))| key.is_same_key(key);
            for (place, (key, _)) in self.pairs.iter().enumerate().filter(is_findable) {
                let hash = index.hash(|hasher: &mut SeededHasher| key.hash_key(hasher));
                index.insert(hash, place);
            }
            index
        });
    }
}

impl<V> Default for Dictionary<V> {
    fn default() -> Self {
        Self::new()
    }
}

/// Equal when the same keys have equal values, in whatever order; keys that are never the same key are compared in order.
impl<V: Key + PartialEq> PartialEq for Dictionary<V> {
    fn eq(&self, other: &Self) -> bool {
        if self.len() != other.len() {
            return false;
        }
        let mut with_identity = other.pairs().iter().filter(|(key, _)| !key.is_same_key(key));
        // Every value is compared once: a second look at each level would take exponential time in the depth.
        self.pairs().iter().enumerate().all(|(place, pair)| {
            let (key, value) = pair;
            if !key.is_same_key(key) {
                return with_identity.next() == Some(pair);
            }
            let beside = other.pairs().get(place).filter(|(present, _)| key.is_same_key(present));
            beside.map_or_else(|| other.get(key), |(_, value)| Some(value)) == Some(value)
        })
    }
}

impl<V: fmt::Debug> fmt::Debug for Dictionary<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

/// The pairs of a [`Dictionary`] in order.
#[derive(Debug, Clone)]
pub struct Iter<'d, V> {
    pairs: slice::Iter<'d, (V, V)>,
}

impl<'d, V> Iterator for Iter<'d, V> {
    type Item = (&'d V, &'d V);

    fn next(&mut self) -> Option<Self::Item> {
        self.pairs.next().map(|(key, value)| (key, value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.pairs.size_hint()
    }
}

impl<V> DoubleEndedIterator for Iter<'_, V> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.pairs.next_back().map(|(key, value)| (key, value))
    }
}

impl<V> ExactSizeIterator for Iter<'_, V> {}

impl<'d, V> IntoIterator for &'d Dictionary<V> {
    type Item = (&'d V, &'d V);
    type IntoIter = Iter<'d, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<V> IntoIterator for Dictionary<V> {
    type Item = (V, V);
    type IntoIter = alloc::vec::IntoIter<(V, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.inner.map_or_else(Vec::new, |inner| inner.pairs).into_iter()
    }
}

impl<V: Key, K: Into<V>, T: Into<V>> FromIterator<(K, T)> for Dictionary<V> {
    fn from_iter<I: IntoIterator<Item = (K, T)>>(pairs: I) -> Self {
        let mut dictionary = Self::new();
        dictionary.extend(pairs);
        dictionary
    }
}

impl<V: Key, K: Into<V>, T: Into<V>> Extend<(K, T)> for Dictionary<V> {
    fn extend<I: IntoIterator<Item = (K, T)>>(&mut self, pairs: I) {
        let pairs = pairs.into_iter();
        self.reserve(pairs.size_hint().0);
        for (key, value) in pairs {
            self.insert(key, value);
        }
    }
}

impl<V: Key, K: Into<V>, T: Into<V>, const N: usize> From<[(K, T); N]> for Dictionary<V> {
    fn from(pairs: [(K, T); N]) -> Self {
        pairs.into_iter().collect()
    }
}
