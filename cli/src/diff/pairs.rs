//! Pairs of replaced elements: which old element became which new one.

use std::ops::Range;

/// What happened to an element, by the indexes of the old and the new one.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Pair {
    Changed(usize, usize),
    Removed(usize),
    Added(usize),
}

/// What two elements can have in common.
pub(super) struct Features {
    /// A digest of the type of the element.
    pub(super) kind: u64,
    /// Digests of entries or elements, sorted.
    pub(super) parts: Vec<u64>,
}

/// The largest number of possible pairs that are weighed; other elements are paired in order.
pub(super) const WEIGHED: usize = 1024;

/// Pairs elements in order; those that are left over were removed or added.
pub(super) fn in_order(old: Range<usize>, new: Range<usize>) -> Vec<Pair> {
    let length = old.len().min(new.len());
    let changed = old.clone().zip(new.clone());
    let mut pairs: Vec<Pair> = changed.map(|(old, new)| Pair::Changed(old, new)).collect();
    pairs.extend(old.skip(length).map(Pair::Removed));
    pairs.extend(new.skip(length).map(Pair::Added));
    pairs
}

/// Pairs elements so that they have the most features in common, without changing their order.
///
/// `start` has the index of the first old and the first new element.
pub(super) fn by_features(old: &[Features], new: &[Features], start: [usize; 2]) -> Vec<Pair> {
    let weights = weights(old, new);
    let mut pairs = Vec::with_capacity(old.len().max(new.len()));
    let (mut i, mut j) = (0, 0);
    while i < old.len() && j < new.len() {
        let best = weights[i][j];
        let paired = weights[i + 1][j + 1] + weight(&old[i], &new[j]);
        let (old_at, new_at) = (start[0] + i, start[1] + j);
        if best == paired {
            pairs.push(Pair::Changed(old_at, new_at));
            (i, j) = (i + 1, j + 1);
        } else if best == weights[i + 1][j] {
            pairs.push(Pair::Removed(old_at));
            i += 1;
        } else {
            pairs.push(Pair::Added(new_at));
            j += 1;
        }
    }
    pairs.extend((i..old.len()).map(|at| Pair::Removed(start[0] + at)));
    pairs.extend((j..new.len()).map(|at| Pair::Added(start[1] + at)));
    pairs
}

/// Returns the largest sum of the weights of pairs from each two indexes on.
fn weights(old: &[Features], new: &[Features]) -> Vec<Vec<usize>> {
    let mut weights = vec![vec![0; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            let paired = weights[i + 1][j + 1] + weight(&old[i], &new[j]);
            weights[i][j] = paired.max(weights[i + 1][j]).max(weights[i][j + 1]);
        }
    }
    weights
}

/// Returns how much two elements have in common: an equal entry counts more than the type.
fn weight(one: &Features, other: &Features) -> usize {
    2 * common(&one.parts, &other.parts) + usize::from(one.kind == other.kind)
}

/// Returns how many digests two sorted lists have in common.
fn common(one: &[u64], other: &[u64]) -> usize {
    let (mut i, mut j, mut count) = (0, 0, 0);
    while let (Some(a), Some(b)) = (one.get(i), other.get(j)) {
        count += usize::from(a == b);
        i += usize::from(a <= b);
        j += usize::from(b <= a);
    }
    count
}

#[cfg(test)]
mod tests;
