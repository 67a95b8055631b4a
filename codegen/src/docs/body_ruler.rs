//! Builds the byte rulers of bodies from the tables of the schema.

use super::edition::Edition;
use super::page::joined;
use super::ruler::{Cell, CellKind, Ruler, lines};
use crate::model::{Length, Offset, PlacedRow, Table};

/// The width of a string's cell, in bytes; the cell of its padding fits into the same line.
const STRING_WIDTH: u32 = 4;

/// The width of a nested value or of further elements, in bytes.
const VALUE_WIDTH: u32 = 8;

impl Edition<'_> {
    /// Returns the ruler of a table, with the header first if the table starts a body.
    pub(super) fn ruler(&self, type_name: &str, table: &Table) -> Ruler {
        let rows = self.rows(table);
        let mut cells = Vec::new();
        if self.starts_body(&rows) {
            cells.push(self.header_cell());
        }
        let mut stride = None;
        for placed in &rows {
            if let Offset::Element { stride: own, .. } = placed.offset {
                stride = Some(own);
            }
            cells.push(field_cell(placed));
            cells.extend(placed.row.is_string().then(|| self.padding_cell()));
        }
        // Bytes need no cell for further elements, because one cell represents all bytes.
        if let Some(stride) = stride.filter(|stride| *stride > 1) {
            let [each, bytes] = ["each", "bytes"].map(|word| self.locale.word(word));
            let label = format!("{each} {stride} {bytes}");
            cells.push(Cell::new("…", VALUE_WIDTH, label, CellKind::Counted));
        }
        let is_padded = stride.is_some_and(|stride| stride % self.alignment() != 0);
        cells.extend(is_padded.then(|| self.padding_cell()));
        // A table that continues the preceding one has no fixed offset.
        if let Some(first) = cells.first_mut()
            && first.offset.is_empty()
        {
            first.offset = Offset::After.to_string();
        }
        self.ruled(type_name, cells)
    }

    /// Returns whether a table directly follows the header; a table without rows does.
    pub(super) fn starts_body(&self, rows: &[PlacedRow<'_>]) -> bool {
        let start = Offset::At(self.schema.constant("HEADER_LENGTH"));
        rows.first().is_none_or(|row| row.offset == start)
    }

    fn ruled(&self, type_name: &str, cells: Vec<Cell>) -> Ruler {
        let names = cells.iter();
        let names = names.map(|cell| format!("{} {}", cell.offset, cell.label).trim().to_owned());
        let (names, word) = (joined(names, ", "), self.locale.word("Bytes of"));
        Ruler {
            title: format!("{word} {type_name} ({names})"),
            lines: lines(cells),
        }
    }

    fn header_cell(&self) -> Cell {
        let width = self.schema.constant("HEADER_LENGTH");
        Cell::new("0", width, self.locale.word("header"), CellKind::Header)
    }

    fn alignment(&self) -> u32 {
        self.schema.constant("ALIGNMENT")
    }

    fn padding_cell(&self) -> Cell {
        let (word, width) = (self.locale.word("padding"), self.alignment());
        Cell::new(
            "",
            width,
            format!("{word} 0–{}", width - 1),
            CellKind::Padding,
        )
    }
}

/// Returns the cell of a field; the offset of an element is that of the first one.
fn field_cell(placed: &PlacedRow<'_>) -> Cell {
    let name = &placed.row.name;
    let offset = match placed.offset {
        Offset::Element { first, .. } => first.to_string(),
        Offset::After => String::new(),
        other => other.to_string(),
    };
    if let Offset::Element { stride: 1, .. } = placed.offset {
        let label = format!("{name} * length");
        return Cell::new(offset, STRING_WIDTH, label, CellKind::Counted);
    }
    let (width, kind) = match placed.length {
        Length::Fixed(width) => (width, CellKind::Field),
        // A nested value includes its padding.
        Length::Counted if !placed.row.is_string() => (VALUE_WIDTH, CellKind::Counted),
        Length::Counted => (STRING_WIDTH, CellKind::Counted),
    };
    Cell::new(offset, width, name, kind)
}
