//! Finds the keys of one Dictionary in another, and the names of properties.

use std::collections::HashMap;

/// The keys of two containers.
pub(super) trait Keys {
    /// Returns the numbers of keys.
    fn counts(&self) -> [usize; 2];

    /// Returns whether an old and a new key are the same.
    fn is_same(&mut self, old: usize, new: usize) -> bool;

    /// Returns a digest, equal for keys that are the same.
    fn digest(&mut self, key: Key) -> u64;
}

/// A key by its index.
pub(super) enum Key {
    Old(usize),
    New(usize),
}

/// Returns the index of each old key among the new ones. No new key is the counterpart of two.
pub(super) fn places(keys: &mut dyn Keys) -> Vec<Option<usize>> {
    let [olds, news] = keys.counts();
    let mut by_digest: HashMap<u64, usize> = HashMap::new();
    let mut is_used = vec![false; news];
    let mut places = Vec::with_capacity(olds);
    // Most often the keys have the same order.
    let mut next = 0;
    for old in 0..olds {
        let is_next = next < news && keys.is_same(old, next);
        let place = if is_next {
            Some(next)
        } else {
            if by_digest.is_empty() {
                let news = (0..news).map(|new| (keys.digest(Key::New(new)), new));
                by_digest = news.collect();
            }
            let place = by_digest.get(&keys.digest(Key::Old(old))).copied();
            place.filter(|place| keys.is_same(old, *place))
        };
        let place = place.filter(|place| !is_used[*place]);
        if let Some(place) = place {
            is_used[place] = true;
            next = place + 1;
        }
        places.push(place);
    }
    places
}
