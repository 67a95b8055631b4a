//! Loads the files of a schema.

use crate::check;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::{ErrataFile, ExamplesFile, Files as FilesFile, Schema, add_elements, extend};
use crate::parse::{Context, Node, form};
use serde::de::DeserializeSeed;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

/// Loads the schema of a folder.
///
/// With the feature `checks`, the schema also has to be semantically valid and completely
/// translated. Without the feature, pages show strings without a translation in English.
///
/// The folder contains `types.yaml`, `files.yaml`, `errata.yaml`, `examples.yaml`, a
/// `layouts/*.yaml` for each layout and a `locales/*.yaml` for each language besides English.
/// Layouts and languages are sorted by the names of their files.
///
/// # Errors
///
/// Returns the first syntax error of each file. If only translations have some, also returns all
/// semantic errors.
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
pub(crate) type Files = BTreeMap<String, io::Result<String>>;

/// Parses and checks files; `dir` is their folder in diagnostics.
fn load_files(dir: &Path, files: Files) -> Result<Schema, Diagnostics> {
    let report = Diagnostics::default();
    let mut source = Source { files, report };
    let schema = source.schema();
    let mut report = source.report;
    // The rest of the schema is checked even if a translation is invalid: an accepted schema needs
    // no translations.
    let mut files = report.0.iter().map(|diagnostic| &diagnostic.file);
    if let Some(schema) = schema.filter(|_| files.all(|file| file.starts_with("locales/"))) {
        report.0.extend(check::check(&schema, &source.files).0);
        if report.0.is_empty() {
            return Ok(schema);
        }
    }
    for diagnostic in &mut report.0 {
        let path = dir.join(&diagnostic.file);
        diagnostic.file = path.display().to_string().replace('\\', "/");
    }
    report
        .0
        .sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    Err(report)
}

/// The files, and the syntax errors in them.
struct Source {
    files: Files,
    report: Diagnostics,
}

impl Source {
    /// Parses all files; returns `None` if one outside of the folders is invalid.
    fn schema(&mut self) -> Option<Schema> {
        let types: Option<Schema> = self.parse("types.yaml", Context::default());
        let files: Option<FilesFile> = self.parse("files.yaml", Context::default());
        let errata: Option<ErrataFile> = self.parse("errata.yaml", Context::default());
        let examples: Option<ExamplesFile> = self.parse("examples.yaml", Context::default());
        let locales = self.parse_each("locales/", Context::default());
        let mut types = types?;
        add_elements(&mut types.types);
        let context = Context {
            constants: &types.constants,
            types: &types.types,
            ..Context::default()
        };
        let mut layouts = self.parse_each("layouts/", context);
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
            ..types
        })
    }

    /// Parses a file; reports an invalid file and returns `None`.
    fn parse<T: Node>(&mut self, path: &str, context: Context<'_>) -> Option<T> {
        let mut place = Diagnostic::at(path, "");
        let missing = &Err(io::ErrorKind::NotFound.into());
        let text = match self.files.get(path).unwrap_or(missing) {
            Ok(text) => text,
            Err(error) => {
                self.report
                    .add(&place, format!("cannot be read ({})", error.kind()));
                return None;
            }
        };
        let parsed = form(context).deserialize(serde_yaml::Deserializer::from_str(text));
        let add = |error: serde_yaml::Error| {
            if let Some(location) = error.location() {
                (place.line, place.column) = (location.line(), location.column());
            }
            let message = error.to_string();
            let message = message.split(" at line ").next().unwrap_or_default();
            self.report.add(&place, message);
        };
        parsed.map_err(add).ok()
    }

    /// Parses the files of a folder, which has to contain at least one.
    fn parse_each<T: Node>(&mut self, folder: &str, context: Context<'_>) -> Vec<T> {
        let paths = self.files.keys().filter(|path| path.starts_with(folder));
        let paths: Vec<_> = paths.cloned().collect();
        if paths.is_empty() {
            let place = Diagnostic::at(folder, "");
            let message = "missing files `*.yaml`: one describes each layout or language";
            self.report.add(&place, message);
        }
        let parse = |path: &String| {
            let module = path.strip_prefix(folder)?.strip_suffix(".yaml")?;
            self.parse(path, Context { module, ..context })
        };
        paths.iter().filter_map(parse).collect()
    }
}
