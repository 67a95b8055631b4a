//! Loads the files of a schema.

use crate::check;
use crate::diagnostic::Diagnostics;
use crate::lines::Lines;
use crate::model::Schema;
use crate::parse;
use crate::report::{File, Place, Report};
use crate::yaml::{self, Value};
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
/// sorted
/// by the names of their files.
///
/// # Errors
///
/// Returns all mistakes in all files.
pub fn load(dir: &Path) -> Result<Schema, Diagnostics> {
    Source::read(dir).load(Translations::Any)
}

/// Loads and checks the schema of a folder, and that every language has every string.
///
/// # Errors
///
/// Returns all mistakes in all files.
pub fn load_translated(dir: &Path) -> Result<Schema, Diagnostics> {
    Source::read(dir).load(Translations::Complete)
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
    source.load(Translations::Any)
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

/// Which translations a schema needs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Translations {
    Any,
    Complete,
}

/// The files of a schema, and the mistakes found in them.
struct Source<'d> {
    /// The folder, as diagnostics name it.
    dir: &'d Path,
    /// The contents of the files by their paths in the folder.
    files: Vec<(String, io::Result<String>)>,
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

    fn load(mut self, translations: Translations) -> Result<Schema, Diagnostics> {
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
        (schema.errata, schema.defects) = parse::errata(errata.as_ref(), &mut report);
        let locale = |(index, locale): (usize, &Option<Value>)| {
            parse::locale(locale.as_ref(), File::Locale(index), &mut report)
        };
        schema.locales = locales.iter().enumerate().map(locale).collect();
        schema.examples = parse::examples(examples.as_ref(), &mut report);

        for (index, file) in modules.iter().enumerate() {
            module(&schema, index, file, &mut report);
        }
        check::check(&schema, &mut report);
        if translations == Translations::Complete {
            check::translations(&schema, &mut report);
        }
        report.finish().map(|()| schema)
    }

    /// Returns the names of the files of a folder without their extension, sorted by their paths.
    fn stems(&self, folder: &str) -> Vec<String> {
        let paths = self.files.iter().map(|(path, _)| path.as_str());
        let mut paths: Vec<_> = paths.filter(|path| path.starts_with(folder)).collect();
        paths.sort_unstable();
        let stem = |path: &str| {
            let name = path.strip_prefix(folder)?.strip_suffix(".yaml")?;
            Some(name.to_owned())
        };
        paths.into_iter().filter_map(stem).collect()
    }

    /// Returns the path of a file or a folder, as diagnostics name it.
    fn name(&self, path: &str) -> String {
        self.dir.join(path).display().to_string().replace('\\', "/")
    }

    /// Parses a file; returns none after a mistake, which is reported.
    fn parse(&mut self, path: &str, file: File) -> Option<Value> {
        let name = self.name(path);
        let index = self.files.iter().position(|(other, _)| other == path);
        let text = index.map_or(Err(io::ErrorKind::NotFound.into()), |index| {
            self.files.swap_remove(index).1
        });
        match text {
            Ok(text) => {
                let value = yaml::parse(&text);
                if let Err(error) = &value {
                    syntax_error(&text, file, error, &mut self.report);
                }
                self.report.open(file, name, text);
                value.ok()
            }
            Err(error) => {
                let found = format!("cannot be read ({})", error.kind());
                self.report.open(file, name, String::new());
                self.unreadable(file, found, "a file of the schema".to_owned());
                None
            }
        }
    }

    /// Reports that a file is missing or cannot be read.
    fn unreadable(&mut self, file: File, found: String, expected: String) {
        let place = Place::file(file);
        self.report.add_at(&place, Some(0), found, expected);
    }

    /// Parses the files of a folder, of which there is at least one.
    fn parse_each(&mut self, folder: &str, file: fn(usize) -> File) -> Vec<Option<Value>> {
        let paths = self.files.iter().map(|(path, _)| path);
        let in_folder = |path: &&String| path.starts_with(folder);
        let mut paths: Vec<_> = paths.filter(in_folder).cloned().collect();
        paths.sort();
        if paths.is_empty() {
            let name = self.name(folder);
            self.report.open(file(0), name, String::new());
            let what = folder.trim_end_matches('s');
            let expected = format!("a file `*.yaml` for each {what}");
            self.unreadable(file(0), format!("no {what}"), expected);
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
        let place = Place::file(File::Layout(index)).called(format!("layout {}", layout.module));
        let found = format!("the module `{}`", layout.module);
        let expected = format!("`{file}`: the name of the file");
        report.add_if_sound(&place.child("module"), found, expected);
    }
}

/// Reports why a file is not YAML.
///
/// The parser stops at the first duplicate key and does not always name its line, so all of them
/// are
/// reported instead.
fn syntax_error(text: &str, file: File, error: &yaml::SyntaxError, report: &mut Report) {
    let place = Place::file(file);
    let lines = Lines::new(text);
    let mut duplicates = lines.duplicates().peekable();
    if duplicates.peek().is_none() {
        let found = format!("not YAML ({})", error.message);
        let expected = "a file that parses".to_owned();
        report.add_at(&place, Some(error.line), found, expected);
    }
    for duplicate in duplicates {
        let found = format!("the key `{}` again", duplicate.key);
        let expected = format!("every key once: it is in line {}", duplicate.first);
        report.add_at(&place, Some(duplicate.line), found, expected);
    }
}
