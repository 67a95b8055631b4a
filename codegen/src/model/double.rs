//! Double precision: the published rule, and the offsets that follow from it.

use super::schema::{DoubleBuilds, Schema};
use super::tables::{Length, Offset, Row, Table};

/// The published rule of double precision: real numbers become longer and move.
#[derive(Debug, Clone, Copy)]
pub struct Double {
    /// The length of a real number, in bytes.
    pub length: u32,
    /// The offset of a body, in bytes.
    pub from: u32,
    /// The factor of the published offset `(offset - from) * factor + from`.
    ///
    /// The rule applies if all components are real numbers.
    pub factor: u32,
}

impl Schema {
    /// Returns the published rule of double precision, which follows from the lengths of a real
    /// number.
    ///
    /// # Panics
    ///
    /// If no constant is the length of a header; a checked schema has it.
    #[must_use]
    pub fn double(&self) -> Double {
        let mut lengths = self.wires.iter().filter_map(|wire| match wire.length {
            Length::Fixed(single) => Some((single, wire.double?)),
            Length::Counted => None,
        });
        let (single, length) = lengths.next_back().unwrap_or((1, 1));
        let (from, factor) = (self.constant("HEADER_LENGTH"), length / single);
        Double {
            length,
            from,
            factor,
        }
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

/// A row with its offset and length in one precision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlacedRow<'s> {
    /// The row, with the offset and the length in single precision.
    pub row: &'s Row,
    /// The offset in this precision.
    pub offset: Offset,
    /// The length in this precision.
    pub length: Length,
}

impl Table {
    /// Returns the rows in single or double precision, in a layout with these builds.
    ///
    /// In double precision, rows are consecutive. If `builds` is [`DoubleBuilds::Plain`] and all
    /// components are real numbers, the components are at the offsets of the published rule
    /// instead.
    ///
    /// # Panics
    ///
    /// If a row's wire type is not in the schema; in a checked schema every name resolves.
    #[must_use]
    pub fn placed<'s>(
        &'s self,
        schema: &Schema,
        builds: DoubleBuilds,
        is_double: bool,
    ) -> Vec<PlacedRow<'s>> {
        if !is_double {
            let placed = |row: &'s Row| PlacedRow {
                row,
                offset: row.offset,
                length: row.length,
            };
            return self.rows.iter().map(placed).collect();
        }
        let start = self.rows.first().map_or(Offset::After, |row| row.offset);
        let (mut rows, _) = self.in_sequence(schema, start, self.has_elements(), true);
        let is_moved = builds == DoubleBuilds::Plain
            && self.components().all(|component| schema.is_real(component));
        for placed in rows.iter_mut().filter(|_| is_moved) {
            if schema.is_real(placed.row) {
                placed.offset = schema.double().moved(placed.row.offset);
            }
        }
        rows
    }

    /// Returns the number of bytes between a packed array's count and elements in double precision.
    ///
    /// # Panics
    ///
    /// If a row's wire type is not in the schema; in a checked schema every name resolves.
    #[must_use]
    pub fn gap(&self, schema: &Schema, builds: DoubleBuilds) -> u32 {
        let first = |builds| {
            let rows = self.placed(schema, builds, true).into_iter();
            let mut starts = rows.filter_map(|placed| match placed.offset {
                Offset::Element { first, .. } => Some(first),
                _ => None,
            });
            starts.next().unwrap_or_default()
        };
        first(builds).saturating_sub(first(DoubleBuilds::Flag))
    }

    /// Places the rows one after the other, starting at `next`; returns them and the end offset.
    pub(crate) fn in_sequence(
        &self,
        schema: &Schema,
        mut next: Offset,
        is_packed_array: bool,
        is_double: bool,
    ) -> (Vec<PlacedRow<'_>>, Offset) {
        let length = |row: &Row| schema.wire(&row.wire).length_in(is_double);
        let bytes = |row: &Row| schema.length_of(row, is_double);
        // The first row of a packed array is its count.
        let stride = self.rows.iter().skip(1).map(bytes).sum();
        let mut rows = Vec::new();
        for row in &self.rows {
            let (offset, length) = (next, length(row));
            let end = |start: u32| start.saturating_add(bytes(row));
            next = match offset {
                _ if length == Length::Counted => Offset::After,
                Offset::At(start) | Offset::Element { first: start, .. } if is_packed_array => {
                    let first = end(start);
                    Offset::Element { first, stride }
                }
                Offset::At(start) => Offset::At(end(start)),
                Offset::Part(start) => Offset::Part(end(start)),
                other => other,
            };
            rows.push(PlacedRow {
                row,
                offset,
                length,
            });
        }
        (rows, next)
    }
}
