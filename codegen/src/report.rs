//! Diagnostics while a schema is loaded, and the places that they make unreliable for further
//! checks.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::{Layout, Origin, Type};
use crate::suggest::did_you_mean;
use crate::yaml::{self, SEPARATOR};
use std::fmt::Display;

/// A file of the schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum File {
    Types,
    Errata,
    Examples,
    Layout(usize),
    Locale(usize),
}

/// A place in the schema: its path, and the names that diagnostics show.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    file: File,
    path: String,
    ty: String,
    table: String,
    row: String,
}

impl Place {
    /// Returns the place of a whole file.
    pub(crate) fn file(file: File) -> Self {
        Self {
            file,
            path: String::new(),
            ty: String::new(),
            table: String::new(),
            row: String::new(),
        }
    }

    /// Returns the place of all types.
    pub(crate) fn types() -> Self {
        Self::file(File::Types).child("types")
    }

    /// Returns the place of a type.
    pub(crate) fn ty(ty: &Type) -> Self {
        Self::origin(&ty.origin, &ty.key)
    }

    /// Returns the place of the body of a type, which a layout does not override.
    pub(crate) fn body(ty: &Type) -> Self {
        Self::types().child(&ty.key).child("body").called(&ty.key)
    }

    /// Returns the place of a type with this origin and key.
    pub(crate) fn origin(origin: &Origin, key: &str) -> Self {
        match origin {
            Origin::Types => Self::types().child(key).called(key),
            Origin::Layout {
                layout,
                entry,
                module,
            } => Self::file(File::Layout(*layout))
                .child("types")
                .child(entry)
                .child("override")
                .called(format!("layout {module}, {key}")),
        }
    }

    /// Returns the place of a layout.
    pub(crate) fn layout(index: usize, layout: &Layout) -> Self {
        Self::file(File::Layout(index)).called(format!("layout {}", layout.module))
    }

    /// Returns the place of all wire types.
    pub(crate) fn wires() -> Self {
        Self::file(File::Types).child("wire_types")
    }

    /// Returns the place of a wire type.
    pub(crate) fn wire(name: &str) -> Self {
        Self::wires()
            .child(name)
            .called(format!("wire type {name}"))
    }

    /// Returns the place of all constants.
    pub(crate) fn constants() -> Self {
        Self::file(File::Types).child("constants")
    }

    /// Returns the place of a table of a type.
    pub(crate) fn table(&self, index: usize, name: &str) -> Self {
        self.child("tables").child(index).in_table(name)
    }

    /// Returns the place of a row of a table.
    pub(crate) fn row(&self, index: usize, name: &str) -> Self {
        self.child("rows").child(index).named(name)
    }

    /// Returns the place of the value of a key, or of an item.
    pub(crate) fn child(&self, step: impl Display) -> Self {
        Self {
            path: format!("{}{SEPARATOR}{step}", self.path),
            ..self.clone()
        }
    }

    /// Names the type or another entry that the place is in.
    pub(crate) fn called(self, entry: impl Into<String>) -> Self {
        Self {
            ty: entry.into(),
            ..self
        }
    }

    /// Names the table that the place is in.
    pub(crate) fn in_table(self, table: impl Into<String>) -> Self {
        Self {
            table: table.into(),
            ..self
        }
    }

    /// Names the row that the place is in.
    pub(crate) fn named(self, row: impl Into<String>) -> Self {
        Self {
            row: row.into(),
            ..self
        }
    }
}

/// A file that was opened.
#[derive(Debug)]
struct Source {
    file: File,
    name: String,
    text: String,
}

/// A mistake, before its file and its line are looked up.
#[derive(Debug)]
struct Entry {
    file: File,
    path: String,
    line: Option<usize>,
    diagnostic: Diagnostic,
}

/// The mistakes found so far.
#[derive(Debug, Default)]
pub(crate) struct Report {
    sources: Vec<Source>,
    entries: Vec<Entry>,
    unreliable: Vec<(File, String)>,
}

impl Report {
    /// Adds a file that diagnostics can be about.
    pub(crate) fn open(&mut self, file: File, name: String, text: String) {
        self.sources.push(Source { file, name, text });
    }

    /// Reports a mistake, unless one at its place or around it is known; its place becomes unreliable.
    pub(crate) fn add(
        &mut self,
        place: &Place,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) {
        if self.reached(place) {
            self.add_at(place, None, found.into(), expected.into());
        }
    }

    /// Reports an unknown name, and suggests a known one.
    pub(crate) fn unknown<'n>(
        &mut self,
        place: &Place,
        what: &str,
        name: &str,
        expected: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) {
        if !self.reached(place) {
            return;
        }
        let expected = format!("{expected}{}", did_you_mean(name, known));
        self.add(place, format!("unknown {what} `{name}`"), expected);
    }

    /// Reports a mistake whose line may be known.
    pub(crate) fn add_at(
        &mut self,
        place: &Place,
        line: Option<usize>,
        found: String,
        expected: String,
    ) {
        self.distrust(place);
        self.entries.push(Entry {
            file: place.file,
            path: place.path.clone(),
            line,
            diagnostic: Diagnostic {
                file: String::new(),
                line: 0,
                ty: place.ty.clone(),
                table: place.table.clone(),
                row: place.row.clone(),
                found,
                expected,
            },
        });
    }

    /// Excludes a place from further checks, because a mistake elsewhere explains it.
    pub(crate) fn distrust(&mut self, place: &Place) {
        self.unreliable.push((place.file, place.path.clone()));
    }

    /// Returns whether no mistake has been reported.
    pub(crate) fn is_clean(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns whether no mistake is at the place or around it; some may be within it.
    pub(crate) fn reached(&self, place: &Place) -> bool {
        let mut unreliable = self.unreliable.iter();
        !unreliable.any(|(file, path)| *file == place.file && is_within(&place.path, path))
    }

    /// Returns whether no mistake is at the place, around it or within it.
    pub(crate) fn sound(&self, place: &Place) -> bool {
        let mut unreliable = self.unreliable.iter();
        self.reached(place)
            && !unreliable.any(|(file, path)| *file == place.file && is_within(path, &place.path))
    }

    /// Returns all mistakes by file and line.
    pub(crate) fn finish(self) -> Result<(), Diagnostics> {
        if self.is_clean() {
            return Ok(());
        }
        let mut diagnostics = Vec::new();
        for source in &self.sources {
            let entries = self
                .entries
                .iter()
                .filter(|entry| entry.file == source.file);
            diagnostics.extend(entries.map(|entry| {
                Diagnostic {
                    file: source.name.clone(),
                    line: entry
                        .line
                        .unwrap_or_else(|| yaml::line(&source.text, &entry.path)),
                    ..entry.diagnostic.clone()
                }
            }));
        }
        diagnostics.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
        Err(Diagnostics(diagnostics))
    }
}

/// Returns whether a path is another one, or leads through it.
fn is_within(path: &str, outer: &str) -> bool {
    path.strip_prefix(outer)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(SEPARATOR))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_makes_places_around_and_within_it_unreliable() {
        let mut report = Report::default();
        let row = Place::origin(&Origin::Types, "Vector2")
            .table(0, "")
            .row(1, "y");
        report.add(&row.child("offset"), "offset 9", "8");
        assert!(!report.sound(&row));
        assert!(report.reached(&row));
        assert!(!report.reached(&row.child("offset").child("deeper")));
        assert!(report.sound(&row.child("length")));
        assert!(
            report.sound(
                &Place::origin(&Origin::Types, "Vector2")
                    .table(0, "")
                    .row(10, "y")
            ),
            "row 10 is not within row 1"
        );
        assert!(report.sound(&Place::file(File::Errata)));
        assert!(report.finish().is_err());
    }
}
