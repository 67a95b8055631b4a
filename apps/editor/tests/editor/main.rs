//! Tests of the compiled part of the editor.

#![allow(missing_docs, reason = "a test")]

#[path = "../../../../files/tests/common/changes.rs"]
mod changes;
#[path = "../../../../files/tests/common/mod.rs"]
mod common;
mod edits;
mod files;
mod search;
mod text;

use gdvariant::EncodeOptions;
use gdvariant::schema::layout_named;
use gdvariant_editor::Document;
use serde_json::Value;

const LAYOUTS: [&str; 3] = ["godot3", "godot4", "pandemonium5"];

fn open(bytes: &[u8], layout: &str) -> Document {
    let options = format!(r#"{{"layout":"{layout}","framing":"bare"}}"#);
    Document::open(bytes.to_vec(), &options).expect("a stated layout opens any bytes")
}

fn encoded(layout: &str, text: &str) -> Vec<u8> {
    let layout = layout_named(layout).expect("a layout");
    let value = layout.parse(text).expect("text");
    value.to_vec(EncodeOptions::new()).expect("a value")
}

fn godot4(text: &str) -> Vec<u8> {
    encoded("godot4", text)
}

fn all_bytes(document: &Document) -> Vec<u8> {
    document.bytes(0, usize::MAX)
}

fn parsed(json: &str) -> Value {
    serde_json::from_str(json).expect("JSON")
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().expect("a number")).expect("a small number")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("an array")
}

fn string(value: &Value) -> &str {
    value.as_str().expect("a string")
}

/// Returns what the page sends for the text of a value.
fn input(text: &str) -> String {
    serde_json::json!({"text": text}).to_string()
}

fn visible(document: &Document) -> usize {
    number(&parsed(&document.state())["visible"])
}

/// Returns the lines of a document, with all rows unfolded.
fn all_lines(document: &mut Document) -> Value {
    document.fold_all(false);
    parsed(&document.lines(0, visible(document)))
}
