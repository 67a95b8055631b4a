//! The types as a JSON document.

use super::entry::{Entry, entries};
use gdvariant::table::{Length, Offset, Row, TypeTable};
use gdvariant::{Layout, format};
use serde::Serialize;
use std::io::{self, Write};

/// Writes the document.
pub(super) fn print<L: Layout>(
    out: &mut impl Write,
    types: &[&'static TypeTable],
) -> io::Result<()> {
    let document = Document {
        layout: L::NAME,
        precision: if L::DOUBLE { "double" } else { "single" },
        header_length: format::HEADER_LENGTH,
        alignment: format::ALIGNMENT,
        types: types.iter().copied().map(Type::of).collect(),
    };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    out.write_all(b"\n")
}

/// Types of a layout.
#[derive(Serialize)]
struct Document {
    layout: &'static str,
    precision: &'static str,
    header_length: u32,
    alignment: u32,
    types: Vec<Type>,
}

#[derive(Serialize)]
struct Type {
    number: u8,
    name: &'static str,
    kind: &'static str,
    description: &'static str,
    since: Option<String>,
    tables: Vec<Table>,
}

#[derive(Serialize)]
struct Table {
    name: &'static str,
    size: String,
    fields: Vec<Field>,
}

#[derive(Serialize)]
struct Field {
    name: &'static str,
    offset: Start,
    length: Option<u32>,
    wire: &'static str,
    description: &'static str,
}

/// The offset of a field: one key tells what it counts from.
#[derive(Serialize)]
#[serde(untagged)]
enum Start {
    At { at: u32 },
    Part { part: u32 },
    Element { first: u32, stride: u32 },
    After { after: bool },
}

impl Type {
    fn of(ty: &'static TypeTable) -> Self {
        let is_table = |entry: &Entry| !entry.size.is_empty() || !entry.fields.is_empty();
        let table = |entry: Entry| Table {
            name: if entry.is_type { "" } else { entry.name },
            size: entry.size,
            fields: entry.fields.iter().copied().map(Field::of).collect(),
        };
        Self {
            number: ty.number,
            name: ty.name,
            kind: ty.kind.name(),
            description: ty.description,
            since: ty.since.map(|version| version.to_string()),
            tables: entries(ty)
                .into_iter()
                .filter(is_table)
                .map(table)
                .collect(),
        }
    }
}

impl Field {
    fn of(row: &'static Row) -> Self {
        Self {
            name: row.name,
            offset: match row.offset {
                Offset::At(at) => Start::At { at },
                Offset::Part(part) => Start::Part { part },
                Offset::Element { first, stride } => Start::Element { first, stride },
                Offset::After => Start::After { after: true },
            },
            length: match row.length {
                Length::Fixed(length) => Some(length),
                Length::Counted => None,
            },
            wire: row.wire.name(),
            description: row.description,
        }
    }
}
