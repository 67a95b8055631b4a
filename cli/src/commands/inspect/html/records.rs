//! Writes the data of a page as records of numbers and texts, for `assets/model.js`.
//!
//! Numbers are unsigned LEB128. A text is its length in bytes, followed by UTF-8.
//!
//! ```text
//! 0      value     line or 0, offset, number of bytes, bytes
//! 1      template  kind, field, wire type, description of the field
//! 2..    row       2 + template: length, level, label, value; for a fault also the hint
//! ```
//!
//! A value is followed by its rows, in the order of their bytes and without gaps.

use super::packed::Packer;
use std::io::{self, Write};

/// The tag of the record of a value.
const VALUE: u64 = 0;

/// The tag of the record of a template.
const TEMPLATE: u64 = 1;

/// The tag of the record of a row with the first template.
const ROW: u64 = 2;

/// The kind of a row, in the order of `KINDS` in `assets/model.js`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RecordKind {
    /// The length prefix of a value.
    Frame,
    /// The header of a value.
    Header,
    /// A number.
    Field,
    /// A string, or bytes.
    Text,
    Padding,
    /// Bytes after a value.
    Ignored,
    /// The fault of an invalid value.
    Fault,
}

/// The properties that many rows have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Template {
    pub(super) kind: RecordKind,
    /// The name of the field.
    pub(super) field: &'static str,
    /// The name of the wire type.
    pub(super) wire: &'static str,
    /// A description of the field, in one sentence.
    pub(super) about: &'static str,
}

/// A row of the tree: a value, or a field of a value.
#[derive(Debug)]
pub(super) struct TreeRow<'r> {
    pub(super) template: Template,
    /// The number of bytes.
    pub(super) length: usize,
    /// The depth in the tree.
    pub(super) level: usize,
    /// The last segment of the path; empty if the parent has the same path.
    pub(super) label: &'r str,
    /// The meaning of the bytes, or the message of a fault.
    pub(super) value: &'r str,
}

#[derive(Default)]
pub(super) struct Records {
    pub(super) out: Packer,
    templates: Vec<Template>,
}

impl Records {
    /// Writes the record of a value: its line, for lines of text, its offset, and its bytes.
    pub(super) fn value(
        &mut self,
        line: Option<usize>,
        offset: u64,
        [before, bytes]: [&[u8]; 2],
    ) -> io::Result<()> {
        self.number(VALUE)?;
        self.number(line.unwrap_or_default() as u64)?;
        self.number(offset)?;
        self.number((before.len() + bytes.len()) as u64)?;
        self.out.write_all(before)?;
        self.out.write_all(bytes)
    }

    pub(super) fn row(&mut self, row: &TreeRow<'_>) -> io::Result<()> {
        let template = self.template(row.template)?;
        self.number(ROW + template)?;
        self.number(row.length as u64)?;
        self.number(row.level as u64)?;
        self.text(row.label)?;
        self.text(row.value)
    }

    /// Returns the index of a template, and writes the template if it is new.
    fn template(&mut self, template: Template) -> io::Result<u64> {
        let known = self.templates.iter().position(|known| *known == template);
        if let Some(index) = known {
            return Ok(index as u64);
        }
        self.number(TEMPLATE)?;
        self.number(template.kind as u64)?;
        self.text(template.field)?;
        self.text(template.wire)?;
        self.text(template.about)?;
        self.templates.push(template);
        Ok(self.templates.len() as u64 - 1)
    }

    /// Writes a text of a row, or the hint after the row of a fault.
    pub(super) fn text(&mut self, text: &str) -> io::Result<()> {
        self.number(text.len() as u64)?;
        self.out.write_all(text.as_bytes())
    }

    fn number(&mut self, mut number: u64) -> io::Result<()> {
        let mut bytes = [0; 10];
        let mut length = 0;
        for byte in &mut bytes {
            length += 1;
            *byte = number.to_le_bytes()[0] | 0x80;
            number >>= 7;
            if number == 0 {
                *byte &= 0x7f;
                break;
            }
        }
        self.out.write_all(&bytes[..length])
    }
}
