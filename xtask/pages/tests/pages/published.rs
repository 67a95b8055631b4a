//! Compares the view of each published page with its transcription, row by row.

use crate::markdown;
use crate::page::{Section, cells};
use gdvariant_codegen::docs::{Book, Examples, Format};
use gdvariant_codegen::published;
use std::fs;
use std::path::Path;

/// Wire types of the published French page.
const FRENCH: [(&str, &str); 4] = [
    ("Integer", "Nombre entier"),
    ("Float", "Float"),
    ("Bytes", "Octets"),
    ("Byte", "Octet"),
];

/// Parses the names and the values of the facts of a page.
pub(crate) fn transcription(page: &str) -> Vec<(String, String)> {
    let path = Path::new("../../tests/published").join(format!("{page}.facts.csv"));
    let text = fs::read_to_string(path).expect("the copy is there");
    let fact = |line: &str| {
        let [_, name, value] = line.splitn(3, ',').collect::<Vec<_>>()[..] else {
            panic!("{page}: {line}")
        };
        (name.to_owned(), value.to_owned())
    };
    text.lines().skip(1).map(fact).collect()
}

/// Returns the rows of all tables: number, heading, offset, length, wire type.
fn rows(sections: &[Section]) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for section in sections {
        let Some((number, heading)) = section.heading.split_once(": ") else {
            continue;
        };
        for row in section.tables.iter().flat_map(|table| &table[1..]) {
            assert!(!row[3].is_empty(), "{row:?}");
            rows.push(cells([number, heading, &row[0], &row[1], &row[2]]));
        }
    }
    rows
}

/// Returns the rows and the list of types that the facts state.
fn expected(facts: &[(String, String)], code: &str) -> (Vec<Vec<String>>, Vec<Vec<String>>) {
    let (mut rows, mut list, mut number, mut heading) = (vec![], vec![], "", "");
    for (name, value) in facts {
        if let Some(listed) = name.strip_prefix("listed.") {
            list.push(cells([listed, value]));
        } else if let Some(section) = name.strip_prefix("heading.") {
            (number, heading) = (section, value);
        } else if let Some((offset, field)) = value
            .rsplit_once(": ")
            .filter(|_| name.strip_suffix(".says").is_none())
        {
            let (length, wire) = field.split_once(' ').expect("a length and a type");
            let mut french = FRENCH.iter().filter(|_| code == "fr");
            let french = french.find(|(english, _)| *english == wire);
            let wire = french.map_or(wire, |(_, word)| word);
            rows.push(cells([number, heading, offset, length, wire]));
        }
    }
    (rows, list)
}

#[test]
fn views_have_the_rows_of_the_published_pages() {
    let folder = Path::new("../../tests/published");
    let schema = gdvariant_codegen::load(Path::new("../../schema")).expect("a schema");
    let facts = published::read(folder, &schema.pages).expect("transcriptions");
    let examples = Examples::new();
    let book = Book::new(&schema, &examples, &facts);
    for (module, code, page) in [
        ("godot3", "en", "godot3"),
        ("godot3", "fr", "godot3-fr"),
        ("godot4", "en", "godot4"),
        ("pandemonium", "en", "pandemonium"),
        // The nearest page of Pandemonium 3 and 5 is that of Pandemonium.
        ("pandemonium3", "en", "pandemonium"),
        ("pandemonium5", "en", "pandemonium"),
    ] {
        let view = book.published(module, code).expect("a published page");
        let (expected, list) = expected(&transcription(page), code);
        let sections = markdown::sections(&Format::Markdown.write(&view));
        assert_eq!(rows(&sections), expected, "{module} {page}");
        let listed = sections.iter().find(|section| !section.tables.is_empty());
        let listed = listed.expect("the list of types comes first");
        assert_eq!(listed.tables[0][1..], list, "{module} {page}");
    }
}
