//! Explains every byte of an encoded value: its field, its meaning, and the path of its value.
//! Requires the feature `inspect`.
//!
//! The inspector uses the same [`Reader`] as decoding, so both accept the same inputs
//! and return the same errors. Each row is passed to a callback at once, and no rows are kept. Paths
//! and meanings become strings only when they are displayed.
//!
//! ```
//! # #[cfg(feature = "godot4")] {
//! use gdvariant::{DecodeOptions, Engine, Godot4};
//!
//! let bytes = [0x1c, 0, 0, 0, 1, 0, 0, 0, 0x05, 0, 0, 0, 0, 0, 0x80, 0x3f, 0, 0, 0x20, 0x40];
//! let mut text = String::new();
//! Godot4::LAYOUT.inspect(&bytes, DecodeOptions::new(), |row| {
//!     text += &format!("{:04x} {} {} {}\n", row.offset, row.path, row.field.name, row.value);
//! })?;
//! assert_eq!(
//!     text,
//!     "0000  header Array\n\
//!      0004  count 1\n\
//!      0008 [0] header Vector2\n\
//!      000c [0] x 1.0\n\
//!      0010 [0] y 2.5\n"
//! );
//! # }
//! # Ok::<(), gdvariant::DecodeError>(())
//! ```

pub use crate::walk::{FlagMeaning, InspectRow, RowKind, RowPath, RowPathId, RowValue};

use crate::walk::walk;
use crate::{AnyEngine, DecodeError, DecodeOptions, Layout, Reader};
use core::convert::Infallible;
use core::ops::ControlFlow;

/// The inspector, which requires the feature `inspect`.
impl Layout {
    /// Calls `row` for every field of the only value in the input, and returns the length of the
    /// value.
    ///
    /// Headers and padding have rows, too. The rows are in the order of the bytes, without gaps and
    /// without overlaps, and none is empty. In lenient decoding, bytes without a row may follow the
    /// value.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::schema::layout_named;
    /// use gdvariant::DecodeOptions;
    ///
    /// let layout = layout_named("godot4").unwrap();
    /// let mut fields = Vec::new();
    /// let bytes = [2, 0, 0, 0, 7, 0, 0, 0];
    /// let length = layout.inspect(&bytes, DecodeOptions::new(), |row| {
    ///     fields.push(row.field.name);
    /// })?;
    /// assert_eq!((fields, length), (vec!["header", "value"], 8));
    /// # }
    /// # Ok::<(), gdvariant::DecodeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the same errors as decoding the input as a `Variant` of the layout. The rows before
    /// the error cover every byte up to its offset.
    pub fn inspect(
        &'static self,
        input: &[u8],
        options: DecodeOptions,
        mut row: impl FnMut(&InspectRow<'_>),
    ) -> Result<usize, DecodeError> {
        // `Infallible` lets the compiler remove the checks for a break. This saves up to 15% of the
        // instructions in the benchmarks "*/inspect".
        let ControlFlow::Continue(end) = rows(self, input, options, &mut |it| {
            row(it);
            ControlFlow::<Infallible>::Continue(())
        })?;
        Ok(end)
    }

    /// Does the same as [`inspect`](Self::inspect) until `row` returns [`ControlFlow::Break`].
    ///
    /// Returns `None` if `row` breaks. Bytes after the last row are not checked for errors.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::schema::layout_named;
    /// use gdvariant::{DecodeOptions, godot4};
    /// use std::ops::ControlFlow;
    ///
    /// let layout = layout_named("godot4").unwrap();
    /// let bytes = godot4::to_vec(&vec![7; 1000])?;
    /// let mut rows = 0;
    /// let end = layout.inspect_while(&bytes, DecodeOptions::new(), |_| {
    ///     rows += 1;
    ///     if rows < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    /// })?;
    /// assert_eq!((rows, end), (3, None));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`inspect`](Self::inspect), unless `row` breaks before the error.
    pub fn inspect_while(
        &'static self,
        input: &[u8],
        options: DecodeOptions,
        mut row: impl FnMut(&InspectRow<'_>) -> ControlFlow<()>,
    ) -> Result<Option<usize>, DecodeError> {
        Ok(rows(self, input, options, &mut row)?.continue_value())
    }
}

/// Inspects one value until `row` breaks.
///
/// The callback is dynamic, so that the walk is not compiled again for each caller.
fn rows<B>(
    layout: &'static Layout,
    input: &[u8],
    options: DecodeOptions,
    row: &mut dyn FnMut(&InspectRow<'_>) -> ControlFlow<B>,
) -> Result<ControlFlow<B, usize>, DecodeError> {
    let mut reader = Reader::<AnyEngine>::for_layout(layout, input, options);
    if let ControlFlow::Break(value) = walk(input, &mut reader, row)? {
        return Ok(ControlFlow::Break(value));
    }
    reader.finish()?;
    Ok(ControlFlow::Continue(reader.position()))
}
