//! The bytes of a value in hex, each with its field.

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
        let mut dump = Self { lines: Vec::new() };
        let mut offset = 0;
        for (bytes, title, field) in fields {
            let mut is_first = true;
            for byte in bytes {
                let column = offset % LINE as usize;
                let gap = gap(column);
                let digits = format!("{byte:02x}");
                if column == 0 {
                    dump.lines.push(Vec::new());
                }
                let line = dump.lines.last_mut().expect("a line was begun");
                match line.last_mut() {
                    Some(stretch) if !is_first => {
                        stretch.text.push_str(gap);
                        stretch.text.push_str(&digits);
                    }
                    _ => line.push(Stretch {
                        gap: gap.to_owned(),
                        text: digits,
                        title: title.clone(),
                        field,
                    }),
                }
                is_first = false;
                offset += 1;
            }
        }
        dump
    }

    /// Formats the dump without its fields.
    pub(super) fn to_text(&self) -> String {
        let line = |line: &Vec<Stretch>| -> String {
            line.iter()
                .flat_map(|stretch| [&*stretch.gap, &stretch.text])
                .collect()
        };
        self.lines.iter().map(line).collect::<Vec<_>>().join("\n")
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
