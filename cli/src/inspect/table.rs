//! The rows of values as a table.

use super::columns::{BYTES, Columns, IGNORED};
use super::encoded::{Context, Encoded, FRAME, Frame};
use super::fault;
use super::location::location;
use super::path::PathCell;
use super::print::Form;
use super::selection::Selection;
use super::text;
use crate::line::Line;
use crate::rows::rows_while;
use crate::styles;
use anstyle::Style;
use gdvariant::inspect::{InspectRow, RowKind, Value};
use gdvariant::{DecodeError, DecodeOptions, Layout};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::ops::ControlFlow;

/// The rows that are measured before any is written. Later rows widen the columns that they do not
/// fit.
const MEASURED_ROWS: usize = 1024;

/// The bytes in which those rows are looked for.
const MEASURED_BYTES: usize = 1 << 20;

/// A table of all values.
pub(super) struct Table {
    columns: Columns,
    /// The rows and the bytes that may still be measured.
    unmeasured: (usize, usize),
    path: PathCell,
    /// The value of a row.
    text: String,
    /// Whether the titles of the columns have been written.
    is_headed: bool,
    /// The heading of the value, if it has not been written.
    heading: Option<String>,
    is_styled: bool,
}

impl Table {
    pub(super) fn new(is_styled: bool) -> Self {
        Self {
            columns: Columns::new(is_styled),
            unmeasured: (MEASURED_ROWS, MEASURED_BYTES),
            path: PathCell::new(),
            text: String::new(),
            is_headed: false,
            heading: None,
            is_styled,
        }
    }

    fn measure<L: Layout>(
        &mut self,
        input: Encoded<'_>,
        options: DecodeOptions,
        mut selection: Selection,
    ) {
        let (mut rows_left, bytes_left) = self.unmeasured;
        let result = rows_while::<L>(input.bytes, options, &mut |row| {
            if selection.takes(row, input.offset) {
                self.fit(row);
                rows_left -= 1;
            }
            if rows_left == 0 || row.offset >= bytes_left || selection.is_full() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        self.unmeasured = (rows_left, bytes_left.saturating_sub(input.bytes.len()));
        let is_whole = match &result {
            Ok(end) => end.is_none_or(|end| end == input.bytes.len()),
            Err(_) => false,
        };
        if !is_whole || input.check_frame().is_err() {
            // An error, or ignored bytes, have lines of their own.
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

    /// Writes the headings before the first line of the table or of a value.
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
            let mut line = Line::new(out, 0).styled(self.is_styled);
            line.part(styles::HEADING, &heading)?;
            line.end()?;
        }
        Ok(())
    }

    /// Writes the cells of the path, the field and the wire type.
    fn names<W: Write>(&self, line: &mut Line<'_, W>, row: &InspectRow<'_>) -> io::Result<()> {
        let wire = if row.kind == RowKind::Padding {
            ""
        } else {
            row.field.wire.name()
        };
        let (columns, path, field) = (&self.columns, &self.path, row.field.name);
        // The lengths are known, so that no characters are counted.
        line.counted(styles::PATH, path.text(), path.width(), columns.path)?;
        line.counted(quiet(row.kind), field, field.len(), columns.field)?;
        line.counted(styles::DIM, wire, wire.len(), columns.wire)
    }
}

impl Form for Table {
    fn start<L: Layout>(
        &mut self,
        _: &mut impl Write,
        input: Encoded<'_>,
        options: DecodeOptions,
        selection: &Selection,
    ) -> io::Result<()> {
        self.path.forget();
        self.heading = heading(input);
        self.columns.fit_offsets(input.end());
        if input.broken.is_some() {
            self.columns.fit_bytes(BYTES);
        } else if self.unmeasured.0 > 0 && self.unmeasured.1 > 0 {
            self.measure::<L>(input, options, selection.clone());
            self.path.forget();
        }
        Ok(())
    }

    fn frame(&mut self, out: &mut impl Write, frame: Frame, input: Encoded<'_>) -> io::Result<()> {
        self.head(out)?;
        let columns = &self.columns;
        let mut line = columns.start(out, input.start(), styles::DIM)?;
        columns.bytes(&mut line, &frame.prefix, frame.prefix.len(), Style::new())?;
        line.cell(Style::new(), "", columns.path)?;
        line.cell(styles::DIM, FRAME, columns.field)?;
        line.cell(styles::DIM, "u32", columns.wire)?;
        line.cell(styles::NUMBER, &frame.length.to_string(), 0)?;
        line.end()
    }

    /// Writes eight bytes in each line, with their meaning.
    fn row(
        &mut self,
        out: &mut impl Write,
        row: &InspectRow<'_>,
        base: u64,
        from: u64,
    ) -> io::Result<()> {
        self.head(out)?;
        self.fit(row);
        let first = lines_before(from, base + row.offset as u64);
        let is_altered = match row.value {
            Value::Text(text) => !row.bytes.starts_with(text.as_bytes()),
            _ => false,
        };
        for (index, bytes) in row.bytes.chunks(BYTES).enumerate().skip(first) {
            let start = index * BYTES;
            let offset = base + (row.offset + start) as u64;
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

    fn ignored(
        &mut self,
        out: &mut impl Write,
        bytes: &[u8],
        start: u64,
        from: u64,
    ) -> io::Result<()> {
        self.head(out)?;
        self.columns.fit_bytes(bytes.len());
        let columns = &self.columns;
        let first = lines_before(from, start);
        for (index, bytes) in bytes.chunks(BYTES).enumerate().skip(first) {
            let mut line = columns.start(out, start + (index * BYTES) as u64, styles::DIM)?;
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

    fn fault(
        &mut self,
        out: &mut impl Write,
        error: &DecodeError,
        input: Encoded<'_>,
        context: Context,
    ) -> io::Result<()> {
        let (path, field) = location(error);
        self.path.clip(&path);
        self.columns.fit(&self.path, field, "");
        self.columns.fit_bytes(BYTES);
        self.head(out)?;
        fault::print(
            out,
            &self.columns,
            (self.path.text(), field),
            error,
            input,
            context,
        )
    }

    fn end(self, _: &mut impl Write) -> io::Result<()> {
        Ok(())
    }
}

/// Returns the heading of a value, if the input can have several.
fn heading(input: Encoded<'_>) -> Option<String> {
    let number = input.number;
    match input.line {
        _ if input.is_framed() => Some(format!("value {number} at {:#010x}", input.start())),
        // Most input of lines is a single value.
        Some(line) if number > 1 => Some(format!("value {number} in line {line}")),
        _ => None,
    }
}

/// Returns how many lines of a row end at an offset or before it.
fn lines_before(offset: u64, start: u64) -> usize {
    usize::try_from(offset.saturating_sub(start)).unwrap_or(usize::MAX) / BYTES
}

/// Returns the style of what is rarely looked at in a row of this kind.
fn quiet(kind: RowKind) -> Style {
    if kind == RowKind::Field {
        Style::new()
    } else {
        styles::DIM
    }
}

/// Appends the meaning of the bytes from `start` on, and returns its style.
fn push_value(
    out: &mut String,
    row: &InspectRow<'_>,
    start: usize,
    bytes: &[u8],
    is_altered: bool,
) -> Style {
    let (style, value) = match row.value {
        Value::Text(text) => {
            text::push_part(out, text, is_altered, start, bytes.len());
            return styles::TEXT;
        }
        Value::Bytes(_) => (styles::TEXT, Value::Bytes(bytes)),
        _ if start > 0 => return Style::new(),
        Value::Type { .. } => (styles::TYPE, row.value),
        Value::Padding { .. } => (styles::DIM, row.value),
        _ => (styles::NUMBER, row.value),
    };
    // Writing to a String cannot fail.
    let _ = write!(out, "{value}");
    style
}
