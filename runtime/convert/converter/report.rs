//! The report of a conversion: its losses, and the names and ids that may mean nothing to the
//! target.

use super::loss::{Loss, LossKind, Note, NoteKind, ReportEntry};
use crate::{Path, Segment};
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

/// The losses of a conversion, and notes on names and ids that may mean nothing to the target's
/// engine.
///
/// It lists the first losses and notes, see
/// [`Converter::max_listed`](crate::Converter::max_listed), and counts the others. Each listed one
/// displays as a line.
///
/// ```
/// # #[cfg(all(feature = "godot3", feature = "godot4"))] {
/// use gdvariant::{Converter, Godot3, Godot4, Vector2i, godot4};
///
/// let values = godot4::variant!([Vector2i::new(3, 4)]);
/// let (_, report) = Converter::new().lossy().convert::<Godot4, Godot3>(&values)?;
/// assert!(!report.is_lossless());
/// assert_eq!((report.losses().len(), report.total_losses()), (1, 1));
/// assert_eq!((report.notes().len(), report.total_notes()), (0, 0));
/// assert_eq!(report.to_string(), "[0]: Vector2i became Vector2\n");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    losses: List<LossKind>,
    notes: List<NoteKind>,
}

/// Entries, the first of which are listed.
#[derive(Debug, Clone, PartialEq)]
struct List<K> {
    entries: Vec<ReportEntry<K>>,
    /// The bytes that the paths and strings of the entries take.
    bytes: usize,
    total: usize,
}

impl<K> Default for List<K> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            bytes: 0,
            total: 0,
        }
    }
}

impl Report {
    /// Returns whether nothing was lost; [notes](Self::notes) are no losses.
    ///
    /// A conversion back then returns the same value, unless a container holds a value that is not
    /// of its declared type.
    #[must_use]
    pub fn is_lossless(&self) -> bool {
        self.losses.total == 0
    }

    /// Returns the losses that are listed, in the order of the values.
    #[must_use]
    pub fn losses(&self) -> &[Loss] {
        &self.losses.entries
    }

    /// Returns the number of all losses, listed or not.
    #[must_use]
    pub fn total_losses(&self) -> usize {
        self.losses.total
    }

    /// Returns the notes that are listed, in the order of the values.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        &self.notes.entries
    }

    /// Returns the number of all notes, listed or not.
    #[must_use]
    pub fn total_notes(&self) -> usize {
        self.notes.total
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.losses.write(f, "losses")?;
        self.notes.write(f, "notes")
    }
}

impl<K> List<K> {
    fn write(&self, f: &mut fmt::Formatter<'_>, what: &str) -> fmt::Result
    where
        ReportEntry<K>: fmt::Display,
    {
        for entry in &self.entries {
            writeln!(f, "{entry}")?;
        }
        match self.total - self.entries.len() {
            0 => Ok(()),
            more => writeln!(f, "{more} more {what}"),
        }
    }
}

/// The largest number of bytes for the paths and strings of a list: more than for the longest path.
const MAX_BYTES: usize = 256 << 10;

/// Builds a report.
#[derive(Debug)]
pub(super) struct Recorder {
    report: Report,
    /// The largest number of listed entries in each list.
    max_listed: usize,
}

/// The lengths of the lists of a report before a value was converted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    losses: usize,
    notes: usize,
}

impl Recorder {
    pub(super) fn new(max_listed: usize) -> Self {
        Self {
            report: Report::default(),
            max_listed,
        }
    }

    pub(super) fn finish(self) -> Report {
        self.report
    }

    /// Records a loss of the current value; `kind` is not called if the loss is not listed.
    pub(super) fn record_loss(&mut self, kind: impl FnOnce() -> LossKind) {
        self.report.losses.add(kind, self.max_listed);
    }

    /// Records a note on the current value; `kind` is not called if the note is not listed.
    pub(super) fn note(&mut self, kind: impl FnOnce() -> NoteKind) {
        self.report.notes.add(kind, self.max_listed);
    }

    /// Returns what [`prepend_segment`](Self::prepend_segment) needs to find the entries of the next value.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            losses: self.report.losses.entries.len(),
            notes: self.report.notes.entries.len(),
        }
    }

    /// Extends the paths of the entries since a mark by the container's segment.
    pub(super) fn prepend_segment(&mut self, mark: Mark, segment: impl FnOnce() -> Segment) {
        if self.report.losses.entries.len() != mark.losses
            || self.report.notes.entries.len() != mark.notes
        {
            let segment = segment();
            self.report.losses.prepend_segment(mark.losses, &segment);
            self.report.notes.prepend_segment(mark.notes, &segment);
        }
    }
}

impl<K: fmt::Display> List<K> {
    /// Counts an entry, and lists it unless the list is full.
    fn add(&mut self, kind: impl FnOnce() -> K, max: usize) {
        self.total += 1;
        // Once an entry has been left out, later ones are as well.
        if self.entries.len() >= max || self.entries.len() + 1 < self.total {
            return;
        }
        let (path, kind) = (Path::default(), kind());
        let entry = ReportEntry { path, kind };
        let size = size_of_entry(&entry);
        if self.bytes + size <= MAX_BYTES {
            self.bytes += size;
            self.entries.push(entry);
        }
    }

    /// Extends the paths of the entries from `start`, and drops the last ones that exceed
    /// [`MAX_BYTES`].
    fn prepend_segment(&mut self, start: usize, segment: &Segment) {
        let size = size_of_segment(segment);
        while let Some(added) = self.entries.len().checked_sub(start)
            && self.bytes + added * size > MAX_BYTES
        {
            let dropped = self.entries.pop();
            self.bytes -= dropped.map_or(self.bytes, |entry| size_of_entry(&entry));
        }
        for entry in self.entries.iter_mut().skip(start) {
            entry.path.prepend(segment.clone());
            self.bytes += size;
        }
    }
}

/// Returns the bytes of an entry's text and path.
fn size_of_entry<K: fmt::Display>(entry: &ReportEntry<K>) -> usize {
    let segments = entry.path.segments();
    entry.kind.to_string().len() + segments.map(size_of_segment).sum::<usize>()
}

fn size_of_segment(segment: &Segment) -> usize {
    let text = match segment {
        Segment::Name(text) | Segment::Key(text) => text.len(),
        _ => 0,
    };
    size_of::<Segment>() + text
}
