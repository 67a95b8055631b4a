//! Checks that the schema and its errata reproduce the published tables, row by row.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use gdvariant_codegen::model::{DoubleBuilds, Layout, Length, Offset, Role, Schema};
use gdvariant_codegen::published::{self, PageTable};

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

/// Compares lines with a file in `tests/published`, and reports each difference.
fn assert_lines(file: &str, lines: &[String], count: usize) {
    let path = Path::new("tests/published").join(file);
    let text = std::fs::read_to_string(&path).expect("the published lines are there");
    let published: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(published.len(), count, "{file} is not the page's");
    let mut differences = String::new();
    for index in 0..published.len().max(lines.len()) {
        let published = published.get(index).copied();
        let ours = lines.get(index).map(String::as_str);
        if published != ours {
            let line = index + 2;
            write!(
                differences,
                "\nline {line}\n  published {}\n  schema    {}",
                published.unwrap_or("-"),
                ours.unwrap_or("-")
            )
            .expect("a String takes all");
        }
    }
    assert!(
        differences.is_empty(),
        "{file} differs from the schema:{differences}"
    );
}

fn assert_published(module: &str, rows: usize, types: usize) {
    let schema = schema();
    let layout = layout(&schema, module);
    let tables = published::tables(&schema, layout);
    let rows_of = |table: &PageTable| {
        let PageTable {
            tag,
            type_name,
            name,
            rows,
        } = table;
        rows.iter()
            .map(|row| {
                let (length, wire) = (&row.length, &row.wire);
                [
                    tag,
                    type_name,
                    name,
                    &row.offset,
                    length,
                    wire,
                    &row.description,
                ]
                .map(String::as_str)
                .join(",")
            })
            .collect()
    };
    let tables = tables
        .iter()
        .flatten()
        .flat_map::<Vec<String>, _>(rows_of)
        .collect::<Vec<_>>();
    assert_lines(&format!("{module}.tables.csv"), &tables, rows);
    let list = published::type_list(layout);
    let list = list
        .iter()
        .map(|line| [&*line.tag, &line.listed].join(","))
        .collect::<Vec<_>>();
    assert_lines(&format!("{module}.types.csv"), &list, types);
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

/// Checks that each published description appears on a page.
#[test]
fn every_published_description_is_on_a_page() {
    let schema = schema();
    let pages = schema
        .layouts
        .iter()
        .filter(|layout| published::has_tables(layout));
    let tables: Vec<PageTable> = pages
        .flat_map(|layout| published::tables(&schema, layout))
        .flatten()
        .collect();
    let shown: Vec<&str> = tables
        .iter()
        .flat_map(|table| &table.rows)
        .map(|row| &*row.description)
        .collect();
    let types = schema.types.iter();
    let rows = types
        .flat_map(|ty| &ty.tables)
        .flat_map(|table| &table.rows);
    let published: Vec<&str> = rows.filter_map(|row| row.published.as_deref()).collect();
    assert_eq!(published.len(), 28);
    for description in published {
        assert!(shown.contains(&description), "{description}");
    }
}

/// Returns the wire types that a page prints, by type and table.
fn published_wires(module: &str) -> BTreeMap<(String, String), Vec<String>> {
    let path = Path::new("tests/published").join(format!("{module}.tables.csv"));
    let text = std::fs::read_to_string(path).expect("the published lines are there");
    let mut wires: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for line in text.lines().skip(1) {
        let [_, ty, table, _, _, wire, _] = line.splitn(7, ',').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let table = (ty.to_owned(), table.to_owned());
        wires.entry(table).or_default().push(wire.to_owned());
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
