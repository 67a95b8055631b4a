//! The list of losses and notes on standard error.

use crate::styles::{NUMBER, TYPE};
use anstyle::Style;
use gdvariant::{Escaped, Report};

/// The number of losses, and of notes, that are printed.
const MAX_LINES: usize = 100;

/// The losses and notes of all values.
#[derive(Default)]
pub(super) struct Listing {
    losses: Lines,
    notes: Lines,
}

/// Lines, the first of which are printed.
#[derive(Default)]
struct Lines {
    lines: Vec<String>,
    total: usize,
}

impl Listing {
    /// Adds the report of a value, with its label.
    pub(super) fn add(&mut self, label: &str, report: &Report) {
        self.losses
            .add(label, report.losses(), report.total_losses());
        self.notes.add(label, report.notes(), report.total_notes());
    }

    /// Returns the number of all losses.
    pub(super) fn losses(&self) -> usize {
        self.losses.total
    }

    /// Prints a line for each loss and for each note.
    pub(super) fn print(&self) {
        self.losses.print(NUMBER.bold(), "loss", "losses");
        self.notes.print(TYPE, "note", "notes");
    }
}

impl Lines {
    fn add(&mut self, label: &str, entries: &[impl ToString], total: usize) {
        let left = MAX_LINES - self.lines.len();
        let added = entries.iter().take(left);
        self.lines
            .extend(added.map(|entry| format!("{label}{}", entry.to_string())));
        self.total += total;
    }

    fn print(&self, style: Style, one: &str, many: &str) {
        for line in &self.lines {
            // Names of the input are in it.
            anstream::eprintln!("{style}{one}:{style:#} {}", Escaped(line));
        }
        let more = self.total - self.lines.len();
        if more > 0 {
            anstream::eprintln!("{style}{one}:{style:#} {more} more {many}");
        }
    }
}
