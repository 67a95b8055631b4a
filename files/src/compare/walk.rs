//! Compares two values of any layouts, and reports differences with their paths.

use super::align::{MAX_WEIGHED, Pair, align, pair_by_features, pair_in_order};
use super::digest::Digests;
use super::{Change, ChangeSink, CompareOptions};
use crate::display::{WalkPath, number_bits};
use crate::type_changes::ValueType;
use gdvariant::any::{AnyRef, AnyView, Member, Numbers};
use similar::DiffTag;
use std::collections::HashMap;
use std::iter::zip;
use std::ops::{ControlFlow, Range};

/// The maximum number of ranges to list for a packed array.
const MAX_RANGES: usize = 10;

/// A comparison of two values.
pub(super) struct Walk<'v, 'r> {
    pub(super) options: CompareOptions,
    pub(super) report: ChangeSink<'r>,
    pub(super) digests: Digests,
    pub(super) path: WalkPath<'v>,
}

impl<'v> Walk<'v, '_> {
    // Containers have separate functions to keep the recursive stack frames small.
    #[inline(never)]
    pub(super) fn values(&mut self, old: AnyRef<'v>, new: AnyRef<'v>) -> ControlFlow<()> {
        match (old.view(), new.view()) {
            (one @ AnyView::Array { .. }, other @ AnyView::Array { .. })
            | (one @ AnyView::Dictionary { .. }, other @ AnyView::Dictionary { .. }) => {
                self.declared([old, new], [&one, &other])?;
                self.members(old, new)
            }
            (AnyView::Object { class: one, .. }, AnyView::Object { class: other, .. })
                if one == other =>
            {
                self.members(old, new)
            }
            (
                one @ (AnyView::Packed(_) | AnyView::PackedText(_)),
                other @ (AnyView::Packed(_) | AnyView::PackedText(_)),
            ) if old.kind() == new.kind() => self.packed([old, new], [&one, &other]),
            _ if self.digests.of(old) == self.digests.of(new) => ControlFlow::Continue(()),
            _ => self.change(&Change::Changed(old, new)),
        }
    }

    /// Reports the ranges of packed arrays that differ, and the number of those that are not listed.
    #[inline(never)]
    fn packed(&mut self, values: [AnyRef<'v>; 2], contents: [&AnyView<'v>; 2]) -> ControlFlow<()> {
        let listed = if self.options.is_full {
            usize::MAX
        } else {
            MAX_RANGES
        };
        let (mut count, mut elements) = (0, 0);
        let mut each = |old: Range<usize>, new: Range<usize>| {
            count += 1;
            if count > listed {
                elements += old.len().max(new.len());
                return ControlFlow::Continue(());
            }
            self.change(&Change::Elements(values, [old, new]))
        };
        match contents {
            [AnyView::Packed(one), AnyView::Packed(other)] => {
                let is_same = |i, j| element_bits(*one, i) == element_bits(*other, j);
                each_range([one.elements(), other.elements()], &is_same, &mut each)?;
            }
            [AnyView::PackedText(one), AnyView::PackedText(other)] => {
                let is_same = |i, j| one.get(i) == other.get(j);
                each_range([one.len(), other.len()], &is_same, &mut each)?;
            }
            _ => {}
        }
        match count.saturating_sub(listed) {
            0 => ControlFlow::Continue(()),
            ranges => self.change(&Change::More { ranges, elements }),
        }
    }

    fn change(&mut self, change: &Change<'_>) -> ControlFlow<()> {
        (self.report)(&self.path, change)
    }

    /// Reports containers whose types differ.
    fn declared(
        &mut self,
        [old, new]: [AnyRef<'v>; 2],
        [one, other]: [&AnyView<'v>; 2],
    ) -> ControlFlow<()> {
        let [old, new] = [ValueType::new(old, one), ValueType::new(new, other)];
        if old == new {
            return ControlFlow::Continue(());
        }
        self.change(&Change::Declared(old.to_string(), new.to_string()))
    }

    /// Compares elements, entries or properties.
    #[inline(never)]
    fn members(&mut self, old: AnyRef<'v>, new: AnyRef<'v>) -> ControlFlow<()> {
        let [olds, news] = [old, new].map(|it| it.members().collect::<Vec<_>>());
        let pairs = match old.view() {
            AnyView::Array { .. } => self.pair_elements(&olds, &news),
            _ => self.pair_entries(&olds, &news)?,
        };
        for [old, new] in pairs {
            let (old, new) = (old.map(|at| olds[at]), new.map(|at| news[at]));
            let Some(first) = old.or(new) else {
                continue;
            };
            let last = new.unwrap_or(first);
            self.path.push([first.segment, last.segment]);
            match (old, new) {
                (Some(old), Some(new)) => self.values(old.value, new.value),
                (Some(old), None) => self.change(&Change::Removed(old.value)),
                _ => self.change(&Change::Added(last.value)),
            }?;
            self.path.pop();
        }
        ControlFlow::Continue(())
    }

    fn pair_elements(&mut self, olds: &[Member<'v>], news: &[Member<'v>]) -> Vec<Pair> {
        let digests = [olds, news].map(|members| {
            let digests = members.iter().map(|it| self.digests.of(it.value));
            digests.collect::<Vec<_>>()
        });
        let mut pairs = Vec::new();
        for part in align(&digests[0], &digests[1]) {
            let (tag, old, new) = part.as_tag_tuple();
            let count = old.len().saturating_mul(new.len());
            if tag == DiffTag::Equal || !(2..=MAX_WEIGHED).contains(&count) {
                pairs.extend(pair_in_order(old, new));
                continue;
            }
            let start = [old.start, new.start];
            let features = [&olds[old], &news[new]].map(|members| {
                let features = members.iter().map(|it| self.digests.features(it.value));
                features.collect::<Vec<_>>()
            });
            pairs.extend(pair_by_features(&features[0], &features[1], start));
        }
        pairs
    }

    /// Pairs entries with the same key, and reports keys in another order.
    #[inline(never)]
    fn pair_entries(
        &mut self,
        olds: &[Member<'v>],
        news: &[Member<'v>],
    ) -> ControlFlow<(), Vec<Pair>> {
        // A key can be a duplicate, such as NaN.
        let mut numbered = |members: &[Member<'v>]| {
            let mut counts = HashMap::new();
            let keys = members.iter().map(|it| {
                let key = self.digests.of_key(it.segment);
                let count = counts.entry(key).or_insert(0_usize);
                *count += 1;
                (key, *count)
            });
            keys.collect::<Vec<_>>()
        };
        let keys = numbered(olds);
        let mut places: HashMap<_, _> = zip(numbered(news), 0..).collect();
        let places_of_old = keys.iter().map(|key| places.remove(key));
        let places_of_old: Vec<Option<usize>> = places_of_old.collect();
        if !self.options.ignores_order && !places_of_old.iter().flatten().is_sorted() {
            self.change(&Change::Order)?;
        }
        let mut added: Vec<_> = places.into_values().collect();
        added.sort_unstable();
        let pairs = zip(0.., places_of_old).map(|(old, new)| [Some(old), new]);
        ControlFlow::Continue(
            pairs
                .chain(added.into_iter().map(|new| [None, Some(new)]))
                .collect(),
        )
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
