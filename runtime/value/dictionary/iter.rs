//! Iterators over the entries of a Dictionary.

use super::Dictionary;
use alloc::vec;
use core::iter::Map;
use core::slice;

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
