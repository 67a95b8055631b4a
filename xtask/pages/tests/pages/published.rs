//! Compares the view of each published page with its transcription, row by row.

use gdvariant_codegen::docs::{Book, Examples, Format};
use gdvariant_codegen::published;
use std::fs;
use std::path::Path;

/// Returns the lines of the page that states the facts of a transcription, up to the type in a row.
fn lines(page: &str, code: &str) -> Vec<String> {
    let path = Path::new("../../tests/published").join(format!("{page}.facts.csv"));
    let text = fs::read_to_string(path).expect("the copy is there");
    let line = |line: &str| {
        let [_, name, value] = line.splitn(3, ',').collect::<Vec<_>>()[..] else {
            panic!("{page}: {line}")
        };
        if let Some(listed) = name.strip_prefix("listed.") {
            return Some(format!("| {listed} | {value} |"));
        }
        if let Some(number) = name.strip_prefix("heading.") {
            return Some(format!("### {number}: {value}"));
        }
        let is_row = name.strip_suffix(".says").is_none();
        let (offset, field) = value.rsplit_once(": ").filter(|_| is_row)?;
        let (length, wire) = field.split_once(' ').expect("a length and a type");
        // The names of types are translated.
        let wire = if code == "en" { wire } else { "" };
        Some(format!("| {offset} | {length} | {wire}"))
    };
    let lines = text.lines().skip(1).filter_map(line);
    lines.map(|line| line.replace('<', "&lt;")).collect()
}

#[test]
fn views_have_the_rows_of_the_published_pages() {
    let folder = Path::new("../../tests/published");
    let schema = gdvariant_codegen::load(Path::new("../../schema")).expect("a schema");
    let facts = published::read(folder, &schema.pages).expect("transcriptions");
    let examples = Examples::new();
    let book = Book::new(&schema, &examples, &facts);
    for (module, code, name) in [
        ("godot3", "en", "godot3"),
        ("godot3", "fr", "godot3-fr"),
        ("godot4", "en", "godot4"),
        ("pandemonium", "en", "pandemonium"),
        // Pandemonium 3 and 5 are compared with the page about Pandemonium.
        ("pandemonium3", "en", "pandemonium"),
        ("pandemonium5", "en", "pandemonium"),
    ] {
        let view = book.published(module, code).expect("a published page");
        let page = Format::Markdown.write(&view);
        let mut found = page.lines();
        let expected = lines(name, code);
        for line in &expected {
            let is_found = found.any(|it| it.starts_with(line));
            assert!(is_found, "{module} {name}: {line}\n{page}");
        }
        // Each table has two more lines, of which one is a rule.
        let rows = page.lines().filter(|line| line.starts_with('|'));
        let rules = rows.clone().filter(|line| line.starts_with("| ---"));
        let listed = expected.iter().filter(|line| line.starts_with('|'));
        assert_eq!(rows.count(), listed.count() + 2 * rules.count(), "{page}");
    }
}
