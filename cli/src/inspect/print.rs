//! The rows of a value as a table.

use super::columns::{BYTES, Columns, IGNORED};
use super::encoded::{Context, Encoded, FRAME, Frame};
use super::{fault, text};
use crate::line::Line;
use crate::styles;
use anstyle::Style;
use gdvariant::inspect::{InspectRow, RowKind, Value};
use gdvariant::{DecodeError, Layout};
use std::io::{self, Write};

/// Writes a row for every field of the value.
///
/// For an invalid value it writes the rows before the error, the error and a hint, and returns the
/// error with an offset from the start of the value.
pub(super) fn print<L: Layout>(
    out: &mut impl Write,
    input: Encoded<'_>,
    context: Context,
) -> io::Result<Result<(), DecodeError>> {
    let columns = Columns::measured::<L>(input, context.options);
    columns.heading(out)?;
    if let Some(broken) = input.broken {
        fault::print(out, &columns, broken, input, context)?;
        return Ok(Err(broken.clone()));
    }
    if let Some(frame) = input.frame {
        frame_row(out, &columns, frame, input)?;
    }
    let mut written = Ok(());
    let result = crate::rows::rows::<L>(input.bytes, context.options, &mut |row| {
        if written.is_ok() {
            written = rows(out, &columns, row, input.offset);
        }
    });
    written?;
    let result = match result {
        Ok(end) => {
            let ignored = input.bytes.get(end..).unwrap_or_default();
            ignored_rows(out, &columns, ignored, input.offset + end as u64)?;
            input.check_frame()
        }
        Err(error) => Err(error),
    };
    if let Err(error) = &result {
        fault::print(out, &columns, error, input, context)?;
    }
    Ok(result)
}

/// Writes the row of the length that precedes a framed value.
fn frame_row(
    out: &mut impl Write,
    columns: &Columns,
    frame: Frame,
    input: Encoded<'_>,
) -> io::Result<()> {
    let mut line = columns.start(
        out,
        input.offset.saturating_sub(frame.prefix.len() as u64),
        styles::DIM,
    )?;
    columns.bytes(&mut line, &frame.prefix, frame.prefix.len(), Style::new())?;
    line.cell(Style::new(), "", columns.path)?;
    line.cell(styles::DIM, FRAME, columns.field)?;
    line.cell(styles::DIM, "u32", columns.wire)?;
    line.cell(styles::NUMBER, &frame.length.to_string(), 0)?;
    line.end()
}

/// Writes the lines of a row: eight bytes in each, with their meaning.
fn rows(
    out: &mut impl Write,
    columns: &Columns,
    row: &InspectRow<'_>,
    base: u64,
) -> io::Result<()> {
    let is_plain = row.kind == RowKind::Field;
    let quiet = if is_plain { Style::new() } else { styles::DIM };
    for (index, bytes) in row.bytes.chunks(BYTES).enumerate() {
        let start = index * BYTES;
        let mut line = columns.start(out, base + (row.offset + start) as u64, styles::DIM)?;
        columns.bytes(&mut line, bytes, bytes.len(), quiet)?;
        if index == 0 {
            line.cell(styles::PATH, &columns.row_path(row.path), columns.path)?;
            line.cell(quiet, row.field.name, columns.field)?;
            let wire = if row.kind == RowKind::Padding {
                ""
            } else {
                row.field.wire.name()
            };
            line.cell(styles::DIM, wire, columns.wire)?;
        } else {
            line.cell(Style::new(), "", columns.path)?;
            line.cell(Style::new(), "", columns.field)?;
            line.cell(Style::new(), "", columns.wire)?;
        }
        value(&mut line, row, start, bytes)?;
        line.end()?;
    }
    Ok(())
}

/// Writes the meaning of the bytes from `start` on.
fn value<W: Write>(
    line: &mut Line<'_, W>,
    row: &InspectRow<'_>,
    start: usize,
    bytes: &[u8],
) -> io::Result<()> {
    let (style, value) = match row.value {
        Value::Text(text) => (
            styles::TEXT,
            text::part(text, row.bytes, start, bytes.len()),
        ),
        Value::Bytes(_) => (styles::TEXT, Value::Bytes(bytes).to_string()),
        _ if start > 0 => return Ok(()),
        Value::Type { .. } => (styles::TYPE, row.value.to_string()),
        Value::Padding { .. } => (styles::DIM, row.value.to_string()),
        _ => (styles::NUMBER, row.value.to_string()),
    };
    line.cell(style, &value, 0)
}

/// Writes the bytes after the value, which the engine ignores.
fn ignored_rows(
    out: &mut impl Write,
    columns: &Columns,
    bytes: &[u8],
    start: u64,
) -> io::Result<()> {
    for (index, bytes) in bytes.chunks(BYTES).enumerate() {
        let mut line = columns.start(out, start + (index * BYTES) as u64, styles::DIM)?;
        columns.bytes(&mut line, bytes, bytes.len(), styles::DIM)?;
        line.cell(Style::new(), "", columns.path)?;
        line.cell(
            styles::DIM,
            if index == 0 { IGNORED } else { "" },
            columns.field,
        )?;
        line.cell(Style::new(), "", columns.wire)?;
        line.cell(styles::DIM, &Value::Bytes(bytes).to_string(), 0)?;
        line.end()?;
    }
    Ok(())
}
