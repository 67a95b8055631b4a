//! Aligns two lists: finds equal elements, and pairs replaced elements with their replacements.

use crate::common_ends::{common_prefix, common_suffix};
use similar::{Algorithm, DiffOp, DiffTag, capture_diff};
use std::ops::Range;

/// The maximum total length of two ranges aligned by their longest common subsequence.
///
/// The alignment takes quadratic time.
const MAX_QUADRATIC: usize = 1024;

/// The number of elements of each list that are aligned at a time in long lists.
const WINDOW: usize = 256;

/// Aligns two lists by the digests of their elements.
///
/// Long lists are aligned window by window while the windows are similar. In the rest of the lists,
/// elements that occur once in each list are aligned first, then the elements between them. The
/// time is linear, except for sorting.
pub(crate) fn align(old: &[u64], new: &[u64]) -> Vec<DiffOp> {
    let end = common_suffix(old, new);
    let (old_end, new_end) = (old.len() - end, new.len() - end);
    let parts = Vec::new();
    let mut aligner = Aligner { old, new, parts };
    let (mut i, mut j) = (0, 0);
    loop {
        let length = common_prefix(&old[i..old_end], &new[j..new_end]);
        aligner.same(i, j, length);
        (i, j) = (i + length, j + length);
        let is_short = old_end - i + new_end - j <= MAX_QUADRATIC;
        if is_short || !aligner.window(i..old_end.min(i + WINDOW), j..new_end.min(j + WINDOW)) {
            break;
        }
        if let Some(last) = aligner.parts.last() {
            (i, j) = (last.old_range().end, last.new_range().end);
        }
    }
    for (old_at, new_at) in aligner.anchors(i..old_end, j..new_end) {
        aligner.gap(i..old_at, j..new_at);
        aligner.same(old_at, new_at, 1);
        (i, j) = (old_at + 1, new_at + 1);
    }
    aligner.gap(i..old_end, j..new_end);
    aligner.same(old_end, new_end, end);
    aligner.parts
}

/// Two lists, and their aligned ranges so far.
struct Aligner<'l> {
    old: &'l [u64],
    new: &'l [u64],
    parts: Vec<DiffOp>,
}

impl Aligner<'_> {
    /// Aligns two windows up to their last equal element. Returns false, and aligns nothing, if
    /// less than half of the elements are equal.
    fn window(&mut self, old: Range<usize>, new: Range<usize>) -> bool {
        let mut parts = capture_diff(Algorithm::Myers, self.old, old, self.new, new);
        let is_equal = |part: &&DiffOp| part.tag() == DiffTag::Equal;
        let equal = parts.iter().filter(is_equal);
        let is_similar = equal.map(|it| it.old_range().len()).sum::<usize>() >= WINDOW / 2;
        if is_similar {
            // Elements after the last equal element can have their counterparts after the window.
            while parts.pop_if(|it| it.tag() != DiffTag::Equal).is_some() {}
            self.parts.extend(parts);
        }
        is_similar
    }

    fn same(&mut self, old_index: usize, new_index: usize, len: usize) {
        if len > 0 {
            self.parts.push(DiffOp::Equal {
                old_index,
                new_index,
                len,
            });
        }
    }

    /// Aligns the elements between two anchors by their longest common subsequence.
    fn gap(&mut self, old: Range<usize>, new: Range<usize>) {
        if old.is_empty() && new.is_empty() {
            return;
        }
        if old.len() + new.len() <= MAX_QUADRATIC {
            let parts = capture_diff(Algorithm::Myers, self.old, old, self.new, new);
            return self.parts.extend(parts);
        }
        self.parts.push(DiffOp::Replace {
            old_index: old.start,
            old_len: old.len(),
            new_index: new.start,
            new_len: new.len(),
        });
    }

    /// Returns the indexes of elements that occur once in each range and keep their relative order.
    fn anchors(&self, olds: Range<usize>, news: Range<usize>) -> Vec<(usize, usize)> {
        let olds = olds.map(|at| (self.old[at], false, at));
        let news = news.map(|at| (self.new[at], true, at));
        let mut indexes: Vec<_> = olds.chain(news).collect();
        indexes.sort_unstable();
        let chunks = indexes.chunk_by(|one, other| one.0 == other.0);
        let pairs = chunks.filter_map(|chunk| match chunk {
            [(_, false, old), (_, true, new)] => Some((*old, *new)),
            _ => None,
        });
        let mut pairs: Vec<_> = pairs.collect();
        pairs.sort_unstable();
        longest_increasing(&pairs)
    }
}

/// Returns the longest subsequence with increasing second indexes; pairs are sorted by the first.
fn longest_increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // `ends` holds the last pair of the best subsequence of each length; `before` holds the
    // predecessor of each pair.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (index, (_, place)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| pairs[*end].1 < *place);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        match ends.get_mut(length) {
            Some(end) => *end = index,
            None => ends.push(index),
        }
    }
    let last = ends.last().copied();
    let chain = std::iter::successors(last, |index| before[*index]);
    let mut longest: Vec<_> = chain.map(|index| pairs[index]).collect();
    longest.reverse();
    longest
}

/// The indexes of an old element and of the new one that replaces it. Only one of them is `None`.
pub(crate) type Pair = [Option<usize>; 2];

/// The properties of an element that determine its replacement.
pub(crate) struct Features {
    /// A digest of the type of the element.
    pub(crate) kind: u64,
    /// The sorted digests of the first elements, entries or properties.
    pub(crate) parts: Vec<u64>,
}

/// The maximum number of possible pairs that are compared by features. Other elements are paired in
/// order.
pub(crate) const MAX_WEIGHED: usize = 1024;

/// Pairs elements in order; elements without a counterpart are removed or added.
pub(crate) fn pair_in_order(mut old: Range<usize>, mut new: Range<usize>) -> Vec<Pair> {
    let length = old.len().max(new.len());
    (0..length).map(|_| [old.next(), new.next()]).collect()
}

/// Pairs elements to maximize their common features, without changing their order.
///
/// `start` holds the indexes of the first old and the first new element.
pub(crate) fn pair_by_features(old: &[Features], new: &[Features], start: [usize; 2]) -> Vec<Pair> {
    let weights = weights(old, new);
    let mut pairs = Vec::with_capacity(old.len().max(new.len()));
    let [mut i, mut j] = [0, 0];
    while i < old.len() && j < new.len() {
        let best = weights[i][j];
        let is_paired = best == weights[i + 1][j + 1] + weight(&old[i], &new[j]);
        let is_removed = is_paired || best == weights[i + 1][j];
        let is_added = is_paired || !is_removed;
        pairs.push([
            is_removed.then_some(start[0] + i),
            is_added.then_some(start[1] + j),
        ]);
        i += usize::from(is_removed);
        j += usize::from(is_added);
    }
    let [old_end, new_end] = [start[0] + old.len(), start[1] + new.len()];
    pairs.extend(pair_in_order(start[0] + i..old_end, start[1] + j..new_end));
    pairs
}

/// Returns the maximum total weight of pairs from each old and each new index to the end.
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

/// Returns the similarity of two elements. A common digest counts more than an equal type.
fn weight(one: &Features, other: &Features) -> usize {
    2 * common(&one.parts, &other.parts) + usize::from(one.kind == other.kind)
}

/// Returns the number of digests that two sorted lists have in common.
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
