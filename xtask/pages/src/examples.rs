//! Creates the examples of the pages: values of the schema, encoded and inspected by the codec.

use gdvariant::inspect::{InspectRow, RowKind, Value, inspect};
use gdvariant::table::{Length, Offset, TypeTable};
use gdvariant::{DecodeOptions, Kind, Layout, generic};
use gdvariant_codegen::docs::{CellKind, Example, ExampleRow, Examples};
use gdvariant_codegen::model::Schema;
use serde::de::DeserializeOwned;
use std::fmt::Display;

/// Adds the examples of a layout.
pub(super) fn gather<L: Layout<Variant: DeserializeOwned>>(
    schema: &Schema,
    examples: &mut Examples,
) -> Result<(), String> {
    let mut layouts = schema.layouts.iter();
    let module = L::NAME.trim_end_matches("_double");
    let Some(layout) = layouts.find(|layout| layout.module == module) else {
        return Ok(());
    };
    for table in L::TYPES {
        // The names of the kinds are the keys of the schema's types.
        let key = format!("{:?}", table.kind);
        let listed = layout.types.iter().find(|listed| listed.key == key);
        let contents = listed.map_or(&[][..], |listed| schema.examples_in(listed));
        let encoded = contents.iter().map(|content| example::<L>(table, content));
        let encoded: Vec<Example> = encoded.collect::<Result<_, String>>()?;
        examples.insert((L::NAME.to_owned(), key), encoded);
    }
    Ok(())
}

fn example<L: Layout<Variant: DeserializeOwned>>(
    table: &TypeTable,
    content: &str,
) -> Result<Example, String> {
    let failed = |why: &dyn Display| {
        let name = table.name;
        format!("the example {content} of {name} in the schema: {why}")
    };
    let value: L::Variant =
        serde_json::from_str(&json(table, content)).map_err(|error| failed(&error))?;
    let bytes = generic::to_vec::<L, L::Variant>(&value).map_err(|error| failed(&error))?;
    let mut rows = Vec::new();
    let options = DecodeOptions::new().allow_objects(true);
    inspect::<L>(&bytes, options, |row| rows.push(explained(row)))
        .map_err(|error| failed(&error))?;
    Ok(Example {
        value: value.to_string(),
        rows,
    })
}

/// Returns the JSON form of a value of the type.
fn json(table: &TypeTable, content: &str) -> String {
    match table.kind {
        Kind::Nil
        | Kind::Bool
        | Kind::Int
        | Kind::Float
        | Kind::String
        | Kind::Dictionary
        | Kind::Array => content.to_owned(),
        _ => format!("{{{:?}: {content}}}", table.name),
    }
}

fn explained(row: &InspectRow<'_>) -> ExampleRow {
    let (meaning, mark) = match row.value {
        Value::Type { name, form, .. } => (name.to_owned(), form.to_owned()),
        Value::Flags { number, meaning } => (number.to_string(), meaning.to_string()),
        other => (other.to_string(), String::new()),
    };
    ExampleRow {
        kind: kind(row),
        offset: row.offset,
        bytes: row.bytes.to_vec(),
        path: row.path.to_string(),
        field: row.field.name.to_owned(),
        meaning,
        mark,
    }
}

/// Returns the kind of a field in the byte diagrams.
fn kind(row: &InspectRow<'_>) -> CellKind {
    match (row.kind, row.field.offset, row.field.length) {
        (RowKind::Header, ..) => CellKind::Header,
        (RowKind::Padding, ..) => CellKind::Padding,
        (_, Offset::Element { stride: 1, .. }, _) | (_, _, Length::Counted) => CellKind::Counted,
        _ => CellKind::Field,
    }
}
