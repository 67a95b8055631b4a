//! The bytes of a value in hex, each with its field.

use super::page::{hex, joined};
use super::ruler::{CellKind, LINE};
use serde::Serialize;

/// The bytes of a group, which are closer to each other than to other groups.
const GROUP: usize = 4;

/// The bytes of a value, in lines of 16 and groups of 4 like the rulers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Dump {
    /// The lines.
    pub lines: Vec<Vec<Stretch>>,
}

/// Bytes of a field in one line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Stretch {
    /// The spaces before them.
    pub gap: String,
    /// The digits.
    pub text: String,
    /// The field and its meaning.
    pub title: String,
    /// The kind of field.
    pub field: CellKind,
}

impl Dump {
    /// Creates a dump of fields: the bytes of each, its title and its kind.
    pub(super) fn of<'b>(fields: impl Iterator<Item = (&'b [u8], String, CellKind)>) -> Self {
        let mut lines: Vec<Vec<Stretch>> = Vec::new();
        let mut offset = 0;
        for (bytes, title, field) in fields {
            let mut is_first = true;
            for byte in bytes {
                let column = offset % LINE as usize;
                let gap = gap(column);
                if column == 0 {
                    lines.push(Vec::new());
                }
                let line = lines.last_mut().expect("a line was begun");
                match line.last_mut() {
                    Some(stretch) if !is_first => stretch.text.extend([gap, &hex(&[*byte])]),
                    _ => line.push(Stretch {
                        gap: gap.to_owned(),
                        text: hex(&[*byte]),
                        title: title.clone(),
                        field,
                    }),
                }
                is_first = false;
                offset += 1;
            }
        }
        Self { lines }
    }

    /// Formats the dump without its fields.
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
