use alloc::vec::{self, Vec};

/// The pairs of a dictionary, in order.
#[derive(Debug, Clone)]
pub(super) struct Pairs<V> {
    pairs: Vec<[V; 2]>,
}

impl<V> Pairs<V> {
    pub(super) const fn new() -> Self {
        Self { pairs: Vec::new() }
    }

    pub(super) fn of(pairs: Vec<[V; 2]>) -> Self {
        Self { pairs }
    }

    pub(super) fn reserve_exact(&mut self, additional: usize) {
        self.pairs.reserve_exact(additional);
    }

    pub(super) fn capacity(&self) -> usize {
        self.pairs.capacity()
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.pairs.len()
    }

    #[inline]
    pub(super) fn as_slice(&self) -> &[[V; 2]] {
        &self.pairs
    }

    #[inline]
    pub(super) fn as_mut_slice(&mut self) -> &mut [[V; 2]] {
        &mut self.pairs
    }

    pub(super) fn value_mut(&mut self, place: usize) -> Option<&mut V> {
        self.pairs.get_mut(place).map(|[_, value]| value)
    }

    pub(super) fn push(&mut self, key: V, value: V) {
        self.pairs.push([key, value]);
    }

    /// Leaves of equal keys the first, with the value of the last; `find` finds the place of a key among the pairs before it.
    #[inline]
    pub(super) fn settle_all(&mut self, mut find: impl FnMut(&[[V; 2]], &V) -> Option<usize>) {
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

    /// Gives memory back where most of it is room: where a key came again and again.
    pub(super) fn give_back_room(&mut self) {
        if self.pairs.len() < self.pairs.capacity() / 4 {
            self.pairs.shrink_to_fit();
        }
    }

    /// Takes a pair out and gives its value.
    pub(super) fn remove(&mut self, place: usize) -> Option<V> {
        self.pairs
            .drain(place..=place)
            .next()
            .map(|[_, value]| value)
    }

    /// Keeps the pairs that `keep` accepts, in order.
    pub(super) fn retain(&mut self, mut keep: impl FnMut(&V, &mut V) -> bool) {
        self.keep(|_, [key, value]| keep(key, value));
    }

    /// Keeps the pairs that `keep` accepts, which sees the ones that were kept before.
    #[inline]
    fn keep(&mut self, mut keep: impl FnMut(&mut [[V; 2]], &mut [V; 2]) -> bool) {
        let pairs = self.pairs.as_mut_slice();
        let mut kept = 0;
        for place in 0..pairs.len() {
            let (before, behind) = pairs.split_at_mut(place);
            let Some(pair) = behind.first_mut() else {
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
        self.pairs.truncate(kept);
    }

    pub(super) fn into_iter(self) -> IntoIter<V> {
        IntoIter::of(self.pairs)
    }
}

impl<V> Default for Pairs<V> {
    fn default() -> Self {
        Self::new()
    }
}

/// The pairs of a [`Dictionary`](crate::Dictionary) by value, in order.
#[derive(Debug, Clone)]
pub struct IntoIter<V> {
    pairs: vec::IntoIter<[V; 2]>,
}

impl<V> IntoIter<V> {
    fn of(pairs: Vec<[V; 2]>) -> Self {
        Self {
            pairs: pairs.into_iter(),
        }
    }
}

impl<V> Iterator for IntoIter<V> {
    type Item = (V, V);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.pairs.next().map(<(V, V)>::from)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.pairs.size_hint()
    }
}

impl<V> DoubleEndedIterator for IntoIter<V> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        self.pairs.next_back().map(<(V, V)>::from)
    }
}

impl<V> ExactSizeIterator for IntoIter<V> {}
