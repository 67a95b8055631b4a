//! Diagnostics for an invalid schema.
//!
//! Loading reports the first error in the form of a file, with the keys that lead to it, or else all
//! errors in the meaning. `schema_mistakes.txt` has the mistakes with their diagnostics, and explains
//! its form.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

/// The table of mistakes, one in each paragraph.
const TABLE: &str = "tests/schema/schema_mistakes.txt";

/// The files of a schema, by their paths in its folder.
type Files = Vec<(String, String)>;

fn packaged() -> Files {
    let dir = Path::new("schema");
    let read = |path: String| {
        let text = fs::read_to_string(dir.join(&path)).expect("a file of the schema");
        (path, text)
    };
    gdvariant_codegen::paths(dir)
        .into_iter()
        .map(read)
        .collect()
}

#[test]
fn reports_each_mistake() {
    let table = fs::read_to_string(TABLE).expect("the table");
    let files = packaged();
    let paragraphs: Vec<_> = table.trim_end().split("\n\n").collect();
    let report = |paragraph: &&str| report(paragraph, &files);
    let reported: Vec<String> = paragraphs.iter().map(report).collect();
    if env::var("INSTA_UPDATE").is_ok_and(|mode| mode == "always") {
        fs::write(TABLE, reported.join("\n\n") + "\n").expect("the table is writable");
        return;
    }
    let mut differences = String::new();
    for (expected, found) in paragraphs.iter().zip(&reported) {
        if expected != found {
            write!(differences, "\nexpected:\n{expected}\nfound:\n{found}\n").expect("a string");
        }
    }
    assert!(differences.is_empty(), "{TABLE}:{differences}");
}

/// Makes the changes of a paragraph and returns the paragraph with the diagnostics.
fn report(paragraph: &str, packaged: &Files) -> String {
    if paragraph.starts_with('#') {
        return paragraph.to_owned();
    }
    let mut files = packaged.clone();
    for change in paragraph.split("\n@ ").skip(1) {
        apply(change, &mut files);
    }
    let (mark, diagnostics) = match gdvariant_codegen::load_texts(&files) {
        Ok(schema) => ('~', schema.untranslated),
        Err(errors) => ('=', errors.0),
    };
    assert!(!diagnostics.is_empty(), "accepted:\n{paragraph}");
    let lines = diagnostics.iter().map(|text| format!("{mark} {text}"));
    let mistake = paragraph
        .lines()
        .filter(|line| !line.starts_with(['=', '~']));
    let lines: Vec<_> = mistake.map(str::to_owned).chain(lines).collect();
    lines.join("\n")
}

fn apply(change: &str, files: &mut Files) {
    let (place, lines) = change.split_once('\n').expect("lines after the place");
    let mut places = place.split(" > ");
    let path = places.next().expect("a path");
    let side = |mark: char| -> String {
        let lines = lines.lines().filter_map(|line| line.strip_prefix(mark));
        let lines: Vec<_> = lines
            .map(|line| line.strip_prefix(' ').unwrap_or(line))
            .collect();
        lines.join("\n")
    };
    let text = files.iter_mut().find(|(file, _)| file == path);
    let (_, text) = text.unwrap_or_else(|| panic!("no file {path}"));
    let mut start = 0;
    for place in places {
        let lines = text[start..].split_inclusive('\n');
        let precedes = |line: &&str| line.trim_end().trim_start_matches([' ', '-']) != place;
        start += lines.take_while(precedes).map(str::len).sum::<usize>();
    }
    let old = side('-');
    let found = text[start..].find(&old);
    let at = start + found.unwrap_or_else(|| panic!("{place} does not have {old}"));
    text.replace_range(at..at + old.len(), &side('+'));
}

#[test]
fn reports_missing_files() {
    let mut files = packaged();
    files.retain(|(path, _)| path != "errata.yaml");
    let errors = gdvariant_codegen::load_texts(&files).expect_err("a file is missing");
    assert_eq!(errors.to_string(), "errata.yaml: missing");
}
