//! The colors of the program, those of the terminal's own palette, and lines of tables in them.

use anstyle::{AnsiColor, Style};
use std::io::{self, Write};

/// What is there but rarely looked at: offsets, headers, padding.
pub(crate) const DIM: Style = Style::new().dimmed();
/// The titles of columns.
pub(crate) const HEADING: Style = Style::new().bold().underline();
/// The way to a value.
pub(crate) const PATH: Style = AnsiColor::BrightBlue.on_default();
/// The name of a type.
pub(crate) const TYPE: Style = AnsiColor::Cyan.on_default().bold();
/// Text, and bytes as text.
pub(crate) const TEXT: Style = AnsiColor::Green.on_default();
/// Numbers.
pub(crate) const NUMBER: Style = AnsiColor::Yellow.on_default();
/// What is wrong.
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
/// What a file has that another one lacks.
pub(crate) const ADDED: Style = AnsiColor::Green.on_default();
/// What a file lacks that another one has.
pub(crate) const REMOVED: Style = AnsiColor::Red.on_default();
/// What differs between two files.
pub(crate) const CHANGED: Style = AnsiColor::Yellow.on_default();
/// The name of a file.
pub(crate) const FILE: Style = AnsiColor::Magenta.on_default();

/// Spaces between two columns.
pub(crate) const GAP: usize = 2;

/// Spaces that are written in one call.
const SPACES: &[u8] = &[b' '; 64];

/// A line of a table, written cell by cell, without spaces at its end.
pub(crate) struct TableLine<'o, W> {
    out: &'o mut W,
    /// Spaces that come before the next text.
    pending: usize,
    is_styled: bool,
}

impl<'o, W: Write> TableLine<'o, W> {
    /// Begins a line this far from the left.
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

    /// Writes a cell; the next one starts after `width` columns and a gap.
    pub(crate) fn cell(&mut self, style: Style, text: &str, width: usize) -> io::Result<()> {
        self.counted(style, text, text.chars().count(), width)
    }

    /// Writes a cell of this width in characters.
    pub(crate) fn counted(
        &mut self,
        style: Style,
        text: &str,
        count: usize,
        width: usize,
    ) -> io::Result<()> {
        self.part(style, text)?;
        self.space(width.saturating_sub(count) + GAP);
        Ok(())
    }

    /// Writes a part of a cell.
    pub(crate) fn part(&mut self, style: Style, text: &str) -> io::Result<()> {
        self.ascii(style, text.as_bytes())
    }

    /// Writes a part of a cell, the bytes of a string.
    pub(crate) fn ascii(&mut self, style: Style, text: &[u8]) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        self.indent()?;
        if !self.is_styled {
            return self.out.write_all(text);
        }
        write!(self.out, "{style}")?;
        self.out.write_all(text)?;
        write!(self.out, "{style:#}")
    }

    /// Writes the spaces before a text.
    fn indent(&mut self) -> io::Result<()> {
        while self.pending > 0 {
            let spaces = SPACES.get(..self.pending).unwrap_or(SPACES);
            self.out.write_all(spaces)?;
            self.pending -= spaces.len();
        }
        Ok(())
    }

    /// Leaves a number of columns free.
    pub(crate) fn space(&mut self, columns: usize) {
        self.pending += columns;
    }

    /// Ends the line.
    pub(crate) fn end(self) -> io::Result<()> {
        self.out.write_all(b"\n")
    }
}
