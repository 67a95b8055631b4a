//! The mistakes found so far, and the places they make unfit for further checks.

use std::fmt::Display;

use crate::lines::{Lines, is_within};
use crate::mistake::{Mistake, Mistakes};

/// Which file of the schema a place is in, in the order that [`Report`] holds them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum File {
    Types,
    Errata,
    Examples,
    Layout(usize),
    Locale(usize),
}

/// A part of the schema: the path to it, and the names that a person finds it by.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    file: File,
    path: String,
    ty: String,
    table: String,
    row: String,
}

impl Place {
    /// A whole file.
    pub(crate) fn file(file: File) -> Self {
        Self {
            file,
            path: String::new(),
            ty: String::new(),
            table: String::new(),
            row: String::new(),
        }
    }

    /// A type.
    pub(crate) fn ty(key: &str) -> Self {
        Self::file(File::Types)
            .child("types")
            .child(key)
            .called(key)
    }

    /// A table of a type.
    pub(crate) fn table(&self, index: usize, name: &str) -> Self {
        Self {
            table: name.to_owned(),
            ..self.child("tables").child(index)
        }
    }

    /// A row of a table.
    pub(crate) fn row(&self, index: usize, name: &str) -> Self {
        self.child("rows").child(index).named(name)
    }

    /// What a key leads to, or an index.
    pub(crate) fn child(&self, step: impl Display) -> Self {
        Self {
            path: format!("{}/{step}", self.path),
            ..self.clone()
        }
    }

    /// The same place, found by the name of a type or another entry.
    pub(crate) fn called(self, entry: impl Into<String>) -> Self {
        Self {
            ty: entry.into(),
            ..self
        }
    }

    /// The same place, found by the name of a row.
    pub(crate) fn named(self, row: impl Into<String>) -> Self {
        Self {
            row: row.into(),
            ..self
        }
    }
}

/// A file of the schema.
#[derive(Debug)]
struct Source {
    file: File,
    name: String,
    lines: Lines,
}

/// What is wrong so far.
#[derive(Debug, Default)]
pub(crate) struct Report {
    sources: Vec<Source>,
    mistakes: Vec<Mistake>,
    broken: Vec<(File, String)>,
}

impl Report {
    /// Makes a file known, so that its mistakes have a name and lines.
    pub(crate) fn open(&mut self, file: File, name: String, lines: Lines) {
        self.sources.push(Source { file, name, lines });
    }

    /// Notes a mistake; what stands at the place is not to be relied on.
    pub(crate) fn add(
        &mut self,
        place: &Place,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) {
        let source = self.sources.iter().find(|source| source.file == place.file);
        let line = source.map_or(0, |source| source.lines.line(&place.path));
        self.add_at_line(place, line, found, expected);
    }

    /// Notes a mistake whose line is known better than from its place.
    pub(crate) fn add_at_line(
        &mut self,
        place: &Place,
        line: usize,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) {
        let source = self.sources.iter().find(|source| source.file == place.file);
        self.mistakes.push(Mistake {
            file: source.map_or_else(String::new, |source| source.name.clone()),
            line,
            ty: place.ty.clone(),
            table: place.table.clone(),
            row: place.row.clone(),
            found: found.into(),
            expected: expected.into(),
        });
        self.distrust(place);
    }

    /// Takes what stands at a place out of further checks, because a mistake elsewhere explains it.
    pub(crate) fn distrust(&mut self, place: &Place) {
        self.broken.push((place.file, place.path.clone()));
    }

    /// Whether there is no mistake so far.
    pub(crate) fn is_clean(&self) -> bool {
        self.mistakes.is_empty()
    }

    /// Whether the place could be reached: neither it nor what it is in is at fault, though parts of it may be.
    pub(crate) fn reached(&self, place: &Place) -> bool {
        !self
            .broken
            .iter()
            .any(|(file, path)| *file == place.file && is_within(&place.path, path))
    }

    /// Whether neither the place, nor what it is in, nor any part of it is at fault.
    pub(crate) fn sound(&self, place: &Place) -> bool {
        self.reached(place)
            && !self
                .broken
                .iter()
                .any(|(file, path)| *file == place.file && is_within(path, &place.path))
    }

    /// The keys that stand twice in one mapping of a file, each with its line and the line of the first.
    pub(crate) fn twice(&self, file: File) -> Vec<(String, usize, usize)> {
        let source = self.sources.iter().find(|source| source.file == file);
        let twice = source.map_or(&[][..], |source| &source.lines.twice);
        twice
            .iter()
            .map(|twice| (twice.path.clone(), twice.line, twice.first))
            .collect()
    }

    /// All mistakes by file and line, or nothing when there is none.
    pub(crate) fn finish(mut self) -> Result<(), Mistakes> {
        if self.mistakes.is_empty() {
            return Ok(());
        }
        self.mistakes
            .sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
        Err(Mistakes(self.mistakes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_spoils_what_holds_it_and_what_it_holds() {
        let mut report = Report::default();
        let row = Place::ty("Vector2").table(0, "").row(1, "y");
        report.add(&row.child("offset"), "offset 9", "8");
        assert!(!report.sound(&row));
        assert!(report.reached(&row));
        assert!(!report.reached(&row.child("offset").child("deeper")));
        assert!(report.sound(&row.child("length")));
        assert!(
            report.sound(&Place::ty("Vector2").table(0, "").row(10, "y")),
            "row 10 is not within row 1"
        );
        assert!(report.sound(&Place::file(File::Errata)));
        assert!(report.finish().is_err());
    }
}
