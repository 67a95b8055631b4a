//! Checks that the walk finds each row of each table where the table and the published page place
//! it: in the examples of the pages, in vectors and in verdicts.

use crate::common::{TestLayout, bytes, in_each_layout, lines, vector_inputs};
use crate::fields::rows::{layout_of, schema};
use gdvariant::inspect::{InspectRow, RowKind, RowValue};
use gdvariant::schema::layout_named;
use gdvariant::table::{Body, Length, Offset, Row, TypeInfo, Wire};
use gdvariant::{DecodeErrorKind, DecodeOptions, EncodeOptions, Kind, Segment, generic};
use gdvariant_codegen::model::Schema;
use gdvariant_codegen::published;
use serde::de::DeserializeSeed;
use std::path::Path;

const OPTIONS: DecodeOptions = DecodeOptions::new().allow_objects(true);

/// Returns the examples of the pages, the vectors, and valid and invalid containers that declare
/// types.
fn inputs<E: TestLayout>(schema: &Schema) -> Vec<Vec<u8>> {
    let layout = layout_named(E::LAYOUT.name).expect("the layout is enabled");
    let base = layout_of::<E>(schema);
    let mut inputs: Vec<_> = vector_inputs::<E>().into_iter().collect();
    let declaring = lines("verdicts/godot4-typed.jsonl");
    inputs.extend(
        declaring
            .iter()
            .map(|line| bytes(line["hex"].as_str().expect("hex"))),
    );
    // An empty Dictionary of Godot 4 that declares the scripts "key" and "value".
    inputs.push(bytes(
        "1b000f00 03000000 6b657900 05000000 76616c75 65000000 00000000",
    ));
    for table in layout.types() {
        let key = format!("{:?}", table.kind);
        let listed = base.types.iter().find(|listed| listed.key == key);
        for content in listed.map_or(&[][..], |listed| schema.examples_in(listed)) {
            let tagged = format!("{{{:?}: {content}}}", table.name);
            let values = [content, &tagged].map(|json| {
                let value = layout.deserialize(&mut serde_json::Deserializer::from_str(json));
                value.ok().filter(|value| value.kind() == table.kind)
            });
            let value = values.into_iter().flatten().next();
            let value = value.expect("an example has its type");
            inputs.push(
                value
                    .to_vec(EncodeOptions::new())
                    .expect("it can be encoded"),
            );
        }
    }
    inputs
}

/// A row of the walk, with offsets from the start of its value.
struct Walked {
    field: &'static Row,
    ty: &'static TypeInfo,
    offset: usize,
    /// The offset from the start of the repeated fields.
    in_part: usize,
    /// The end of the preceding row.
    previous: usize,
    length: usize,
    /// The index of the element.
    index: usize,
}

/// Returns the fields of the outermost values of all inputs, without those of nested values.
fn walked<E: TestLayout>(inputs: &[Vec<u8>]) -> Vec<Walked> {
    let mut rows = Vec::new();
    for input in inputs {
        let (mut previous, mut part) = (0, 0);
        let number = input.first().copied().unwrap_or_default();
        let mut walk = |row: &InspectRow<'_>| {
            let end = row.offset + row.bytes.len();
            let is_name = matches!(row.path.part(), Some(Segment::KeyOf(_)));
            if row.kind == RowKind::Field
                && row.ty.number == number
                && row.path.depth() == usize::from(is_name)
            {
                check_value(row);
                if row.field.offset == Offset::Part(0) {
                    part = row.offset;
                }
                let index = match row.path.part() {
                    Some(Segment::Index(index)) => index,
                    _ => 0,
                };
                // Rows of several bytes are rows of single elements.
                let is_byte = row.field.wire == Wire::Byte;
                rows.push(Walked {
                    field: row.field,
                    ty: row.ty,
                    offset: row.offset,
                    in_part: row.offset - part,
                    previous,
                    length: if is_byte { 1 } else { row.bytes.len() },
                    index,
                });
            }
            previous = end;
        };
        // An invalid input has rows before its error.
        let _ = E::LAYOUT.inspect(input, OPTIONS, &mut walk);
    }
    rows
}

/// Checks that the value of a row is that of its bytes in the row's wire type.
fn check_value(row: &InspectRow<'_>) {
    let number = |bytes: &[u8]| {
        let mut buffer = [0; 8];
        buffer[..bytes.len()].copy_from_slice(bytes);
        u64::from_le_bytes(buffer)
    };
    match (row.field.wire, row.value) {
        (Wire::U32, RowValue::Bool(value)) => assert_eq!(number(row.bytes), u64::from(value)),
        (Wire::U32, RowValue::Flags { .. } | RowValue::Type { .. }) => {
            assert_eq!(row.bytes.len(), 4);
        }
        (Wire::U32 | Wire::U64, RowValue::Unsigned(value)) => assert_eq!(number(row.bytes), value),
        (Wire::I32, RowValue::Signed(value)) => {
            assert_eq!(
                i64::from(i32::from_le_bytes(row.bytes.try_into().unwrap())),
                value
            );
        }
        (Wire::I64, RowValue::Signed(value)) => assert_eq!(number(row.bytes).cast_signed(), value),
        (Wire::F32 | Wire::Real, RowValue::F32(value)) => {
            assert_eq!(number(row.bytes), u64::from(value.to_bits()));
        }
        (Wire::F64 | Wire::Real, RowValue::Double(value)) => {
            assert_eq!(number(row.bytes), value.to_bits());
        }
        (Wire::Bytes | Wire::Text, RowValue::Text(text)) => {
            // The length of some strings includes a final NUL.
            let rest = row.bytes.strip_prefix(text.as_bytes());
            assert!(matches!(rest, Some(b"" | b"\0")), "{row:?}");
        }
        // Bytes before an error in the string are shown as they are.
        (Wire::Bytes | Wire::Byte, RowValue::Bytes(bytes)) => assert_eq!(row.bytes, bytes),
        (wire, value) => panic!("{value:?} is not {wire:?}: {row:?}"),
    }
}

fn rows_are_where_their_table_places_them<E: TestLayout>() {
    let rows = walked::<E>(&inputs::<E>(&schema()));
    for row in &rows {
        let (found, expected) = match row.field.offset {
            Offset::At(offset) => (row.offset, offset as usize),
            Offset::Part(offset) => (row.in_part, offset as usize),
            Offset::Element { first, stride } => {
                (row.offset, first as usize + row.index * stride as usize)
            }
            Offset::After => (row.offset, row.previous),
        };
        let context = format!("{} of {}", row.field.name, row.ty.name);
        assert_eq!(found, expected, "{context}");
        if let Length::Fixed(length) = row.field.length {
            assert_eq!(row.length, length as usize, "{context}");
        }
    }
    for ty in E::LAYOUT.types() {
        let fields = ty.tables.iter().flat_map(|table| table.rows);
        for field in fields.filter(|field| field.wire != Wire::Value) {
            let is_walked = rows.iter().any(|row| row.ty == ty && *row.field == *field);
            // Decoding rejects NodePaths in the old format, which are one string.
            let is_rejected = ty.kind == Kind::NodePath && field.name == "path";
            assert_eq!(is_walked, !is_rejected, "{field:?} of {}", ty.name);
        }
    }
}

/// Returns the offset that a page states, for the element at an index.
fn published_offset(offset: &str, index: usize) -> Option<usize> {
    // A range has the first and the last offset of the elements, such as `8..12+length*16`.
    let offset = offset.strip_prefix("X+").unwrap_or(offset);
    let (_, offset) = offset.split_once("..").unwrap_or(("", offset));
    let element = offset.split_once("+length").or(offset.split_once(" + i"));
    let (first, stride) = element.unwrap_or((offset, "*0"));
    let stride = stride.trim_start_matches([' ', '*']);
    let stride = if stride.is_empty() {
        1
    } else {
        stride.parse().ok()?
    };
    Some(first.parse::<usize>().ok()? + index * stride)
}

/// Returns whether a row of the walk agrees with the offset, the length and the wire type of a page.
fn is_as_published(row: &Walked, [offset, length, wire]: [&str; 3]) -> bool {
    let found = match row.field.offset {
        Offset::Part(_) => row.in_part,
        Offset::After => row.offset - row.previous,
        Offset::At(_) | Offset::Element { .. } => row.offset,
    };
    let name = match row.field.wire {
        Wire::U32 | Wire::I32 | Wire::U64 | Wire::I64 => "Integer",
        Wire::F32 | Wire::F64 | Wire::Real => "Float",
        Wire::Byte => "Byte",
        _ => "Bytes",
    };
    let is_length = match row.field.length {
        Length::Counted => ["X", "N"].contains(&length),
        Length::Fixed(_) => length == row.length.to_string(),
    };
    published_offset(offset, row.index) == Some(found) && is_length && wire == name
}

/// Compares the rows of the published pages about a layout with the walk; only errata explain
/// differences.
fn rows_are_where_pages_place_them<E: TestLayout>() {
    let schema = schema();
    let layout = layout_of::<E>(&schema);
    let walked = walked::<E>(&inputs::<E>(&schema));
    let facts = published::read(Path::new("tests/published"), &schema.pages);
    let facts = facts.expect("the transcriptions");
    for page in schema
        .pages
        .iter()
        .filter(|page| page.layouts.iter().any(|it| it == E::LAYOUT.name))
    {
        let mut compared = 0;
        for fact in &facts[&page.id] {
            let Some((cells, (key, name))) = fact.cells().zip(fact.name.split_once('.')) else {
                continue;
            };
            let ty = E::LAYOUT
                .types()
                .iter()
                .find(|ty| format!("{:?}", ty.kind) == key);
            let listed = layout.types.iter().find(|listed| listed.key == key);
            let Some((ty, listed)) = ty.zip(listed) else {
                continue;
            };
            let row = published::row_of(schema.type_in(listed), name);
            let (table, row) = row.unwrap_or_else(|| panic!("{}: {fact:?}", page.id));
            let table = ty.tables.iter().find(|it| it.name == table.name);
            let mut fields = table.into_iter().flat_map(|table| table.rows);
            let field = fields
                .find(|field| field.name == row.name)
                .expect("the row");
            let mut rows = walked
                .iter()
                .filter(|row| row.ty == ty && *row.field == *field);
            let is_claimed = schema.errata.iter().any(|erratum| {
                let mut claims = erratum.claims.iter();
                erratum.layouts.iter().any(|it| it == E::LAYOUT.name)
                    && claims.any(|(name, value)| *name == fact.name && *value == fact.value)
            });
            let is_right = rows.all(|row| is_as_published(row, cells));
            assert!(is_right || is_claimed, "{}: {fact:?}", page.id);
            compared += usize::from(is_right);
        }
        assert!(compared > 60, "{compared} rows of {}", page.id);
    }
}

/// Checks strings and packed arrays; the counts of other containers have a flag in the highest bit.
fn negative_counts_are_rejected<E: TestLayout>() {
    for kind in Kind::ALL {
        let Some(table) = E::LAYOUT.type_of(*kind) else {
            continue;
        };
        if !matches!(table.body, Body::Text | Body::Packed | Body::PackedText) {
            continue;
        }
        // In double precision, the flag states that components have 64 bits.
        let is_rejected = [0, 1 << 16].into_iter().any(|flags| {
            let bytes = [u32::from(table.number) | flags, u32::MAX]
                .map(u32::to_le_bytes)
                .concat();
            let result = generic::from_slice::<E, E::Variant>(&bytes, DecodeOptions::new());
            let error = result.expect_err("a negative count");
            let kind = error.kind();
            error.offset() == 4
                && matches!(kind, DecodeErrorKind::NegativeLength { length: -1, .. })
        });
        assert!(is_rejected, "{kind:?}");
    }
}

in_each_layout!(
    negative_counts_are_rejected,
    rows_are_where_their_table_places_them,
    rows_are_where_pages_place_them,
);
