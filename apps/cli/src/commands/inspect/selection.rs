//! Selects the rows that the command line requests.

use crate::args::{FileArgs, SelectArgs};
use crate::terminal::failure::{Failure, no_value};
use gdvariant::Path;
use gdvariant::inspect::{InspectRow, RowKind};
use gdvariant::schema::Layout;
use gdvariant_files::change::MissingPath;
use std::ops::Range;

/// The options that select rows, and the state of the selection.
#[derive(Debug, Default)]
pub(super) struct RowSelection {
    path: Option<Path>,
    /// Rows that end at or before this offset are omitted.
    offset: u64,
    /// The number of rows until the limit; `None` without a limit.
    left: Option<u64>,
    /// The maximum number of leading segments that a row's path had in common with `path`.
    common: usize,
    /// The end offset of the last row at the path.
    end: u64,
    is_any_taken: bool,
}

impl RowSelection {
    pub(super) fn new(args: &SelectArgs, layout: &'static Layout) -> Self {
        let path = args.path.as_ref();
        let path = path.map(|path| layout.format_path(path));
        Self {
            path: path.filter(|path| !path.is_empty()),
            offset: args.offset.unwrap_or_default(),
            left: args.limit,
            ..Self::default()
        }
    }

    /// Returns whether the limit of rows is reached.
    pub(super) fn is_full(&self) -> bool {
        self.left == Some(0)
    }

    /// Returns whether a value that ends at an offset has no selected row, and need not be decoded.
    pub(super) fn skips(&mut self, end: u64) -> bool {
        if self.path.is_some() || self.offset == 0 || end > self.offset {
            return false;
        }
        self.end = end;
        true
    }

    /// Returns whether a row of the value that starts at `base` is selected.
    pub(super) fn takes(&mut self, row: &InspectRow<'_>, base: usize) -> bool {
        let start = base + row.offset;
        self.is_at_path(row) && self.takes_bytes(start..start + row.bytes.len())
    }

    /// Returns whether a row outside the value, which has no path, is selected.
    pub(super) fn takes_outside(&mut self, bytes: Range<usize>) -> bool {
        self.path.is_none() && self.takes_bytes(bytes)
    }

    fn takes_bytes(&mut self, bytes: Range<usize>) -> bool {
        self.end = bytes.end as u64;
        if bytes.is_empty() || self.end <= self.offset || self.is_full() {
            return false;
        }
        self.left = self.left.map(|left| left - 1);
        self.is_any_taken = true;
        true
    }

    fn is_at_path(&mut self, row: &InspectRow<'_>) -> bool {
        let Some(path) = &self.path else {
            return true;
        };
        let (common, whole) = (row.path.common_segments(path), path.segments().len());
        // The path can lead to a field, such as a component.
        let is_field = || {
            let rest: Path = path.segments().skip(common).cloned().collect();
            row.kind == RowKind::Field
                && common >= row.path.depth()
                && common == row.path.to_path().segments().len()
                && rest.to_string() == row.field.name
        };
        let is_found = common == whole || is_field();
        self.common = self.common.max(if is_found { whole } else { common });
        is_found
    }

    /// Returns a failure if no row was selected.
    pub(super) fn check(&self, file: &FileArgs) -> Result<(), Failure> {
        if self.is_any_taken {
            return Ok(());
        }
        let mut place = String::new();
        if let Some(path) = &self.path {
            if self.common < path.segments().len() {
                let missing = MissingPath::after(path, self.common);
                return Err(file.failure(no_value(&missing)));
            }
            place = format!(" at {path}");
        }
        let (offset, end) = (self.offset, self.end);
        Err(file.failure(format_args!(
            "no row{place} at offset {offset:#06x} or after it; the last row ends at {end:#06x}"
        )))
    }
}
