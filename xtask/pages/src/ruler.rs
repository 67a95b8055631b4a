//! Byte rulers: pictures of the fields of a value, in lines of 16 bytes like those of a hex dump.

use crate::book::Edition;
use gdvariant_codegen::model::{Length, Offset, PlacedRow, Table};

/// The number of bytes in a line.
const LINE: u32 = 16;

/// The width of a string's cell, in bytes; the cell of its padding fits into the same line.
const STRING_WIDTH: u32 = 4;

/// The width of a nested value or of further elements, in bytes.
const VALUE_WIDTH: u32 = 8;

/// A field in a ruler.
struct Cell {
    /// The offset, as in the tables; empty after a field of variable length.
    offset: String,
    /// The width in bytes: the length of the field, or a default if the length varies.
    width: u32,
    /// The name of the field, or a word such as `padding`.
    label: String,
}

impl Edition<'_> {
    /// Draws the ruler of a table, with the header first if the table starts a body.
    pub(crate) fn ruler(&self, table: &Table) -> String {
        let rows = self.rows(table);
        let mut cells = Vec::new();
        if self.starts_body(&rows) {
            cells.push(Cell {
                offset: "0".to_owned(),
                width: self.schema.constant("HEADER_LENGTH"),
                label: self.locale.word("header").to_owned(),
            });
        }
        let alignment = self.schema.constant("ALIGNMENT");
        let padding = || Cell {
            offset: String::new(),
            width: alignment,
            label: format!("{} 0–{}", self.locale.word("padding"), alignment - 1),
        };
        let mut stride = None;
        for placed in &rows {
            if let Offset::Element { stride: own, .. } = placed.offset {
                stride = Some(own);
            }
            cells.push(field_cell(placed));
            cells.extend(placed.row.is_string().then(padding));
        }
        // Bytes need no cell for further elements, because one cell represents all bytes.
        if let Some(stride) = stride.filter(|stride| *stride > 1) {
            let [each, bytes] = ["each", "bytes"].map(|word| self.locale.word(word));
            cells.push(Cell {
                offset: "…".to_owned(),
                width: VALUE_WIDTH,
                label: format!("{each} {stride} {bytes}"),
            });
        }
        let is_padded = stride.is_some_and(|stride| stride % alignment != 0);
        cells.extend(is_padded.then(padding));
        // A table that continues the preceding one has no fixed offset.
        if let Some(first) = cells.first_mut()
            && first.offset.is_empty()
        {
            first.offset = Offset::After.to_string();
        }
        let mut lines: Vec<Vec<Cell>> = Vec::new();
        for cell in cells {
            let width = |line: &Vec<Cell>| line.iter().map(|cell| cell.width).sum::<u32>();
            match lines.last_mut() {
                Some(line) if width(line) + cell.width <= LINE => line.push(cell),
                _ => lines.push(vec![cell]),
            }
        }
        let lines: Vec<_> = lines.iter().map(|line| drawn(line)).collect();
        lines.join("\n")
    }

    /// Returns whether a table directly follows the header; a table without rows does.
    pub(crate) fn starts_body(&self, rows: &[PlacedRow<'_>]) -> bool {
        let start = Offset::At(self.schema.constant("HEADER_LENGTH"));
        rows.first().is_none_or(|row| row.offset == start)
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
    let (width, label) = match (placed.offset, placed.length) {
        (Offset::Element { stride: 1, .. }, _) => (STRING_WIDTH, format!("{name} * length")),
        (_, Length::Fixed(width)) => (width, name.clone()),
        // A nested value includes its padding.
        (_, Length::Counted) if !placed.row.is_string() => (VALUE_WIDTH, name.clone()),
        (_, Length::Counted) => (STRING_WIDTH, name.clone()),
    };
    Cell {
        offset,
        width,
        label,
    }
}

/// Draws a line with box-drawing characters: 4 per byte, or more for a long label.
fn drawn(line: &[Cell]) -> String {
    let (mut offsets, mut rules, mut labels) = (Vec::new(), Vec::new(), Vec::new());
    for Cell {
        offset,
        width,
        label,
    } in line
    {
        let width = (4 * *width as usize)
            .saturating_sub(1)
            .max(label.chars().count() + 2)
            .max(offset.chars().count() + 1);
        offsets.push(format!("{offset:width$}"));
        rules.push("─".repeat(width));
        labels.push(format!(" {label:0$}", width - 1));
    }
    let (offsets, labels) = (offsets.join(" "), labels.join("│"));
    let [top, bottom] = ["┬", "┴"].map(|between| rules.join(between));
    let offsets = offsets.trim_end();
    format!("{offsets}\n┌{top}┐\n│{labels}│\n└{bottom}┘")
}
