//! Writes the rows of values as a table.

use super::{IGNORED, RowFormat, ShownError, ShownRow, first_offset};
use crate::terminal::styles::{self, GAP, TableLine};
use anstyle::Style;
use gdvariant::inspect::RowValue;
use gdvariant_files::display::clip;
use gdvariant_files::notation::hex_digits;
use gdvariant_files::values::Entry;
use std::io::{self, Write};

/// The titles above the columns.
const TITLES: [&str; 6] = ["offset", "bytes", "path", "field", "type", "value"];

/// The number of bytes in a line.
const BYTES: usize = 8;

/// The number of bytes in a group. Groups are separated by a wider gap.
const GROUP: usize = 4;

/// The minimum number of digits of an offset.
const MIN_DIGITS: usize = 4;

/// The maximum number of characters of a message in a line.
const MAX_MESSAGE_CHARS: usize = 66;

/// The text in place of bytes, for an error at the end of the input.
const END: &str = "end of input";

/// The maximum number of lines that wait until the widths of their columns are known. Later lines
/// widen the columns that they do not fit.
const MAX_WAITING: usize = 1024;

/// Writes a table of all values.
///
/// The widths of the columns only grow, because lines are written before all lines are known.
pub(super) struct RowTable {
    digits: usize,
    bytes: usize,
    /// The widths of the path, the field and the wire type.
    names: [usize; 3],
    max_path_chars: usize,
    waiting: Vec<Line>,
    /// The number of lines that can still wait.
    left: usize,
    /// Whether the titles of the columns have been written.
    is_headed: bool,
    /// The heading of the value; `None` once there is a line of the value.
    heading: Option<String>,
    is_styled: bool,
    /// The offset before which lines are omitted.
    from: usize,
}

/// A line of the table.
#[derive(Default)]
struct Line {
    /// The heading of a value, before the line.
    heading: Option<String>,
    offset: Option<(Style, usize)>,
    /// The bytes; the first ones have the style, the others are dimmed.
    bytes: (Style, String, usize),
    names: [(Style, String); 3],
    value: (Style, String),
}

impl RowTable {
    pub(super) fn new(is_styled: bool, from: u64) -> Self {
        let [_, _, path, _, wire, _] = TITLES.map(str::len);
        Self {
            digits: MIN_DIGITS,
            bytes: width(GROUP),
            names: [path, IGNORED.len(), wire],
            max_path_chars: max_path_chars(),
            waiting: Vec::new(),
            left: MAX_WAITING,
            is_headed: false,
            heading: None,
            is_styled,
            from: usize::try_from(from).unwrap_or(usize::MAX),
        }
    }

    /// Widens the columns for a line, and adds it.
    fn add(&mut self, out: &mut impl Write, bytes: usize, line: Line) -> io::Result<()> {
        self.bytes = self.bytes.max(width(bytes.min(BYTES)));
        for (width, (_, name)) in self.names.iter_mut().zip(&line.names) {
            *width = (*width).max(name.chars().count());
        }
        let heading = self.heading.take();
        self.waiting.push(Line { heading, ..line });
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            self.flush(out)?;
        }
        Ok(())
    }

    /// Returns the width of the column of offsets.
    fn offset(&self) -> usize {
        self.digits.max(TITLES[0].len())
    }

    fn write(&self, out: &mut impl Write, line: &Line) -> io::Result<()> {
        let (indent, digits) = (self.offset() - self.digits, self.digits);
        let mut to = TableLine::new(out, indent).styled(self.is_styled);
        match line.offset {
            Some((style, offset)) => to.cell(style, &format!("{offset:0digits$x}"), digits)?,
            None => to.space(digits + GAP),
        }
        let (style, bytes, marked) = &line.bytes;
        let (marked, rest) = bytes.split_at_checked(*marked).unwrap_or((bytes, ""));
        to.part(*style, marked)?;
        to.cell(styles::DIM, rest, self.bytes.saturating_sub(marked.len()))?;
        for ((style, name), width) in line.names.iter().zip(self.names) {
            to.cell(*style, name, width)?;
        }
        to.part(line.value.0, &line.value.1)?;
        to.end()
    }

    fn write_heading(&self, out: &mut impl Write, cells: &[(&str, usize)]) -> io::Result<()> {
        let mut line = TableLine::new(out, 0).styled(self.is_styled);
        for (text, width) in cells {
            line.cell(styles::HEADING, text, *width)?;
        }
        line.end()
    }
}

impl RowFormat for RowTable {
    fn start(&mut self, value: &Entry<'_>) {
        self.heading = heading(value);
        let end = value.start + value.available.len();
        self.digits = self.digits.max((end.max(1).ilog2() / 4 + 1) as usize);
    }

    /// Writes a row, with eight bytes and their meaning in each line.
    fn row(&mut self, out: &mut impl Write, _: &Entry<'_>, row: &ShownRow<'_>) -> io::Result<()> {
        let path = row.path(self.max_path_chars);
        let quiet = if row.kind == "field" {
            Style::new()
        } else {
            styles::DIM
        };
        let first = self.from.saturating_sub(row.offset) / BYTES;
        for (index, bytes) in row.bytes.chunks(BYTES).enumerate().skip(first) {
            let start = index * BYTES;
            let names = if index == first {
                [
                    (styles::PATH, path.clone()),
                    (quiet, row.field.to_owned()),
                    (styles::DIM, row.shown_wire().to_owned()),
                ]
            } else {
                Default::default()
            };
            let line = Line {
                offset: Some((styles::DIM, row.offset + start)),
                bytes: (quiet, hex(bytes), usize::MAX),
                names,
                value: shown_value(row, start, bytes),
                ..Line::default()
            };
            self.add(out, row.bytes.len(), line)?;
        }
        Ok(())
    }

    /// Writes the row of an error, carets below its bytes, its message and a hint.
    fn error(
        &mut self,
        out: &mut impl Write,
        value: &Entry<'_>,
        shown: &ShownError,
    ) -> io::Result<()> {
        let mut path = shown.path.to_string();
        clip(&mut path, self.max_path_chars);
        let bytes = value.available.get(shown.offset - value.start..);
        let bytes = bytes.unwrap_or_default();
        let bytes = bytes.get(..BYTES).unwrap_or(bytes);
        let (text, carets) = if bytes.is_empty() {
            (END.to_owned(), END.len())
        } else {
            (hex(bytes), width(shown.length.min(bytes.len())))
        };
        let line = Line {
            offset: Some((styles::ERROR, shown.offset)),
            bytes: (styles::ERROR, text, carets),
            names: [
                (styles::PATH, path),
                (Style::new(), shown.field.to_owned()),
                Default::default(),
            ],
            ..Line::default()
        };
        self.add(out, BYTES, line)?;
        let mut marks = "^".repeat(carets);
        let mut below = |style, text| {
            let bytes = (style, text, usize::MAX);
            let line = Line {
                bytes,
                ..Line::default()
            };
            self.add(out, BYTES, line)
        };
        for part in wrapped(&shown.message, MAX_MESSAGE_CHARS) {
            below(styles::ERROR, format!("{marks:carets$} {part}"))?;
            marks.clear();
        }
        match &shown.hint {
            Some(hint) => below(Style::new(), format!("hint: {hint}")),
            None => Ok(()),
        }
    }

    fn flush(&mut self, out: &mut impl Write) -> io::Result<()> {
        for line in std::mem::take(&mut self.waiting) {
            let is_first = !self.is_headed;
            if is_first {
                self.is_headed = true;
                let [path, field, wire] = self.names;
                let widths = [self.offset(), self.bytes, path, field, wire, 0];
                let cells: Vec<_> = TITLES.into_iter().zip(widths).collect();
                self.write_heading(out, &cells)?;
            }
            if let Some(heading) = &line.heading {
                out.write_all(if is_first { b"" } else { b"\n" })?;
                self.write_heading(out, &[(heading, 0)])?;
            }
            self.write(out, &line)?;
        }
        Ok(())
    }
}

/// Returns the heading of a value, if the input can have several.
fn heading(value: &Entry<'_>) -> Option<String> {
    let number = value.number;
    match value.line {
        None if value.frame.is_some() || value.fault.is_some() => {
            Some(format!("value {number} at {:#010x}", first_offset(value)))
        }
        // Inputs of lines usually have a single value, which needs no heading.
        Some(line) if number > 1 => Some(format!("value {number} in line {line}")),
        _ => None,
    }
}

/// Returns the style and the meaning of the bytes in a line of a row, which starts at byte `start`.
fn shown_value(row: &ShownRow<'_>, start: usize, bytes: &[u8]) -> (Style, String) {
    let (style, value) = match row.value {
        RowValue::Text(text) => return (styles::TEXT, text_part(row, text, start, bytes.len())),
        RowValue::Bytes(_) if row.kind == IGNORED => (styles::DIM, RowValue::Bytes(bytes)),
        RowValue::Bytes(_) => (styles::TEXT, RowValue::Bytes(bytes)),
        _ if start > 0 => return Default::default(),
        RowValue::Type { .. } => (styles::TYPE, row.value),
        RowValue::Padding { .. } => (styles::DIM, row.value),
        _ => (styles::NUMBER, row.value),
    };
    (style, value.to_string())
}

/// Returns the part of a string that the bytes of a line contain, with quotes at the string's ends.
///
/// A character belongs to the line of its first byte. A string that lenient decoding altered is
/// shown in the first line, because the bytes of the row differ from those of the string.
fn text_part(row: &ShownRow<'_>, text: &str, start: usize, length: usize) -> String {
    if !row.bytes.starts_with(text.as_bytes()) && start == 0 {
        return format!("{text:?}");
    }
    if !row.bytes.starts_with(text.as_bytes()) || start > 0 && start >= text.len() {
        return String::new();
    }
    let end = start + length;
    let part = text.get(boundary(text, start)..boundary(text, end));
    let quoted = format!("{:?}", part.unwrap_or_default());
    let last = quoted.len() - usize::from(end < text.len());
    quoted[usize::from(start > 0)..last].to_owned()
}

/// Returns the next character boundary at or after `at`.
fn boundary(text: &str, at: usize) -> usize {
    (at..text.len())
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(text.len())
}

/// Wraps a text to lines of at most `length` characters. Longer words are not broken.
fn wrapped(text: &str, length: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= length => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Formats the bytes of a line as groups of hex digits.
fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(width(BYTES));
    for (index, &byte) in bytes.iter().enumerate() {
        text.extend([' '; 2].iter().take(width(index + 1) - 2 - text.len()));
        text.extend(hex_digits(byte).map(char::from));
    }
    text
}

const fn width(bytes: usize) -> usize {
    let gaps = bytes.saturating_sub(1);
    2 * bytes + gaps + gaps / GROUP
}

/// Returns the maximum width of the path column in this terminal.
fn max_path_chars() -> usize {
    /// The width of the other columns, with some space for values.
    const BESIDE_PATH: usize = 72;
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    terminal.map_or(26, |width| width.saturating_sub(BESIDE_PATH).clamp(10, 26))
}
