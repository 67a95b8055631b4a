//! Loads the files of a schema.

use crate::check::check;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::lines::line_of;
use crate::locale::untranslated;
use crate::model::{ErrataFile, ExamplesFile, Files as FilesFile, Schema, add_elements, extend};
use crate::parse::{Context, Node};
use crate::yaml::read;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

/// Loads the schema of a folder.
///
/// Missing translations are in [`Schema::untranslated`]; pages show these strings in English.
///
/// The folder contains `types.yaml`, `files.yaml`, `errata.yaml`, `examples.yaml`, a
/// `layouts/*.yaml` for each layout and a `locales/*.yaml` for each language besides English.
/// Layouts and languages are sorted by the names of their files.
///
/// # Errors
///
/// Returns the errors in the form of all files or, if there are none, the errors in their meaning.
pub fn load(dir: &Path) -> Result<Schema, Diagnostics> {
    let read = |path: String| {
        let text = fs::read_to_string(dir.join(&path));
        (path, text)
    };
    load_files(dir, paths(dir).into_iter().map(read).collect())
}

/// Loads a schema like [`load`], from the paths and the contents of its files.
///
/// The paths are relative to the folder of the schema.
///
/// # Errors
///
/// Returns the same errors as [`load`].
pub fn load_texts(files: &[(&str, &str)]) -> Result<Schema, Diagnostics> {
    let file = |(path, text): &(&str, &str)| ((*path).to_owned(), Ok((*text).to_owned()));
    load_files(Path::new(""), files.iter().map(file).collect())
}

/// Returns the paths of a schema's files in its folder, sorted.
///
/// A folder that cannot be listed yields no paths, and [`load`] reports its files as missing.
#[must_use]
pub fn paths(dir: &Path) -> Vec<String> {
    let mut paths = Vec::new();
    for folder in ["", "layouts/", "locales/"] {
        for entry in fs::read_dir(dir.join(folder))
            .into_iter()
            .flatten()
            .flatten()
        {
            let name = entry.file_name();
            if Path::new(&name).extension() == Some("yaml".as_ref()) {
                paths.push(format!("{folder}{}", name.to_string_lossy()));
            }
        }
    }
    paths.sort();
    paths
}

/// The contents of files by their paths in the schema's folder, or the errors of reading them.
type Files = BTreeMap<String, io::Result<String>>;

/// Parses and checks files; `dir` is their folder in diagnostics.
fn load_files(dir: &Path, files: Files) -> Result<Schema, Diagnostics> {
    let report = Diagnostics::default();
    let mut source = Source { files, report };
    let schema = source.schema();
    let mut report = source.report;
    // The rest of the schema is checked even if a translation is invalid.
    let mut files = report.0.iter().map(|diagnostic| &diagnostic.file);
    if let Some(mut schema) = schema.filter(|_| files.all(|file| file.starts_with("locales/"))) {
        report.0.extend(check(&schema).0);
        if report.0.is_empty() {
            schema.untranslated = placed(untranslated(&schema), dir, &source.files);
            return Ok(schema);
        }
    }
    Err(placed(report, dir, &source.files))
}

/// Adds missing lines and the folder of the schema, and sorts the diagnostics by file and line.
fn placed(mut report: Diagnostics, dir: &Path, files: &Files) -> Diagnostics {
    for diagnostic in &mut report.0 {
        if let (0, Some(Ok(text))) = (diagnostic.line, files.get(&diagnostic.file)) {
            diagnostic.line = line_of(diagnostic, text);
        }
        let path = dir.join(&diagnostic.file);
        diagnostic.file = path.display().to_string().replace('\\', "/");
    }
    report
        .0
        .sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    report
}

/// The files, and the syntax errors in them.
struct Source {
    files: Files,
    report: Diagnostics,
}

impl Source {
    /// Parses all files; returns `None` if one outside of the folders is invalid.
    fn schema(&mut self) -> Option<Schema> {
        let mut types: Option<Schema> = self.parse("types.yaml", "", None);
        if let Some(schema) = &mut types {
            add_elements(&mut schema.types);
        }
        let files: Option<FilesFile> = self.parse("files.yaml", "", None);
        let errata: Option<ErrataFile> = self.parse("errata.yaml", "", None);
        let examples: Option<ExamplesFile> = self.parse("examples.yaml", "", None);
        let locales = self.parse_each("locales/", None);
        let mut layouts = self.parse_each("layouts/", types.as_ref());
        extend(&mut layouts);
        let errata = errata?;
        Some(Schema {
            layouts,
            files: files?,
            pages: errata.pages,
            engines: errata.engines,
            untested: errata.untested,
            errata: errata.errata,
            defects: errata.defects,
            examples: examples?.examples,
            locales,
            ..types?
        })
    }

    /// Parses a file; reports an invalid file and returns `None`. A layout refers to `types`.
    fn parse<T: Node>(&mut self, path: &str, module: &str, types: Option<&Schema>) -> Option<T> {
        let place = Diagnostic::at(path, "");
        let missing = &Err(io::ErrorKind::NotFound.into());
        let text = match self.files.get(path).unwrap_or(missing) {
            Ok(text) => text,
            Err(error) => {
                self.report
                    .add(&place, format!("cannot be read ({})", error.kind()));
                return None;
            }
        };
        let node = read(text, None, &place, &mut self.report)?;
        let errors = &RefCell::default();
        let parsed = T::parse(Context {
            node: &node,
            errors,
            constants: types.map_or(&[], |schema| &schema.constants),
            declared: &[],
            types: types.map_or(&[], |schema| &schema.types),
            module,
            key: "",
        });
        for (number, message) in errors.take() {
            read(text, Some((number, &message)), &place, &mut self.report);
        }
        parsed
    }

    /// Parses the files of a folder, which has to contain at least one.
    fn parse_each<T: Node>(&mut self, folder: &str, types: Option<&Schema>) -> Vec<T> {
        let paths = self.files.keys().filter(|path| path.starts_with(folder));
        let paths: Vec<_> = paths.cloned().collect();
        if paths.is_empty() {
            let place = Diagnostic::at(folder, "");
            let message = "missing files `*.yaml`: one describes each layout or language";
            self.report.add(&place, message);
        }
        let parse = |path: &String| {
            let module = path.strip_prefix(folder)?.strip_suffix(".yaml")?;
            self.parse(path, module, types)
        };
        paths.iter().filter_map(parse).collect()
    }
}
