//! Checks that pages state the version that introduced a type or a table.

use crate::formats::FORMATS;
use crate::html::Html;
use crate::page::text;
use crate::schema::{Language, Layout, Schema};
use gdvariant_codegen::model::LayoutType;

/// Returns the versions of a layout's types and tables, in the order of the page.
fn versions(schema: &Schema, layout: &Layout) -> Vec<String> {
    let of = |listed: &LayoutType| {
        let tables = &schema.type_in(listed).tables;
        let all = [listed.since].into_iter();
        let all = all.chain(tables.iter().map(|table| table.since));
        let all = all.flatten().map(|version| version.to_string());
        all.collect::<Vec<_>>()
    };
    layout.listed.iter().flat_map(of).collect()
}

#[test]
fn every_version_of_the_schema_is_on_the_page() {
    let mut counts = Vec::new();
    let schema = Schema::read();
    for layout in schema.layouts() {
        let expected = versions(&schema, &layout);
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
