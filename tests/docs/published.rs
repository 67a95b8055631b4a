//! Compares the published view of a layout with a copy of the published page, row by row.

use crate::formats::FORMATS;
use crate::page::{Section, cells};
use gdvariant_codegen::docs::{Book, Examples, Format};
use std::fs;
use std::path::Path;

/// The types of rows on the published French page.
const FRENCH: [(&str, &str); 4] = [
    ("Integer", "Nombre entier"),
    ("Float", "Float"),
    ("Bytes", "Octets"),
    ("Byte", "Octet"),
];

/// Reads a copy of a published table, without its titles.
fn copy(file: &str) -> Vec<Vec<String>> {
    let text =
        fs::read_to_string(Path::new("tests/published").join(file)).expect("the copy is there");
    text.lines()
        .skip(1)
        .map(|line| line.split(',').map(str::to_owned).collect())
        .collect()
}

/// Returns the rows of all tables: number, name, offset, length, wire type.
fn rows(sections: &[Section]) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for section in sections {
        let Some((number, name)) = section.heading.split_once(": ") else {
            continue;
        };
        for row in section.tables.iter().flat_map(|table| &table[1..]) {
            rows.push(cells([number, name, &row[0], &row[1], &row[2]]));
        }
    }
    rows
}

#[track_caller]
fn assert_published(module: &str, code: &str, count: usize) {
    let schema = gdvariant_codegen::load(Path::new("schema")).expect("the schema has no mistakes");
    let examples = Examples::new();
    let page = Book::new(&schema, &examples)
        .published(module, code)
        .expect("the layout has a published page");
    let mut expected = copy(&format!("{module}.tables.csv"));
    for row in &mut expected {
        let wire = FRENCH
            .iter()
            .find(|(english, _)| code == "fr" && *english == row[5])
            .map_or(row[5].clone(), |(_, word)| (*word).into());
        *row = cells([&row[0], &row[1], &row[3], &row[4], &wire]);
    }
    assert_eq!(expected.len(), count);
    let list = copy(&format!("{module}.types.csv"));
    for (format, reader) in Format::ALL.into_iter().zip(&FORMATS) {
        let sections = (reader.sections)(&format.write(&page));
        let found = rows(&sections);
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(found, expected, "{module} {code} {}", reader.extension);
        }
        assert_eq!(
            found.len(),
            expected.len(),
            "{module} {code} {}",
            reader.extension
        );
        let listed = sections
            .iter()
            .find(|section| !section.tables.is_empty())
            .expect("the list of types comes first");
        assert_eq!(
            listed.tables[0][1..],
            list,
            "{module} {code} {}",
            reader.extension
        );
    }
}

#[test]
fn godot3() {
    assert_published("godot3", "en", 90);
}

#[test]
fn godot3_in_french() {
    assert_published("godot3", "fr", 90);
}

#[test]
fn pandemonium() {
    assert_published("pandemonium", "en", 140);
}
