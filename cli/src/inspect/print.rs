//! The rows of a value.

use super::encoded::{Context, Encoded};
use super::form::Form;
use super::selection::Selection;
use crate::rows::rows_while;
use gdvariant::{DecodeError, Layout};
use std::io::{self, Write};
use std::ops::ControlFlow;

/// Writes the selected rows of a value.
///
/// For an invalid value it writes the rows before the error, the error and a hint, and returns the
/// error with an offset from the start of the value.
pub(super) fn print<L: Layout>(
    out: &mut impl Write,
    form: &mut Form,
    selection: &mut Selection,
    input: Encoded<'_>,
    context: Context,
) -> io::Result<Result<(), DecodeError>> {
    if input.broken.is_none() && selection.skips(input.end()) {
        return Ok(Ok(()));
    }
    selection.start();
    form.value::<L>(input, context.options, selection);
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
    form: &mut Form,
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
