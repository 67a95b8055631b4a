//! Reports of conversions: losses and notes, each with the path of its value.

use crate::{Path, Segment};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};

/// An entry of a [`Report`](crate::convert::Report): a loss or a note, with the path of its value.
///
/// An entry displays as one line, such as `players[3].position: Vector2i became Vector2`.
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
    /// Returns the path from the outermost value, with the keys of the converted value.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the kind of the loss or note.
    pub fn kind(&self) -> &K {
        &self.kind
    }
}

impl<K: fmt::Display> fmt::Display for ReportEntry<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.in_message())?;
        self.kind.fmt(f)
    }
}

crate::error::messages! {
    /// A kind of loss in a conversion.
    ///
    /// ```
    /// # #[cfg(all(feature = "godot3", feature = "godot4"))] {
    /// use gdvariant::convert::LossKind;
    /// use gdvariant::{Converter, Godot3, Godot4, Vector2i, godot4};
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
        /// The target declares no types, or lacks the declared type.
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
        /// Keys that differ in the source are equal in the target.
        ///
        /// The entry keeps the first key and has the last value.
        #[error("the key equals an earlier one, whose value was replaced")]
        Key,
        /// The source's or the target's engine does not keep the root of an absolute path without
        /// names.
        #[error("the root of an empty NodePath was dropped")]
        AbsoluteRoot,
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
    /// Names and ids that a conversion keeps, but that the target's engine may not know.
    ///
    /// ```
    /// # #[cfg(all(feature = "godot3", feature = "godot4"))] {
    /// use gdvariant::convert::NoteKind;
    /// use gdvariant::{Converter, Godot3, Godot4, godot4};
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
        /// The names of the class and the properties of a full object; the names can differ between
        /// engines.
        ///
        /// Long names are truncated.
        #[error(fmt = object(class, properties))]
        Object {
            /// The name of the class.
            class: String,
            /// The names of the properties.
            properties: Vec<String>,
        },
        /// Properties of a full object that the target's engine ignores, because it has renamed them.
        ///
        /// Only properties of input events are known, and those with the values `false` and 0 are
        /// omitted.
        #[error("{layout} ignores {}; rename to {}", names(properties, 0), names(properties, 1))]
        Renamed {
            /// The title of the target's layout.
            layout: &'static str,
            /// The names in the source's and in the target's engine.
            properties: Vec<[&'static str; 2]>,
        },
        /// The id of an object; the id is valid only in the engine process that encoded the id.
        #[error("an object keeps its id {id}")]
        ObjectId {
            /// The id of the object.
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

fn names(properties: &[[&'static str; 2]], index: usize) -> String {
    let names: Vec<_> = properties.iter().map(|names| names[index]).collect();
    names.join(", ")
}

/// The losses of a conversion, and notes on names and ids that the target's engine may not know.
///
/// A report lists the first losses and notes, up to
/// [`Converter::max_listed`](crate::Converter::max_listed), and counts the others. Each listed
/// entry displays as a line.
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

/// Counts entries, and lists the first of them.
#[derive(Debug, Clone, PartialEq)]
struct List<K> {
    entries: Vec<ReportEntry<K>>,
    /// The total length, in bytes, of the paths and strings of the entries.
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
    /// Returns whether nothing was lost; [notes](Self::notes) are not losses.
    ///
    /// After a lossless conversion, the inverse conversion returns the original value, unless a
    /// container holds a value that is not of its declared type.
    pub fn is_lossless(&self) -> bool {
        self.losses.total == 0
    }

    /// Returns the losses that are listed, in the order of the values.
    pub fn losses(&self) -> &[Loss] {
        &self.losses.entries
    }

    /// Returns the number of all losses, listed or not.
    pub fn total_losses(&self) -> usize {
        self.losses.total
    }

    /// Returns the notes that are listed, in the order of the values.
    pub fn notes(&self) -> &[Note] {
        &self.notes.entries
    }

    /// Returns the number of all notes, listed or not.
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

/// The maximum length, in bytes, of the paths and strings of a list; exceeds the longest path.
const MAX_BYTES: usize = 256 << 10;

/// Builds a report.
#[derive(Debug)]
pub(super) struct Recorder {
    pub(super) report: Report,
    /// The maximum number of listed entries in each list.
    max_listed: usize,
}

impl Recorder {
    pub(super) fn new(max_listed: usize) -> Self {
        Self {
            report: Report::default(),
            max_listed,
        }
    }

    /// Records a loss of the current value; calls `kind` only if the loss is listed.
    pub(super) fn record_loss(&mut self, kind: impl FnOnce() -> LossKind) {
        if self.report.losses.count(self.max_listed) {
            self.report.losses.list(kind());
        }
    }

    /// Records a note on the current value; calls `kind` only if the note is listed.
    pub(super) fn note(&mut self, kind: impl FnOnce() -> NoteKind) {
        if self.report.notes.count(self.max_listed) {
            self.report.notes.list(kind());
        }
    }

    /// Returns the numbers of listed losses and notes.
    pub(super) fn listed(&self) -> [usize; 2] {
        let Report { losses, notes } = &self.report;
        [losses.entries.len(), notes.entries.len()]
    }

    /// Prepends a segment to the paths of the entries after the first `listed` losses and notes.
    pub(super) fn prepend_segment(&mut self, listed: [usize; 2], segment: &dyn Fn() -> Segment) {
        if self.listed() != listed {
            let segment = segment();
            self.report.losses.prepend_segment(listed[0], &segment);
            self.report.notes.prepend_segment(listed[1], &segment);
        }
    }
}

impl<K: fmt::Display> List<K> {
    /// Counts an entry and returns whether it is listed: the list has less than `max` entries.
    fn count(&mut self, max: usize) -> bool {
        self.total += 1;
        // After an omitted entry, all later entries are omitted.
        self.entries.len() < max && self.entries.len() + 1 == self.total
    }

    /// Lists an entry unless the list is full.
    fn list(&mut self, kind: K) {
        let path = Path::default();
        let entry = ReportEntry { path, kind };
        let size = size_of_entry(&entry);
        if self.bytes + size <= MAX_BYTES {
            self.bytes += size;
            self.entries.push(entry);
        }
    }

    /// Prepends a segment to the paths of the entries from `start`.
    ///
    /// Drops the last entries if the list exceeds [`MAX_BYTES`].
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

/// Returns the length, in bytes, of an entry's text and path.
fn size_of_entry<K: fmt::Display>(entry: &ReportEntry<K>) -> usize {
    let mut text = Length(0);
    // Writing to `Length` never returns an error.
    let _ = write!(text, "{}", entry.kind);
    let segments = entry.path.segments();
    text.0 + segments.map(size_of_segment).sum::<usize>()
}

/// A writer that counts bytes of formatted text without storing them.
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
