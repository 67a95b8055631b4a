//! Diagnostics while a schema is loaded, and the places that they make unreliable for further
//! checks.

mod names;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::{Origin, Type};
use crate::suggest::did_you_mean;
use crate::yaml::{self, SEPARATOR, Value};
use names::Names;
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

/// A place in the schema: the path to a value in a file.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    file: File,
    path: String,
}

impl Place {
    /// Returns the place of a whole file.
    pub(crate) fn file(file: File) -> Self {
        let path = String::new();
        Self { file, path }
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
        Self::types().child(&ty.key).child("body")
    }

    /// Returns the place of a type with this origin and key.
    pub(crate) fn origin(origin: &Origin, key: &str) -> Self {
        match origin {
            Origin::Types => Self::types().child(key),
            Origin::Layout { layout, entry, .. } => Self::file(File::Layout(*layout))
                .child("types")
                .child(entry)
                .child("override"),
        }
    }

    /// Returns the place of all wire types.
    pub(crate) fn wires() -> Self {
        Self::file(File::Types).child("wire_types")
    }

    /// Returns the place of all constants.
    pub(crate) fn constants() -> Self {
        Self::file(File::Types).child("constants")
    }

    /// Returns the place of a table of a type.
    pub(crate) fn table(&self, index: usize) -> Self {
        self.child("tables").child(index)
    }

    /// Returns the place of a row of a table.
    pub(crate) fn row(&self, index: usize) -> Self {
        self.child("rows").child(index)
    }

    /// Returns the place of the value of a key, or of an item.
    pub(crate) fn child(&self, step: impl Display) -> Self {
        Self {
            file: self.file,
            path: format!("{}{SEPARATOR}{step}", self.path),
        }
    }

    /// Returns whether the place is another one or within it.
    fn is_within(&self, outer: &Self) -> bool {
        let rest = self.path.strip_prefix(&outer.path);
        self.file == outer.file
            && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(SEPARATOR))
    }
}

/// A file that was opened.
#[derive(Debug)]
struct Source {
    file: File,
    name: String,
    text: String,
}

/// A mistake, before its line and the names around it are looked up.
#[derive(Debug)]
struct Mistake {
    place: Place,
    /// The line, if it is known.
    line: Option<usize>,
    found: String,
    expected: String,
}

/// The mistakes found so far.
#[derive(Debug, Default)]
pub(crate) struct Report {
    sources: Vec<Source>,
    mistakes: Vec<Mistake>,
    unreliable: Vec<Place>,
}

impl Report {
    /// Adds a file that diagnostics can be about.
    pub(crate) fn open(&mut self, file: File, name: String, text: String) {
        self.sources.push(Source { file, name, text });
    }

    /// Reports a mistake, unless one at its place or around it is known; its place becomes
    /// unreliable.
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
        self.mistakes.push(Mistake {
            place: place.clone(),
            line,
            found,
            expected,
        });
    }

    /// Excludes a place from further checks, because a mistake elsewhere explains it.
    pub(crate) fn distrust(&mut self, place: &Place) {
        self.unreliable.push(place.clone());
    }

    /// Returns whether no mistake has been reported.
    pub(crate) fn is_clean(&self) -> bool {
        self.mistakes.is_empty()
    }

    /// Returns whether no mistake is at the place or around it; some may be within it.
    pub(crate) fn reached(&self, place: &Place) -> bool {
        !self.unreliable.iter().any(|other| place.is_within(other))
    }

    /// Returns whether no mistake is at the place, around it or within it.
    pub(crate) fn sound(&self, place: &Place) -> bool {
        self.reached(place) && !self.unreliable.iter().any(|other| other.is_within(place))
    }

    /// Returns all mistakes by file and line.
    pub(crate) fn finish(self) -> Result<(), Diagnostics> {
        if self.is_clean() {
            return Ok(());
        }
        let mut diagnostics = Vec::new();
        for source in &self.sources {
            let root = yaml::parse(&source.text).unwrap_or(Value::Other("no YAML"));
            let of_file = |mistake: &&Mistake| mistake.place.file == source.file;
            diagnostics.extend(self.mistakes.iter().filter(of_file).map(|mistake| {
                let Names { ty, table, row } = Names::of(&mistake.place, &root);
                let line = || yaml::line(&source.text, &mistake.place.path);
                Diagnostic {
                    file: source.name.clone(),
                    line: mistake.line.unwrap_or_else(line),
                    ty,
                    table,
                    row,
                    found: mistake.found.clone(),
                    expected: mistake.expected.clone(),
                }
            }));
        }
        diagnostics.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
        Err(Diagnostics(diagnostics))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_makes_places_around_and_within_it_unreliable() {
        let mut report = Report::default();
        let table = Place::origin(&Origin::Types, "Vector2").table(0);
        let row = table.row(1);
        report.add(&row.child("offset"), "offset 9", "8");
        assert!(!report.sound(&row));
        assert!(report.reached(&row));
        assert!(!report.reached(&row.child("offset").child("deeper")));
        assert!(report.sound(&row.child("length")));
        assert!(report.sound(&table.row(10)), "row 10 is not within row 1");
        assert!(report.sound(&Place::file(File::Errata)));
        assert!(report.finish().is_err());
    }
}
