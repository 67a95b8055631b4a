//! The rows of a table in the precision of an edition.

use super::edition::Edition;
use crate::model::{Length, Offset, Row, Table};

/// A row of an offset table, with its place in the edition's precision.
pub(super) struct PlacedRow<'s> {
    pub(super) row: &'s Row,
    pub(super) offset: Offset,
    pub(super) length: Length,
}

impl Edition<'_> {
    /// Returns the rows of a table in this precision.
    pub(super) fn rows<'s>(&self, table: &'s Table) -> Vec<PlacedRow<'s>> {
        let placed = |(row, (offset, length)): (&'s Row, _)| {
            if self.is_double {
                PlacedRow {
                    row,
                    offset,
                    length,
                }
            } else {
                PlacedRow {
                    row,
                    offset: row.offset,
                    length: row.length,
                }
            }
        };
        table
            .rows
            .iter()
            .zip(table.in_double(self.schema, self.layout.double))
            .map(placed)
            .collect()
    }

    /// Returns the number of unused bytes between the count of a pool array and its elements in
    /// this precision.
    pub(super) fn gap(&self, table: &Table) -> u32 {
        if self.is_double {
            table.gap(self.schema, self.layout.double)
        } else {
            0
        }
    }
}
