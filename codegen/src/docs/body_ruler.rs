//! The rulers of bodies, built from the tables of the schema.

use super::edition::Edition;
use super::ruler::{Cell, CellKind, Ruler, lines};
use crate::model::{Length, Offset, Pad, PlacedRow, Table};

/// The width of a string of variable length, in bytes: leaves its padding in the same line.
const STRING_WIDTH: u32 = 4;

/// The width of a nested value or of further elements, in bytes.
const VALUE_WIDTH: u32 = 8;

impl Edition<'_> {
    /// Returns the ruler of a type that is only a header.
    pub(super) fn header_ruler(&self, type_name: &str) -> Ruler {
        self.ruled(type_name, vec![self.header_cell()])
    }

    /// Returns the ruler of a table, with the header first if the table starts a body.
    pub(super) fn ruler(&self, type_name: &str, table: &Table) -> Ruler {
        let rows = self.rows(table);
        let is_start = self.starts_body(&rows);
        let header = is_start.then(|| self.header_cell());
        let is_element = |placed: &PlacedRow<'_>| matches!(placed.offset, Offset::Element { .. });
        let first = rows.iter().position(is_element).unwrap_or(rows.len());
        let (before, elements) = rows.split_at(first);
        let gap = elements
            .first()
            .and_then(|first| self.gap_cell(table, first));
        let cells = |rows: &[PlacedRow<'_>]| -> Vec<Cell> {
            rows.iter().flat_map(|placed| self.cells(placed)).collect()
        };
        let fields = cells(before).into_iter().chain(gap).chain(cells(elements));
        let stride = rows.iter().rev().find_map(|placed| match placed.offset {
            Offset::Element { stride, .. } => Some(stride),
            _ => None,
        });
        // Bytes need no cell for further elements: their cell is of variable length.
        let further = stride.filter(|stride| *stride > 1);
        let further = further.map(|stride| self.further_elements(stride));
        let needs_padding = |pad: &Pad| stride.is_some_and(|stride| stride % pad.to != 0);
        let padding = table.pad.filter(needs_padding);
        let padding = padding.map(|pad| self.padding_cell(pad));
        let cells = header.into_iter().chain(fields).chain(further);
        let mut cells: Vec<Cell> = cells.chain(padding).collect();
        // A table that continues the one before it has no number to start at.
        if let Some(first) = cells.first_mut()
            && first.offset.is_empty()
        {
            first.offset = Offset::After.to_string();
        }
        self.ruled(type_name, cells)
    }

    /// Returns the cells of a field and of its padding.
    fn cells(&self, placed: &PlacedRow<'_>) -> Vec<Cell> {
        let (offset, label) = (offset_label(placed.offset), placed.row.name.clone());
        let (width, kind) = match (placed.offset, placed.length) {
            (Offset::Element { stride: 1, .. }, _) => {
                return vec![Cell {
                    offset,
                    width: STRING_WIDTH,
                    label: format!("{label} * length"),
                    kind: CellKind::Counted,
                }];
            }
            (_, Length::Fixed(width)) => (width, CellKind::Field),
            // A nested value includes its padding.
            (_, Length::Counted) if placed.row.pad.is_none() => (VALUE_WIDTH, CellKind::Counted),
            (_, Length::Counted) => (STRING_WIDTH, CellKind::Counted),
        };
        let field = Cell {
            offset,
            width,
            label,
            kind,
        };
        let padding = placed.row.pad.map(|pad| self.padding_cell(pad));
        [field].into_iter().chain(padding).collect()
    }

    /// Returns the cell after the first element of an array.
    fn further_elements(&self, stride: u32) -> Cell {
        let label = format!(
            "{} {stride} {}",
            self.locale.word("each"),
            self.locale.word("bytes")
        );
        Cell {
            offset: "…".into(),
            width: VALUE_WIDTH,
            label,
            kind: CellKind::Counted,
        }
    }

    /// Returns whether rows follow the header.
    pub(super) fn starts_body(&self, rows: &[PlacedRow<'_>]) -> bool {
        let start = Offset::At(self.schema.constant("HEADER_LENGTH"));
        rows.first().is_some_and(|row| row.offset == start)
    }

    fn ruled(&self, type_name: &str, cells: Vec<Cell>) -> Ruler {
        let names: Vec<String> = cells
            .iter()
            .map(|cell| format!("{} {}", cell.offset, cell.label).trim().to_owned())
            .collect();
        let title = format!(
            "{} {type_name} ({})",
            self.locale.word("Bytes of"),
            names.join(", ")
        );
        Ruler {
            title,
            lines: lines(cells),
        }
    }

    fn header_cell(&self) -> Cell {
        let width = self.schema.constant("HEADER_LENGTH");
        Cell {
            offset: "0".into(),
            width,
            label: self.locale.word("header").into(),
            kind: CellKind::Header,
        }
    }

    /// Returns the cell of the unused bytes between a count and the first element.
    fn gap_cell(&self, table: &Table, first: &PlacedRow<'_>) -> Option<Cell> {
        let width = self.gap(table);
        let Offset::Element { first, .. } = first.offset else {
            return None;
        };
        (width > 0).then(|| Cell {
            offset: (first - width).to_string(),
            width,
            label: self.locale.word("padding").to_owned(),
            kind: CellKind::Padding,
        })
    }

    fn padding_cell(&self, pad: Pad) -> Cell {
        let label = format!("{} 0–{}", self.locale.word("padding"), pad.to - 1);
        Cell {
            offset: String::new(),
            width: pad.to,
            label,
            kind: CellKind::Padding,
        }
    }
}

/// Returns a short form of an offset; for elements it is that of the first one.
fn offset_label(offset: Offset) -> String {
    match offset {
        Offset::Element { first, .. } => first.to_string(),
        Offset::After => String::new(),
        other => other.to_string(),
    }
}
