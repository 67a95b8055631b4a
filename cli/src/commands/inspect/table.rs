//! Writes the rows of values as a table.

use super::columns::{self, BYTES, Columns, PathCell};
use super::selection::RowSelection;
use super::{FRAME, IGNORED, RowForm, ShownError, ValuePart, check_frame, first_offset, location};
use crate::commands::decoder::Decoder;
use crate::terminal::styles::{self, TableLine};
use anstyle::Style;
use gdvariant::inspect::{InspectRow, RowKind, Value};
use gdvariant_files::values::{Entry, Frame};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::ops::ControlFlow;

/// The maximum number of characters of a message in a line.
const MAX_MESSAGE_CHARS: usize = 66;

/// The text in place of bytes, for an error at the end of the input.
const END: &str = "end of input";

/// The maximum number of rows that are measured before the first row is written. Later rows widen
/// the columns that they do not fit.
const MEASURED_ROWS: usize = 1024;

/// The maximum number of bytes that are scanned to measure rows.
const MEASURED_BYTES: usize = 1 << 20;

/// Writes a table of all values.
pub(super) struct RowTable {
    columns: Columns,
    /// The numbers of rows and bytes that can still be measured.
    unmeasured: (usize, usize),
    path: PathCell,
    /// The buffer of a row's value.
    text: String,
    /// Whether the titles of the columns have been written.
    is_headed: bool,
    /// The heading of the value; `None` once it is written.
    heading: Option<String>,
    is_styled: bool,
    /// The offset before which lines are omitted.
    from: usize,
}

impl RowTable {
    pub(super) fn new(is_styled: bool) -> Self {
        Self {
            columns: Columns::new(is_styled),
            unmeasured: (MEASURED_ROWS, MEASURED_BYTES),
            path: PathCell::new(),
            text: String::new(),
            is_headed: false,
            heading: None,
            is_styled,
            from: 0,
        }
    }

    fn measure(&mut self, value: &Entry<'_>, decoder: Decoder<'_>, mut selection: RowSelection) {
        let (mut rows_left, bytes_left) = self.unmeasured;
        let layout = decoder.layout.layout;
        let result = layout.inspect_while(value.available, decoder.options, |row| {
            if selection.takes(row, value.start) {
                self.fit(row);
                rows_left -= 1;
            }
            if rows_left == 0 || row.offset >= bytes_left || selection.is_full() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        self.unmeasured = (rows_left, bytes_left.saturating_sub(value.available.len()));
        let is_complete = match &result {
            Ok(end) => end.is_none_or(|end| end == value.available.len()),
            Err(_) => false,
        };
        if !is_complete || check_frame(value).is_err() {
            // Lines of errors and ignored bytes contain up to the maximum number of bytes.
            self.columns.fit_bytes(BYTES);
        }
        if let Err(error) = &result {
            let (path, field) = location(error);
            self.path.clip(&path);
            self.columns.fit(&self.path, field, "");
        }
    }

    /// Widens the columns for a row.
    fn fit(&mut self, row: &InspectRow<'_>) {
        self.path.set(row.path);
        self.columns.fit_bytes(row.bytes.len());
        let (field, wire) = (row.field.name, row.field.wire.name());
        self.columns.fit(&self.path, field, wire);
    }

    /// Writes the headings, before the first line of the table or of a value.
    fn head(&mut self, out: &mut impl Write) -> io::Result<()> {
        if self.is_headed && self.heading.is_none() {
            return Ok(());
        }
        let is_first = !self.is_headed;
        if is_first {
            self.columns.heading(out)?;
            self.is_headed = true;
        }
        if let Some(heading) = self.heading.take() {
            out.write_all(if is_first { b"" } else { b"\n" })?;
            let mut line = TableLine::new(out, 0).styled(self.is_styled);
            line.part(styles::HEADING, &heading)?;
            line.end()?;
        }
        Ok(())
    }

    /// Writes the cells of the path, the field and the wire type.
    fn names<W: Write>(&self, line: &mut TableLine<'_, W>, row: &InspectRow<'_>) -> io::Result<()> {
        let wire = if row.kind == RowKind::Padding {
            ""
        } else {
            row.field.wire.name()
        };
        let (columns, path, field) = (&self.columns, &self.path, row.field.name);
        // The widths are known, so characters need not be counted.
        line.counted(styles::PATH, path.text(), path.width(), columns.path)?;
        line.counted(quiet(row.kind), field, field.len(), columns.field)?;
        line.counted(styles::DIM, wire, wire.len(), columns.wire)
    }
}

impl RowForm for RowTable {
    fn start(
        &mut self,
        _: &mut impl Write,
        value: &Entry<'_>,
        decoder: Decoder<'_>,
        selection: &RowSelection,
    ) -> io::Result<()> {
        self.path.forget();
        self.heading = heading(value);
        self.from = usize::try_from(selection.offset).unwrap_or(usize::MAX);
        self.columns
            .fit_offsets(value.start + value.available.len());
        if value.fault.is_some() && value.frame.is_none() {
            self.columns.fit_bytes(BYTES);
        } else if self.unmeasured.0 > 0 && self.unmeasured.1 > 0 {
            self.measure(value, decoder, selection.clone());
            self.path.forget();
        }
        Ok(())
    }

    fn write(
        &mut self,
        out: &mut impl Write,
        value: &Entry<'_>,
        part: ValuePart<'_>,
    ) -> io::Result<()> {
        if let ValuePart::Error(error) = &part {
            self.path.clip(&error.path);
            self.columns.fit(&self.path, error.field, "");
            self.columns.fit_bytes(BYTES);
        }
        self.head(out)?;
        match part {
            ValuePart::Frame(frame) => self.frame(out, first_offset(value), frame),
            ValuePart::Row(row) => self.row(out, row, value.start),
            ValuePart::Ignored(bytes, start) => self.ignored(out, bytes, start),
            ValuePart::Error(error) => self.error(out, value, &error),
        }
    }
}

impl RowTable {
    fn frame(&self, out: &mut impl Write, start: usize, frame: Frame) -> io::Result<()> {
        let columns = &self.columns;
        let mut line = columns.start(out, start, styles::DIM)?;
        columns.bytes(&mut line, &frame.prefix, frame.prefix.len(), Style::new())?;
        line.cell(Style::new(), "", columns.path)?;
        line.cell(styles::DIM, FRAME, columns.field)?;
        line.cell(styles::DIM, "u32", columns.wire)?;
        line.cell(styles::NUMBER, &frame.length.to_string(), 0)?;
        line.end()
    }

    /// Writes a row, with eight bytes and their meaning in each line.
    fn row(&mut self, out: &mut impl Write, row: &InspectRow<'_>, base: usize) -> io::Result<()> {
        self.fit(row);
        let first = self.from.saturating_sub(base + row.offset) / BYTES;
        let is_altered = match row.value {
            Value::Text(text) => !row.bytes.starts_with(text.as_bytes()),
            _ => false,
        };
        for (index, bytes) in row.bytes.chunks(BYTES).enumerate().skip(first) {
            let start = index * BYTES;
            let offset = base + row.offset + start;
            let mut line = self.columns.start(out, offset, styles::DIM)?;
            let quiet = quiet(row.kind);
            self.columns.bytes(&mut line, bytes, bytes.len(), quiet)?;
            if index == first {
                self.names(&mut line, row)?;
            } else {
                self.columns.skip_names(&mut line);
            }
            self.text.clear();
            let style = push_value(&mut self.text, row, start, bytes, is_altered);
            line.part(style, &self.text)?;
            line.end()?;
        }
        Ok(())
    }

    fn ignored(&mut self, out: &mut impl Write, bytes: &[u8], start: usize) -> io::Result<()> {
        self.columns.fit_bytes(bytes.len());
        let columns = &self.columns;
        let first = self.from.saturating_sub(start) / BYTES;
        for (index, bytes) in bytes.chunks(BYTES).enumerate().skip(first) {
            let mut line = columns.start(out, start + index * BYTES, styles::DIM)?;
            columns.bytes(&mut line, bytes, bytes.len(), styles::DIM)?;
            let field = if index == first { IGNORED } else { "" };
            line.cell(Style::new(), "", columns.path)?;
            line.cell(styles::DIM, field, columns.field)?;
            line.cell(Style::new(), "", columns.wire)?;
            line.part(styles::DIM, &Value::Bytes(bytes).to_string())?;
            line.end()?;
        }
        Ok(())
    }

    /// Writes the row of an error, carets below its bytes, its message and a hint.
    fn error(
        &self,
        out: &mut impl Write,
        value: &Entry<'_>,
        shown: &ShownError<'_>,
    ) -> io::Result<()> {
        let (columns, offset) = (&self.columns, shown.error.offset());
        let bytes = value.available.get(offset..).unwrap_or_default();
        let bytes = bytes.get(..BYTES).unwrap_or(bytes);
        let mut line = columns.start(out, value.start + offset, styles::ERROR)?;
        let carets = if bytes.is_empty() {
            line.cell(styles::ERROR, END, columns.bytes)?;
            END.len()
        } else {
            let marked = shown.length.min(bytes.len());
            columns.bytes(&mut line, bytes, marked, styles::ERROR)?;
            columns::width(marked)
        };
        line.cell(styles::PATH, self.path.text(), columns.path)?;
        line.cell(Style::new(), shown.field, columns.field)?;
        line.end()?;
        let mut marks = "^".repeat(carets);
        for part in wrapped(&shown.message, MAX_MESSAGE_CHARS) {
            let mut line = columns.below(out);
            line.part(styles::ERROR, &marks)?;
            line.space(1 + carets - marks.len());
            line.part(styles::ERROR, &part)?;
            line.end()?;
            marks.clear();
        }
        if let Some(hint) = &shown.hint {
            let mut line = columns.below(out);
            line.part(Style::new(), &format!("hint: {hint}"))?;
            line.end()?;
        }
        Ok(())
    }
}

/// Returns the heading of a value, if the input can have several.
fn heading(value: &Entry<'_>) -> Option<String> {
    let number = value.number;
    match value.line {
        None if value.frame.is_some() || value.fault.is_some() => {
            Some(format!("value {number} at {:#010x}", first_offset(value)))
        }
        // Inputs of lines usually have a single value, which needs no heading.
        Some(line) if number > 1 => Some(format!("value {number} in line {line}")),
        _ => None,
    }
}

/// Returns the style of bytes and field names: dimmed, except in rows of fields.
fn quiet(kind: RowKind) -> Style {
    if kind == RowKind::Field {
        Style::new()
    } else {
        styles::DIM
    }
}

/// Appends the meaning of the bytes in a line of a row, and returns its style.
///
/// The line starts at byte `start` of the row.
fn push_value(
    out: &mut String,
    row: &InspectRow<'_>,
    start: usize,
    bytes: &[u8],
    is_altered: bool,
) -> Style {
    let (style, value) = match row.value {
        Value::Text(text) => {
            push_part(out, text, is_altered, start, bytes.len());
            return styles::TEXT;
        }
        Value::Bytes(_) => (styles::TEXT, Value::Bytes(bytes)),
        _ if start > 0 => return Style::new(),
        Value::Type { .. } => (styles::TYPE, row.value),
        Value::Padding { .. } => (styles::DIM, row.value),
        _ => (styles::NUMBER, row.value),
    };
    // Writing to a String does not fail.
    let _ = write!(out, "{value}");
    style
}

/// Wraps a text to lines of at most `length` characters. Longer words are not broken.
fn wrapped(text: &str, length: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= length => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Appends the part of a string that the bytes of a line contain, with quotes at the string's ends.
///
/// A character belongs to the line of its first byte. A string that lenient decoding altered is
/// shown in the first line, because the bytes of the row differ from those of the string.
fn push_part(out: &mut String, text: &str, is_altered: bool, start: usize, length: usize) {
    if is_altered {
        if start == 0 {
            push_quoted(out, text);
        }
        return;
    }
    if start > 0 && start >= text.len() {
        return;
    }
    let end = start + length;
    if start == 0 {
        out.push('"');
    }
    let part = text.get(boundary(text, start)..boundary(text, end));
    push_escaped(out, part.unwrap_or_default());
    if end >= text.len() {
        out.push('"');
    }
}

/// Appends a string with quotes and escapes.
fn push_quoted(out: &mut String, text: &str) {
    // Writing to a String does not fail.
    let _ = write!(out, "{text:?}");
}

/// Appends a string with escapes, without quotes.
fn push_escaped(out: &mut String, text: &str) {
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\';
    if text.bytes().all(is_plain) {
        out.push_str(text);
        return;
    }
    let before = out.len();
    push_quoted(out, text);
    out.pop();
    out.remove(before);
}

/// Returns the next character boundary at or after `at`.
fn boundary(text: &str, at: usize) -> usize {
    (at..text.len())
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(text.len())
}
