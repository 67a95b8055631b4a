//! The rows of the inspector.

use gdvariant::inspect::{InspectRow, inspect_while};
use gdvariant::{DecodeError, DecodeOptions, Layout};
use std::ops::ControlFlow;

/// Calls `row` with the rows of a value, and returns the length of the value.
pub(crate) fn rows<L: Layout>(
    input: &[u8],
    options: DecodeOptions,
    row: &mut dyn FnMut(&InspectRow<'_>),
) -> Result<usize, DecodeError> {
    let end = rows_while::<L>(input, options, &mut |each| {
        row(each);
        ControlFlow::Continue(())
    })?;
    // There is an end, as nothing stopped before it.
    Ok(end.unwrap_or(input.len()))
}

/// Calls `row` with the rows of a value until it breaks, and returns the length of the value if it
/// was decoded to its end.
///
/// `row` is dynamic, so that the inspector is compiled once for each layout, and not for each
/// caller.
pub(crate) fn rows_while<L: Layout>(
    input: &[u8],
    options: DecodeOptions,
    row: &mut dyn FnMut(&InspectRow<'_>) -> ControlFlow<()>,
) -> Result<Option<usize>, DecodeError> {
    inspect_while::<L>(input, options, row)
}
