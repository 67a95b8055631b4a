//! Compares the published view of a layout with a transcription of the published page, row by row.

use crate::formats::FORMATS;
use crate::page::{Section, cells};
use crate::schema::Language;
use gdvariant_codegen::docs::{Book, Examples, Format};
use gdvariant_codegen::published::Transcription;
use std::fs;
use std::path::Path;

/// Wire types of the published French page.
const FRENCH: [(&str, &str); 4] = [
    ("Integer", "Nombre entier"),
    ("Float", "Float"),
    ("Bytes", "Octets"),
    ("Byte", "Octet"),
];

/// Returns the transcriptions of the published pages.
fn transcriptions() -> Vec<Transcription> {
    Transcription::read_all(Path::new("../../tests/published")).expect("the copies are there")
}

/// Returns the types of the French list, whose names are not translations.
fn french_list() -> Vec<Vec<String>> {
    let text = fs::read_to_string("../../tests/published/godot3.types.fr.csv");
    let text = text.expect("the copy is there");
    let lines = text.lines().skip(1);
    lines
        .map(|line| line.split(',').map(str::to_owned).collect())
        .collect()
}

/// Returns the rows of all tables: number, name, offset, length, wire type, description.
fn rows(sections: &[Section]) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for section in sections {
        let Some((number, name)) = section.heading.split_once(": ") else {
            continue;
        };
        for row in section.tables.iter().flat_map(|table| &table[1..]) {
            rows.push(cells([number, name, &row[0], &row[1], &row[2], &row[3]]));
        }
    }
    rows
}

#[track_caller]
fn assert_published(module: &str, language: &Language, count: usize) {
    let code = language.code;
    let schema =
        gdvariant_codegen::load(Path::new("../../schema")).expect("the schema has no mistakes");
    let examples = Examples::new();
    let page = Book::new(&schema, &examples)
        .with_published(transcriptions())
        .published(module, code)
        .expect("the layout has a published page");
    let mut all = transcriptions().into_iter();
    let published = all.find(|page| page.module == module);
    let Transcription {
        types,
        rows: mut expected,
        ..
    } = published.expect("a transcription");
    for row in &mut expected {
        let wire = FRENCH
            .iter()
            .find(|(english, _)| code == "fr" && *english == row[5])
            .map_or(row[5].clone(), |(_, word)| (*word).into());
        let description = language.text(&row[6]);
        assert!(code == "en" || description != row[6], "{description}");
        *row = cells([&row[0], &row[1], &row[3], &row[4], &wire, &description]);
    }
    assert_eq!(expected.len(), count);
    let list = if code == "fr" { french_list() } else { types };
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
    let [english, _] = Language::all();
    assert_published("godot3", &english, 90);
}

#[test]
fn godot3_in_french() {
    let [_, french] = Language::all();
    assert_published("godot3", &french, 90);
}

#[test]
fn pandemonium() {
    let [english, _] = Language::all();
    assert_published("pandemonium", &english, 140);
}

/// Generates the published page of a layout in Markdown.
fn markdown(module: &str, code: &str) -> String {
    let schema =
        gdvariant_codegen::load(Path::new("../../schema")).expect("the schema has no mistakes");
    let examples = Examples::new();
    let book = Book::new(&schema, &examples).with_published(transcriptions());
    let page = book.published(module, code);
    Format::Markdown.write(&page.expect("the layout has a published page"))
}

/// Checks sections without a table, and facts in the text beside tables.
#[test]
fn sections_state_the_facts_of_their_text() {
    let page = markdown("pandemonium", "en");
    for section in [
        "### 0: Nil\n\nThe value `null`: nothing follows the header.\n",
        "### 2: int\n\nWithout flags, `flags == 0`, the number has 32 bits; with the flag `ENCODE_FLAG_64`, `flags & 1 == 1`, it has 64 bits.\n",
        "`ENCODE_FLAG_64`, `flags & 1 == 1`, it has 64 bits: single or double precision.\n",
        "### 4: String\n\nThe string is padded to a multiple of 4 bytes.\n",
        "### 21: NodePath\n\nThe path of the old format and each name and sub-name of the new format are padded to a multiple of 4 bytes.\n",
        "### 22: RID\n\nNot supported.\n\n### 23: Object\n\nNot supported.\n\n### 24: StringName\n\nEncoded like a String.\n",
        "### 25: Dictionary\n\nThe elements follow, one after the other: pairs of a key and a value in this same format.\n",
        "### 26: Array\n\nThe elements follow, one after the other: values in this same format.\n",
        "### 27: PoolByteArray\n\nThe bytes are padded to a multiple of 4.\n",
        "### 30: PoolStringArray\n\nEach string is padded to a multiple of 4 bytes.\n",
    ] {
        assert!(page.contains(section), "{section}\n{page}");
    }
}

#[test]
fn french_columns_have_their_published_names() {
    let page = markdown("godot3", "fr");
    assert!(page.contains("| Type | Valeur |"), "{page}");
    assert!(
        page.contains("| Décalage | Len | Type | Description |"),
        "{page}"
    );
    assert!(
        page.contains("### 16: RID\n\nNon pris en charge.\n"),
        "{page}"
    );
}
