//! The alignment of two lists: which elements are the same, and which were replaced.

use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::ops::Range;

/// The largest number of elements on both sides that are aligned by the longest common subsequence,
/// in quadratic time.
const SMALL: usize = 1024;

/// The number of elements of each side that are aligned in a batch after a difference in long
/// lists.
const WINDOW: usize = 256;

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
/// Long lists are aligned piece by piece while the pieces are similar. In the rest of the lists,
/// elements that occur once in both are aligned first, and then the others between them. The time
/// is linear, but for sorting.
pub(super) fn align(old: &[u64], new: &[u64]) -> Vec<Aligned> {
    let mut aligned = Vec::new();
    let ends = old.iter().rev().zip(new.iter().rev());
    let end = ends.take_while(|(a, b)| a == b).count();
    let (old_end, new_end) = (old.len() - end, new.len() - end);
    let (mut i, mut j) = (0, 0);
    loop {
        let rest = old[i..old_end].iter().zip(&new[j..new_end]);
        let length = rest.take_while(|(a, b)| a == b).count();
        push_same(&mut aligned, i, j, length);
        (i, j) = (i + length, j + length);
        let is_short = old_end - i + new_end - j <= SMALL;
        let window = (i..old_end.min(i + WINDOW), j..new_end.min(j + WINDOW));
        if is_short || !similar_window(&mut aligned, old, window.0, new, window.1) {
            break;
        }
        (i, j) = aligned.last().map_or((i, j), Aligned::ends);
    }
    by_anchors(&mut aligned, old, i..old_end, new, j..new_end);
    push_same(&mut aligned, old_end, new_end, end);
    aligned
}

impl Aligned {
    /// Returns the indexes after the part.
    fn ends(&self) -> (usize, usize) {
        match self {
            Self::Same { old, new, length } => (old + length, new + length),
            Self::Replaced { old, new } => (old.end, new.end),
        }
    }
}

/// Aligns windows of two lists up to their last same element, or returns false if less than half of
/// the elements are the same.
fn similar_window(
    aligned: &mut Vec<Aligned>,
    old: &[u64],
    old_range: Range<usize>,
    new: &[u64],
    new_range: Range<usize>,
) -> bool {
    let mut parts = Vec::new();
    subsequence(&mut parts, old, old_range, new, new_range);
    // What follows the last same element may have its counterpart after the window.
    while matches!(parts.last(), Some(Aligned::Replaced { .. })) {
        parts.pop();
    }
    let lengths = parts.iter().map(|part| match part {
        Aligned::Same { length, .. } => *length,
        Aligned::Replaced { .. } => 0,
    });
    let is_similar = lengths.sum::<usize>() >= WINDOW / 2;
    if is_similar {
        aligned.append(&mut parts);
    }
    is_similar
}

/// Aligns ranges by the elements that occur once in both.
fn by_anchors(
    aligned: &mut Vec<Aligned>,
    old: &[u64],
    old_range: Range<usize>,
    new: &[u64],
    new_range: Range<usize>,
) {
    let (mut i, mut j) = (old_range.start, new_range.start);
    for (old_at, new_at) in anchors(old, old_range.clone(), new, new_range.clone()) {
        gap(aligned, old, i..old_at, new, j..new_at);
        push_same(aligned, old_at, new_at, 1);
        (i, j) = (old_at + 1, new_at + 1);
    }
    gap(aligned, old, i..old_range.end, new, j..new_range.end);
}

/// Appends elements that are the same to those before, if they follow directly.
fn push_same(aligned: &mut Vec<Aligned>, at: usize, new_at: usize, count: usize) {
    match aligned.last_mut() {
        Some(Aligned::Same { old, new, length })
            if *old + *length == at && *new + *length == new_at =>
        {
            *length += count;
        }
        _ if count > 0 => aligned.push(Aligned::Same {
            old: at,
            new: new_at,
            length: count,
        }),
        _ => {}
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
    subsequence(aligned, old, old_range, new, new_range);
}

/// Aligns ranges by their longest common subsequence.
fn subsequence(
    aligned: &mut Vec<Aligned>,
    old: &[u64],
    old_range: Range<usize>,
    new: &[u64],
    new_range: Range<usize>,
) {
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

/// Returns the indexes of elements that occur once in both ranges, as many as have the same order
/// in both.
fn anchors(
    old: &[u64],
    old_range: Range<usize>,
    new: &[u64],
    new_range: Range<usize>,
) -> Vec<(usize, usize)> {
    let (olds, news) = (unique(old, old_range), unique(new, new_range));
    let mut pairs = Vec::new();
    let mut news = news.into_iter().peekable();
    for (digest, at) in olds {
        while news.next_if(|(other, _)| *other < digest).is_some() {}
        if let Some((_, place)) = news.next_if(|(other, _)| *other == digest) {
            pairs.push((at, place));
        }
    }
    pairs.sort_unstable();
    longest_increasing(&pairs)
}

/// Returns the elements that occur once, sorted, with their indexes.
fn unique(list: &[u64], range: Range<usize>) -> Vec<(u64, usize)> {
    let mut places: Vec<(u64, usize)> = range.map(|at| (list[at], at)).collect();
    places.sort_unstable();
    let chunks = places.chunk_by(|(one, _), (other, _)| one == other);
    let single = chunks.filter_map(|chunk| match chunk {
        [place] => Some(*place),
        _ => None,
    });
    single.collect()
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
mod tests;
