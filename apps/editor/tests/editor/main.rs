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
use serde_json::{Value, json};

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

/// Changes by name.
trait Edits {
    fn edited(&mut self, row: usize, edit: &Value) -> Result<usize, String>;

    fn set_form(&mut self, row: usize, input: &str) -> Result<usize, String> {
        self.edited(row, &json!({"set": parsed(input)}))
    }

    fn set_part(&mut self, row: usize, is_json: bool, text: &str) -> Result<usize, String> {
        self.edited(row, &json!({"part": {"is_json": is_json, "text": text}}))
    }

    fn add(&mut self, row: usize, key: Option<String>, input: &str) -> Result<usize, String> {
        let key = key.map(|key| parsed(&key));
        self.edited(row, &json!({"add": {"key": key, "value": parsed(input)}}))
    }

    fn rename_row(&mut self, row: usize, key: &str) -> Result<usize, String> {
        self.edited(row, &json!({"rename": parsed(key)}))
    }

    fn move_row(&mut self, row: usize, number: usize) -> Result<usize, String> {
        self.edited(row, &json!({"move": number}))
    }

    fn duplicate_row(&mut self, row: usize) -> Result<usize, String> {
        self.edited(row, &json!({"duplicate": null}))
    }

    fn remove_row(&mut self, row: usize) -> Result<usize, String> {
        self.edited(row, &json!({"remove": null}))
    }
}

impl Edits for Document {
    fn edited(&mut self, row: usize, edit: &Value) -> Result<usize, String> {
        self.edit(row, &edit.to_string())
    }
}
