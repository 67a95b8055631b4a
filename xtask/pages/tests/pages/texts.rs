//! Checks the texts and examples on the pages.

use crate::markdown::Block;
use crate::page::page;
use crate::schema::layouts;
use std::collections::BTreeSet;

/// Checks that lines of French pages cannot break before a sign or within guillemets.
#[test]
fn french_has_no_break_spaces() {
    let mut count = 0;
    for name in ["godot3", "godot4", "pandemonium5", "differences", "defects"] {
        for block in page(&format!("fr/{name}")) {
            let (Block::Title(text) | Block::Heading(text) | Block::Text(text) | Block::Note(text)) =
                block
            else {
                continue;
            };
            for sign in [':', ';', '!', '?', '»'] {
                assert!(!text.contains(&format!(" {sign}")), "{name}: {text}");
                count += text.matches(&format!("\u{a0}{sign}")).count();
            }
        }
    }
    assert!(count > 200, "{count} signs after a no-break space");
}

/// An example of a page.
#[derive(Default)]
struct Example {
    dump: String,
    /// The bytes in the rows of the table.
    rows: Vec<String>,
}

/// Returns the examples of a page: the last block of code before a table has the bytes.
fn examples(blocks: &[Block]) -> Vec<Example> {
    let (mut examples, mut next) = (Vec::new(), Example::default());
    for block in blocks {
        match block {
            Block::Code(text) => next.dump.clone_from(text),
            Block::Table(rows) if rows[0].len() == 4 && rows[0][1] == "Bytes" => {
                next.rows = rows[1..].iter().map(|row| row[1].clone()).collect();
                examples.push(std::mem::take(&mut next));
            }
            _ => {}
        }
    }
    examples
}

fn digits(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Checks that the bytes of each example are those in the rows of its table, and that the page
/// states their header.
#[test]
fn tables_explain_the_bytes_of_examples() {
    for layout in layouts() {
        let blocks = page(&format!("en/{}", layout.page));
        let examples = examples(&blocks);
        assert!(examples.len() >= layout.types.len(), "{}", layout.page);
        let cells: BTreeSet<&String> = crate::markdown::tables(&blocks)
            .flatten()
            .flatten()
            .collect();
        for Example { dump, rows } in examples {
            assert_eq!(digits(&dump), digits(&rows.concat()));
            let header = dump.get(..11).expect("four bytes");
            let number = u8::from_str_radix(&header[..2], 16).expect("hex digits");
            let is_stated = [format!(" ({header})."), ", with flags.".into()]
                .iter()
                .any(|end| cells.contains(&format!("Type number {number}{end}")));
            // An Array of Godot 4 without a declared type starts with a table that is not the first
            // of its type.
            let is_untyped = layout.page.starts_with("godot4") && header == "1c 00 00 00";
            assert!(is_stated || is_untyped, "{}: {header}", layout.page);
        }
    }
}
