//! Compares two values of any layouts, and reports differences with their paths.

use super::CompareOptions;
use super::align::{MAX_WEIGHED, Pair, Ranges, align, pair_by_features, pair_in_order};
use super::digest::Digests;
use super::{Change, ChangeSink};
use crate::display::{Trail, float_bits, number_bits};
use crate::type_changes::ValueType;
use gdvariant::any::{AnyRef, AnyView, Member, Numbers, SegmentRef};
use std::collections::HashMap;
use std::mem;
use std::ops::ControlFlow;
use std::ops::Range;

/// The maximum number of ranges to list for a packed array.
const MAX_RANGES: usize = 10;

/// A comparison of two values.
pub(super) struct Walk<'v, 'r> {
    options: CompareOptions,
    report: ChangeSink<'r>,
    digests: &'r mut Digests,
    trail: Trail<'v>,
    /// The index of the first element of the next Arrays.
    start: usize,
}

impl<'v, 'r> Walk<'v, 'r> {
    /// Compares the values at a path.
    ///
    /// `start` is the index of the first elements, if the values are the last elements of Arrays.
    pub(super) fn run(
        options: CompareOptions,
        report: ChangeSink<'r>,
        trail: Trail<'v>,
        start: usize,
        [old, new]: [AnyRef<'v>; 2],
    ) -> ControlFlow<()> {
        let mut walk = Walk {
            options,
            report,
            digests: &mut Digests::default(),
            trail,
            start,
        };
        walk.values(old, new)
    }

    // Containers have separate functions to keep the recursive stack frames small.
    #[inline(never)]
    fn values(&mut self, old: AnyRef<'v>, new: AnyRef<'v>) -> ControlFlow<()> {
        match (old.view(), new.view()) {
            (
                one @ AnyView::Array { length, .. },
                other @ AnyView::Array {
                    length: other_length,
                    ..
                },
            ) => {
                self.declared([old, new], [&one, &other])?;
                self.arrays([old, new], [length, other_length])
            }
            (one @ AnyView::Dictionary { .. }, other @ AnyView::Dictionary { .. }) => {
                self.declared([old, new], [&one, &other])?;
                self.fields(old, new)
            }
            (AnyView::Object { class: one, .. }, AnyView::Object { class: other, .. })
                if one == other =>
            {
                self.fields(old, new)
            }
            (
                one @ (AnyView::Packed(_) | AnyView::PackedText(_)),
                other @ (AnyView::Packed(_) | AnyView::PackedText(_)),
            ) if old.kind() == new.kind() => self.packed([old, new], [&one, &other]),
            (one, other) if old.kind() == new.kind() && is_same(&one, &other) => {
                ControlFlow::Continue(())
            }
            _ => self.change(&Change::Changed(old, new)),
        }
    }

    #[inline(never)]
    fn packed(&mut self, values: [AnyRef<'v>; 2], contents: [&AnyView<'v>; 2]) -> ControlFlow<()> {
        let is_full = self.options.is_full;
        compare_packed(is_full, values, contents, &mut |change| {
            self.change(&change)
        })
    }

    fn change(&mut self, change: &Change<'_>) -> ControlFlow<()> {
        (self.report)(&self.trail, change)
    }

    /// Reports containers whose types differ.
    fn declared(
        &mut self,
        [old, new]: [AnyRef<'v>; 2],
        [one, other]: [&AnyView<'v>; 2],
    ) -> ControlFlow<()> {
        let [old, new] = [ValueType::of(old, one), ValueType::of(new, other)];
        if old == new {
            return ControlFlow::Continue(());
        }
        self.change(&Change::Declared(old.to_string(), new.to_string()))
    }

    /// Compares two values that are one step below the current values.
    fn step(
        &mut self,
        step: [SegmentRef<'v>; 2],
        old: AnyRef<'v>,
        new: AnyRef<'v>,
    ) -> ControlFlow<()> {
        self.trail.push(step);
        let result = self.values(old, new);
        self.trail.pop();
        result
    }

    /// Reports a change one step below the current values.
    fn step_change(&mut self, step: SegmentRef<'v>, change: &Change<'_>) -> ControlFlow<()> {
        self.trail.push([step; 2]);
        let result = self.change(change);
        self.trail.pop();
        result
    }
}

/// Compares Arrays.
impl<'v> Walk<'v, '_> {
    #[inline(never)]
    fn arrays(&mut self, arrays: [AnyRef<'v>; 2], lengths: [usize; 2]) -> ControlFlow<()> {
        let start = mem::take(&mut self.start);
        // Single elements need no alignment.
        if lengths == [1, 1] {
            return self.elements(arrays, [0, 0], start);
        }
        let [olds, news] = [0, 1].map(|side| {
            let range = 0..lengths[side];
            elements(arrays[side], range, |element| self.digests.of(element))
        });
        for part in align(&olds, &news) {
            match part {
                Ranges::Same { old, new, length } => {
                    for at in 0..length {
                        self.elements(arrays, [old + at, new + at], start)?;
                    }
                }
                Ranges::Replaced { old, new } => self.replaced(arrays, [old, new], start)?,
            }
        }
        ControlFlow::Continue(())
    }

    /// Compares an element of the old Array with one of the new Array.
    fn elements(
        &mut self,
        arrays: [AnyRef<'v>; 2],
        [old, new]: [usize; 2],
        start: usize,
    ) -> ControlFlow<()> {
        match (arrays[0].element(old), arrays[1].element(new)) {
            (Some(one), Some(other)) => {
                let step = [old, new].map(|index| SegmentRef::Index(start + index));
                self.step(step, one, other)
            }
            _ => ControlFlow::Continue(()),
        }
    }

    /// Compares elements with their replacements, and reports elements without a counterpart.
    fn replaced(
        &mut self,
        arrays: [AnyRef<'v>; 2],
        ranges: [Range<usize>; 2],
        start: usize,
    ) -> ControlFlow<()> {
        for pair in self.pairs(arrays, ranges) {
            let (at, change) = match pair {
                Pair::Changed(at, other) => {
                    self.elements(arrays, [at, other], start)?;
                    continue;
                }
                Pair::Removed(at) => (at, arrays[0].element(at).map(Change::Removed)),
                Pair::Added(at) => (at, arrays[1].element(at).map(Change::Added)),
            };
            if let Some(change) = change {
                self.step_change(SegmentRef::Index(start + at), &change)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn pairs(&mut self, arrays: [AnyRef<'v>; 2], [olds, news]: [Range<usize>; 2]) -> Vec<Pair> {
        let count = olds.len().saturating_mul(news.len());
        if !(2..=MAX_WEIGHED).contains(&count) {
            return pair_in_order(olds, news);
        }
        let start = [olds.start, news.start];
        let mut features =
            |array, range| elements(array, range, |element| self.digests.features(element));
        let (olds, news) = (features(arrays[0], olds), features(arrays[1], news));
        pair_by_features(&olds, &news, start)
    }
}

/// Calls `each` with elements of an Array, and returns the results.
fn elements<'v, T>(
    array: AnyRef<'v>,
    range: Range<usize>,
    each: impl FnMut(AnyRef<'v>) -> T,
) -> Vec<T> {
    let elements = range.filter_map(|index| array.element(index));
    elements.map(each).collect()
}

/// Compares Dictionaries and objects.
impl<'v> Walk<'v, '_> {
    /// Compares entries or properties.
    #[inline(never)]
    fn fields(&mut self, old: AnyRef<'v>, new: AnyRef<'v>) -> ControlFlow<()> {
        let [olds, news] = [old, new].map(|it| it.members().collect::<Vec<_>>());
        let indexes = self.indexes(&olds, &news);
        if !self.options.ignores_order && !indexes.iter().flatten().is_sorted() {
            self.change(&Change::Order)?;
        }
        let mut is_known = vec![false; news.len()];
        for (old, index) in olds.iter().zip(indexes) {
            if let Some(index) = index {
                is_known[index] = true;
                self.step([old.segment; 2], old.value, news[index].value)?;
            } else {
                self.step_change(old.segment, &Change::Removed(old.value))?;
            }
        }
        for (new, _) in news.iter().zip(is_known).filter(|(_, is_known)| !is_known) {
            self.step_change(new.segment, &Change::Added(new.value))?;
        }
        ControlFlow::Continue(())
    }

    /// Returns the index of each old key among the new keys, without using an index twice.
    #[inline(never)]
    fn indexes(&mut self, olds: &[Member<'v>], news: &[Member<'v>]) -> Vec<Option<usize>> {
        let mut by_digest: HashMap<u64, usize> = HashMap::new();
        let mut is_used = vec![false; news.len()];
        // Fast path: the keys are usually in the same order.
        let mut next = 0;
        let index = |old: &Member<'v>| {
            let is_next = news
                .get(next)
                .is_some_and(|new| self.is_same_key(old.segment, new.segment));
            let index = if is_next {
                Some(next)
            } else {
                if by_digest.is_empty() {
                    let news = news.iter().enumerate();
                    by_digest = news
                        .map(|(at, new)| (self.digests.of_key(new.segment), at))
                        .collect();
                }
                let index = by_digest.get(&self.digests.of_key(old.segment)).copied();
                index.filter(|index| self.is_same_key(old.segment, news[*index].segment))
            };
            let index = index.filter(|index| !is_used[*index])?;
            is_used[index] = true;
            next = index + 1;
            Some(index)
        };
        olds.iter().map(index).collect()
    }

    fn is_same_key(&mut self, old: SegmentRef<'v>, new: SegmentRef<'v>) -> bool {
        let (old, new) = match (old, new) {
            (SegmentRef::Key(old), SegmentRef::Key(new)) => (old, new),
            (SegmentRef::Property(old), SegmentRef::Property(new)) => return old == new,
            _ => return false,
        };
        if let (AnyView::Text(one), AnyView::Text(other)) = (old.view(), new.view()) {
            return one == other && old.kind() == new.kind();
        }
        let mut walk = Walk {
            options: self.options,
            report: &mut |_, _| ControlFlow::Break(()),
            digests: self.digests,
            trail: Trail::default(),
            start: 0,
        };
        walk.values(old, new).is_continue()
    }
}

/// Returns whether two non-container values of the same type are equal.
fn is_same(one: &AnyView<'_>, other: &AnyView<'_>) -> bool {
    match (one, other) {
        (AnyView::Nil, AnyView::Nil) => true,
        (AnyView::ObjectId(one), AnyView::ObjectId(other)) => one == other,
        (AnyView::Record(one), AnyView::Record(other)) => one.fields().eq(other.fields()),
        (AnyView::Bool(one), AnyView::Bool(other)) => one == other,
        (AnyView::Int(one), AnyView::Int(other)) => one == other,
        (AnyView::Float(one), AnyView::Float(other)) => float_bits(*one) == float_bits(*other),
        (AnyView::Text(one), AnyView::Text(other)) => one == other,
        (AnyView::NodePath(one), AnyView::NodePath(other)) => one == other,
        (AnyView::Fields(one), AnyView::Fields(other)) => is_same_element(*one, 0, *other, 0),
        _ => false,
    }
}

/// Compares two packed arrays of the same type, and reports the ranges that differ.
///
/// Lists at most [`MAX_RANGES`] ranges unless `is_full`.
fn compare_packed<'v>(
    is_full: bool,
    values: [AnyRef<'v>; 2],
    contents: [&AnyView<'v>; 2],
    report: &mut dyn FnMut(Change<'v>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let listed = if is_full { usize::MAX } else { MAX_RANGES };
    let (mut count, mut elements) = (0, 0);
    let mut each = |old: Range<usize>, new: Range<usize>| {
        count += 1;
        if count > listed {
            elements += old.len().max(new.len());
            return ControlFlow::Continue(());
        }
        report(Change::Elements(values, [old, new]))
    };
    match contents {
        [AnyView::Packed(one), AnyView::Packed(other)] => {
            let lengths = [one.elements(), other.elements()];
            each_range(
                lengths,
                &|i, j| is_same_element(*one, i, *other, j),
                &mut each,
            )?;
        }
        [AnyView::PackedText(one), AnyView::PackedText(other)] => {
            let lengths = [one.len(), other.len()];
            each_range(lengths, &|i, j| one.get(i) == other.get(j), &mut each)?;
        }
        _ => {}
    }
    match count.saturating_sub(listed) {
        0 => ControlFlow::Continue(()),
        ranges => report(Change::More { ranges, elements }),
    }
}

/// Calls `each` with the ranges that differ.
///
/// Arrays of equal length are compared by index. Arrays of different lengths have one range, from
/// the first to the last difference.
fn each_range(
    [old, new]: [usize; 2],
    is_same: &dyn Fn(usize, usize) -> bool,
    each: &mut dyn FnMut(Range<usize>, Range<usize>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let shorter = old.min(new);
    if old == new {
        let mut end = 0;
        while let Some(start) = (end..old).find(|&at| !is_same(at, at)) {
            end = (start..old).find(|&at| is_same(at, at)).unwrap_or(old);
            each(start..end, start..end)?;
        }
        return ControlFlow::Continue(());
    }
    let start = (0..shorter).take_while(|&at| is_same(at, at)).count();
    let ends = (0..shorter - start).take_while(|&at| is_same(old - 1 - at, new - 1 - at));
    let end = ends.count();
    each(start..old - end, start..new - end)
}

/// Returns whether two elements are equal.
fn is_same_element(one: &dyn Numbers, i: usize, other: &dyn Numbers, j: usize) -> bool {
    element_bits(one, i) == element_bits(other, j)
}

/// Returns the bits of the components of an element. A Projection has the most components, 16.
fn element_bits(numbers: &dyn Numbers, index: usize) -> [u64; 16] {
    let mut bits = [0; 16];
    let mut rest = bits.iter_mut();
    numbers.element(index, &mut |number| {
        if let Some(next) = rest.next() {
            *next = number_bits(number);
        }
    });
    bits
}
