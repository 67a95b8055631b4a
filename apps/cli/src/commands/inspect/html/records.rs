//! Collects the data of a page as lines of JSON, for `assets/model.js`: compressed, and in base64.
//!
//! ```text
//! {"line": 0, "offset": 0, "bytes": ".."}                  a value, with its bytes in base64
//! {"name": "..", "field": "..", "wire": "..", "about": ".."}  a template of rows
//! [template, length, level, label, value, hint]              a row with the template at this index
//! ```
//!
//! A value is followed by its rows, in the order of their bytes and without gaps.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde::Serialize;
use std::io::{self, BufWriter, Write};

#[derive(Serialize)]
struct PageValue {
    /// The line of the input; 0 for raw input.
    line: usize,
    offset: usize,
    bytes: String,
}

/// The properties that many rows have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) struct Template {
    /// The kind of the row: `frame`, `header`, `field` for a number, `text` for a string or bytes,
    /// `padding`, `ignored` or `fault`.
    pub(super) name: &'static str,
    /// The name of the field.
    pub(super) field: &'static str,
    /// The name of the wire type.
    pub(super) wire: &'static str,
    /// A description of the field, in one sentence.
    pub(super) about: &'static str,
}

pub(super) struct Records {
    /// Each call of the encoder is expensive compared with the few bytes of a record.
    out: BufWriter<DeflateEncoder<Vec<u8>>>,
    templates: Vec<Template>,
}

impl Records {
    pub(super) fn new() -> Self {
        let encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
        Self {
            out: BufWriter::new(encoder),
            templates: Vec::new(),
        }
    }

    pub(super) fn into_base64(self) -> io::Result<String> {
        Ok(STANDARD.encode(self.out.into_inner()?.finish()?))
    }

    /// Writes a value: its line, its offset, and its bytes.
    pub(super) fn value(
        &mut self,
        line: Option<usize>,
        offset: usize,
        bytes: &[u8],
    ) -> io::Result<()> {
        let (line, bytes) = (line.unwrap_or_default(), STANDARD.encode(bytes));
        self.write(&PageValue {
            line,
            offset,
            bytes,
        })
    }

    /// Writes a row with this length and depth in the tree. The label is the last segment of the
    /// path; it is empty if the parent has the same path.
    pub(super) fn row(
        &mut self,
        template: Template,
        [length, level]: [usize; 2],
        [label, value, hint]: [&str; 3],
    ) -> io::Result<()> {
        let known = self.templates.iter().position(|known| *known == template);
        let index = known.unwrap_or(self.templates.len());
        if known.is_none() {
            self.write(&template)?;
            self.templates.push(template);
        }
        self.write(&(index, length, level, label, value, hint))
    }

    fn write(&mut self, record: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, record)?;
        self.out.write_all(b"\n")
    }
}
