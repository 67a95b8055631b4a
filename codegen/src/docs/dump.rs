//! Hex dumps of values, in which every byte belongs to a field.

use super::page::joined;
use super::ruler::{CellKind, LINE};
use serde::Serialize;

/// The number of bytes in a group; two spaces separate groups.
const GROUP: usize = 4;

/// The bytes of a value, in lines of 16 and groups of 4 like the rulers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Dump {
    /// The lines, of at most 16 bytes each.
    pub lines: Vec<Vec<Stretch>>,
}

/// The bytes of a field that are in one line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Stretch {
    /// The spaces before the digits.
    pub gap: String,
    /// The hexadecimal digits.
    pub text: String,
    /// The field and its meaning.
    pub title: String,
    /// The kind of field, which selects the color.
    pub field: CellKind,
}

impl Dump {
    /// Creates a dump from the bytes, the title and the kind of each field.
    pub(super) fn of<'b>(fields: impl Iterator<Item = (&'b [u8], String, CellKind)>) -> Self {
        let mut lines: Vec<Vec<Stretch>> = Vec::new();
        let mut offset = 0;
        for (mut bytes, title, field) in fields {
            while !bytes.is_empty() {
                let column = offset % LINE as usize;
                if column == 0 {
                    lines.push(Vec::new());
                }
                let (here, later) = bytes.split_at(bytes.len().min(LINE as usize - column));
                let digits = here.iter().zip(column..);
                let digits = digits.map(|(byte, column)| format!("{}{byte:02x}", gap(column)));
                let text = joined(digits, "");
                lines.last_mut().expect("a line was begun").push(Stretch {
                    gap: gap(column).to_owned(),
                    text: text.trim_start().to_owned(),
                    title: title.clone(),
                    field,
                });
                offset += here.len();
                bytes = later;
            }
        }
        Self { lines }
    }

    /// Formats the lines without the titles of the fields.
    pub(super) fn to_text(&self) -> String {
        let line = |line: &Vec<Stretch>| {
            let parts = line
                .iter()
                .flat_map(|stretch| [&*stretch.gap, &stretch.text]);
            parts.collect()
        };
        joined(self.lines.iter().map(line), "\n")
    }
}

/// Returns the spaces before the byte in a column.
fn gap(column: usize) -> &'static str {
    match column {
        0 => "",
        _ if column.is_multiple_of(GROUP) => "  ",
        _ => " ",
    }
}

#[cfg(test)]
mod tests;
