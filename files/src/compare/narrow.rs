//! Compares encoded values of one layout, and decodes only what differs.

use super::ChangeSink;
use super::CompareOptions;
use super::digest::Digests;
use super::walk::Walk;
use crate::common_ends::{common_prefix, common_suffix};
use crate::display::Trail;
use gdvariant::any::{AnyRef, AnyVariant, SegmentRef};
use gdvariant::schema::Layout;
use gdvariant::{DecodeOptions, Kind};
use std::iter::zip;
use std::ops::ControlFlow;

/// The maximum nesting depth of containers that are not decoded. Each level takes one pass over the
/// bytes.
const MAX_DEPTH: usize = 16;

/// A comparison of valid encoded values.
pub(super) struct Narrow<'r> {
    pub(super) compare: CompareOptions,
    pub(super) report: ChangeSink<'r>,
    pub(super) layout: &'static Layout,
    pub(super) options: DecodeOptions,
}

impl Narrow<'_> {
    /// Compares the different values at a path.
    pub(super) fn values(&mut self, trail: &Trail<'_>, values: [&[u8]; 2]) -> ControlFlow<()> {
        if trail.depth() == MAX_DEPTH {
            return self.decoded(trail, values);
        }
        if let Some([olds, news]) = self.same_keys(values) {
            let keys = AnyRef::from(&olds.keys).members();
            let entries = zip(keys, zip(olds.values, news.values));
            for (key, (old, new)) in entries.filter(|(_, (old, new))| old != new) {
                let mut trail = trail.clone();
                trail.push([key.segment; 2]);
                self.values(&trail, [old, new])?;
            }
            return ControlFlow::Continue(());
        }
        if let Some((start, parts)) = self.changed_elements(values) {
            if parts.iter().all(|part| part.count == 1) {
                let mut trail = trail.clone();
                trail.push([SegmentRef::Index(start); 2]);
                return self.values(&trail, parts.map(|part| part.bytes));
            }
            if let [Some(old), Some(new)] = parts.map(|part| self.array(part)) {
                // If the last elements are equal in spite of different bytes, they belong to the
                // equal elements at the end.
                let mut digests = Digests::default();
                let mut digest = |array: &AnyVariant, part: Elements<'_>| {
                    let last = AnyRef::from(array).element(part.count.checked_sub(1)?);
                    last.map(|last| digests.of(last))
                };
                if digest(&old, parts[0]) != digest(&new, parts[1]) {
                    return self.walk(trail, start, [&old, &new]);
                }
            }
        }
        self.decoded(trail, values)
    }

    /// Decodes and compares the values at a path. The values are valid, so they can be decoded.
    fn decoded(&mut self, trail: &Trail<'_>, values: [&[u8]; 2]) -> ControlFlow<()> {
        match values.map(|bytes| self.layout.decode(bytes, self.options)) {
            [Ok(old), Ok(new)] => self.walk(trail, 0, [&old, &new]),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Compares decoded values; `start` is the index of the first element of outermost Arrays.
    fn walk(
        &mut self,
        trail: &Trail<'_>,
        start: usize,
        values: [&AnyVariant; 2],
    ) -> ControlFlow<()> {
        let values = values.map(AnyRef::from);
        Walk::run(self.compare, self.report, trail.clone(), start, values)
    }

    /// Decodes a container of this kind with encoded members.
    fn container(&self, kind: Kind, count: usize, members: &[&[u8]]) -> Option<AnyVariant> {
        let header = u32::from(self.layout.number_of(kind)?).to_le_bytes();
        let count = u32::try_from(count).ok()?.to_le_bytes();
        let bytes = [&header, &count, members.concat().as_slice()].concat();
        self.layout.decode(&bytes, self.options).ok()
    }

    /// Decodes elements as an Array.
    fn array(&self, elements: Elements<'_>) -> Option<AnyVariant> {
        self.container(Kind::Array, elements.count, &[elements.bytes])
    }

    /// Returns the entries of two Dictionaries with the same keys in the same order.
    fn same_keys<'b>(&self, values: [&'b [u8]; 2]) -> Option<[Entries<'b>; 2]> {
        let [olds, news] = values.map(|value| self.entries(value));
        let (olds, news) = (olds?, news?);
        (olds.encoded_keys == news.encoded_keys).then_some([olds, news])
    }

    /// Returns the offsets of the members of a container without declared types.
    fn offsets(&self, kind: Kind, value: &[u8]) -> Option<Vec<usize>> {
        let number = u32::from(self.layout.number_of(kind)?);
        let is_plain = value.starts_with(&number.to_le_bytes());
        is_plain.then(|| self.layout.member_offsets(value, self.options))?
    }

    /// Returns the entries of a Dictionary without declared types.
    fn entries<'b>(&self, value: &'b [u8]) -> Option<Entries<'b>> {
        let bounds = self.offsets(Kind::Dictionary, value)?;
        let members = bounds.windows(2).map(|pair| &value[pair[0]..pair[1]]);
        let (mut encoded_keys, mut values) = (Vec::new(), Vec::new());
        for (index, member) in members.enumerate() {
            let members = if index % 2 == 0 {
                &mut encoded_keys
            } else {
                &mut values
            };
            members.push(member);
        }
        let nil = [0; size_of::<u32>()];
        let pairs: Vec<_> = encoded_keys.iter().flat_map(|key| [*key, &nil]).collect();
        let keys = self.container(Kind::Dictionary, encoded_keys.len(), &pairs)?;
        let is_distinct = keys.view().count() == Some(values.len());
        is_distinct.then_some(Entries {
            keys,
            encoded_keys,
            values,
        })
    }

    /// Returns the elements of two Arrays between the equal elements at both ends, and the index of
    /// the first one.
    fn changed_elements<'b>(&self, values: [&'b [u8]; 2]) -> Option<(usize, [Elements<'b>; 2])> {
        let [old, new] = values.map(|value| self.offsets(Kind::Array, value));
        let bounds = [old?, new?];
        let suffix = common_suffix(values[0], values[1]);
        let distances = |side: usize| {
            let length = values[side].len();
            bounds[side].iter().rev().map(move |bound| length - bound)
        };
        // As in the alignment of decoded elements, the elements at the end come first.
        let is_equal = |(old, new): &(usize, usize)| old == new && *old <= suffix;
        let ends = zip(distances(0), distances(1)).skip(1).take_while(is_equal);
        let ends = ends.count();
        let ends = [0, 1].map(|side: usize| bounds[side].len() - 1 - ends);
        let first = *bounds[0].first()?;
        let prefix = first + common_prefix(&values[0][first..], &values[1][first..]);
        let starts = bounds[0].partition_point(|bound| *bound <= prefix) - 1;
        // The elements before the equal ones at the end are decoded, to see whether they differ.
        let start = ends
            .iter()
            .fold(starts, |start, end| start.min(end.saturating_sub(1)));
        let elements = |side: usize| Elements {
            bytes: &values[side][bounds[side][start]..bounds[side][ends[side]]],
            count: ends[side] - start,
        };
        Some((start, [elements(0), elements(1)]))
    }
}

/// Encoded elements of an Array.
#[derive(Clone, Copy)]
struct Elements<'b> {
    bytes: &'b [u8],
    count: usize,
}

/// The entries of a Dictionary without duplicate keys.
struct Entries<'b> {
    /// A Dictionary with the keys.
    keys: AnyVariant,
    encoded_keys: Vec<&'b [u8]>,
    values: Vec<&'b [u8]>,
}

#[cfg(test)]
mod tests;
