//! Checks that pictures of bytes show the fields of the tables at their offsets.

use crate::html::{Element, Html};
use crate::page::{Table, text};
use crate::schema::{Language, Schema};

/// Returns the label and the content of each cell of a picture.
fn cells(html: &Html, picture: &Element) -> Vec<(String, String)> {
    let texts: Vec<String> = html
        .inside(picture, &["text"])
        .map(|text| text.text.clone())
        .collect();
    texts
        .chunks(2)
        .map(|pair| (pair[0].clone(), pair[1].clone()))
        .collect()
}

/// Returns the fields of a table with fixed offsets, or `None` for other tables.
fn fixed_fields(table: &Table) -> Option<Vec<(String, String)>> {
    let fields = table.iter().skip(1).map(|row| {
        row[0]
            .parse::<u32>()
            .is_ok()
            .then(|| (row[0].clone(), row[3].clone()))
    });
    let is_fixed = table
        .iter()
        .skip(1)
        .all(|row| row[1].parse::<u32>().is_ok());
    fields.collect::<Option<Vec<_>>>().filter(|_| is_fixed)
}

#[test]
fn pictures_show_fixed_fields_at_their_offsets() {
    let schema = Schema::read();
    let mut counts = Vec::new();
    for layout in schema.layouts() {
        for language in Language::all() {
            let html = Html::read(&text(&format!("{}/{}.html", language.code, layout.page)));
            let pictures: Vec<_> = html
                .all(&["svg"])
                .filter(|svg| svg.is_of_class("ruler"))
                .map(|svg| cells(&html, svg))
                .collect();
            let tables = layout
                .types
                .iter()
                .flat_map(|(_, key, _)| schema.tables(key, &layout, &language));
            let expected: Vec<_> = tables.filter_map(|table| fixed_fields(&table)).collect();
            for fields in &expected {
                assert!(
                    pictures.contains(fields),
                    "{} {} has no picture of {fields:?}",
                    language.code,
                    layout.page
                );
            }
            counts.push(expected.len());
        }
    }
    // Pictures exist for types that are only a header, types of components, the id of an Object,
    // and the fields before the entries of Dictionaries and Arrays.
    assert_eq!(
        counts,
        [
            23, 23, 23, 23, 30, 30, 30, 30, 29, 29, 29, 29, 26, 26, 31, 31
        ]
    );
}
