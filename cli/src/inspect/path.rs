//! Paths in their column.

use crate::clip::{clip, segments};
use gdvariant::inspect::{RowPath, RowPathId};
use std::fmt::{self, Write};

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
