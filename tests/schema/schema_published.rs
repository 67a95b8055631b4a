//! Checks that the schema and its errata reproduce the published tables, row by row.

use std::collections::BTreeMap;
use std::path::Path;

use gdvariant_codegen::model::{DoubleBuilds, Layout, Length, Offset, Role, Schema};
use gdvariant_codegen::published::{self, PageTable, Transcription};

fn schema() -> Schema {
    gdvariant_codegen::load(Path::new("schema"))
        .unwrap_or_else(|diagnostics| panic!("\n{diagnostics}"))
}

fn layout<'a>(schema: &'a Schema, module: &str) -> &'a Layout {
    schema
        .layouts
        .iter()
        .find(|layout| layout.module == module)
        .expect("the schema has the layout")
}

/// Compares the tables and the list of types with the transcription of the page, but not the
/// descriptions, which the schema has in other words.
fn assert_published(module: &str, rows: usize, types: usize) {
    let schema = schema();
    let layout = layout(&schema, module);
    let page = transcription(module);
    let rows_of = |table: &PageTable| -> Vec<Vec<String>> {
        let PageTable {
            tag,
            type_name,
            name,
            rows,
        } = table;
        let cells = rows.iter().map(|row| {
            let cells = [tag, type_name, name, &row.offset, &row.length, &row.wire];
            cells.map(String::clone).to_vec()
        });
        cells.collect()
    };
    let tables = published::tables(&schema, layout);
    let ours: Vec<_> = tables.iter().flatten().flat_map(rows_of).collect();
    for (published, ours) in page.rows.iter().zip(&ours) {
        assert_eq!(published[..6], ours[..], "{module}");
    }
    assert_eq!((page.rows.len(), ours.len()), (rows, rows), "{module}");
    let numbers: Vec<_> = page.types.iter().map(|line| line[0].clone()).collect();
    let expected: Vec<_> = (0..=layout.types_max)
        .map(|number| number.to_string())
        .collect();
    assert_eq!(numbers, expected, "{module}");
    assert_eq!(numbers.len(), types, "{module}");
    assert_eq!(page.types[types - 1][1], "max", "{module}");
}

#[test]
fn godot3() {
    assert_published("godot3", 90, 28);
}

#[test]
fn pandemonium() {
    assert_published("pandemonium", 140, 39);
}

/// Checks that each erratum about a row or a table changes the published tables.
#[test]
fn every_erratum_about_a_table_is_needed() {
    let schema = schema();
    for (index, erratum) in schema.errata.iter().enumerate() {
        if erratum.published.is_empty() && erratum.unlisted.is_empty() {
            continue;
        }
        let mut without = schema.clone();
        without.errata.remove(index);
        for module in &erratum.layouts {
            let [with, without] =
                [&schema, &without].map(|schema| published::tables(schema, layout(schema, module)));
            assert_ne!(
                with, without,
                "{} changes nothing on the page of {module}",
                erratum.id
            );
        }
    }
}

/// Checks that published pages have each string that languages translate only for them.
#[test]
fn translations_of_published_pages_are_needed() {
    let pages = ["godot3", "pandemonium"].map(transcription);
    let types = pages.iter().flat_map(|page| &page.types);
    let rows = pages.iter().flat_map(|page| &page.rows);
    let texts: Vec<_> = types.chain(rows).filter_map(|cells| cells.last()).collect();
    for locale in &schema().locales {
        assert!(!locale.published.is_empty());
        for (text, _) in &locale.published {
            assert!(texts.contains(&text), "{}: {text}", locale.code);
        }
    }
}

/// Returns the transcription of a layout's page.
fn transcription(module: &str) -> Transcription {
    let pages = Transcription::read_all(Path::new("tests/published")).expect("transcriptions");
    let mut pages = pages.into_iter();
    pages
        .find(|page| page.module == module)
        .expect("the layout has a page")
}

/// Returns the wire types that a page prints, by type and table.
fn published_wires(module: &str) -> BTreeMap<(String, String), Vec<String>> {
    let mut wires: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for row in transcription(module).rows {
        let table = (row[1].clone(), row[2].clone());
        wires.entry(table).or_default().push(row[5].clone());
    }
    wires
}

/// Returns the offset of a Float field in double precision by the rule of the pages.
fn ruled(offset: Offset) -> Offset {
    match offset {
        Offset::At(offset) => Offset::At((offset - 4) * 2 + 4),
        // (first + index * stride - 4) * 2 + 4
        Offset::Element { first, stride } => Offset::Element {
            first: (first - 4) * 2 + 4,
            stride: stride * 2,
        },
        other => panic!("a Float field at {other}"),
    }
}

/// Checks that Float fields move, except those of the type float, and that other fields do not.
#[test]
fn double_precision_follows_the_rule_of_the_page() {
    let schema = schema();
    for (module, count) in [("godot3", 63), ("pandemonium", 87)] {
        let layout = layout(&schema, module);
        let wires = published_wires(module);
        let mut moved = 0;
        for listed in &layout.types {
            let ty = schema.type_in(listed);
            for table in &ty.tables {
                let key = (listed.name.clone(), table.name.clone());
                let Some(wires) = wires.get(&key) else {
                    continue;
                };
                assert_eq!(table.rows.len(), wires.len(), "{key:?}");
                let is_double = !listed.has_single_reals;
                let placed = table.placed(&schema, layout.double, is_double);
                for (placed, wire) in placed.into_iter().zip(wires) {
                    let row = placed.row;
                    let single = (row.offset, row.length);
                    let placed = (placed.offset, placed.length);
                    let expected = if wire == "Float" && !ty.is(Role::Float) {
                        moved += 1;
                        (ruled(row.offset), Length::Fixed(8))
                    } else {
                        single
                    };
                    assert_eq!(placed, expected, "{module}: {key:?} {}", row.name);
                }
            }
        }
        assert_eq!(moved, count, "fields that {module} calls Float");
    }
}

#[test]
fn elements_of_packed_arrays_grow_in_double_precision() {
    let schema = schema();
    let rows = |key: &str, builds| -> Vec<String> {
        let rows = schema.type_of(key).tables[0].placed(&schema, builds, true);
        let rows = rows.iter();
        rows.map(|placed| format!("{}: {}", placed.offset, placed.length))
            .collect()
    };
    assert_eq!(
        rows("PackedVector3Array", DoubleBuilds::Plain),
        [
            "4: 4",
            "12 + index * 24: 8",
            "20 + index * 24: 8",
            "28 + index * 24: 8"
        ]
    );
    assert_eq!(
        rows("PackedVector3Array", DoubleBuilds::Flag),
        [
            "4: 4",
            "8 + index * 24: 8",
            "16 + index * 24: 8",
            "24 + index * 24: 8"
        ]
    );
    assert_eq!(
        rows("PoolVector2iArray", DoubleBuilds::Plain),
        ["4: 4", "8 + index * 8: 4", "12 + index * 8: 4"]
    );
}
