//! Aligns two lists: finds equal elements, and pairs replaced elements with their replacements.

use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::ops::Range;

/// The maximum total length of two ranges aligned by their longest common subsequence.
///
/// The alignment takes quadratic time.
const MAX_QUADRATIC: usize = 1024;

/// The number of elements of each list that are aligned at a time in long lists.
const WINDOW: usize = 256;

/// A pair of aligned ranges of two lists.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Ranges {
    /// Equal elements of both lists, from these indexes.
    Same {
        old: usize,
        new: usize,
        length: usize,
    },
    /// Elements of the old list, and the elements that replace them; one range can be empty.
    Replaced {
        old: Range<usize>,
        new: Range<usize>,
    },
}

/// Aligns two lists by the digests of their elements.
///
/// Long lists are aligned window by window while the windows are similar. In the rest of the lists,
/// elements that occur once in each list are aligned first, then the elements between them. The
/// time is linear, except for sorting.
pub(crate) fn align(old: &[u64], new: &[u64]) -> Vec<Ranges> {
    let ends = old.iter().rev().zip(new.iter().rev());
    let end = ends.take_while(|(a, b)| a == b).count();
    let (old_end, new_end) = (old.len() - end, new.len() - end);
    let parts = Vec::new();
    let mut aligner = Aligner { old, new, parts };
    let (mut i, mut j) = (0, 0);
    loop {
        let rest = old[i..old_end].iter().zip(&new[j..new_end]);
        let length = rest.take_while(|(a, b)| a == b).count();
        aligner.same(i, j, length);
        (i, j) = (i + length, j + length);
        let is_short = old_end - i + new_end - j <= MAX_QUADRATIC;
        if is_short || !aligner.window(i..old_end.min(i + WINDOW), j..new_end.min(j + WINDOW)) {
            break;
        }
        if let Some(Ranges::Same { old, new, length }) = aligner.parts.last() {
            (i, j) = (old + length, new + length);
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
    parts: Vec<Ranges>,
}

impl Aligner<'_> {
    /// Aligns two windows up to their last equal element. Returns false, and aligns nothing, if
    /// less than half of the elements are equal.
    fn window(&mut self, old: Range<usize>, new: Range<usize>) -> bool {
        let start = self.parts.len();
        self.subsequence(old, new);
        let lengths = self.parts[start..].iter().map(|part| match part {
            Ranges::Same { length, .. } => *length,
            Ranges::Replaced { .. } => 0,
        });
        let is_similar = lengths.sum::<usize>() >= WINDOW / 2;
        if !is_similar {
            self.parts.truncate(start);
        }
        // Elements after the last equal element can have their counterparts after the window.
        while is_similar && matches!(self.parts.last(), Some(Ranges::Replaced { .. })) {
            self.parts.pop();
        }
        is_similar
    }

    /// Appends equal elements, and merges them with the preceding range if they follow it directly.
    fn same(&mut self, at: usize, new_at: usize, count: usize) {
        match self.parts.last_mut() {
            Some(Ranges::Same { old, new, length })
                if *old + *length == at && *new + *length == new_at =>
            {
                *length += count;
            }
            _ if count > 0 => self.parts.push(Ranges::Same {
                old: at,
                new: new_at,
                length: count,
            }),
            _ => {}
        }
    }

    /// Aligns the elements between two anchors.
    fn gap(&mut self, old: Range<usize>, new: Range<usize>) {
        if old.is_empty() && new.is_empty() {
            return;
        }
        if old.is_empty() || new.is_empty() || old.len() + new.len() > MAX_QUADRATIC {
            self.parts.push(Ranges::Replaced { old, new });
        } else {
            self.subsequence(old, new);
        }
    }

    /// Aligns ranges by their longest common subsequence.
    fn subsequence(&mut self, olds: Range<usize>, news: Range<usize>) {
        let (start, new_start) = (olds.start, news.start);
        let ops = capture_diff_slices(Algorithm::Myers, &self.old[olds], &self.new[news]);
        for op in ops {
            let (_, old, new) = op.as_tag_tuple();
            let old = old.start + start..old.end + start;
            let new = new.start + new_start..new.end + new_start;
            match op {
                DiffOp::Equal { len, .. } => self.same(old.start, new.start, len),
                _ => self.parts.push(Ranges::Replaced { old, new }),
            }
        }
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

/// A change of an element, with its old index, its new index or both.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Pair {
    Changed(usize, usize),
    Removed(usize),
    Added(usize),
}

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
pub(crate) fn pair_in_order(old: Range<usize>, new: Range<usize>) -> Vec<Pair> {
    let length = old.len().min(new.len());
    let changed = old.clone().zip(new.clone());
    let mut pairs: Vec<Pair> = changed.map(|(old, new)| Pair::Changed(old, new)).collect();
    pairs.extend(old.skip(length).map(Pair::Removed));
    pairs.extend(new.skip(length).map(Pair::Added));
    pairs
}

/// Pairs elements to maximize their common features, without changing their order.
///
/// `start` holds the indexes of the first old and the first new element.
pub(crate) fn pair_by_features(old: &[Features], new: &[Features], start: [usize; 2]) -> Vec<Pair> {
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
