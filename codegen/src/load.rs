//! Reads the schema's files: the offset tables, the layouts, the errata, the examples and the translations.

use std::fs;
use std::io;
use std::path::Path;

use crate::check;
use crate::lines::Lines;
use crate::mistake::Mistakes;
use crate::model::Schema;
use crate::parse;
use crate::report::{File, Place, Report};
use crate::yaml::{self, SyntaxError, Value};

/// Loads and checks the schema of a folder.
///
/// Translations may be incomplete: the pages show a text without a translation in English. [`load_translated`] checks
/// them as well.
///
/// The folder holds `types.yaml`, `errata.yaml`, `examples.yaml`, a `layouts/*.yaml` for each layout and a `locales/*.yaml` for each
/// language beside English; layouts and languages come in the order of their file names.
///
/// # Errors
///
/// Every mistake in every file, when there is one.
pub fn load(dir: &Path) -> Result<Schema, Mistakes> {
    load_from(&Source::Folder(dir), Translations::Any)
}

/// Loads and checks the schema of a folder, and that every language has every text.
///
/// # Errors
///
/// Returns every mistake in every file, if there is one.
pub fn load_translated(dir: &Path) -> Result<Schema, Mistakes> {
    load_from(&Source::Folder(dir), Translations::Complete)
}

/// Loads and checks a schema whose files are at hand, each with its path below the schema's folder.
///
/// # Errors
///
/// Every mistake in every file, when there is one.
pub fn load_texts(files: &[(&str, &str)]) -> Result<Schema, Mistakes> {
    load_from(&Source::Texts(files), Translations::Any)
}

/// The paths of a schema's files below its folder, in order.
///
/// # Errors
///
/// When a folder cannot be read.
pub fn paths(dir: &Path) -> io::Result<Vec<String>> {
    let mut paths = yaml_files(dir)?;
    for folder in ["layouts", "locales"] {
        let names = yaml_files(&dir.join(folder))?;
        paths.extend(names.iter().map(|name| format!("{folder}/{name}")));
    }
    paths.sort();
    Ok(paths)
}

/// Which translations a schema needs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Translations {
    Any,
    Complete,
}

fn load_from(source: &Source<'_>, translations: Translations) -> Result<Schema, Mistakes> {
    let mut report = Report::default();
    let types = read(source, "types.yaml", File::Types, &mut report);
    let errata = read(source, "errata.yaml", File::Errata, &mut report);
    let examples = read(source, "examples.yaml", File::Examples, &mut report);
    let layouts = read_each(source, "layouts", File::Layout, &mut report);
    let locales = read_each(source, "locales", File::Locale, &mut report);

    let mut schema = parse::types(types.as_ref(), &mut report);
    for (index, layout) in layouts.iter().enumerate() {
        let layout = parse::layout(
            layout.as_ref(),
            File::Layout(index),
            &schema.types,
            &mut report,
        );
        schema.layouts.push(layout);
    }
    (schema.errata, schema.defects) = parse::errata(errata.as_ref(), &mut report);
    let locale = |(index, locale): (usize, &Option<Value>)| {
        parse::locale(locale.as_ref(), File::Locale(index), &mut report)
    };
    schema.locales = locales.iter().enumerate().map(locale).collect();
    schema.examples = parse::examples(examples.as_ref(), &mut report);

    check::check(&schema, &mut report);
    if translations == Translations::Complete {
        check::translations(&schema, &mut report);
    }
    report.finish().map(|()| schema)
}

/// Where the files of a schema are.
enum Source<'a> {
    Folder(&'a Path),
    Texts(&'a [(&'a str, &'a str)]),
}

impl Source<'_> {
    /// What a person finds a file by.
    fn shown(&self, name: &str) -> String {
        match self {
            Self::Folder(dir) => dir.join(name).display().to_string().replace('\\', "/"),
            Self::Texts(_) => name.to_owned(),
        }
    }

    fn read(&self, name: &str) -> io::Result<String> {
        match self {
            Self::Folder(dir) => fs::read_to_string(dir.join(name)),
            Self::Texts(files) => {
                let file = files.iter().find(|(path, _)| *path == name);
                file.map(|(_, text)| (*text).to_owned())
                    .ok_or_else(|| io::ErrorKind::NotFound.into())
            }
        }
    }

    /// The YAML files of a folder of the schema, in order.
    fn list(&self, folder: &str) -> Vec<String> {
        let mut names = match self {
            Self::Folder(dir) => yaml_files(&dir.join(folder)).unwrap_or_default(),
            Self::Texts(files) => {
                let within = |(path, _): &(&str, &str)| {
                    path.strip_prefix(folder)?
                        .strip_prefix('/')
                        .map(str::to_owned)
                };
                files.iter().filter_map(within).collect()
            }
        };
        names.sort();
        names
    }
}

/// Reads one file; none when it cannot be read, which is reported.
fn read(source: &Source<'_>, name: &str, file: File, report: &mut Report) -> Option<Value> {
    let shown = source.shown(name);
    match source.read(name) {
        Ok(text) => {
            report.open(file, shown, Lines::of(&text));
            yaml::parse(&text)
                .map_err(|error| add_syntax_error(file, &error, report))
                .ok()
        }
        Err(error) => {
            report.open(file, shown, Lines::default());
            report.add_at_line(
                &Place::file(file),
                0,
                format!("cannot be read ({})", error.kind()),
                "a file of the schema",
            );
            None
        }
    }
}

/// Says why a text is not YAML; of keys that stand twice the parser would name only the first, and not always where.
fn add_syntax_error(file: File, error: &SyntaxError, report: &mut Report) {
    let twice = report.twice(file);
    for (path, line, first) in &twice {
        let key = path.rsplit('/').next().unwrap_or(path);
        let found = format!("the key `{key}` again");
        report.add_at_line(
            &Place::file(file),
            *line,
            found,
            format!("every key once: it stands in line {first}"),
        );
    }
    if twice.is_empty() {
        report.add_at_line(
            &Place::file(file),
            error.line,
            format!("not YAML ({})", error.message),
            "a text that parses",
        );
    }
}

/// Reads the files of a folder, of which there is at least one.
fn read_each(
    source: &Source<'_>,
    folder: &str,
    file: fn(usize) -> File,
    report: &mut Report,
) -> Vec<Option<Value>> {
    let names = source.list(folder);
    if names.is_empty() {
        report.open(file(0), source.shown(folder), Lines::default());
        let what = folder.trim_end_matches('s');
        report.add_at_line(
            &Place::file(file(0)),
            0,
            format!("no {what}"),
            format!("a file `*.yaml` for each {what}"),
        );
    }
    let read = |(index, name): (usize, &String)| {
        read(source, &format!("{folder}/{name}"), file(index), report)
    };
    names.iter().enumerate().map(read).collect()
}

fn yaml_files(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if let Some(name) = path.file_name().filter(|_| {
            path.extension()
                .is_some_and(|extension| extension == "yaml")
        }) {
            names.push(name.to_string_lossy().into_owned());
        }
    }
    Ok(names)
}
