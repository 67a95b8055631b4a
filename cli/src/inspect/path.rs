//! Paths in their column.

use gdvariant::inspect::{Place, PlaceId};
use std::fmt::{self, Write};

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

/// The path of a row, cut to its column. It is formatted again only if the next row has another
/// path.
#[derive(Debug)]
pub(super) struct PathCell {
    /// The length that paths are cut to.
    longest: usize,
    id: Option<PlaceId>,
    text: String,
    width: usize,
}

impl PathCell {
    pub(super) fn new() -> Self {
        Self {
            longest: longest_path(),
            id: None,
            text: String::new(),
            width: 0,
        }
    }

    /// Forgets the path of the last row, whose id says nothing about the rows of another value.
    pub(super) fn forget(&mut self) {
        self.id = None;
    }

    /// Sets the path of a row, in time that does not grow with its depth.
    pub(super) fn set(&mut self, path: Place<'_>) {
        let id = Some(path.id());
        if self.id != id {
            // Every segment but the outermost has at least two characters.
            self.clip(&path.tail(self.longest / 2 + 1));
            self.id = id;
        }
    }

    /// Sets another path.
    pub(super) fn clip(&mut self, path: &impl fmt::Display) {
        self.id = None;
        self.text.clear();
        // Writing to a String cannot fail.
        let _ = write!(self.text, "{path}");
        self.width = self.text.chars().count();
        let Some(excess) = self.width.checked_sub(self.longest + 1) else {
            return;
        };
        let start = self.text.char_indices().nth(excess + 2);
        let start = start.map_or(self.text.len(), |(start, _)| start);
        self.text.replace_range(..start, "…");
        self.width = self.longest;
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the number of characters.
    pub(super) fn width(&self) -> usize {
        self.width
    }
}
