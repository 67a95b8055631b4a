//! The rows of values as JSON, one object a line.

use super::encoded::{Context, Encoded, FRAME, Frame};
use super::location::location;
use super::path::PathCell;
use super::print::Form;
use super::selection::Selection;
use crate::clip::LONGEST_PATH;
use crate::hints;
use crate::terminal::write_json;
use crate::text::hex_digits;
use gdvariant::inspect::{InspectRow, RowKind, Value};
use gdvariant::{DecodeError, DecodeOptions, Layout};
use std::fmt::Write as _;
use std::io::{self, Write};

/// The bytes that are written in hex in one call.
const PIECE: usize = 64;

/// Writes objects. Long strings are written as they are formatted, so that no object is kept.
pub(super) struct Json {
    is_terminal: bool,
    /// The start of the objects of a value.
    start: String,
    cell: PathCell,
    /// The path of the last row, as JSON.
    path: Vec<u8>,
    /// The meaning of a row.
    text: String,
}

impl Json {
    pub(super) fn new(is_terminal: bool) -> Self {
        Self {
            is_terminal,
            start: String::new(),
            cell: PathCell::of_length(LONGEST_PATH),
            path: Vec::new(),
            text: String::new(),
        }
    }

    /// Writes the meaning as text, and as a number or a string if it is one.
    fn meaning(&mut self, out: &mut impl Write, value: &Value<'_>) -> io::Result<()> {
        if let Value::Text(text) = value {
            write_json(out, &format_args!("{value}"), self.is_terminal)?;
            out.write_all(b",\"data\":")?;
            return write_json(out, text, self.is_terminal);
        }
        self.text.clear();
        // Writing to a String cannot fail.
        let _ = write!(self.text, "{value}");
        write_json(out, self.text.as_str(), self.is_terminal)?;
        let data = match *value {
            Value::Type { name, .. } => {
                out.write_all(b",\"data\":")?;
                return write_json(out, name, self.is_terminal);
            }
            Value::Bool(_) | Value::Unsigned(_) | Value::Signed(_) => true,
            Value::Single(number) => number.is_finite(),
            Value::Double(number) => number.is_finite(),
            Value::Flags { number, .. } => return write!(out, ",\"data\":{number}"),
            _ => false,
        };
        if data {
            // The text is a number or a bool of JSON, too.
            out.write_all(b",\"data\":")?;
            out.write_all(self.text.as_bytes())?;
        }
        Ok(())
    }

    /// Writes the start of an object, with an offset and bytes.
    fn bytes(&self, out: &mut impl Write, offset: u64, bytes: &[u8]) -> io::Result<()> {
        out.write_all(self.start.as_bytes())?;
        out.write_all(b",\"offset\":")?;
        serde_json::to_writer(&mut *out, &offset)?;
        out.write_all(b",\"length\":")?;
        serde_json::to_writer(&mut *out, &bytes.len())?;
        out.write_all(b",\"bytes\":\"")?;
        for bytes in bytes.chunks(PIECE) {
            let mut digits = [[0; 2]; PIECE];
            for (digits, &byte) in digits.iter_mut().zip(bytes) {
                *digits = hex_digits(byte);
            }
            out.write_all(digits.get(..bytes.len()).unwrap_or(&digits).as_flattened())?;
        }
        out.write_all(b"\"")
    }
}

impl Form for Json {
    fn start<L: Layout>(
        &mut self,
        _: &mut impl Write,
        input: Encoded<'_>,
        _: DecodeOptions,
        _: &Selection,
    ) -> io::Result<()> {
        self.cell.forget();
        self.start = format!("{{\"value\":{}", input.number);
        if let Some(line) = input.line {
            // Writing to a String cannot fail.
            let _ = write!(self.start, ",\"line\":{line}");
        }
        Ok(())
    }

    fn frame(&mut self, out: &mut impl Write, frame: Frame, input: Encoded<'_>) -> io::Result<()> {
        self.bytes(out, input.start(), &frame.prefix)?;
        let length = frame.length;
        writeln!(
            out,
            ",\"path\":\"\",\"field\":\"{FRAME}\",\"type\":\"u32\",\"kind\":\"frame\",\"meaning\":\"{length}\",\"data\":{length}}}"
        )
    }

    fn row(
        &mut self,
        out: &mut impl Write,
        row: &InspectRow<'_>,
        base: u64,
        _: u64,
    ) -> io::Result<()> {
        if self.cell.set(row.path) {
            self.path.clear();
            write_json(&mut self.path, self.cell.text(), self.is_terminal)?;
        }
        self.bytes(out, base + row.offset as u64, row.bytes)?;
        out.write_all(b",\"path\":")?;
        out.write_all(&self.path)?;
        let kind = match row.kind {
            RowKind::Header => "header",
            RowKind::Padding => "padding",
            _ => "field",
        };
        // The names are those of the schema, which need no escapes.
        for (key, name) in [
            (",\"field\":\"", row.field.name),
            ("\",\"type\":\"", row.field.wire.name()),
            ("\",\"kind\":\"", kind),
            ("\",\"meaning\":", ""),
        ] {
            out.write_all(key.as_bytes())?;
            out.write_all(name.as_bytes())?;
        }
        self.meaning(out, &row.value)?;
        out.write_all(b"}\n")
    }

    fn ignored(
        &mut self,
        out: &mut impl Write,
        bytes: &[u8],
        start: u64,
        _: u64,
    ) -> io::Result<()> {
        self.bytes(out, start, bytes)?;
        out.write_all(b",\"path\":\"\",\"field\":\"ignored\",\"type\":\"byte\",\"kind\":\"ignored\",\"meaning\":")?;
        write_json(
            out,
            &format_args!("{}", Value::Bytes(bytes)),
            self.is_terminal,
        )?;
        out.write_all(b"}\n")
    }

    fn fault(
        &mut self,
        out: &mut impl Write,
        error: &DecodeError,
        input: Encoded<'_>,
        context: Context,
    ) -> io::Result<()> {
        let (path, field) = location(error);
        let offset = input.offset + error.offset() as u64;
        write!(out, "{},\"offset\":{offset},\"path\":", self.start)?;
        write_json(out, &format_args!("{path}"), self.is_terminal)?;
        write!(out, ",\"field\":\"{field}\",\"error\":")?;
        write_json(out, hints::message(error).as_str(), self.is_terminal)?;
        if let Some(hint) = hints::hint(input.bytes, context.is_raw, context.layout) {
            out.write_all(b",\"hint\":")?;
            write_json(out, hint.as_str(), self.is_terminal)?;
        }
        out.write_all(b"}\n")
    }

    fn end(self, _: &mut impl Write) -> io::Result<()> {
        Ok(())
    }
}
