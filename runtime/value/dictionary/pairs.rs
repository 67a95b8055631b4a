use super::Lookup;
use alloc::vec::Vec;

/// Alternating keys and values in one vector, so that a key does not stay on the stack while its
/// value is decoded.
#[derive(Debug, Clone)]
pub(super) struct Pairs<V> {
    /// A key, its value, the next key and so on: the length is even.
    pub(super) parts: Vec<V>,
}

impl<V> Pairs<V> {
    pub(super) const fn new() -> Self {
        Self { parts: Vec::new() }
    }

    /// Creates pairs from alternating keys and values.
    pub(super) fn of(parts: Vec<V>) -> Self {
        Self { parts }
    }

    pub(super) fn reserve(&mut self, additional: usize) {
        self.parts.reserve(additional.saturating_mul(2));
    }

    pub(super) fn capacity(&self) -> usize {
        self.parts.capacity() / 2
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.parts.len() / 2
    }

    #[inline]
    pub(super) fn as_slice(&self) -> &[[V; 2]] {
        self.parts.as_chunks().0
    }

    #[inline]
    pub(super) fn as_mut_slice(&mut self) -> &mut [[V; 2]] {
        self.parts.as_chunks_mut().0
    }

    pub(super) fn value_mut(&mut self, place: usize) -> Option<&mut V> {
        self.as_mut_slice().get_mut(place).map(|[_, value]| value)
    }

    pub(super) fn push(&mut self, key: V, value: V) {
        self.parts.extend([key, value]);
    }

    /// Keeps the first of equal keys, with the value of the last. `find` returns the position of a
    /// key among the preceding pairs.
    #[inline]
    pub(super) fn dedup_keys(&mut self, mut find: impl FnMut(&[[V; 2]], &V) -> Option<usize>) {
        self.keep(|kept, [key, value]| {
            match find(kept, key).and_then(|place| kept.get_mut(place)) {
                Some([_, present]) => {
                    core::mem::swap(present, value);
                    false
                }
                None => true,
            }
        });
    }

    /// Shrinks the vector if most of its capacity is unused, because keys occurred repeatedly.
    pub(super) fn give_back_room(&mut self) {
        if self.parts.len() < self.parts.capacity() / 4 {
            self.parts.shrink_to_fit();
        }
    }

    /// Removes the pair at an index, which has to exist.
    pub(super) fn remove(&mut self, index: usize) -> (V, V) {
        let key = self.parts.remove(index * 2);
        (key, self.parts.remove(index * 2))
    }

    /// Keeps only the pairs that `keep` accepts, in order.
    pub(super) fn retain(&mut self, mut keep: impl FnMut(&V, &mut V) -> bool) {
        self.keep(|_, [key, value]| keep(key, value));
    }

    /// Keeps only the pairs that `keep` accepts. `keep` also gets the pairs kept before.
    #[inline]
    fn keep(&mut self, mut keep: impl FnMut(&mut [[V; 2]], &mut [V; 2]) -> bool) {
        let pairs = self.as_mut_slice();
        let mut kept = 0;
        for place in 0..pairs.len() {
            let (before, after) = pairs.split_at_mut(place);
            let Some(pair) = after.first_mut() else {
                break;
            };
            if !keep(before.get_mut(..kept).unwrap_or_default(), pair) {
                continue;
            }
            if let Some(free) = before.get_mut(kept) {
                core::mem::swap(free, pair);
            }
            kept += 1;
        }
        self.parts.truncate(kept * 2);
    }
}

/// Searches for a key linearly, and returns its position.
pub(super) fn position<V, Q: Lookup<V> + ?Sized>(pairs: &[[V; 2]], key: &Q) -> Option<usize> {
    pairs.iter().position(|[present, _]| key.is_key(present))
}
