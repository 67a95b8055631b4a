//! Compares encoded values of one layout, and decodes only what differs.

use super::Settings;
use super::digest::Digests;
use super::print::ChangeSink;
use super::walk::Walk;
use crate::any_value::{Trail, TrailStep};
use crate::failure::Stop;
use crate::layouts::JsonLayout;
use gdvariant::any::AnyRef;
use gdvariant::{Decode, DecodeError, DecodeOptions, Dictionary, Kind, Layout, Reader, generic};
use std::iter::zip;

/// The maximum nesting depth of containers that are not decoded. Each level takes one pass over the
/// bytes.
const MAX_DEPTH: usize = 16;

/// A comparison of valid encoded values.
pub(super) struct Narrow<'r> {
    pub(super) settings: &'r Settings,
    pub(super) report: ChangeSink<'r>,
    pub(super) options: DecodeOptions,
}

impl Narrow<'_> {
    /// Compares the different values at a path.
    pub(super) fn values<L: JsonLayout>(
        &mut self,
        trail: &Trail<'_>,
        values: [&[u8]; 2],
    ) -> Result<(), Stop> {
        if trail.depth() == MAX_DEPTH {
            return self.decoded::<L>(trail, values);
        }
        if let Some([olds, news]) = self.same_keys::<L>(values) {
            let entries = zip(olds.keys.keys(), zip(olds.values, news.values));
            for (key, (old, new)) in entries.filter(|(_, (old, new))| old != new) {
                let mut trail = trail.clone();
                trail.push(TrailStep::Key(AnyRef::of::<L>(key)));
                self.values::<L>(&trail, [old, new])?;
            }
            return Ok(());
        }
        if let Some((start, parts)) = self.changed_elements::<L>(values) {
            if parts.iter().all(|part| part.count == 1) {
                let mut trail = trail.clone();
                trail.push(TrailStep::Index(start, start));
                return self.values::<L>(&trail, parts.map(|part| part.bytes));
            }
            let [old, new] = parts.map(|part| self.decode::<L>(part));
            // If the last elements are equal in spite of different bytes, they belong to the equal
            // elements at the end.
            let mut digests = Digests::default();
            let mut digest =
                |values: &Vec<L::Variant>| Some(digests.of(AnyRef::of::<L>(values.last()?)));
            if digest(&old) != digest(&new) {
                return self.walk::<L>(trail, start, [old.into(), new.into()]);
            }
        }
        self.decoded::<L>(trail, values)
    }

    /// Decodes and compares the values at a path.
    fn decoded<L: JsonLayout>(
        &mut self,
        trail: &Trail<'_>,
        values: [&[u8]; 2],
    ) -> Result<(), Stop> {
        let [old, new] = values.map(|bytes| self.decode::<L>(Elements { bytes, count: 1 }));
        for (old, new) in zip(old, new) {
            self.walk::<L>(trail, 0, [old, new])?;
        }
        Ok(())
    }

    /// Compares decoded values; `start` is the index of the first element of outermost Arrays.
    fn walk<L: JsonLayout>(
        &mut self,
        trail: &Trail<'_>,
        start: usize,
        [old, new]: [L::Variant; 2],
    ) -> Result<(), Stop> {
        let (old, new) = (AnyRef::of::<L>(&old), AnyRef::of::<L>(&new));
        Walk::run(self.settings, self.report, trail.clone(), start, [old, new])
    }

    /// Decodes values. The values are valid, so none of them is missing from the result.
    fn decode<L: Layout>(&self, elements: Elements<'_>) -> Vec<L::Variant> {
        let mut reader = Reader::<L>::new(elements.bytes, self.options);
        let values = (0..elements.count).map(|_| L::Variant::decode(&mut reader));
        values.map_while(Result::ok).collect()
    }

    /// Returns the entries of two Dictionaries with the same keys in the same order.
    fn same_keys<'b, L: JsonLayout>(&self, values: [&'b [u8]; 2]) -> Option<[Entries<'b, L>; 2]> {
        let [olds, news] = values.map(|value| Entries::<L>::of(value, self.options));
        let (olds, news) = (olds?, news?);
        (olds.encoded_keys == news.encoded_keys).then_some([olds, news])
    }

    /// Returns the elements of two Arrays between the equal elements at both ends, and the index of
    /// the first one.
    fn changed_elements<'b, L: Layout>(
        &self,
        values: [&'b [u8]; 2],
    ) -> Option<(usize, [Elements<'b>; 2])> {
        let [old, new] = values.map(|value| element_bounds::<L>(value, self.options));
        let bounds = [old?, new?];
        let suffix = common_suffix(values);
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
        let prefix = first + common_prefix([&values[0][first..], &values[1][first..]]);
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
struct Entries<'b, L: Layout> {
    keys: Dictionary<L::Variant>,
    encoded_keys: Vec<&'b [u8]>,
    values: Vec<&'b [u8]>,
}

impl<'b, L: JsonLayout> Entries<'b, L> {
    /// Returns the entries of a Dictionary without declared types.
    fn of(value: &'b [u8], options: DecodeOptions) -> Option<Self> {
        let mut entries = Self {
            keys: Dictionary::new(),
            encoded_keys: Vec::new(),
            values: Vec::new(),
        };
        let mut reader = plain_reader::<L>(value, options, Kind::Dictionary)?;
        reader
            .dictionary(|Encoded(key), Encoded(value)| {
                entries.encoded_keys.push(key);
                entries.values.push(value);
            })
            .ok()?;
        for key in &entries.encoded_keys {
            let key = generic::from_slice::<L, L::Variant>(key, options).ok()?;
            entries.keys.insert(key, L::Variant::default());
        }
        (entries.keys.len() == entries.values.len()).then_some(entries)
    }
}

/// The bytes of a value.
struct Encoded<'b>(&'b [u8]);

impl<'b, L: Layout> Decode<'b, L> for Encoded<'b> {
    fn decode(reader: &mut Reader<'b, L>) -> Result<Self, DecodeError> {
        let rest = reader.rest();
        reader.skip()?;
        Ok(Self(&rest[..rest.len() - reader.rest().len()]))
    }
}

/// Returns the offsets of the elements of an Array without a declared type, and of its end.
fn element_bounds<L: Layout>(value: &[u8], options: DecodeOptions) -> Option<Vec<usize>> {
    let mut bounds = Vec::new();
    let mut reader = plain_reader::<L>(value, options, Kind::Array)?;
    let elements = reader.array(|reader, _| {
        bounds.push(reader.position());
        reader.skip()
    });
    elements.ok()?;
    bounds.push(value.len());
    Some(bounds)
}

/// Returns a reader of a value, or `None` if the value is of another kind or has declared types.
fn plain_reader<L: Layout>(
    value: &[u8],
    options: DecodeOptions,
    kind: Kind,
) -> Option<Reader<'_, L>> {
    let reader = Reader::<L>::new(value, options);
    let header = reader.peek()?;
    (header.is::<L>(kind) && header.flags() == 0).then_some(reader)
}

/// The number of bytes that are compared at a time.
const BLOCK: usize = 64;

/// Returns the number of equal bytes at the start.
fn common_prefix([old, new]: [&[u8]; 2]) -> usize {
    let blocks = zip(old.chunks_exact(BLOCK), new.chunks_exact(BLOCK));
    let equal = BLOCK * blocks.take_while(|(old, new)| old == new).count();
    let bytes = zip(&old[equal..], &new[equal..]);
    equal + bytes.take_while(|(old, new)| old == new).count()
}

/// Returns the number of equal bytes at the end.
fn common_suffix([old, new]: [&[u8]; 2]) -> usize {
    let blocks = zip(old.rchunks_exact(BLOCK), new.rchunks_exact(BLOCK));
    let equal = BLOCK * blocks.take_while(|(old, new)| old == new).count();
    let bytes = zip(
        old[..old.len() - equal].iter().rev(),
        new[..new.len() - equal].iter().rev(),
    );
    equal + bytes.take_while(|(old, new)| old == new).count()
}

#[cfg(test)]
mod tests;
