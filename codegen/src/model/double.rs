//! Double precision: the rule of the published pages, and the tables of double-precision builds.

use super::schema::Schema;
use super::tables::{Length, Offset, Row, Table};

/// The published rule of double precision: real numbers become longer and move. No build follows
/// the rule; see [`Schema::double_erratum`].
#[derive(Debug, Clone, Copy)]
pub struct Double {
    /// The length of a real number, in bytes.
    pub length: u32,
    /// The offset of a body, in bytes.
    pub from: u32,
    /// The factor of the published offset `(offset - from) * factor + from`.
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
    /// Returns the published offset in double precision of a real number.
    #[must_use]
    pub fn moved(&self, offset: Offset) -> Offset {
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
    /// Returns the rows in single or double precision; rows are consecutive.
    ///
    /// # Panics
    ///
    /// If a row's wire type is not in the schema; in a checked schema every name resolves.
    #[must_use]
    pub fn placed(&self, schema: &Schema, is_double: bool) -> Vec<PlacedRow<'_>> {
        let start = self.rows.first().map_or(Offset::After, |row| row.offset);
        let (rows, _) = self.in_sequence(schema, start, self.has_elements(), is_double);
        rows
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
            next = match (offset, length) {
                (
                    Offset::At(start) | Offset::Element { first: start, .. },
                    Length::Fixed(length),
                ) if is_packed_array => Offset::Element {
                    first: start.saturating_add(length),
                    stride,
                },
                _ => offset.after(length),
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
