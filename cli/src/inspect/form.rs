//! The forms of the output.

use super::encoded::{Context, Encoded, Frame};
use super::json::Json;
use super::selection::Selection;
use super::table::Table;
use gdvariant::inspect::InspectRow;
use gdvariant::{DecodeError, DecodeOptions, Layout};
use std::io::{self, Write};

/// How rows are written.
pub(super) enum Form {
    Table(Table),
    Json(Json),
}

impl Form {
    /// Starts with a value.
    pub(super) fn value<L: Layout>(
        &mut self,
        input: Encoded<'_>,
        options: DecodeOptions,
        selection: &Selection,
    ) {
        match self {
            Self::Table(table) => table.value::<L>(input, options, selection),
            Self::Json(json) => json.value(input),
        }
    }

    /// Writes the length that precedes a framed value.
    pub(super) fn frame(
        &mut self,
        out: &mut impl Write,
        frame: Frame,
        input: Encoded<'_>,
    ) -> io::Result<()> {
        match self {
            Self::Table(table) => table.frame(out, frame, input),
            Self::Json(json) => json.frame(out, frame, input),
        }
    }

    /// Writes a row of a value that starts at `base`. A table leaves out its lines before an
    /// offset.
    pub(super) fn row(
        &mut self,
        out: &mut impl Write,
        row: &InspectRow<'_>,
        base: u64,
        from: u64,
    ) -> io::Result<()> {
        match self {
            Self::Table(table) => table.row(out, row, base, from),
            Self::Json(json) => json.row(out, row, base),
        }
    }

    /// Writes the bytes after the value, which the engine ignores.
    pub(super) fn ignored(
        &mut self,
        out: &mut impl Write,
        bytes: &[u8],
        start: u64,
        from: u64,
    ) -> io::Result<()> {
        match self {
            Self::Table(table) => table.ignored(out, bytes, start, from),
            Self::Json(json) => json.ignored(out, bytes, start),
        }
    }

    /// Writes an error.
    pub(super) fn fault(
        &mut self,
        out: &mut impl Write,
        error: &DecodeError,
        input: Encoded<'_>,
        context: Context,
    ) -> io::Result<()> {
        match self {
            Self::Table(table) => table.fault(out, error, input, context),
            Self::Json(json) => json.fault(out, error, input, context),
        }
    }
}
