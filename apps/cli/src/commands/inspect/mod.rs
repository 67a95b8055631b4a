//! `gdvariant inspect`: shows a row for each field of a value, with its bytes and their meaning.

mod json;
mod selection;
mod table;

use crate::args::InspectArgs;
use crate::terminal::decoder::{BadValue, Decoder};
use crate::terminal::failure::{Failure, render};
use crate::terminal::input;
use crate::terminal::open;
use crate::terminal::output::Output;
use gdvariant::inspect::{InspectRow, RowPath, RowValue};
use gdvariant::{DecodeError, DecodeErrorKind, Path, Segment};
use gdvariant_files::display::{clip, max_segments};
use gdvariant_files::open::{OpenFile, Purpose};
use gdvariant_files::packages::options::role_name;
use gdvariant_files::values::Entry;
use json::Json;
use selection::RowSelection;
use std::io::{self, Write};
use std::ops::ControlFlow;
use table::RowTable;

/// The name of the field with the length of a framed value.
const FRAME: &str = "frame";

/// The name of the field with ignored bytes after the value.
const IGNORED: &str = "ignored";

/// The name of the field with the header of a value.
const HEADER: &str = "header";

/// The size of a header, a count or flags, in bytes: most errors concern one of these.
const WORD: usize = size_of::<u32>();

pub(crate) fn run(mut args: InspectArgs) -> Result<(), Failure> {
    let opened = open::open(&mut args.layout, &mut args.input, Purpose::Inspect)?;
    let (to, file) = (&args.output, &args.input.file);
    if args.json {
        let is_terminal = to.is_terminal();
        return show(&args, opened, Output::open(to, file)?, Json { is_terminal });
    }
    let (output, is_colored) = Output::colored_of(to, file)?;
    let from = args.select.offset.unwrap_or_default();
    show(&args, opened, output, RowTable::new(is_colored, from))
}

/// Shows the values of an input. Returns a failure if a value is invalid or no row was selected.
fn show(
    args: &InspectArgs,
    opened: OpenFile<'static>,
    mut output: Output,
    mut form: impl RowFormat,
) -> Result<(), Failure> {
    let decoder = Decoder::new(&args.input, args.layout.chosen(), &args.accept);
    let mut selection = RowSelection::new(&args.select, opened.layout);
    let (mut of, mut bad, mut first) = (0, 0, None);
    let result = input::each(&args.input, opened, &mut |value| {
        of = value.number;
        let shown = output.value(|out| print(out, &mut form, &mut selection, value, decoder))?;
        if let Err(error) = shown {
            bad += 1;
            let fault = match &value.fault {
                Some(fault) if value.frame.is_none() => BadValue::Input(fault.clone()),
                _ => BadValue::Bytes(error.with_base_offset(value.start)),
            };
            first.get_or_insert_with(|| decoder.failure(fault, value));
        }
        // Further input cannot change the output.
        if selection.is_full() {
            return Err(Failure::OutputClosed);
        }
        Ok(())
    });
    output.end(match result {
        Err(Failure::OutputClosed) if selection.is_full() => Ok(()),
        Ok(_) if bad == 0 => selection.check(&args.input.file),
        result => result.map(drop),
    })?;
    match first {
        Some(only) if bad == 1 => Err(only),
        Some(_) => Err(Failure::bad_values(bad, of)),
        None => Ok(()),
    }
}

/// An output format.
trait RowFormat {
    /// Starts the output of a value.
    fn start(&mut self, _: &Entry<'_>) {}

    fn row(
        &mut self,
        out: &mut impl Write,
        value: &Entry<'_>,
        row: &ShownRow<'_>,
    ) -> io::Result<()>;

    fn error(
        &mut self,
        out: &mut impl Write,
        value: &Entry<'_>,
        error: &ShownError,
    ) -> io::Result<()>;

    /// Ends the output of a value.
    fn flush(&mut self, _: &mut impl Write) -> io::Result<()> {
        Ok(())
    }
}

/// A row of a value, the length prefix of a framed value, or the ignored bytes after a value.
struct ShownRow<'r> {
    /// The offset in the input.
    offset: usize,
    bytes: &'r [u8],
    /// The path; `None` outside the value.
    path: Option<RowPath<'r>>,
    field: &'static str,
    wire: &'static str,
    /// `header`, `field`, `padding`, `frame` or `ignored`.
    kind: &'static str,
    value: RowValue<'r>,
}

impl<'r> ShownRow<'r> {
    fn new(row: &InspectRow<'r>, entry: &Entry<'_>) -> Self {
        Self {
            offset: entry.start + row.offset,
            bytes: row.bytes,
            path: Some(row.path),
            field: row.field.name,
            wire: row.field.wire.name(),
            kind: role_name(row.kind),
            value: row.value,
        }
    }

    /// Returns the path, shortened to `max_chars` characters. The time does not depend on its depth.
    fn path(&self, max_chars: usize) -> String {
        let mut path = match self.path {
            Some(path) => path.tail(max_segments(max_chars)).to_string(),
            None => String::new(),
        };
        clip(&mut path, max_chars);
        path
    }

    /// Returns the wire type, except for bytes without a meaning.
    fn shown_wire(&self) -> &'static str {
        match self.kind {
            "padding" | IGNORED => "",
            _ => self.wire,
        }
    }
}

/// An error, shown like a row.
struct ShownError {
    /// The offset in the input.
    offset: usize,
    /// The path of the invalid value.
    path: Path,
    /// The invalid field; empty if the error is not about a field.
    field: &'static str,
    message: String,
    hint: Option<String>,
    /// The number of invalid bytes.
    length: usize,
}

impl ShownError {
    fn new(error: &DecodeError, value: &Entry<'_>, decoder: Decoder<'_>) -> Self {
        let (path, field) = location(error);
        let length = match *error.kind() {
            DecodeErrorKind::UnexpectedEnd { left, .. }
            | DecodeErrorKind::TrailingBytes { left, .. } => left,
            DecodeErrorKind::InvalidString | DecodeErrorKind::NulInString => 1,
            _ => WORD,
        };
        let hint = decoder.hint(value.available);
        Self {
            offset: value.start + error.offset(),
            path,
            field,
            message: decoder.message(error, value),
            hint: hint.map(|hint| render(&hint, decoder.layout.option)),
            length: length.min(value.available.len().saturating_sub(error.offset())),
        }
    }
}

/// Returns the path of the invalid value, and its invalid field.
fn location(error: &DecodeError) -> (Path, &'static str) {
    let path = error.path();
    let outer = path.segments().len().saturating_sub(1);
    match (path.segments().next_back(), error.kind()) {
        (Some(&Segment::Field(field)), _) => {
            (path.segments().take(outer).cloned().collect(), field)
        }
        // Paths of errors have no segment for headers.
        (
            _,
            DecodeErrorKind::UnexpectedEnd { .. }
            | DecodeErrorKind::UnknownType { .. }
            | DecodeErrorKind::UnknownFlags { .. }
            | DecodeErrorKind::ObjectsNotAllowed,
        ) => (path.clone(), HEADER),
        _ => (path.clone(), ""),
    }
}

/// Returns the offset of a value's first byte, including its length prefix.
fn first_offset(value: &Entry<'_>) -> usize {
    let prefix = value.frame.map_or(0, |frame| frame.prefix.len());
    value.start.saturating_sub(prefix)
}

/// Writes the selected rows of a value.
///
/// For an invalid value, writes the rows before the error, the error and a hint. Returns the error,
/// whose offset is relative to the start of the value.
fn print(
    out: &mut impl Write,
    form: &mut impl RowFormat,
    selection: &mut RowSelection,
    value: &Entry<'_>,
    decoder: Decoder<'_>,
) -> io::Result<Result<(), DecodeError>> {
    let unreadable = value.fault.as_ref().filter(|_| value.frame.is_none());
    let end = value.start + value.available.len();
    if unreadable.is_none() && selection.skips(end as u64) {
        return Ok(Ok(()));
    }
    form.start(value);
    let result = if let Some(fault) = unreadable {
        let message = input::fault_message(fault);
        Err(DecodeError::new(0, DecodeErrorKind::Custom(message.into())))
    } else {
        if let Some(frame) = value.frame
            && selection.takes_outside(first_offset(value)..value.start)
        {
            let row = ShownRow {
                offset: first_offset(value),
                bytes: &frame.prefix,
                path: None,
                field: FRAME,
                wire: "u32",
                kind: FRAME,
                value: RowValue::Unsigned(frame.length.into()),
            };
            form.row(out, value, &row)?;
        }
        value_rows(out, form, selection, value, decoder)?
    };
    if let Err(error) = &result {
        form.error(out, value, &ShownError::new(error, value, decoder))?;
    }
    form.flush(out)?;
    Ok(result)
}

/// Writes the rows of a value, and the bytes after it.
fn value_rows(
    out: &mut impl Write,
    form: &mut impl RowFormat,
    selection: &mut RowSelection,
    value: &Entry<'_>,
    decoder: Decoder<'_>,
) -> io::Result<Result<(), DecodeError>> {
    if selection.is_full() {
        return Ok(Ok(()));
    }
    let mut written = Ok(());
    let layout = decoder.layout.layout;
    let result = layout.inspect_while(value.available, decoder.options, |row| {
        if selection.takes(row, value.start) {
            written = form.row(out, value, &ShownRow::new(row, value));
        }
        if written.is_err() || selection.is_full() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    written?;
    let end = match result {
        Ok(Some(end)) => end,
        Ok(None) => return Ok(Ok(())),
        Err(error) => return Ok(Err(error)),
    };
    let ignored = value.available.get(end..).unwrap_or_default();
    let start = value.start + end;
    if selection.takes_outside(start..start + ignored.len()) {
        let row = ShownRow {
            offset: start,
            bytes: ignored,
            path: None,
            field: IGNORED,
            wire: "byte",
            kind: IGNORED,
            value: RowValue::Bytes(ignored),
        };
        form.row(out, value, &row)?;
    }
    Ok(check_frame(value))
}

/// Returns an error if the frame is longer than the rest of the input.
fn check_frame(value: &Entry<'_>) -> Result<(), DecodeError> {
    let left = value.available.len();
    let length = value.frame.map_or(left, |frame| {
        usize::try_from(frame.length).unwrap_or(usize::MAX)
    });
    if length <= left {
        return Ok(());
    }
    let kind = DecodeErrorKind::unexpected_end(length - left, 0);
    Err(DecodeError::new(left, kind).within(Segment::Field(FRAME)))
}

#[cfg(test)]
mod tests;
