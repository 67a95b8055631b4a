//! The offset tables of a type.

use super::edition::Edition;
use super::page::{Block, Shows, Text, cell, code, hex, link, plain};
use crate::model::{BitField, DoubleBuilds, Is, PlacedRow, Table, Type, Wire};

impl Edition<'_> {
    /// Returns the name of a wire type; for `real`, that of the float type in this precision.
    pub(super) fn wire_name(&self, wire: &Wire) -> String {
        if wire.double.is_none() {
            return wire.name.clone();
        }
        let length = wire.length_in(self.is_double);
        let is_same = |other: &&Wire| {
            other.double.is_none() && other.published == wire.published && other.length == length
        };
        let mut wires = self.schema.wires.iter();
        wires.find(is_same).unwrap_or(wire).name.clone()
    }

    /// Returns the type column of a wire type: the word of the published pages and the exact name.
    pub(super) fn wire_text(&self, wire: &Wire) -> Text {
        let word = self.locale.text(&wire.published);
        vec![plain(format!("{word}, ")), code(self.wire_name(wire))]
    }

    /// Returns an offset table.
    pub(super) fn offsets(&self, table: &Table) -> Block {
        self.offset_table(self.offset_rows(table))
    }

    /// Returns an offset table, with the header as the first row if the table starts a body.
    pub(super) fn offsets_with_header(&self, number: u32, ty: &Type, table: &Table) -> Block {
        let mut rows = self.offset_rows(table);
        if self.starts_body(&self.rows(table)) {
            rows.insert(0, self.header_row(self.header(number, ty, table)));
        }
        self.offset_table(rows)
    }

    /// Returns the offset table of a type that is only a header.
    pub(super) fn header_table(&self, number: u32) -> Block {
        self.offset_table(vec![self.header_row(self.header_bytes(number, number))])
    }

    /// Returns the row of the header.
    fn header_row(&self, description: Text) -> Vec<Text> {
        let length = self.schema.constant("HEADER_LENGTH");
        vec![
            cell("0"),
            cell(length.to_string()),
            self.wire_text(self.schema.wire("u32")),
            cell(self.locale.word("header")),
            description,
        ]
    }

    /// Returns what the header of a table holds: its bytes, unless a flag depends on the value.
    fn header(&self, number: u32, ty: &Type, table: &Table) -> Text {
        let Some(flags) = flags(ty, table) else {
            let text = format!("{} {number}, ", self.locale.word("Type number"));
            let flags = link(self.locale.word("with flags"), "#header");
            return vec![plain(text), flags, plain(".")];
        };
        let marked = if self.marks_reals(table) {
            self.schema.constant("FLAG_WIDE")
        } else {
            0
        };
        self.header_bytes(number, number | flags | marked)
    }

    /// Returns whether the header of a table marks its real numbers as 64-bit.
    fn marks_reals(&self, table: &Table) -> bool {
        self.is_double
            && self.layout.double == DoubleBuilds::Flag
            && table.rows.iter().any(|row| self.schema.is_real(row))
    }

    /// Returns the number of a type and the bytes of a header.
    fn header_bytes(&self, number: u32, header: u32) -> Text {
        let word = self.locale.word("Type number");
        let bytes = code(hex(&header.to_le_bytes()));
        vec![plain(format!("{word} {number} (")), bytes, plain(").")]
    }

    /// Returns the rows of an offset table.
    fn offset_rows(&self, table: &Table) -> Vec<Vec<Text>> {
        let row = |placed: &PlacedRow<'_>| {
            vec![
                cell(placed.offset.to_string()),
                cell(placed.length.to_string()),
                self.wire_text(self.schema.wire(&placed.row.wire)),
                vec![code(&placed.row.name)],
                cell(self.locale.text(&placed.row.description)),
            ]
        };
        self.rows(table).iter().map(row).collect()
    }

    fn offset_table(&self, rows: Vec<Vec<Text>>) -> Block {
        let titles = ["Offset", "Len", "Type", "Field", "Description"];
        self.table(Shows::Offsets, titles, rows)
    }
}

/// Returns the flags in the header of a table; `None` if the table does not determine all of them.
fn flags(ty: &Type, table: &Table) -> Option<u32> {
    let flag = |flag: &BitField| {
        let mut conditions = table.when.iter();
        conditions.find_map(|condition| match condition.is {
            Is::Number(value) if condition.field == flag.name => Some(flag.place(value)),
            _ => None,
        })
    };
    let flags: Option<Vec<u32>> = ty.flags.iter().map(flag).collect();
    Some(flags?.into_iter().fold(0, |flags, flag| flags | flag))
}
