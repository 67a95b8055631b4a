//! The columns of the table and their widths, and the paths in one of them.

use super::IGNORED;
use crate::any_value::{clip, segments};
use crate::styles::{self, GAP, TableLine};
use crate::text::hex_digits;
use anstyle::Style;
use gdvariant::inspect::{RowPath, RowPathId};
use std::fmt::{self, Write as _};
use std::io::{self, Write};

/// The bytes of a line.
pub(super) const BYTES: usize = 8;

/// The bytes of a group; a wider gap separates groups.
const GROUP: usize = 4;

/// The least number of digits of an offset.
const LEAST_DIGITS: usize = 4;

/// The widths of the columns. They only grow, so that rows can be written before all are known.
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
    /// Creates the narrowest columns.
    pub(super) fn new(is_styled: bool) -> Self {
        let [_, _, path, _, wire, _] = TITLES.map(str::len);
        Self {
            digits: LEAST_DIGITS,
            bytes: width(GROUP),
            path,
            field: IGNORED.len(),
            wire,
            is_styled,
        }
    }

    /// Widens the columns for offsets up to `end`.
    pub(super) fn fit_offsets(&mut self, end: usize) {
        let digits = (end.max(1).ilog2() / 4 + 1) as usize;
        self.digits = self.digits.max(digits);
    }

    /// Widens the columns for this many bytes.
    pub(super) fn fit_bytes(&mut self, count: usize) {
        self.bytes = self.bytes.max(width(count.min(BYTES)));
    }

    /// Widens the columns for a path and the names of a field and its wire type.
    pub(super) fn fit(&mut self, path: &PathCell, field: &str, wire: &str) {
        self.path = self.path.max(path.width());
        self.field = self.field.max(field.len());
        self.wire = self.wire.max(wire.len());
    }

    /// Writes the line above the rows.
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

    /// Starts a line below the bytes.
    pub(super) fn below<'o, W: Write>(&self, out: &'o mut W) -> TableLine<'o, W> {
        let mut line = TableLine::new(out, 0).styled(self.is_styled);
        line.space(self.offset() + GAP);
        line
    }

    fn offset(&self) -> usize {
        let [title, ..] = TITLES;
        self.digits.max(title.len())
    }

    /// Writes the bytes of a line: the first `marked` in this style, the others dimmed.
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

    /// Leaves the cells of the path, the field and the wire type free.
    pub(super) fn skip_names<W: Write>(&self, line: &mut TableLine<'_, W>) {
        line.space(self.path + self.field + self.wire + 3 * GAP);
    }
}

/// Formats up to eight bytes in hex and in groups.
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

/// Returns the width of this many bytes of a line.
pub(super) const fn width(bytes: usize) -> usize {
    let gaps = bytes.saturating_sub(1);
    2 * bytes + gaps + gaps / GROUP
}

/// The largest width of the column.
const LONGEST_PATH: usize = 26;

/// The least length of a path in a narrow terminal.
const SHORTEST_PATH: usize = 10;

/// The width of the other columns, with some space for the value.
const BESIDE_PATH: usize = 72;

/// Returns the length that paths are cut to, which is smaller in a narrow terminal.
fn longest_path() -> usize {
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    terminal.map_or(LONGEST_PATH, |width| {
        width
            .saturating_sub(BESIDE_PATH)
            .clamp(SHORTEST_PATH, LONGEST_PATH)
    })
}

/// The path of a row, cut to a length. It is formatted again only if the next row has another path.
#[derive(Debug)]
pub(super) struct PathCell {
    /// The length that paths are cut to.
    longest: usize,
    id: Option<RowPathId>,
    text: String,
    width: usize,
}

impl PathCell {
    /// Creates the cell of a table.
    pub(super) fn new() -> Self {
        Self::of_length(longest_path())
    }

    /// Creates a cell with a maximum width in characters.
    pub(super) fn of_length(longest: usize) -> Self {
        Self {
            longest,
            id: None,
            text: String::new(),
            width: 0,
        }
    }

    /// Forgets the path of the last row, whose id says nothing about the rows of another value.
    pub(super) fn forget(&mut self) {
        self.id = None;
    }

    /// Sets the path of a row, in time that does not grow with its depth, and returns whether it
    /// is another one.
    pub(super) fn set(&mut self, path: RowPath<'_>) -> bool {
        let id = Some(path.id());
        if self.id == id {
            return false;
        }
        self.clip(&path.tail(segments(self.longest)));
        self.id = id;
        true
    }

    /// Sets another path.
    pub(super) fn clip(&mut self, path: &impl fmt::Display) {
        self.id = None;
        self.text.clear();
        // Writing to a String cannot fail.
        let _ = write!(self.text, "{path}");
        self.width = clip(&mut self.text, self.longest);
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the number of characters.
    pub(super) fn width(&self) -> usize {
        self.width
    }
}
