//! Opens the values that engines wrote, and values that engines reject, and edits them.

#![allow(missing_docs, reason = "a test")]

use gdvariant_editor::Document;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

fn conformance(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../conformance")
        .join(name)
}

/// Returns the bytes of each line of a file of vectors.
fn vectors(path: &Path) -> Vec<Vec<u8>> {
    let text = fs::read_to_string(path).expect("the file is there");
    let bytes = |line: &str| {
        let vector: Value = serde_json::from_str(line).expect("a line is JSON");
        let hex = vector["hex"]
            .as_str()
            .expect("a vector has bytes")
            .to_owned();
        let pairs = hex.as_bytes().chunks(2);
        let pairs = pairs.map(|pair| str::from_utf8(pair).expect("hex digits are ASCII"));
        let bytes = pairs.map(|pair| u8::from_str_radix(pair, 16).expect("hex digits"));
        bytes.collect()
    };
    text.lines().map(bytes).collect()
}

fn open(bytes: &[u8], layout: &str) -> Document {
    let options = format!(r#"{{"layout":"{layout}","framing":"bare"}}"#);
    Document::open(bytes.to_vec(), &options).expect("a stated layout opens any bytes")
}

fn parsed(json: &str) -> Value {
    serde_json::from_str(json).expect("JSON")
}

fn visible(document: &Document) -> usize {
    let visible = parsed(&document.state())["visible"].as_u64();
    usize::try_from(visible.expect("a number")).expect("a small number")
}

/// Shows all lines, bytes and rows of a document.
fn show(document: &mut Document, length: usize) -> Vec<usize> {
    document.fold_all(false);
    let lines = parsed(&document.lines(0, visible(document)));
    let fields = parsed(&document.fields(0, length));
    let mut end = 0;
    for field in fields.as_array().expect("an array") {
        assert_eq!(field["start"].as_u64(), Some(end), "{fields:#}");
        end += field["length"].as_u64().expect("a number");
    }
    for offset in 0..length {
        let row = document.row_at(offset).expect("a byte has a row");
        parsed(&document.details(row));
        // A window that starts at any byte has the same field as the whole.
        let window = parsed(&document.fields(offset, offset + 1));
        let is_read = (offset as u64) < end;
        assert_eq!(
            window.as_array().map(Vec::len),
            Some(is_read.into()),
            "{offset}: {window:#}"
        );
    }
    let rows = lines.as_array().expect("an array").iter();
    let rows = rows.map(|line| line["row"].as_u64().expect("a number"));
    rows.map(|row| usize::try_from(row).expect("a small number"))
        .collect()
}

fn layouts() -> [&'static str; 4] {
    ["godot3", "godot4", "pandemonium", "pandemonium5"]
}

#[test]
fn setting_values_to_their_texts_keeps_bytes() {
    let mut count = 0;
    for layout in layouts() {
        for bytes in vectors(&conformance(&format!("vectors/{layout}.jsonl"))) {
            if bytes.len() > 2000 {
                continue;
            }
            let mut document = open(&bytes, layout);
            for row in show(&mut document, bytes.len()) {
                let text = document.text(row).expect("values of engines are valid");
                // The text of some values is that of another value, such as the id of an object.
                let Ok(changed) = document.set_row(row, &text) else {
                    continue;
                };
                document.reveal(changed);
                document.go_to(0);
                assert_eq!(document.bytes(0, usize::MAX), bytes, "{layout}: {text}");
                count += 1;
            }
            assert_eq!(document.save().expect("a file"), bytes);
        }
    }
    assert!(count > 3000, "{count}");
}

#[test]
fn removing_and_undoing_keeps_bytes() {
    for layout in layouts() {
        for bytes in vectors(&conformance(&format!("vectors/{layout}.jsonl"))) {
            if bytes.len() > 2000 {
                continue;
            }
            let mut document = open(&bytes, layout);
            for row in show(&mut document, bytes.len()) {
                if document.remove_row(row).is_ok() {
                    let shorter = document.bytes(0, usize::MAX);
                    assert!(shorter.len() < bytes.len());
                    document.go_to(0);
                    assert_eq!(document.bytes(0, usize::MAX), bytes);
                    document.go_to(1);
                    assert_eq!(document.bytes(0, usize::MAX), shorter);
                    document.go_to(0);
                }
            }
        }
    }
}

#[test]
fn invalid_values_are_shown_and_saved() {
    for (name, layout) in [
        ("godot3", "godot3"),
        ("godot4-typed", "godot4"),
        ("godot4-declared", "godot4"),
    ] {
        for bytes in vectors(&conformance(&format!("verdicts/{name}.jsonl"))) {
            if bytes.is_empty() || bytes.len() > 1000 {
                continue;
            }
            let mut document = open(&bytes, layout);
            for row in show(&mut document, bytes.len()) {
                let _ = document.set_row(row, "7");
                document.go_to(0);
            }
            assert_eq!(document.save().expect("a file"), bytes);
        }
    }
}

#[test]
fn an_edit_does_not_change_a_length_before_the_value() {
    let layout = gdvariant::schema::layout_named("godot4").expect("a layout");
    let value = layout.parse(r#"{"name": "Ada", "age": 7}"#).expect("text");
    let value = value
        .to_vec(gdvariant::EncodeOptions::new())
        .expect("a value");
    let length = u32::try_from(value.len()).expect("a short value");
    let file = [&length.to_be_bytes()[..], b"head", &value].concat();
    let options = r#"{"layout":"godot4","framing":"bare","skip":8}"#;
    let mut document = Document::open(file, options).expect("a file");
    // The header has the length of the value.
    let error = document.set_path(0, "name", r#""Augusta""#).unwrap_err();
    assert!(error.contains("is the length of the bytes"), "{error}");
    assert!(document.set_path(0, "age", "8").is_ok());
}

#[test]
fn other_contents_are_named_instead_of_opened() {
    let json = b"{\"gold\": 30, \"at\": [1, ";
    for (file, name) in [
        (&b"\x89PNG\r\n\x1a\n"[..], "a PNG image"),
        (json, "text, not values"),
        (b"\xff\xff\xff\xff\0\xff\0\xff", "no values"),
    ] {
        let failure = Document::open(file.to_vec(), "{}").err().expect("no value");
        assert!(failure.contains(name), "{failure}");
    }
}
