//! Comparison of packed arrays, by ranges of elements that differ.

use super::change::Change;
use crate::any_value::number_bits;
use crate::stop::Stop;
use gdvariant::any::Numbers;
use gdvariant::any::{AnyRef, AnyView};
use std::ops::Range;

/// The number of ranges that are listed of an array.
const LISTED: usize = 10;

/// Compares two packed arrays of the same type, and reports the first ranges that differ, or all.
pub(super) fn compare<'v>(
    is_full: bool,
    values: [AnyRef<'v>; 2],
    contents: [&AnyView<'v>; 2],
    report: &mut dyn FnMut(Change<'v>) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let listed = if is_full { usize::MAX } else { LISTED };
    let (mut count, mut elements) = (0, 0);
    let mut each = |old: Range<usize>, new: Range<usize>| {
        count += 1;
        if count > listed {
            elements += old.len().max(new.len());
            return Ok(());
        }
        report(Change::Elements(values, [old, new]))
    };
    match contents {
        [AnyView::Pool(one), AnyView::Pool(other)] => {
            let lengths = [one.elements(), other.elements()];
            each_range(lengths, &|i, j| is_same(*one, i, *other, j), &mut each)?;
        }
        [AnyView::PoolText(one), AnyView::PoolText(other)] => {
            let lengths = [one.len(), other.len()];
            each_range(lengths, &|i, j| one.get(i) == other.get(j), &mut each)?;
        }
        _ => {}
    }
    match count.saturating_sub(listed) {
        0 => Ok(()),
        ranges => report(Change::More { ranges, elements }),
    }
}

/// Calls `each` with the ranges that differ.
///
/// Arrays of the same length are compared by index. Otherwise the elements between the first and
/// the last difference were replaced.
fn each_range(
    [old, new]: [usize; 2],
    is_same: &dyn Fn(usize, usize) -> bool,
    each: &mut dyn FnMut(Range<usize>, Range<usize>) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let shorter = old.min(new);
    if old == new {
        let mut end = 0;
        while let Some(start) = (end..old).find(|&at| !is_same(at, at)) {
            end = (start..old).find(|&at| is_same(at, at)).unwrap_or(old);
            each(start..end, start..end)?;
        }
        return Ok(());
    }
    let start = (0..shorter).take_while(|&at| is_same(at, at)).count();
    let ends = (0..shorter - start).take_while(|&at| is_same(old - 1 - at, new - 1 - at));
    let end = ends.count();
    each(start..old - end, start..new - end)
}

/// Returns whether two elements are the same.
pub(super) fn is_same(one: &dyn Numbers, i: usize, other: &dyn Numbers, j: usize) -> bool {
    let (mut is_same, mut place) = (true, 0);
    one.element(i, &mut |number| {
        is_same &= component(other, j, place) == Some(number_bits(number));
        place += 1;
    });
    is_same
}

/// Returns the bits of a component of an element. Elements have so few that all are visited.
fn component(numbers: &dyn Numbers, index: usize, place: usize) -> Option<u64> {
    let (mut bits, mut at) = (None, 0);
    numbers.element(index, &mut |number| {
        if at == place {
            bits = Some(number_bits(number));
        }
        at += 1;
    });
    bits
}
