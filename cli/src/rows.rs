//! The rows of the inspector.

use gdvariant::inspect::{InspectRow, inspect};
use gdvariant::{DecodeError, DecodeOptions, Layout};

/// Calls `row` with the rows of a value, and returns the length of the value.
///
/// `row` is dynamic, so that the inspector is compiled once for each layout, and not for each caller.
pub(crate) fn rows<L: Layout>(
    input: &[u8],
    options: DecodeOptions,
    row: &mut dyn FnMut(&InspectRow<'_>),
) -> Result<usize, DecodeError> {
    inspect::<L>(input, options, row)
}
