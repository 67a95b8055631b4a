//! Loads the files of a schema.

use crate::check;
use crate::diagnostic::Diagnostics;
use crate::model::Schema;
use crate::parse;
use crate::report::{File, Place, Report};
use crate::yaml::{self, SEPARATOR, Value};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

/// Loads and checks the schema of a folder.
///
/// Translations may be incomplete: the pages show a string without a translation in English.
/// [`load_translated`] checks them as well.
///
/// The folder contains `types.yaml`, `errata.yaml`, `examples.yaml`, a `layouts/*.yaml` for each
/// layout and a `locales/*.yaml` for each language besides English. Layouts and languages are
/// sorted by the names of their files.
///
/// # Errors
///
/// Returns all mistakes in all files.
pub fn load(dir: &Path) -> Result<Schema, Diagnostics> {
    Source::read(dir).load(check::check)
}

/// Loads and checks the schema of a folder, and that every language has every string.
///
/// # Errors
///
/// Returns all mistakes in all files.
pub fn load_translated(dir: &Path) -> Result<Schema, Diagnostics> {
    Source::read(dir).load(check::check_translated)
}

/// Loads and checks a schema from the contents of its files, each with its path in the schema's
/// folder.
///
/// # Errors
///
/// Returns all mistakes in all files.
pub fn load_texts(files: &[(&str, &str)]) -> Result<Schema, Diagnostics> {
    let file = |(path, text): &(&str, &str)| ((*path).to_owned(), Ok((*text).to_owned()));
    let source = Source {
        dir: Path::new(""),
        files: files.iter().map(file).collect(),
        report: Report::default(),
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
    report: Report,
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
            report: Report::default(),
        }
    }

    fn load(mut self, check: fn(&Schema, &mut Report)) -> Result<Schema, Diagnostics> {
        let types = self.parse("types.yaml", File::Types);
        let errata = self.parse("errata.yaml", File::Errata);
        let examples = self.parse("examples.yaml", File::Examples);
        let modules = self.stems("layouts/");
        let layouts = self.parse_each("layouts", File::Layout);
        let locales = self.parse_each("locales", File::Locale);

        let mut report = self.report;
        let mut schema = parse::types(types.as_ref(), &mut report);
        let layout = |(index, layout): (usize, &Option<Value>)| {
            parse::layout(layout.as_ref(), index, &schema, &mut report)
        };
        schema.layouts = layouts.iter().enumerate().map(layout).collect();
        parse::errata(errata.as_ref(), &mut schema, &mut report);
        let locale = |(index, locale): (usize, &Option<Value>)| {
            parse::locale(locale.as_ref(), File::Locale(index), &mut report)
        };
        schema.locales = locales.iter().enumerate().map(locale).collect();
        schema.examples = parse::examples(examples.as_ref(), &mut report);

        for (index, file) in modules.iter().enumerate() {
            module(&schema, index, file, &mut report);
        }
        check(&schema, &mut report);
        report.finish().map(|()| schema)
    }

    /// Returns the names of the files of a folder without their extension, sorted by their paths.
    fn stems(&self, folder: &str) -> Vec<String> {
        let stem = |path: &String| {
            let name = path.strip_prefix(folder)?.strip_suffix(".yaml")?;
            Some(name.to_owned())
        };
        self.files.keys().filter_map(stem).collect()
    }

    /// Returns the path of a file or a folder, as diagnostics name it.
    fn name(&self, path: &str) -> String {
        self.dir.join(path).display().to_string().replace('\\', "/")
    }

    /// Parses a file; returns none after a mistake, which is reported.
    fn parse(&mut self, path: &str, file: File) -> Option<Value> {
        let missing = || Err(io::ErrorKind::NotFound.into());
        match self.files.remove(path).unwrap_or_else(missing) {
            Ok(text) => {
                let value = parse(&text, file, &mut self.report);
                self.report.open(file, self.name(path), text);
                value
            }
            Err(error) => {
                let found = format!("cannot be read ({})", error.kind());
                self.missing(path, file, found, "a file of the schema".to_owned());
                None
            }
        }
    }

    /// Reports that a file or the files of a folder are missing.
    fn missing(&mut self, path: &str, file: File, found: String, expected: String) {
        self.report.open(file, self.name(path), String::new());
        let place = Place::file(file);
        self.report.add_at(&place, Some(0), found, expected);
    }

    /// Parses the files of a folder, of which there is at least one.
    fn parse_each(&mut self, folder: &str, file: fn(usize) -> File) -> Vec<Option<Value>> {
        let paths = self.files.keys().filter(|path| path.starts_with(folder));
        let paths: Vec<_> = paths.cloned().collect();
        if paths.is_empty() {
            let what = folder.trim_end_matches('s');
            let expected = format!("a file `*.yaml` for each {what}");
            self.missing(folder, file(0), format!("no {what}"), expected);
        }
        let parse = |(index, path): (usize, &String)| self.parse(path, file(index));
        paths.iter().enumerate().map(parse).collect()
    }
}

/// Checks that the module of a layout is the name of its file, which features and tests derive it
/// from.
fn module(schema: &Schema, index: usize, file: &str, report: &mut Report) {
    let Some(layout) = schema.layouts.get(index) else {
        return;
    };
    if layout.module != file {
        let place = Place::file(File::Layout(index));
        let found = format!("the module `{}`", layout.module);
        let expected = format!("`{file}`: the name of the file");
        report.add(&place.child("module"), found, expected);
    }
}

/// Parses the contents of a file; returns none after a mistake, which is reported.
fn parse(text: &str, file: File, report: &mut Report) -> Option<Value> {
    let place = Place::file(file);
    let value = match yaml::parse(text) {
        Ok(value) => value,
        Err(error) => {
            let found = format!("not YAML ({})", error.message);
            let expected = "a file that parses".to_owned();
            report.add_at(&place, Some(error.line), found, expected);
            return None;
        }
    };
    let duplicates = value.duplicates();
    for (path, earlier) in &duplicates {
        let line = |earlier| yaml::occurrence(text, path, earlier).unwrap_or(1);
        let key = path.rsplit(SEPARATOR).next().unwrap_or_default();
        let found = format!("the key `{key}` again");
        let expected = format!("every key once: it is in line {}", line(0));
        report.add_at(&place, Some(line(*earlier)), found, expected);
    }
    duplicates.is_empty().then_some(value)
}
