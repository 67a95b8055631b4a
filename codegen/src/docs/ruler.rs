//! Byte rulers: pictures of the fields of a value, in lines of 16 bytes like those of a hex dump.

use super::page::joined;
use serde::Serialize;

/// The number of bytes in a line.
pub(super) const LINE: u32 = 16;

/// A picture of the bytes of a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ruler {
    /// A description for readers who cannot see the picture.
    pub title: String,
    /// The lines, of at most 16 bytes each.
    pub lines: Vec<Vec<Cell>>,
}

/// A field in a ruler.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// The offset, as in the tables; empty after a field of variable length.
    pub offset: String,
    /// The width in bytes: the length of the field, or a default if the length varies.
    pub width: u32,
    /// The name of the field, or a word such as `padding`.
    pub label: String,
    /// The kind of bytes, which selects the color in HTML.
    pub kind: CellKind,
}

/// The kind of bytes in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CellKind {
    /// The header of the value.
    Header,
    /// A field of fixed length.
    Field,
    /// A field of variable length, or further elements.
    Counted,
    /// Padding up to the alignment.
    Padding,
}

impl Ruler {
    /// Draws the ruler with box-drawing characters.
    pub(super) fn to_text(&self) -> String {
        let mut text = Vec::new();
        for line in &self.lines {
            let widths: Vec<usize> = line.iter().map(Cell::inner_width).collect();
            let border = |[left, between, right]: [&str; 3]| {
                let rules = widths.iter().map(|width| "─".repeat(*width));
                format!("{left}{}{right}", joined(rules, between))
            };
            let cells = |of: fn(&Cell) -> &str, left: &str, between| {
                let cells = line.iter().zip(&widths).map(|(cell, width)| {
                    let width = width - left.len();
                    format!("{left}{:width$}", of(cell))
                });
                joined(cells, between)
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
    pub(super) fn new(
        offset: impl Into<String>,
        width: u32,
        label: impl Into<String>,
        kind: CellKind,
    ) -> Self {
        Self {
            offset: offset.into(),
            width,
            label: label.into(),
            kind,
        }
    }

    /// Returns the number of characters between the borders: 4 per byte, or more for a long label.
    fn inner_width(&self) -> usize {
        let width = usize::try_from(self.width * 4).map_or(0, |columns| columns.saturating_sub(1));
        width
            .max(self.label.chars().count() + 2)
            .max(self.offset.chars().count() + 1)
    }
}

/// Distributes cells over lines of at most 16 bytes.
pub(super) fn lines(cells: Vec<Cell>) -> Vec<Vec<Cell>> {
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
