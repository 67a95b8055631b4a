//! The offset tables of a type.

use super::edition::Edition;
use super::page::{Block, Shows, Text, code, plain};
use super::rows::PlacedRow;
use crate::model::{Table, Wire};

impl Edition<'_> {
    /// Returns the name of a wire type; for `real`, that of the float type in this precision.
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

    /// Returns the type column of a wire type: the word of the published pages and the exact name.
    pub(super) fn wire_text(&self, wire: &Wire) -> Text {
        let word = self.locale.text("wires", &wire.published);
        vec![plain(format!("{word}, ")), code(self.wire_name(wire))]
    }

    /// Returns an offset table.
    pub(super) fn offsets(&self, table: &Table) -> Block {
        let row = |placed: &PlacedRow<'_>| {
            vec![
                vec![plain(placed.offset.to_string())],
                vec![plain(placed.length.to_string())],
                self.wire_text(self.schema.wire(&placed.row.wire)),
                vec![code(&placed.row.name)],
                vec![plain(self.locale.description(&placed.row.description))],
            ]
        };
        let titles = ["Offset", "Len", "Type", "Field", "Description"];
        self.table(
            Shows::Offsets,
            titles,
            self.rows(table).iter().map(row).collect(),
        )
    }
}
