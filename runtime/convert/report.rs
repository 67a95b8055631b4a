//! Losses and notes, each with the path of its value.

use crate::{Path, Segment};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};

/// An entry of a [`Report`](crate::Report): what happened, and to which value.
///
/// It displays as one line, such as `players[3].position: Vector2i became Vector2`.
///
/// ```
/// # #[cfg(all(feature = "godot3", feature = "godot4"))] {
/// use gdvariant::{Converter, Godot3, Godot4, Vector2i, godot4};
///
/// let values = godot4::variant!([Vector2i::new(3, 4)]);
/// let (_, report) = Converter::new().lossy().convert::<Godot4, Godot3>(&values)?;
/// let loss = &report.losses()[0];
/// assert_eq!(loss.path().to_string(), "[0]");
/// assert_eq!(loss.kind().to_string(), "Vector2i became Vector2");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ReportEntry<K> {
    path: Path,
    kind: K,
}

/// A loss, with the path of its value.
pub type Loss = ReportEntry<LossKind>;

/// A note, with the path of its value.
pub type Note = ReportEntry<NoteKind>;

impl<K> ReportEntry<K> {
    /// Returns the path from the outermost value, by the keys of the converted value.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns what happened.
    #[must_use]
    pub fn kind(&self) -> &K {
        &self.kind
    }
}

impl<K: fmt::Display> fmt::Display for ReportEntry<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        self.kind.fmt(f)
    }
}

crate::error::messages! {
    /// What a conversion loses of a value.
    ///
    /// ```
    /// # #[cfg(all(feature = "godot3", feature = "godot4"))] {
    /// use gdvariant::{Converter, Godot3, Godot4, LossKind, Vector2i, godot4};
    ///
    /// let values = godot4::variant!([Vector2i::new(3, 4)]);
    /// let (_, report) = Converter::new().lossy().convert::<Godot4, Godot3>(&values)?;
    /// assert!(matches!(report.losses()[0].kind(), LossKind::Type { .. }));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Debug, Clone, PartialEq)]
    #[non_exhaustive]
    pub enum LossKind {
        /// The target lacks the type, and the value became its nearest equivalent.
        #[error("{from} became {to}")]
        Type {
            /// The name of the type in the source.
            from: &'static str,
            /// The name of the type in the target.
            to: &'static str,
        },
        /// The target declares no types, or lacks the declared one.
        #[error("{from} became {to}")]
        DeclaredType {
            /// The container with its declared types in the source, such as `Array[int]`.
            from: String,
            /// The container in the target.
            to: String,
        },
        /// Components or elements of fewer bits cannot represent the numbers exactly.
        #[error(
            if *changed == 1 => ("{from} became {to} in a {ty}"),
            else ("{changed} numbers changed in a {ty}: the first, {from}, became {to}")
        )]
        Precision {
            /// The name of the type in the target.
            ty: &'static str,
            /// The number of components that changed.
            changed: usize,
            /// The first changed component in the source.
            from: f64,
            /// The first changed component in the target.
            to: f64,
        },
        /// Keys that differ in the source are equal in the target: the value replaced that of an
        /// earlier entry, whose key stays.
        #[error("the key equals an earlier one, whose value was replaced")]
        Key,
        /// One of the engines does not keep the root of an absolute path without names.
        #[error("the root of an empty NodePath was dropped")]
        Root,
        /// The target lacks a field of the type, such as the id of a RID.
        #[error("the {field} {value} of a {ty} was dropped")]
        Field {
            /// The name of the type in the source.
            ty: &'static str,
            /// The name of the field.
            field: &'static str,
            /// The value of the field.
            value: String,
        },
    }
}

crate::error::messages! {
    /// Names and ids that a conversion keeps although they may mean nothing to the target's engine.
    ///
    /// ```
    /// # #[cfg(all(feature = "godot3", feature = "godot4"))] {
    /// use gdvariant::{Converter, Godot3, Godot4, NoteKind, godot4};
    ///
    /// let object = godot4::Variant::from(godot4::Object::Id(1288));
    /// let (_, report) = Converter::new().convert::<Godot4, Godot3>(&object)?;
    /// assert!(matches!(report.notes()[0].kind(), NoteKind::ObjectId { .. }));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum NoteKind {
        /// The class and the property names of a full object, which engines rename between versions.
        /// Long names are truncated.
        #[error(fmt = object(class, properties))]
        Object {
            /// The class.
            class: String,
            /// The names of the properties.
            properties: Vec<String>,
        },
        /// The id of an object in the engine that encoded it.
        #[error("an object keeps its id {id}")]
        ObjectId {
            /// The id.
            id: u64,
        },
    }
}

fn object(class: &str, properties: &[String], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "an object keeps its class {class:?}")?;
    for (index, name) in properties.iter().enumerate() {
        let separator = match index {
            0 => " and its properties",
            _ => ",",
        };
        write!(f, "{separator} {name:?}")?;
    }
    Ok(())
}

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
    pub(super) report: Report,
    /// The largest number of listed entries in each list.
    max_listed: usize,
}

impl Recorder {
    pub(super) fn new(max_listed: usize) -> Self {
        Self {
            report: Report::default(),
            max_listed,
        }
    }

    /// Records a loss of the current value; `kind` is not called if the loss is not listed.
    pub(super) fn record_loss(&mut self, kind: impl FnOnce() -> LossKind) {
        self.report.losses.add(kind, self.max_listed);
    }

    /// Records a note on the current value; `kind` is not called if the note is not listed.
    pub(super) fn note(&mut self, kind: impl FnOnce() -> NoteKind) {
        self.report.notes.add(kind, self.max_listed);
    }

    /// Returns the numbers of listed losses and notes.
    pub(super) fn listed(&self) -> [usize; 2] {
        let Report { losses, notes } = &self.report;
        [losses.entries.len(), notes.entries.len()]
    }

    /// Extends the paths of what was recorded since this many losses and notes were listed.
    pub(super) fn prepend_segment(
        &mut self,
        listed: [usize; 2],
        segment: impl FnOnce() -> Segment,
    ) {
        if self.listed() != listed {
            let segment = segment();
            self.report.losses.prepend_segment(listed[0], &segment);
            self.report.notes.prepend_segment(listed[1], &segment);
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
    let mut text = Length(0);
    // Only a writer returns errors, and this one returns none.
    let _ = write!(text, "{}", entry.kind);
    let segments = entry.path.segments();
    text.0 + segments.map(size_of_segment).sum::<usize>()
}

/// The bytes of a text that is formatted, without the text.
struct Length(usize);

impl fmt::Write for Length {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}

fn size_of_segment(segment: &Segment) -> usize {
    let text = match segment {
        Segment::Name(text) | Segment::Key(text) => text.len(),
        _ => 0,
    };
    size_of::<Segment>() + text
}
