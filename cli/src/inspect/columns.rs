//! The columns of the table and their widths.

use super::encoded::Encoded;
use super::location::location;
use crate::line::Line;
use crate::rows::rows;
use crate::styles;
use anstyle::Style;
use gdvariant::inspect::Place;
use gdvariant::{DecodeOptions, Layout};
use std::fmt;
use std::io::{self, Write};

/// The bytes of a line.
pub(super) const BYTES: usize = 8;

/// The bytes of a group; a wider gap separates groups.
const GROUP: usize = 4;

/// Longer paths lose characters on the left, because their end is more specific.
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

/// The least number of digits of an offset.
const LEAST_DIGITS: usize = 4;

/// The name of the field of bytes after the value.
pub(super) const IGNORED: &str = "ignored";

/// The widths of the columns, which fit their content.
#[derive(Debug)]
pub(super) struct Columns {
    digits: usize,
    /// The length that paths are cut to.
    longest_path: usize,
    pub(super) bytes: usize,
    pub(super) path: usize,
    pub(super) field: usize,
    pub(super) wire: usize,
}

/// The titles above the columns.
const TITLES: [&str; 6] = ["offset", "bytes", "path", "field", "type", "value"];

impl Columns {
    /// Measures the rows of this value.
    pub(super) fn measured<L: Layout>(input: Encoded<'_>, options: DecodeOptions) -> Self {
        let end = input.offset + input.bytes.len() as u64;
        let [_, bytes, path, _, wire, _] = TITLES.map(str::len);
        let digits = format!("{end:x}").len().max(LEAST_DIGITS);
        let longest_path = longest_path();
        let mut columns = Self {
            digits,
            longest_path,
            bytes,
            path,
            field: IGNORED.len(),
            wire,
        };
        if input.broken.is_some() {
            return Self {
                bytes: width(BYTES),
                ..columns
            };
        }
        let mut longest = GROUP;
        let result = rows::<L>(input.bytes, options, &mut |row| {
            longest = longest.max(row.bytes.len());
            columns.path = columns.path.max(length(&row.path, longest_path));
            columns.field = columns.field.max(row.field.name.len());
            columns.wire = columns.wire.max(row.field.wire.name().len());
        });
        let is_whole = result.as_ref().is_ok_and(|&end| end == input.bytes.len())
            && input.check_frame().is_ok();
        if !is_whole {
            // An error, or ignored bytes, have lines of their own.
            longest = BYTES;
        }
        if let Err(error) = &result {
            let (path, field) = location(error);
            columns.path = columns.path.max(length(&path, longest_path));
            columns.field = columns.field.max(field.len());
        }
        columns.bytes = width(longest.min(BYTES));
        columns
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
        let mut line = Line::new(out, 0);
        for (title, width) in TITLES.into_iter().zip(widths) {
            line.cell(styles::HEADING, title, width)?;
        }
        line.end()
    }

    /// Starts a line with its offset.
    pub(super) fn start<'o, W: Write>(
        &self,
        out: &'o mut W,
        offset: u64,
        style: Style,
    ) -> io::Result<Line<'o, W>> {
        let mut line = Line::new(out, self.offset() - self.digits);
        line.cell(
            style,
            &format!("{offset:0digits$x}", digits = self.digits),
            self.digits,
        )?;
        Ok(line)
    }

    /// Starts a line below the bytes.
    pub(super) fn below<'o, W: Write>(&self, out: &'o mut W) -> io::Result<Line<'o, W>> {
        let mut line = Line::new(out, 0);
        line.cell(Style::new(), "", self.offset())?;
        Ok(line)
    }

    /// Returns the path of a row, cut to its column, in time that does not grow with its depth.
    pub(super) fn row_path(&self, path: Place<'_>) -> String {
        // Every segment but the outermost has at least two characters.
        self.clipped(&path.tail(self.longest_path / 2 + 1))
    }

    /// Returns a path, cut to its column.
    pub(super) fn clipped(&self, path: &impl fmt::Display) -> String {
        let text = path.to_string();
        let count = text.chars().count();
        if count <= self.longest_path {
            return text;
        }
        std::iter::once('…')
            .chain(text.chars().skip(count + 1 - self.longest_path))
            .collect()
    }

    fn offset(&self) -> usize {
        let [title, ..] = TITLES;
        self.digits.max(title.len())
    }

    /// Writes the bytes of a line: the first `marked` in this style, the others dimmed.
    pub(super) fn bytes<W: Write>(
        &self,
        line: &mut Line<'_, W>,
        bytes: &[u8],
        marked: usize,
        style: Style,
    ) -> io::Result<()> {
        let (marked, rest) = bytes.split_at_checked(marked).unwrap_or((bytes, &[]));
        line.part(style, &hex(marked, 0))?;
        line.part(styles::DIM, &hex(rest, marked.len()))?;
        line.cell(
            Style::new(),
            "",
            self.bytes.saturating_sub(width(bytes.len())),
        )
    }
}

/// Formats bytes in hex and in groups, after `before` other bytes of the line.
fn hex(bytes: &[u8], before: usize) -> String {
    let mut text = String::with_capacity(width(before + bytes.len()));
    for (index, byte) in (before..).zip(bytes) {
        text.push_str(match index {
            0 => "",
            _ if index % GROUP == 0 => "  ",
            _ => " ",
        });
        // Writing to a String cannot fail.
        let _ = fmt::Write::write_fmt(&mut text, format_args!("{byte:02x}"));
    }
    text
}

/// Returns the width of this many bytes of a line.
pub(super) fn width(bytes: usize) -> usize {
    let gaps = bytes.saturating_sub(1);
    2 * bytes + gaps + gaps / GROUP
}

/// Returns the length of a path, up to the longest that its column shows.
fn length(path: &impl fmt::Display, longest: usize) -> usize {
    let mut count = Remaining(longest);
    // An error only means that the limit is reached.
    let _ = fmt::write(&mut count, format_args!("{path}"));
    longest - count.0
}

/// Counts down the characters left until a limit.
struct Remaining(usize);

impl fmt::Write for Remaining {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let count = text.chars().take(self.0).count();
        self.0 -= count;
        if self.0 == 0 { Err(fmt::Error) } else { Ok(()) }
    }
}
