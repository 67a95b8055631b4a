//! Parses the data of a page, as the script of the page does.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::read::DeflateDecoder;
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
    /// The number of the row's kind.
    pub(crate) kind: u64,
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

/// The number of the row kind for faults.
pub(crate) const FAULT: u64 = 6;

/// Parses the values of a page.
pub(crate) fn values(page: &str) -> Vec<Value> {
    let (_, data) = page.split_once("id=\"data\"").expect("an element");
    let (encoding, data) = data.split_once('>').expect("the end of a tag");
    let (data, _) = data.split_once('<').expect("the end of an element");
    let data = STANDARD.decode(data).expect("base64");
    let mut bytes = Vec::new();
    if encoding.contains("deflate-raw") {
        let mut content = DeflateDecoder::new(&*data);
        content.read_to_end(&mut bytes).expect("deflate");
    } else {
        bytes = data;
    }
    Reader {
        rest: &bytes,
        templates: Vec::new(),
    }
    .values()
}

struct Reader<'d> {
    rest: &'d [u8],
    /// The kind of each template, and its field, wire type and description.
    templates: Vec<(u64, [String; 3])>,
}

impl Reader<'_> {
    fn values(&mut self) -> Vec<Value> {
        let mut values: Vec<Value> = Vec::new();
        // The labels of the open levels.
        let mut labels: Vec<String> = Vec::new();
        while !self.rest.is_empty() {
            match self.number() {
                0 => {
                    labels.clear();
                    values.push(self.value());
                }
                1 => {
                    let template = (self.number(), [self.text(), self.text(), self.text()]);
                    assert!(!self.templates.contains(&template));
                    self.templates.push(template);
                }
                tag => {
                    let index = usize::try_from(tag - 2).expect("few");
                    let value = values.last_mut().expect("a value");
                    let start = value.rows.last().map_or(0, |row| row.start + row.length);
                    value.rows.push(self.row(index, start, &mut labels));
                }
            }
        }
        values
    }

    fn value(&mut self) -> Value {
        let (line, offset) = (self.number(), self.number());
        let length = self.length();
        Value {
            line,
            offset,
            bytes: self.take(length).to_vec(),
            rows: Vec::new(),
        }
    }

    fn row(&mut self, template: usize, start: usize, labels: &mut Vec<String>) -> Row {
        let (kind, [field, wire, _]) = self.templates[template].clone();
        let (length, level) = (self.length(), self.length());
        let (label, value) = (self.text(), self.text());
        assert!(level <= labels.len(), "a row has a parent");
        labels.truncate(level);
        let path = if kind == FAULT {
            label.clone()
        } else {
            labels.concat() + &label
        };
        labels.push(label);
        let hint = if kind == FAULT {
            self.text()
        } else {
            String::new()
        };
        Row {
            kind,
            field,
            wire,
            start,
            length,
            level,
            path,
            value,
            hint,
        }
    }

    fn number(&mut self) -> u64 {
        let mut number = 0;
        for shift in (0..).step_by(7) {
            let byte = self.take(1)[0];
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
        }
        number
    }

    fn length(&mut self) -> usize {
        usize::try_from(self.number()).expect("it fits")
    }

    fn text(&mut self) -> String {
        let length = self.length();
        String::from_utf8(self.take(length).to_vec()).expect("UTF-8")
    }

    fn take(&mut self, length: usize) -> &[u8] {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }
}
