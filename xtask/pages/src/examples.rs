//! The values that the pages show, encoded and inspected by the library.

use crate::book::{Book, escaped, hex};
use gdvariant::inspect::{InspectRow, RowValue};
use gdvariant::schema::Layout;
use gdvariant::{DecodeOptions, EncodeOptions, Kind};
use serde::de::DeserializeSeed;
use serde_json::Deserializer;
use std::fmt::Display;

/// A value and its bytes.
pub(crate) struct Example {
    /// The value as the engine's `var2str` formats it, or the path of a file.
    pub(crate) value: String,
    /// The bytes of the value with their meaning, in order and without a gap.
    pub(crate) rows: Vec<ExampleRow>,
}

/// Bytes of a value that form a field.
pub(crate) struct ExampleRow {
    pub(crate) offset: usize,
    pub(crate) bytes: Vec<u8>,
    /// The path of the value that contains the field; empty for the outermost value.
    pub(crate) path: String,
    /// The name of the field, or `header`, or `padding`.
    pub(crate) field: String,
    /// The meaning of the bytes, which is the same in all languages.
    pub(crate) meaning: String,
    /// The meaning of a bit field, which is translated: the name of a table, or a word of the
    /// pages. May be empty.
    pub(crate) mark: String,
}

/// Encodes and inspects the value `content` of the type with the key `key`.
///
/// # Panics
///
/// If the schema has an invalid example.
pub(crate) fn example(layout: &'static Layout, key: &str, content: &str) -> Example {
    let failed = |why: &dyn Display| -> ! {
        panic!("the example {content} of {key} in the schema: {why}");
    };
    // The names of the kinds are the keys of the schema's types.
    let mut types = layout.types().iter();
    let table = types.find(|ty| format!("{:?}", ty.kind) == key);
    let table = table.unwrap_or_else(|| failed(&"unknown type"));
    let json = match table.kind {
        Kind::Nil
        | Kind::Bool
        | Kind::Int
        | Kind::Float
        | Kind::String
        | Kind::Dictionary
        | Kind::Array => content.to_owned(),
        _ => format!("{{{:?}: {content}}}", table.name),
    };
    let value = layout.deserialize(&mut Deserializer::from_str(&json));
    let value = value.unwrap_or_else(|error| failed(&error));
    let bytes = value.to_vec(EncodeOptions::new());
    let bytes = bytes.unwrap_or_else(|error| failed(&error));
    let mut rows = Vec::new();
    let options = DecodeOptions::new().allow_objects(true);
    let inspected = layout.inspect(&bytes, options, |row| rows.push(explained(row)));
    inspected.unwrap_or_else(|error| failed(&error));
    Example {
        value: value.to_string(),
        rows,
    }
}

fn explained(row: &InspectRow<'_>) -> ExampleRow {
    let (meaning, mark) = match row.value {
        RowValue::Type { name, form, .. } => (name.to_owned(), form.to_owned()),
        RowValue::Flags { number, meaning } => (number.to_string(), meaning.to_string()),
        other => (other.to_string(), String::new()),
    };
    ExampleRow {
        offset: row.offset,
        bytes: row.bytes.to_vec(),
        path: row.path.to_string(),
        field: row.field.name.to_owned(),
        meaning,
        mark,
    }
}

impl Example {
    /// Formats the bytes in lines of 16 and groups of 4, like the rulers.
    pub(crate) fn dump(&self) -> String {
        let bytes: Vec<u8> = self
            .rows
            .iter()
            .flat_map(|row| &row.bytes)
            .copied()
            .collect();
        let line = |line: &[u8]| line.chunks(4).map(hex).collect::<Vec<_>>().join("  ");
        bytes.chunks(16).map(line).collect::<Vec<_>>().join("\n")
    }
}

impl Book<'_> {
    /// Returns the cells of a table of the bytes of an example.
    pub(crate) fn example_rows(self, example: &Example) -> Vec<[String; 4]> {
        let row = |row: &ExampleRow| {
            let field = match &*row.field {
                field @ ("header" | "padding") => self.locale.word(field),
                field => field,
            };
            let separator = if row.path.is_empty() { "" } else { ": " };
            let value = Some(&row.meaning).filter(|value| !value.is_empty());
            let mark = Some(self.locale.text(&row.mark)).filter(|mark| !mark.is_empty());
            let meaning = value.map(|value| format!("`{value}`"));
            let meaning = meaning.into_iter().chain(mark.map(str::to_owned));
            [
                row.offset.to_string(),
                format!("`{}`", hex(&row.bytes)),
                escaped(&format!("{}{separator}{field}", row.path)),
                meaning.collect::<Vec<_>>().join(", "),
            ]
        };
        example.rows.iter().map(row).collect()
    }
}
