//! The colors of the program, from the palette of the terminal, and colored lines of tables.

use anstyle::{AnsiColor, Style};
use gdvariant::Escaped;
use gdvariant_files::display::escape;
use serde::Serialize;
use std::io::{self, Write};
use std::mem;

/// Less important text: offsets, headers, padding.
pub(crate) const DIM: Style = Style::new().dimmed();
/// The titles of columns.
pub(crate) const HEADING: Style = Style::new().bold().underline();
/// The path of a value.
pub(crate) const PATH: Style = AnsiColor::BrightBlue.on_default();
/// The name of a type.
pub(crate) const TYPE: Style = AnsiColor::Cyan.on_default().bold();
/// Text, and bytes as text.
pub(crate) const TEXT: Style = AnsiColor::Green.on_default();
pub(crate) const NUMBER: Style = AnsiColor::Yellow.on_default();
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
/// Values that only the new file has.
pub(crate) const ADDED: Style = AnsiColor::Green.on_default();
/// Values that only the old file has.
pub(crate) const REMOVED: Style = AnsiColor::Red.on_default();
/// Values that differ between the files.
pub(crate) const CHANGED: Style = AnsiColor::Yellow.on_default();
/// The name of a file.
pub(crate) const FILE: Style = AnsiColor::Magenta.on_default();

/// The position of a value in the inputs.
#[derive(Clone, Copy, Default, Serialize)]
pub(crate) struct Location<'a> {
    /// The name of the file; `None` if the command has only one file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<&'a str>,
    /// The number of the value; `None` if the file has only one.
    #[serde(rename = "value", skip_serializing_if = "Option::is_none")]
    pub(crate) number: Option<u64>,
}

impl<'a> Location<'a> {
    pub(crate) fn from_file(file: &'a str) -> Self {
        Self {
            file: Some(file),
            number: None,
        }
    }

    /// Writes the location and a path as the first members of a JSON object.
    pub(crate) fn write_json(self, out: &mut impl Write, path: &str) -> io::Result<()> {
        if let Some(file) = self.file {
            out.write_all(b"\"file\":")?;
            escape::write_json(out, file, true)?;
            out.write_all(b",")?;
        }
        if let Some(number) = self.number {
            write!(out, "\"value\":{number},")?;
        }
        out.write_all(b"\"path\":")?;
        escape::write_json(out, path, true)
    }

    /// Writes the location, and a path, unless it is empty.
    pub(crate) fn write(self, out: &mut impl Write, path: &str) -> io::Result<()> {
        if let Some(file) = self.file {
            write!(out, "{FILE}{}{FILE:#}: ", Escaped(file))?;
        }
        if let Some(number) = self.number {
            write!(out, "value {number}: ")?;
        }
        if path.is_empty() {
            return Ok(());
        }
        write!(out, "{PATH}{path}{PATH:#}: ")
    }
}

/// The number of spaces between two columns.
pub(crate) const GAP: usize = 2;

/// Writes a line of a table, cell by cell, without trailing spaces.
pub(crate) struct TableLine<'o, W> {
    out: &'o mut W,
    /// The number of spaces before the next text.
    pending: usize,
    is_styled: bool,
}

impl<'o, W: Write> TableLine<'o, W> {
    /// Starts a line with an indentation.
    pub(crate) fn new(out: &'o mut W, indent: usize) -> Self {
        Self {
            out,
            pending: indent,
            is_styled: true,
        }
    }

    /// Sets whether cells are written with their styles.
    pub(crate) fn styled(self, is_styled: bool) -> Self {
        Self { is_styled, ..self }
    }

    /// Writes a cell. The next cell starts after `width` characters and a gap.
    pub(crate) fn cell(&mut self, style: Style, text: &str, width: usize) -> io::Result<()> {
        self.part(style, text)?;
        self.space(width.saturating_sub(text.chars().count()) + GAP);
        Ok(())
    }

    /// Writes text to the current cell.
    pub(crate) fn part(&mut self, style: Style, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        let style = if self.is_styled { style } else { Style::new() };
        let indent = mem::take(&mut self.pending);
        write!(self.out, "{:indent$}{style}{text}{style:#}", "")
    }

    /// Adds spaces before the next text.
    pub(crate) fn space(&mut self, columns: usize) {
        self.pending += columns;
    }

    pub(crate) fn end(self) -> io::Result<()> {
        self.out.write_all(b"\n")
    }
}
