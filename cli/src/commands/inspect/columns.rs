//! The columns of the table: their widths, bytes and paths.

use super::IGNORED;
use crate::terminal::styles::{self, GAP, TableLine};
use anstyle::Style;
use gdvariant::inspect::{RowPath, RowPathId};
use gdvariant_files::display::{clip, max_segments};
use gdvariant_files::forms::hex_digits;
use std::fmt::{self, Write as _};
use std::io::{self, Write};

/// The number of bytes in a line.
pub(super) const BYTES: usize = 8;

/// The number of bytes in a group. Groups are separated by a wider gap.
const GROUP: usize = 4;

/// The minimum number of digits of an offset.
const MIN_DIGITS: usize = 4;

/// The widths of the columns. The widths only grow, because rows are written before all rows are
/// known.
#[derive(Debug)]
pub(super) struct Columns {
    digits: usize,
    pub(super) bytes: usize,
    pub(super) path: usize,
    pub(super) field: usize,
    pub(super) wire: usize,
    is_styled: bool,
}

/// The titles above the columns.
const TITLES: [&str; 6] = ["offset", "bytes", "path", "field", "type", "value"];

impl Columns {
    /// Creates columns with their minimum widths.
    pub(super) fn new(is_styled: bool) -> Self {
        let [_, _, path, _, wire, _] = TITLES.map(str::len);
        Self {
            digits: MIN_DIGITS,
            bytes: width(GROUP),
            path,
            field: IGNORED.len(),
            wire,
            is_styled,
        }
    }

    /// Widens the column of offsets for offsets up to `end`.
    pub(super) fn fit_offsets(&mut self, end: usize) {
        let digits = (end.max(1).ilog2() / 4 + 1) as usize;
        self.digits = self.digits.max(digits);
    }

    /// Widens the column of bytes for a number of bytes.
    pub(super) fn fit_bytes(&mut self, count: usize) {
        self.bytes = self.bytes.max(width(count.min(BYTES)));
    }

    /// Widens the columns for a path and the names of a field and its wire type.
    pub(super) fn fit(&mut self, path: &PathCell, field: &str, wire: &str) {
        self.path = self.path.max(path.width());
        self.field = self.field.max(field.len());
        self.wire = self.wire.max(wire.len());
    }

    /// Writes the titles above the rows.
    pub(super) fn heading(&self, out: &mut impl Write) -> io::Result<()> {
        let widths = [
            self.offset(),
            self.bytes,
            self.path,
            self.field,
            self.wire,
            0,
        ];
        let mut line = TableLine::new(out, 0).styled(self.is_styled);
        for (title, width) in TITLES.into_iter().zip(widths) {
            line.cell(styles::HEADING, title, width)?;
        }
        line.end()
    }

    /// Starts a line with its offset.
    pub(super) fn start<'o, W: Write>(
        &self,
        out: &'o mut W,
        offset: usize,
        style: Style,
    ) -> io::Result<TableLine<'o, W>> {
        let mut line = TableLine::new(out, self.offset() - self.digits).styled(self.is_styled);
        let digits = offset.to_be_bytes().map(hex_digits);
        let digits = digits.as_flattened();
        let start = digits.len().saturating_sub(self.digits);
        line.ascii(style, &digits[start..])?;
        line.space(GAP);
        Ok(line)
    }

    /// Starts a line whose first cell is below the bytes of the preceding line.
    pub(super) fn below<'o, W: Write>(&self, out: &'o mut W) -> TableLine<'o, W> {
        let mut line = TableLine::new(out, 0).styled(self.is_styled);
        line.space(self.offset() + GAP);
        line
    }

    fn offset(&self) -> usize {
        let [title, ..] = TITLES;
        self.digits.max(title.len())
    }

    /// Writes the bytes of a line. The first `marked` bytes have the style; the others are dimmed.
    pub(super) fn bytes<W: Write>(
        &self,
        line: &mut TableLine<'_, W>,
        bytes: &[u8],
        marked: usize,
        style: Style,
    ) -> io::Result<()> {
        let bytes = bytes.get(..BYTES).unwrap_or(bytes);
        let shown = groups(bytes);
        let shown = shown.get(..width(bytes.len())).unwrap_or(&shown);
        let (marked, rest) = shown
            .split_at_checked(width(marked))
            .unwrap_or((shown, &[]));
        line.ascii(style, marked)?;
        line.ascii(styles::DIM, rest)?;
        line.space(self.bytes.saturating_sub(shown.len()) + GAP);
        Ok(())
    }

    /// Skips the cells of the path, the field and the wire type.
    pub(super) fn skip_names<W: Write>(&self, line: &mut TableLine<'_, W>) {
        line.space(self.path + self.field + self.wire + 3 * GAP);
    }
}

/// Formats up to eight bytes as groups of hex digits.
fn groups(bytes: &[u8]) -> [u8; width(BYTES)] {
    let mut text = [b' '; width(BYTES)];
    for (index, &byte) in bytes.iter().enumerate() {
        let start = width(index + 1) - 2;
        if let Some(digits) = text.get_mut(start..start + 2) {
            digits.copy_from_slice(&hex_digits(byte));
        }
    }
    text
}

/// Returns the width of a number of bytes in a line.
pub(super) const fn width(bytes: usize) -> usize {
    let gaps = bytes.saturating_sub(1);
    2 * bytes + gaps + gaps / GROUP
}

/// The maximum width of the path column.
const MAX_PATH_CHARS: usize = 26;

/// The width of the path column in a narrow terminal.
const MIN_PATH_CHARS: usize = 10;

/// The width of the other columns, with some space for values.
const BESIDE_PATH: usize = 72;

/// Returns the maximum width of the path column in this terminal.
fn max_path_chars() -> usize {
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    terminal.map_or(MAX_PATH_CHARS, |width| {
        width
            .saturating_sub(BESIDE_PATH)
            .clamp(MIN_PATH_CHARS, MAX_PATH_CHARS)
    })
}

/// The shortened path of a row, cached until the path changes.
#[derive(Debug)]
pub(super) struct PathCell {
    /// The maximum length of a path, in characters.
    max_chars: usize,
    id: Option<RowPathId>,
    text: String,
    width: usize,
}

impl PathCell {
    /// Creates the cell of a table.
    pub(super) fn new() -> Self {
        Self::of_length(max_path_chars())
    }

    /// Creates a cell whose paths have a maximum length, in characters.
    pub(super) fn of_length(max_chars: usize) -> Self {
        Self {
            max_chars,
            id: None,
            text: String::new(),
            width: 0,
        }
    }

    /// Invalidates the cached path. Ids of paths are unique only within a value.
    pub(super) fn forget(&mut self) {
        self.id = None;
    }

    /// Sets the path of a row, and returns whether the path changed. The time does not depend on
    /// the depth.
    pub(super) fn set(&mut self, path: RowPath<'_>) -> bool {
        let id = Some(path.id());
        if self.id == id {
            return false;
        }
        self.clip(&path.tail(max_segments(self.max_chars)));
        self.id = id;
        true
    }

    /// Sets a path that does not belong to a row.
    pub(super) fn clip(&mut self, path: &impl fmt::Display) {
        self.id = None;
        self.text.clear();
        // Writing to a String does not fail.
        let _ = write!(self.text, "{path}");
        self.width = clip(&mut self.text, self.max_chars);
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the length of the path, in characters.
    pub(super) fn width(&self) -> usize {
        self.width
    }
}
