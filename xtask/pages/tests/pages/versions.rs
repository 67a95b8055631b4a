//! Checks that pages state the version that introduced a type or a table.

use crate::formats::FORMATS;
use crate::html::Html;
use crate::page::text;
use crate::schema::{Language, Schema, list, read, text as word};
use serde_yaml::Value;

/// Returns the versions of a layout's types and tables, in the order of the page.
fn versions(layout: &Value) -> Vec<String> {
    let own = |entry: &Value| entry.get("since").map(word);
    let mut versions = Vec::new();
    for entry in list(&layout["types"]) {
        versions.extend(own(entry));
        let tables = entry.get("override").map(|own| list(&own["tables"]));
        versions.extend(tables.into_iter().flatten().filter_map(own));
    }
    versions
}

#[test]
fn every_version_of_the_schema_is_on_the_page() {
    let mut counts = Vec::new();
    for layout in Schema::read().layouts() {
        let module = layout.page.trim_end_matches("_double");
        let expected = versions(&read(&format!("layouts/{module}.yaml")));
        counts.push(expected.len());
        for language in Language::all() {
            let since = language.text("Since");
            let html = Html::read(&text(&format!("{}/{}.html", language.code, layout.page)));
            let stated: Vec<_> = html
                .all(&["p"])
                .filter_map(|paragraph| {
                    let (_, version) = paragraph.text.split_once(&format!(" · {since} "))?;
                    Some(version.to_owned())
                })
                .collect();
            assert_eq!(stated, expected, "{} {}", language.code, layout.page);
        }
    }
    // The 10 versions are those of one type, and of the declared types of keys, values and elements
    // in three forms each.
    assert_eq!(counts, [0, 0, 10, 10, 0, 0, 0, 0]);
}

#[test]
fn the_list_of_types_states_versions() {
    for language in Language::all() {
        let since = language.text("Since");
        for format in &FORMATS {
            let page = format!("{}/godot4.{}", language.code, format.extension);
            let sections = (format.sections)(&text(&page));
            let tables = sections.iter().flat_map(|section| &section.tables);
            let stated: Vec<_> = tables
                .flatten()
                .filter(|row| row.iter().any(|cell| cell.contains(&format!("{since} 4."))))
                .map(|row| row.first().map(String::as_str))
                .collect();
            assert_eq!(stated, [Some("38")], "{page}");
        }
    }
}
