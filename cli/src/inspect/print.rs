//! The rows of a value, in any form.

use super::encoded::{Context, Encoded, Frame};
use super::selection::Selection;
use crate::rows::rows_while;
use gdvariant::inspect::InspectRow;
use gdvariant::{DecodeError, DecodeOptions, Layout};
use std::io::{self, Write};
use std::ops::ControlFlow;

/// A form of the output.
pub(super) trait Form {
    /// Starts with a value.
    fn start<L: Layout>(
        &mut self,
        out: &mut impl Write,
        input: Encoded<'_>,
        options: DecodeOptions,
        selection: &Selection,
    ) -> io::Result<()>;

    /// Writes the length that precedes a framed value.
    fn frame(&mut self, out: &mut impl Write, frame: Frame, input: Encoded<'_>) -> io::Result<()>;

    /// Writes a row of a value that starts at `base`. A table leaves out its lines before an
    /// offset.
    fn row(
        &mut self,
        out: &mut impl Write,
        row: &InspectRow<'_>,
        base: u64,
        from: u64,
    ) -> io::Result<()>;

    /// Writes the bytes after the value, which the engine ignores.
    fn ignored(
        &mut self,
        out: &mut impl Write,
        bytes: &[u8],
        start: u64,
        from: u64,
    ) -> io::Result<()>;

    /// Writes an error.
    fn fault(
        &mut self,
        out: &mut impl Write,
        error: &DecodeError,
        input: Encoded<'_>,
        context: Context,
    ) -> io::Result<()>;

    /// Ends the output after the last value.
    fn end(self, out: &mut impl Write) -> io::Result<()>;
}

/// Writes the selected rows of a value.
///
/// For an invalid value it writes the rows before the error, the error and a hint, and returns the
/// error with an offset from the start of the value.
pub(super) fn print<L: Layout>(
    out: &mut impl Write,
    form: &mut impl Form,
    selection: &mut Selection,
    input: Encoded<'_>,
    context: Context,
) -> io::Result<Result<(), DecodeError>> {
    if input.broken.is_none() && selection.skips(input.end()) {
        return Ok(Ok(()));
    }
    selection.start();
    form.start::<L>(out, input, context.options, selection)?;
    if let Some(broken) = input.broken {
        form.fault(out, broken, input, context)?;
        return Ok(Err(broken.clone()));
    }
    if let Some(frame) = input.frame
        && selection.takes_outside(input.start()..input.offset)
    {
        form.frame(out, frame, input)?;
    }
    let result = value_rows::<L>(out, form, selection, input, context)?;
    if let Err(error) = &result {
        form.fault(out, error, input, context)?;
    }
    Ok(result)
}

/// Writes the rows of a value, and the bytes after it.
fn value_rows<L: Layout>(
    out: &mut impl Write,
    form: &mut impl Form,
    selection: &mut Selection,
    input: Encoded<'_>,
    context: Context,
) -> io::Result<Result<(), DecodeError>> {
    if selection.is_full() {
        return Ok(Ok(()));
    }
    let mut written = Ok(());
    let result = rows_while::<L>(input.bytes, context.options, &mut |row| {
        if selection.takes(row, input.offset) {
            written = form.row(out, row, input.offset, selection.offset);
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
    let ignored = input.bytes.get(end..).unwrap_or_default();
    let start = input.offset + end as u64;
    if selection.takes_outside(start..input.end()) {
        form.ignored(out, ignored, start, selection.offset)?;
    }
    Ok(input.check_frame())
}
