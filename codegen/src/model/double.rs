//! Double precision: the published rule, and the offsets that follow from it.

use super::schema::{DoubleBuilds, Schema};
use super::tables::{Length, Offset, Row, Table};
use crate::parse::record;

record! {
    /// The rule of double precision: rows of the wire type `real` grow, and the offsets follow.
    pub struct Double(context) {
        /// The bytes of such a row.
        length: u32,
        /// The offset of a body.
        from: u32,
        /// `(offset - from) * factor + from` is the published offset of components that are all such
        /// rows.
        factor: u32,
        /// The id of the erratum about the published rule.
        erratum: String,
    }
}

impl Double {
    /// Returns the published offset of a component in double precision.
    fn moved(&self, offset: Offset) -> Offset {
        let moved = |bytes: u32| {
            let bytes = bytes.saturating_sub(self.from);
            bytes.saturating_mul(self.factor).saturating_add(self.from)
        };
        match offset {
            Offset::At(bytes) => Offset::At(moved(bytes)),
            Offset::Element { first, stride } => Offset::Element {
                first: moved(first),
                stride: stride.saturating_mul(self.factor),
            },
            other => other,
        }
    }
}

/// A row with its place in one precision.
#[derive(Debug, Clone, Copy)]
pub struct PlacedRow<'s> {
    /// The row.
    pub row: &'s Row,
    /// Its offset in this precision.
    pub offset: Offset,
    /// Its length in this precision.
    pub length: Length,
}

impl Table {
    /// Returns the rows as they are in single or double precision in a layout with these builds.
    ///
    /// # Panics
    ///
    /// If a row's wire type is not in the schema; in a checked schema every name resolves.
    #[must_use]
    pub fn placed(
        &self,
        schema: &Schema,
        builds: DoubleBuilds,
        is_double: bool,
    ) -> Vec<PlacedRow<'_>> {
        let rows = self.rows.iter().zip(self.in_double(schema, builds));
        rows.map(|(row, (offset, length))| PlacedRow {
            row,
            offset: if is_double { offset } else { row.offset },
            length: if is_double { length } else { row.length },
        })
        .collect()
    }

    /// Returns the offset and the length of each row in a double-precision layout with these
    /// builds: that of the published rule, or directly after the row before it.
    ///
    /// # Panics
    ///
    /// If a row's wire type is not in the schema; in a checked schema every name resolves.
    #[must_use]
    pub fn in_double(&self, schema: &Schema, builds: DoubleBuilds) -> Vec<(Offset, Length)> {
        let is_pool = !self.repeat.is_empty() && self.components().next().is_some();
        let start = self.rows.first().map_or(Offset::After, |row| row.offset);
        let (mut rows, _) = self.in_sequence(schema, start, is_pool, true);
        let is_moved = builds == DoubleBuilds::Plain
            && self.components().all(|component| schema.is_real(component));
        if is_moved {
            for (row, (offset, _)) in self.rows.iter().zip(&mut rows) {
                if schema.is_real(row) {
                    *offset = schema.double.moved(row.offset);
                }
            }
        }
        rows
    }

    /// Returns the number of unused bytes between the count of a pool array and its elements in
    /// double precision.
    ///
    /// # Panics
    ///
    /// If a row's wire type is not in the schema; in a checked schema every name resolves.
    #[must_use]
    pub fn gap(&self, schema: &Schema, builds: DoubleBuilds) -> u32 {
        let first = |builds| {
            let rows = self.in_double(schema, builds).into_iter();
            let mut starts = rows.filter_map(|(offset, _)| match offset {
                Offset::Element { first, .. } => Some(first),
                _ => None,
            });
            starts.next().unwrap_or_default()
        };
        first(builds).saturating_sub(first(DoubleBuilds::Flag))
    }

    /// Returns the offset and the length of each row in a precision, and the offset after the last
    /// one, if the first row is at an offset and each of the others follows the one before it.
    pub(crate) fn in_sequence(
        &self,
        schema: &Schema,
        mut next: Offset,
        is_pool: bool,
        is_double: bool,
    ) -> (Vec<(Offset, Length)>, Offset) {
        let lengths = self.rows.iter();
        let lengths = lengths.map(|row| schema.wire(&row.wire).length_in(is_double));
        let bytes = |length| match length {
            Length::Fixed(bytes) => bytes,
            Length::Counted => 0,
        };
        // The first row of a pool array is its count.
        let stride = lengths.clone().skip(1).map(bytes).sum();
        let place = |length| {
            let offset = next;
            let end = |start: u32| start.saturating_add(bytes(length));
            next = match offset {
                _ if length == Length::Counted => Offset::After,
                Offset::At(start) | Offset::Element { first: start, .. } if is_pool => {
                    let first = end(start);
                    Offset::Element { first, stride }
                }
                Offset::At(start) => Offset::At(end(start)),
                Offset::Part(start) => Offset::Part(end(start)),
                other => other,
            };
            (offset, length)
        };
        (lengths.map(place).collect(), next)
    }
}
