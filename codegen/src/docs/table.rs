//! The offset tables of a type.

use super::Edition;
use super::page::{self, Block, Shows, Text, code, plain};
use crate::model::{self, Length, Offset, Row, Wire};

/// A row of an offset table as it is in the edition's precision.
pub(super) struct Laid<'s> {
    pub(super) row: &'s Row,
    pub(super) offset: Offset,
    pub(super) length: Length,
}

impl Edition<'_> {
    /// The rows of a table in this precision.
    pub(super) fn rows<'s>(&self, table: &'s model::Table) -> Vec<Laid<'s>> {
        let laid = |(row, (offset, length)): (&'s Row, _)| {
            if self.is_double {
                Laid {
                    row,
                    offset,
                    length,
                }
            } else {
                Laid {
                    row,
                    offset: row.offset,
                    length: row.length,
                }
            }
        };
        table
            .rows
            .iter()
            .zip(table.in_double(self.schema))
            .map(laid)
            .collect()
    }

    /// The name of a wire type in this precision: one that grows is what it is here.
    pub(super) fn wire_name(&self, wire: &Wire) -> String {
        if wire.double.is_none() {
            return wire.name.clone();
        }
        let length = if self.is_double {
            wire.length_in_double()
        } else {
            wire.length
        };
        let is_same = |other: &&Wire| {
            other.double.is_none() && other.published == wire.published && other.length == length
        };
        self.schema
            .wires
            .iter()
            .find(is_same)
            .unwrap_or(wire)
            .name
            .clone()
    }

    /// What the type column says of a wire type: the word of the published pages, and the exact name.
    pub(super) fn wire_text(&self, wire: &Wire) -> Text {
        let word = self.locale.text("wires", &wire.published);
        vec![plain(format!("{word}, ")), code(self.wire_name(wire))]
    }

    /// An offset table.
    pub(super) fn offsets(&self, table: &model::Table) -> Block {
        let row = |laid: &Laid<'_>| {
            vec![
                vec![plain(laid.offset.to_string())],
                vec![plain(laid.length.to_string())],
                self.wire_text(self.schema.wire(&laid.row.wire)),
                vec![code(&laid.row.name)],
                vec![plain(self.locale.description(&laid.row.description))],
            ]
        };
        let rows = self.rows(table).iter().map(row).collect();
        page::table(
            self.locale,
            Shows::Offsets,
            ["Offset", "Len", "Type", "Field", "Description"],
            rows,
        )
    }
}
