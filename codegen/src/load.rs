//! Loads the files of a schema.

use crate::check;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::{ErrataFile, ExamplesFile, Schema};
use crate::parse::{Context, Form, Node};
use serde::de::DeserializeSeed;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

/// Loads the schema of a folder, and checks it with the feature `checks`.
///
/// Translations may be incomplete: the pages show a string without a translation in English.
/// `load_translated` checks them as well.
///
/// The folder contains `types.yaml`, `errata.yaml`, `examples.yaml`, a `layouts/*.yaml` for each
/// layout and a `locales/*.yaml` for each language besides English. Layouts and languages are
/// sorted by the names of their files.
///
/// # Errors
///
/// Returns the first mistake of form in each file, or else all mistakes of meaning.
pub fn load(dir: &Path) -> Result<Schema, Diagnostics> {
    Source::read(dir).load(check::check)
}

/// Loads and checks the schema of a folder, and that every language has every string.
///
/// # Errors
///
/// Returns the first mistake of form in each file, or else all mistakes of meaning.
#[cfg(feature = "checks")]
pub fn load_translated(dir: &Path) -> Result<Schema, Diagnostics> {
    Source::read(dir).load(check::check_translated)
}

/// Loads a schema like [`load`] from the contents of its files, each with its path in the schema's
/// folder.
///
/// # Errors
///
/// Returns the first mistake of form in each file, or else all mistakes of meaning.
pub fn load_texts(files: &[(&str, &str)]) -> Result<Schema, Diagnostics> {
    let file = |(path, text): &(&str, &str)| ((*path).to_owned(), Ok((*text).to_owned()));
    let source = Source {
        dir: Path::new(""),
        files: files.iter().map(file).collect(),
        report: Diagnostics::default(),
    };
    source.load(check::check)
}

/// Returns the paths of a schema's files in its folder, sorted.
///
/// # Errors
///
/// Fails if a folder cannot be read.
pub fn paths(dir: &Path) -> io::Result<Vec<String>> {
    let mut paths = Vec::new();
    for folder in FOLDERS {
        paths.extend(paths_in(dir, folder)?);
    }
    paths.sort();
    Ok(paths)
}

/// The folders of a schema's files.
const FOLDERS: [&str; 3] = ["", "layouts/", "locales/"];

fn paths_in(dir: &Path, folder: &str) -> io::Result<Vec<String>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(dir.join(folder))? {
        let name = entry?.file_name();
        if Path::new(&name).extension() == Some("yaml".as_ref()) {
            paths.push(format!("{folder}{}", name.to_string_lossy()));
        }
    }
    Ok(paths)
}

/// The files of a schema, and the mistakes found in them.
struct Source<'d> {
    /// The folder, as diagnostics name it.
    dir: &'d Path,
    /// The contents of the files by their paths in the folder.
    files: BTreeMap<String, io::Result<String>>,
    report: Diagnostics,
}

impl<'d> Source<'d> {
    fn read(dir: &'d Path) -> Self {
        let read = |path: String| {
            let text = fs::read_to_string(dir.join(&path));
            (path, text)
        };
        // A folder that cannot be listed has no file, which is reported.
        let paths = FOLDERS
            .iter()
            .flat_map(|folder| paths_in(dir, folder).unwrap_or_default());
        Self {
            dir,
            files: paths.map(read).collect(),
            report: Diagnostics::default(),
        }
    }

    fn load(mut self, check: fn(&Schema, &mut Diagnostics)) -> Result<Schema, Diagnostics> {
        if let Some(schema) = self.schema()
            && self.report.0.is_empty()
        {
            check(&schema, &mut self.report);
            if self.report.0.is_empty() {
                return Ok(schema);
            }
        }
        for diagnostic in &mut self.report.0 {
            let path = self.dir.join(&diagnostic.file);
            diagnostic.file = path.display().to_string().replace('\\', "/");
        }
        self.report.0.sort_by(|a, b| a.file.cmp(&b.file));
        Err(self.report)
    }

    /// Parses all files; returns `None` after a mistake in one that the others depend on.
    fn schema(&mut self) -> Option<Schema> {
        let types: Option<Schema> = self.parse("types.yaml", Context::default());
        let errata: Option<ErrataFile> = self.parse("errata.yaml", Context::default());
        let examples: Option<ExamplesFile> = self.parse("examples.yaml", Context::default());
        let locales = self.parse_each("locales/", Context::default());
        let mut schema = types?;
        let context = Context {
            constants: &schema.constants,
            types: &schema.types,
            ..Context::default()
        };
        schema.layouts = self.parse_each("layouts/", context);
        let errata = errata?;
        (schema.pages, schema.engines) = (errata.pages, errata.engines);
        (schema.errata, schema.defects) = (errata.errata, errata.defects);
        schema.examples = examples?.examples;
        schema.locales = locales;
        Some(schema)
    }

    /// Parses a file; returns `None` after a mistake, which is reported.
    fn parse<T: Node>(&mut self, path: &str, context: Context<'_>) -> Option<T> {
        let missing = || Err(io::ErrorKind::NotFound.into());
        let mut place = Diagnostic::at(path, "");
        let text = match self.files.remove(path).unwrap_or_else(missing) {
            Ok(text) => text,
            Err(error) => {
                self.report
                    .add(&place, format!("cannot be read ({})", error.kind()));
                return None;
            }
        };
        let parsed = Form::new(context).deserialize(serde_yaml::Deserializer::from_str(&text));
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

    /// Parses the files of a folder, of which there is at least one.
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
