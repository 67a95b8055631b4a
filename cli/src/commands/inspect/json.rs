//! Writes the rows of values as JSON, one object per line.

use super::columns::PathCell;
use super::selection::RowSelection;
use super::{FRAME, IGNORED, RowForm, ValuePart, first_offset};
use crate::commands::decoder::Decoder;
use gdvariant::inspect::Value;
use gdvariant_files::display::MAX_PATH_CHARS;
use gdvariant_files::display::escape::write_json;
use gdvariant_files::forms::hex_digits;
use gdvariant_files::packages::options::role_name;
use gdvariant_files::values::Entry;
use std::fmt::Write as _;
use std::io::{self, Write};

/// The number of bytes that are formatted in hex at a time.
const CHUNK: usize = 64;

/// Writes rows as JSON. Long strings are written as they are formatted, so objects are never
/// buffered as a whole.
pub(super) struct Json {
    is_terminal: bool,
    /// The leading members of every object of a value, as JSON.
    start: String,
    cell: PathCell,
    /// The path of the last row, as JSON.
    path: Vec<u8>,
    /// A reused buffer for the meaning of a row.
    text: String,
    /// A reused buffer for a part of an object.
    line: Vec<u8>,
}

impl Json {
    pub(super) fn new(is_terminal: bool) -> Self {
        Self {
            is_terminal,
            start: String::new(),
            cell: PathCell::of_length(MAX_PATH_CHARS),
            path: Vec::new(),
            text: String::new(),
            line: Vec::new(),
        }
    }

    /// Sets the empty path of rows outside the value.
    fn forget_path(&mut self) {
        self.cell.forget();
        self.path = b"\"\"".to_vec();
    }

    /// Writes the meaning as text, and as data if it is a number, a bool or a string.
    fn meaning(&mut self, out: &mut impl Write, value: &Value<'_>) -> io::Result<()> {
        if let Value::Text(text) = value {
            write_json(out, &format_args!("{value}"), self.is_terminal)?;
            out.write_all(b",\"data\":")?;
            return write_json(out, text, self.is_terminal);
        }
        self.text.clear();
        // Writing to a String does not fail.
        let _ = write!(self.text, "{value}");
        write_json(out, self.text.as_str(), self.is_terminal)?;
        let data = match *value {
            Value::Type { name, .. } => {
                out.write_all(b",\"data\":")?;
                return write_json(out, name, self.is_terminal);
            }
            Value::Bool(_) | Value::Unsigned(_) | Value::Signed(_) => true,
            Value::F32(number) => number.is_finite(),
            Value::Double(number) => number.is_finite(),
            Value::Flags { number, .. } => return write!(out, ",\"data\":{number}"),
            _ => false,
        };
        if data {
            // A bool and a finite number have the same text in JSON.
            out.write_all(b",\"data\":")?;
            out.write_all(self.text.as_bytes())?;
        }
        Ok(())
    }

    /// Writes an object with an offset, bytes, the path of the last row, and names of the schema.
    ///
    /// Names of the schema contain no characters to escape.
    fn object(
        &mut self,
        out: &mut impl Write,
        offset: usize,
        bytes: &[u8],
        [field, wire, kind]: [&str; 3],
        value: &Value<'_>,
    ) -> io::Result<()> {
        // Collecting bytes is faster than many short writes.
        let line = &mut self.line;
        line.clear();
        line.extend_from_slice(self.start.as_bytes());
        line.extend_from_slice(b",\"offset\":");
        serde_json::to_writer(&mut *line, &offset)?;
        line.extend_from_slice(b",\"length\":");
        serde_json::to_writer(&mut *line, &bytes.len())?;
        line.extend_from_slice(b",\"bytes\":\"");
        for bytes in bytes.chunks(CHUNK) {
            line.extend(bytes.iter().copied().flat_map(hex_digits));
            out.write_all(line)?;
            line.clear();
        }
        line.extend_from_slice(b"\",\"path\":");
        line.extend_from_slice(&self.path);
        for text in [
            ",\"field\":\"",
            field,
            "\",\"type\":\"",
            wire,
            "\",\"kind\":\"",
            kind,
            "\",\"meaning\":",
        ] {
            line.extend_from_slice(text.as_bytes());
        }
        out.write_all(line)?;
        self.meaning(out, value)?;
        out.write_all(b"}\n")
    }
}

impl RowForm for Json {
    fn start(
        &mut self,
        _: &mut impl Write,
        value: &Entry<'_>,
        _: Decoder<'_>,
        _: &RowSelection,
    ) -> io::Result<()> {
        self.start = format!("{{\"value\":{}", value.number);
        if let Some(line) = value.line {
            // Writing to a String does not fail.
            let _ = write!(self.start, ",\"line\":{line}");
        }
        self.forget_path();
        Ok(())
    }

    fn write(
        &mut self,
        out: &mut impl Write,
        value: &Entry<'_>,
        part: ValuePart<'_>,
    ) -> io::Result<()> {
        match part {
            ValuePart::Frame(frame) => {
                let (start, length) = (first_offset(value), Value::Unsigned(frame.length.into()));
                self.object(out, start, &frame.prefix, [FRAME, "u32", FRAME], &length)
            }
            ValuePart::Row(row) => {
                if self.cell.set(row.path) {
                    self.path.clear();
                    write_json(&mut self.path, self.cell.text(), self.is_terminal)?;
                }
                let names = [row.field.name, row.field.wire.name(), role_name(row.kind)];
                self.object(out, value.start + row.offset, row.bytes, names, &row.value)
            }
            ValuePart::Ignored(bytes, start) => {
                self.forget_path();
                let names = [IGNORED, "byte", IGNORED];
                self.object(out, start, bytes, names, &Value::Bytes(bytes))
            }
            ValuePart::Error(shown) => {
                let offset = value.start + shown.error.offset();
                write!(out, "{},\"offset\":{offset},\"path\":", self.start)?;
                write_json(out, &format_args!("{}", shown.path), self.is_terminal)?;
                write!(out, ",\"field\":\"{}\",\"error\":", shown.field)?;
                write_json(out, shown.message.as_str(), self.is_terminal)?;
                if let Some(hint) = shown.hint {
                    out.write_all(b",\"hint\":")?;
                    write_json(out, hint.as_str(), self.is_terminal)?;
                }
                out.write_all(b"}\n")
            }
        }
    }
}
