//! Checks that pictures of bytes show the fields of the tables at their offsets.

use crate::html::{self, Element, Html};
use crate::page::{Table, names, text};

/// Returns the label and the content of each cell of a picture.
fn cells(html: &Html, picture: &Element) -> Vec<[String; 2]> {
    let texts: Vec<_> = html.inside(picture, &["text"]).collect();
    let pairs = texts.chunks(2);
    pairs
        .map(|pair| [0, 1].map(|index| pair[index].text.clone()))
        .collect()
}

/// Returns the offsets and names of a table of fields at fixed offsets, or `None` for other tables.
fn fixed_fields(table: &Table) -> Option<Vec<[String; 2]>> {
    let is_number = |cell: &String| cell.parse::<u32>().is_ok();
    let field = |row: &Vec<String>| match &row[..] {
        [offset, length, _, name, _] if is_number(offset) && is_number(length) => {
            Some([offset.clone(), name.clone()])
        }
        _ => None,
    };
    table.iter().skip(1).map(field).collect()
}

#[test]
fn pictures_show_fixed_fields_at_their_offsets() {
    let mut count = 0;
    // The page of files has no pictures.
    for name in names().iter().filter(|it| !it.ends_with("files")) {
        let page = text(&format!("{name}.html"));
        let html = Html::read(&page);
        let pictures = html.all(&["svg"]).filter(|svg| svg.is_of_class("ruler"));
        let pictures: Vec<_> = pictures.map(|svg| cells(&html, svg)).collect();
        let sections = html::sections(&page);
        let tables = sections.iter().flat_map(|section| &section.tables);
        for fields in tables.filter_map(fixed_fields) {
            assert!(pictures.contains(&fields), "{name}: {fields:?}");
            count += 1;
        }
    }
    assert!(count > 300, "{count} pictures");
}
