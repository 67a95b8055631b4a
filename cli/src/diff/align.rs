//! The alignment of two lists: which elements are the same, and which were replaced.

use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::collections::HashMap;
use std::ops::Range;

/// The largest number of elements on both sides that are aligned by the longest common subsequence,
/// in quadratic time.
const SMALL: usize = 1024;

/// Aligned parts of two lists.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Aligned {
    /// As many elements of both, which are the same, from these indexes.
    Same {
        old: usize,
        new: usize,
        length: usize,
    },
    /// Elements of one list that took the place of those of the other; one range can be empty.
    Replaced {
        old: Range<usize>,
        new: Range<usize>,
    },
}

/// Aligns two lists by the digests of their elements.
///
/// Elements that occur once in both lists are aligned first, and then the others between them. The
/// time is linear, but for the sorting.
pub(super) fn align(old: &[u64], new: &[u64]) -> Vec<Aligned> {
    let mut aligned = Vec::new();
    let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (&old[start..], &new[start..]);
    let ends = old_rest.iter().rev().zip(new_rest.iter().rev());
    let end = ends.take_while(|(a, b)| a == b).count();
    push_same(&mut aligned, 0, 0, start);
    let middle = (start..old.len() - end, start..new.len() - end);
    let mut place = (start, start);
    for (old_at, new_at) in anchors(old, middle.0.clone(), new, middle.1.clone()) {
        gap(&mut aligned, old, place.0..old_at, new, place.1..new_at);
        push_same(&mut aligned, old_at, new_at, 1);
        place = (old_at + 1, new_at + 1);
    }
    let rest = (place.0..middle.0.end, place.1..middle.1.end);
    gap(&mut aligned, old, rest.0, new, rest.1);
    push_same(&mut aligned, middle.0.end, middle.1.end, end);
    aligned
}

fn push_same(aligned: &mut Vec<Aligned>, old: usize, new: usize, length: usize) {
    if length > 0 {
        aligned.push(Aligned::Same { old, new, length });
    }
}

/// Aligns the elements between two anchors.
fn gap(
    aligned: &mut Vec<Aligned>,
    old: &[u64],
    old_range: Range<usize>,
    new: &[u64],
    new_range: Range<usize>,
) {
    if old_range.is_empty() && new_range.is_empty() {
        return;
    }
    let has_empty = old_range.is_empty() || new_range.is_empty();
    if has_empty || old_range.len() + new_range.len() > SMALL {
        let (old, new) = (old_range, new_range);
        aligned.push(Aligned::Replaced { old, new });
        return;
    }
    let (old_start, new_start) = (old_range.start, new_range.start);
    let (old, new) = (&old[old_range], &new[new_range]);
    for op in capture_diff_slices(Algorithm::Myers, old, new) {
        let (_, old, new) = op.as_tag_tuple();
        let old = old.start + old_start..old.end + old_start;
        let new = new.start + new_start..new.end + new_start;
        match op {
            DiffOp::Equal { len, .. } => push_same(aligned, old.start, new.start, len),
            _ => aligned.push(Aligned::Replaced { old, new }),
        }
    }
}

/// Returns the indexes of elements that occur once in both ranges, as many as have the same order in
/// both.
fn anchors(
    old: &[u64],
    old_range: Range<usize>,
    new: &[u64],
    new_range: Range<usize>,
) -> Vec<(usize, usize)> {
    if old_range.is_empty() || new_range.is_empty() {
        return Vec::new();
    }
    let places = unique(new, new_range);
    let olds = unique(old, old_range.clone());
    let pairs = old_range.filter_map(|at| {
        let is_unique = olds.get(&old[at]).copied().flatten().is_some();
        let place = places.get(&old[at]).copied().flatten()?;
        is_unique.then_some((at, place))
    });
    longest_increasing(&pairs.collect::<Vec<_>>())
}

/// Returns the index of each element, or `None` if it occurs again.
fn unique(list: &[u64], range: Range<usize>) -> HashMap<u64, Option<usize>> {
    let mut places = HashMap::with_capacity(range.len());
    for at in range {
        places
            .entry(list[at])
            .and_modify(|place| *place = None)
            .or_insert(Some(at));
    }
    places
}

/// Returns the longest subsequence of pairs whose second indexes increase; the first ones do.
fn longest_increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // The last pair of the best subsequence of each length, and the pair before each pair.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the parts cover both lists in order, and returns the number of replaced elements.
    fn replaced(old: &[u64], new: &[u64]) -> usize {
        let (mut place, mut count) = ((0, 0), 0);
        for part in align(old, new) {
            let ends = match part {
                Aligned::Same {
                    old: a,
                    new: b,
                    length,
                } => {
                    assert_eq!((a, b), place);
                    assert_eq!(old[a..a + length], new[b..b + length]);
                    (a + length, b + length)
                }
                Aligned::Replaced { old, new } => {
                    assert_eq!((old.start, new.start), place);
                    count += old.len() + new.len();
                    (old.end, new.end)
                }
            };
            place = ends;
        }
        assert_eq!(place, (old.len(), new.len()));
        count
    }

    #[test]
    fn the_common_subsequence_is_kept() {
        assert_eq!(replaced(&[], &[]), 0);
        assert_eq!(replaced(&[1], &[]), 1);
        assert_eq!(replaced(&[1, 2, 3], &[1, 2, 3]), 0);
        assert_eq!(replaced(&[1, 2, 3], &[0, 1, 2, 3, 4]), 2);
        assert_eq!(replaced(&[1, 2, 3, 4], &[2, 3, 4, 1]), 2);
        assert_eq!(replaced(&[1, 1, 2, 1, 1], &[1, 1, 1, 1]), 1);
        assert_eq!(replaced(&[5, 1, 1, 6, 1, 1, 7], &[1, 1, 6, 1, 8, 1]), 3);
    }

    #[test]
    fn large_lists_are_aligned_in_linear_time() {
        let old: Vec<u64> = (0..200_000).collect();
        let mut new = old.clone();
        new.remove(150_000);
        new.insert(50_000, 1 << 40);
        new.insert(10, 1 << 41);
        assert_eq!(replaced(&old, &new), 3);
        let other: Vec<u64> = (1 << 50..(1 << 50) + 200_000).collect();
        assert_eq!(replaced(&old, &other), 400_000);
        let repeated = vec![7; 200_000];
        assert_eq!(replaced(&old[1..], &repeated), 399_999);
    }
}
