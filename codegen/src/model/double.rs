//! Double precision: the published rule, and the offsets that follow from it.

use super::schema::{DoubleBuilds, Schema};
use super::tables::{Length, Offset, Row, Table};
use crate::parse::record;

record! {
    /// The rule of double precision: rows of the wire type `real` grow, and the offsets follow.
    #[derive(Debug, Clone)]
    pub struct Double(context) {
        /// The bytes of such a row.
        pub length: u32,
        /// The offset of a body.
        pub from: u32,
        /// `(offset - from) * factor + from` is the published offset of components that are all such
        /// rows.
        pub factor: u32,
        /// The id of the erratum about the published rule.
        pub erratum: String,
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
        let mut rows = self.without_gaps(schema);
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
        let first = |rows: Vec<(Offset, Length)>| {
            rows.into_iter().find_map(|(offset, _)| match offset {
                Offset::Element { first, .. } => Some(first),
                _ => None,
            })
        };
        let placed = first(self.in_double(schema, builds)).unwrap_or_default();
        placed.saturating_sub(first(self.without_gaps(schema)).unwrap_or_default())
    }

    /// Returns the offset and the length of each row in double precision if it follows the row
    /// before it.
    fn without_gaps(&self, schema: &Schema) -> Vec<(Offset, Length)> {
        let length = |row: &Row| schema.wire(&row.wire).length_in_double();
        let element_bytes = |row: &Row| match (row.offset, length(row)) {
            (Offset::Element { .. }, Length::Fixed(bytes)) => bytes,
            _ => 0,
        };
        let stride = self.rows.iter().map(element_bytes).sum();
        let mut end = 0;
        let mut rows = Vec::new();
        for row in &self.rows {
            let start = |own| if rows.is_empty() { own } else { end };
            let (start, offset) = match row.offset {
                Offset::At(own) => (start(own), Offset::At(start(own))),
                Offset::Part(own) => (start(own), Offset::Part(start(own))),
                Offset::Element { first, .. } => (
                    start(first),
                    Offset::Element {
                        first: start(first),
                        stride,
                    },
                ),
                Offset::After => (0, Offset::After),
            };
            end = start;
            if let Length::Fixed(bytes) = length(row) {
                end += bytes;
            }
            rows.push((offset, length(row)));
        }
        rows
    }
}
