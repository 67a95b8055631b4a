//! The picture of a body's bytes: cells as wide as their bytes, in lines like those of a hex dump.

use super::Edition;
use super::table::Laid;
use crate::model::{Length, Offset, Table};
use serde::Serialize;

/// Bytes of a line.
pub(super) const LINE: u32 = 16;

/// How wide text of any length is drawn, in bytes: so that its padding stands beside it.
const TEXT: u32 = 4;

/// How wide other parts of any length are drawn, in bytes.
const PART: u32 = 8;

/// A picture of bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ruler {
    /// What it shows, for those who do not see it.
    pub title: String,
    /// The lines, each of at most 16 bytes.
    pub lines: Vec<Vec<Cell>>,
}

/// A field in the picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// Where it starts, as the tables write it; empty where that depends on what came before.
    pub offset: String,
    /// Bytes, or as many as it is drawn wide.
    pub width: u32,
    /// What it is.
    pub label: String,
    /// Which kind of bytes.
    pub kind: CellKind,
}

/// Which kind of bytes a cell stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CellKind {
    /// The header of the value.
    Header,
    /// A field of fixed length.
    Field,
    /// A field as long as another says, or further elements.
    Counted,
    /// Zero bytes up to the alignment.
    Padding,
}

impl Edition<'_> {
    /// The header alone.
    pub(super) fn header_ruler(&self, type_name: &str) -> Ruler {
        self.ruled(type_name, vec![self.header_cell()])
    }

    /// The picture of a table; one that describes the start of a body has the header in front.
    pub(super) fn ruler(&self, type_name: &str, table: &Table) -> Ruler {
        let is_start = table
            .rows
            .first()
            .is_some_and(|row| row.offset == Offset::At(self.constant("HEADER_LENGTH")));
        let rows = self.rows(table);
        let header = is_start.then(|| self.header_cell());
        let fields = rows.iter().flat_map(|laid| self.cells(laid));
        let stride = rows.iter().rev().find_map(|laid| match laid.offset {
            Offset::Element { stride, .. } if stride > 1 => Some(stride),
            _ => None,
        });
        self.ruled(
            type_name,
            header
                .into_iter()
                .chain(fields)
                .chain(stride.map(|stride| self.further_elements(stride)))
                .collect(),
        )
    }

    /// A field with its padding.
    fn cells(&self, laid: &Laid<'_>) -> Vec<Cell> {
        let (offset, label) = (offset_label(laid.offset), laid.row.name.clone());
        match (laid.offset, laid.length) {
            (Offset::Element { stride: 1, .. }, _) => {
                let label = format!("{label} * length");
                vec![
                    Cell {
                        offset,
                        width: TEXT,
                        label,
                        kind: CellKind::Counted,
                    },
                    self.padding_cell(),
                ]
            }
            (_, Length::Fixed(width)) => vec![Cell {
                offset,
                width,
                label,
                kind: CellKind::Field,
            }],
            (_, Length::Counted) if self.schema.wire(&laid.row.wire).published == "Bytes" => {
                vec![
                    Cell {
                        offset,
                        width: TEXT,
                        label,
                        kind: CellKind::Counted,
                    },
                    self.padding_cell(),
                ]
            }
            // A whole value sees to its own padding.
            (_, Length::Counted) => vec![Cell {
                offset,
                width: PART,
                label,
                kind: CellKind::Counted,
            }],
        }
    }

    /// What stands behind the first element of an array.
    fn further_elements(&self, stride: u32) -> Cell {
        let label = format!(
            "{} {stride} {}",
            self.locale.word("each"),
            self.locale.word("bytes")
        );
        Cell {
            offset: "…".into(),
            width: PART,
            label,
            kind: CellKind::Counted,
        }
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
        let width = self.constant("HEADER_LENGTH");
        Cell {
            offset: "0".into(),
            width,
            label: self.locale.word("header").into(),
            kind: CellKind::Header,
        }
    }

    fn padding_cell(&self) -> Cell {
        let width = self.constant("ALIGNMENT");
        let label = format!("{} 0–{}", self.locale.word("padding"), width - 1);
        Cell {
            offset: String::new(),
            width,
            label,
            kind: CellKind::Padding,
        }
    }
}

/// Where a field starts, in little room: the first element stands for all.
fn offset_label(offset: Offset) -> String {
    match offset {
        Offset::Element { first, .. } => first.to_string(),
        Offset::After => String::new(),
        other => other.to_string(),
    }
}

/// Breaks cells into lines.
fn lines(cells: Vec<Cell>) -> Vec<Vec<Cell>> {
    let mut lines: Vec<Vec<Cell>> = Vec::new();
    for cell in cells {
        match lines.last_mut() {
            Some(line) if line.iter().map(|cell| cell.width).sum::<u32>() + cell.width <= LINE => {
                line.push(cell);
            }
            _ => lines.push(vec![cell]),
        }
    }
    lines
}

impl Ruler {
    /// The picture in letters.
    pub(super) fn to_text(&self) -> String {
        let mut text = Vec::new();
        for line in &self.lines {
            let widths: Vec<usize> = line.iter().map(Cell::letters).collect();
            let border = |[left, between, right]: [&str; 3]| {
                let rules: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
                format!("{left}{}{right}", rules.join(between))
            };
            let cells = |of: fn(&Cell) -> &str, left: &str, between: &str| {
                let cell = |(cell, width): (&Cell, &usize)| {
                    format!("{left}{:width$}", of(cell), width = width - left.len())
                };
                line.iter()
                    .zip(&widths)
                    .map(cell)
                    .collect::<Vec<_>>()
                    .join(between)
            };
            text.push(cells(|cell| &cell.offset, "", " ").trim_end().to_owned());
            text.push(border(["┌", "┬", "┐"]));
            text.push(format!("│{}│", cells(|cell| &cell.label, " ", "│")));
            text.push(border(["└", "┴", "┘"]));
        }
        text.join("\n")
    }
}

impl Cell {
    /// Letters between its borders: as wide as its bytes, but wide enough for its label.
    fn letters(&self) -> usize {
        let width = usize::try_from(self.width * 4).map_or(0, |letters| letters.saturating_sub(1));
        width
            .max(self.label.chars().count() + 2)
            .max(self.offset.chars().count() + 1)
    }
}
