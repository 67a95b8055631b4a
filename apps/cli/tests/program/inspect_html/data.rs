//! Parses the data of a page, as the script of the page does.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::read::DeflateDecoder;
use serde::Deserialize;
use std::io::Read;

/// A value with its rows.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Value {
    /// The line of the input; 0 for raw input.
    pub(crate) line: u64,
    pub(crate) offset: u64,
    pub(crate) bytes: Vec<u8>,
    pub(crate) rows: Vec<Row>,
}

/// A row of a value.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) kind: String,
    pub(crate) field: String,
    pub(crate) wire: String,
    /// The offset from the start of the value's bytes.
    pub(crate) start: usize,
    pub(crate) length: usize,
    pub(crate) level: usize,
    /// The joined labels from the root to this row.
    pub(crate) path: String,
    pub(crate) value: String,
    pub(crate) hint: String,
}

/// The kind of faults.
pub(crate) const FAULT: &str = "fault";

/// Parses the values of a page.
pub(crate) fn values(page: &str) -> Vec<Value> {
    let (_, data) = page.split_once("id=\"data\"").expect("an element");
    let (_, data) = data.split_once('>').expect("the end of a tag");
    let (data, _) = data.split_once('<').expect("the end of an element");
    let data = STANDARD.decode(data).expect("base64");
    let mut text = String::new();
    let mut content = DeflateDecoder::new(&*data);
    content.read_to_string(&mut text).expect("deflate");
    let (mut values, mut templates) = (Vec::<Value>::new(), Vec::new());
    // The labels of the open levels.
    let mut labels: Vec<String> = Vec::new();
    for line in text.lines() {
        let record: Record = serde_json::from_str(line).expect("a record");
        match record {
            Record::Value {
                line,
                offset,
                bytes,
            } => {
                labels.clear();
                values.push(Value {
                    line,
                    offset,
                    bytes: STANDARD.decode(bytes).expect("base64"),
                    rows: Vec::new(),
                });
            }
            Record::Template(template) => {
                assert!(!templates.contains(&template));
                templates.push(template);
            }
            Record::Row(template, length, level, label, value, hint) => {
                let Template {
                    name: kind,
                    field,
                    wire,
                    ..
                } = templates[template].clone();
                let rows = &mut values.last_mut().expect("a value").rows;
                assert!(level <= labels.len(), "a row has a parent");
                labels.truncate(level);
                let path = if kind == FAULT {
                    label.clone()
                } else {
                    labels.concat() + &label
                };
                labels.push(label);
                rows.push(Row {
                    kind,
                    field,
                    wire,
                    start: rows.last().map_or(0, |row| row.start + row.length),
                    length,
                    level,
                    path,
                    value,
                    hint,
                });
            }
        }
    }
    values
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Record {
    Value {
        line: u64,
        offset: u64,
        bytes: String,
    },
    Template(Template),
    Row(usize, usize, usize, String, String, String),
}

#[derive(Clone, PartialEq, Eq, Deserialize)]
struct Template {
    name: String,
    field: String,
    wire: String,
    about: String,
}
