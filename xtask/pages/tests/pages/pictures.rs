//! Checks that pictures of bytes show the fields of the tables at their offsets.

use crate::markdown::{Block, Table};
use crate::page::{names, page};

/// Returns the offsets and the labels of the cells in a picture.
fn cells(picture: &str) -> Vec<[String; 2]> {
    let lines: Vec<&str> = picture.lines().collect();
    let cells = lines.chunks(4).flat_map(|line| {
        let labels = line[2].split('│').map(|label| label.trim().to_owned());
        let offsets = line[0].split_whitespace().map(str::to_owned);
        let labels = labels.filter(|label| !label.is_empty());
        offsets.zip(labels).map(|(offset, label)| [offset, label])
    });
    cells.collect()
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
    for name in names().filter(|it| !it.ends_with("files")) {
        let mut picture = Vec::new();
        for block in page(name) {
            match block {
                Block::Code(text) if text.contains('┌') => picture = cells(&text),
                Block::Table(table) => {
                    if let Some(fields) = fixed_fields(&table) {
                        assert_eq!(picture, fields, "{name}");
                        count += 1;
                    }
                }
                _ => {}
            }
        }
    }
    assert!(count > 300, "{count} pictures");
}
