//! Creates the examples of the pages: values of the schema, encoded and inspected by the codec.

use gdvariant::inspect::{InspectRow, RowKind, Value};
use gdvariant::schema::Layout;
use gdvariant::table::{Length, Offset, TypeTable};
use gdvariant::{DecodeOptions, EncodeOptions, Kind};
use gdvariant_codegen::docs::{CellKind, Example, ExampleRow, Examples};
use gdvariant_codegen::model::Schema;
use serde::de::DeserializeSeed;
use serde_json::Deserializer;
use std::fmt::Display;

/// Adds the examples of a layout.
pub(super) fn gather(
    layout: &'static Layout,
    schema: &Schema,
    examples: &mut Examples,
) -> Result<(), String> {
    let mut layouts = schema.layouts.iter();
    let Some(types) = layouts.find(|it| it.module == layout.base) else {
        return Ok(());
    };
    for table in layout.types() {
        // The names of the kinds are the keys of the schema's types.
        let key = format!("{:?}", table.kind);
        let listed = types.types.iter().find(|listed| listed.key == key);
        let contents = listed.map_or(&[][..], |listed| schema.examples_in(listed));
        let encoded = contents
            .iter()
            .map(|content| example(layout, table, content));
        let encoded: Vec<Example> = encoded.collect::<Result<_, String>>()?;
        examples.insert((layout.name.to_owned(), key), encoded);
    }
    Ok(())
}

fn example(layout: &'static Layout, table: &TypeTable, content: &str) -> Result<Example, String> {
    let failed = |why: &dyn Display| {
        let name = table.name;
        format!("the example {content} of {name} in the schema: {why}")
    };
    let json = json(table, content);
    let value = layout.deserialize(&mut Deserializer::from_str(&json));
    let value = value.map_err(|error| failed(&error))?;
    let bytes = value.to_vec(EncodeOptions::new());
    let bytes = bytes.map_err(|error| failed(&error))?;
    let mut rows = Vec::new();
    let options = DecodeOptions::new().allow_objects(true);
    let inspected = layout.inspect(&bytes, options, |row| rows.push(explained(row)));
    inspected.map_err(|error| failed(&error))?;
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
