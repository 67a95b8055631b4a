use anstyle::Style;
use std::io::{self, Write};

/// Spaces between two columns.
pub(crate) const GAP: usize = 2;

/// A line of a table, written cell by cell, without spaces at its end.
pub(crate) struct Line<'o, W> {
    out: &'o mut W,
    /// Spaces that come before the next text.
    pending: usize,
}

impl<'o, W: Write> Line<'o, W> {
    /// Begins a line this far from the left.
    pub(crate) fn new(out: &'o mut W, indent: usize) -> Self {
        Self {
            out,
            pending: indent,
        }
    }

    /// Writes a cell; the next one starts after so many columns and a gap.
    pub(crate) fn cell(&mut self, style: Style, text: &str, width: usize) -> io::Result<()> {
        self.part(style, text)?;
        self.space(width.saturating_sub(text.chars().count()) + GAP);
        Ok(())
    }

    /// Writes a part of a cell.
    pub(crate) fn part(&mut self, style: Style, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        write!(
            self.out,
            "{:pending$}{style}{text}{style:#}",
            "",
            pending = self.pending
        )?;
        self.pending = 0;
        Ok(())
    }

    /// Leaves so many columns free.
    pub(crate) fn space(&mut self, columns: usize) {
        self.pending += columns;
    }

    /// Ends the line.
    pub(crate) fn end(self) -> io::Result<()> {
        writeln!(self.out)
    }
}
