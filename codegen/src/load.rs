//! Loads the files of a schema.

use crate::check::check;
use crate::locale::untranslated;
use crate::model::{ErrataFile, ExamplesFile, Schema, add_elements, extend, find};
use crate::parse::{Context, Node, Parsed, read};
use std::error::Error;
use std::fmt;
use std::fs;
use std::path::Path;

/// The errors in a schema, each in a line with its file and entry.
#[derive(Debug)]
pub struct Diagnostics(pub Vec<String>);

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

impl Error for Diagnostics {}

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
/// Returns the first syntax error or, if there is none, all errors of meaning.
pub fn load(dir: &Path) -> Result<Schema, Diagnostics> {
    let read = |path: String| match fs::read_to_string(dir.join(&path)) {
        Ok(text) => Ok((path, text)),
        Err(error) => Err(Diagnostics(vec![format!("{path}: {error}")])),
    };
    let files: Result<Vec<_>, _> = paths(dir).into_iter().map(read).collect();
    load_texts(&files?)
}

/// Loads a schema like [`load`], from the paths and the contents of its files.
///
/// The paths are relative to the folder of the schema.
///
/// # Errors
///
/// Returns the same errors as [`load`].
pub fn load_texts(files: &[(String, String)]) -> Result<Schema, Diagnostics> {
    let mut schema = parse_all(files).map_err(|error| Diagnostics(vec![error]))?;
    let errors = check(&schema);
    if !errors.is_empty() {
        return Err(Diagnostics(errors));
    }
    schema.untranslated = untranslated(&schema);
    Ok(schema)
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

fn parse_all(files: &[(String, String)]) -> Parsed<Schema> {
    let mut schema: Schema = parse(files, "types.yaml", None)?;
    add_elements(&mut schema.types);
    let errata: ErrataFile = parse(files, "errata.yaml", None)?;
    let examples: ExamplesFile = parse(files, "examples.yaml", None)?;
    let mut layouts = parse_each(files, "layouts/", Some(&schema))?;
    extend(&mut layouts);
    Ok(Schema {
        layouts,
        files: parse(files, "files.yaml", None)?,
        pages: errata.pages,
        engines: errata.engines,
        untested: errata.untested,
        errata: errata.errata,
        defects: errata.defects,
        examples: examples.examples,
        locales: parse_each(files, "locales/", None)?,
        ..schema
    })
}

/// Parses a file. A layout refers to `types`.
fn parse<T: Node>(files: &[(String, String)], path: &str, types: Option<&Schema>) -> Parsed<T> {
    let (_, text) = find(files, path).ok_or_else(|| format!("{path}: missing"))?;
    let name = path.rsplit('/').next().unwrap_or(path);
    let parsed = read(text).and_then(|node| {
        T::parse(Context {
            node: &node,
            constants: types.map_or(&[], |schema| &schema.constants),
            declared: &[],
            types: types.map_or(&[], |schema| &schema.types),
            module: name.trim_end_matches(".yaml"),
            key: "",
        })
    });
    parsed.map_err(|error| format!("{path}: {error}"))
}

/// Parses the files of a folder.
fn parse_each<T: Node>(
    files: &[(String, String)],
    folder: &str,
    types: Option<&Schema>,
) -> Parsed<Vec<T>> {
    let paths = files.iter().map(|(path, _)| path);
    let paths = paths.filter(|path| path.starts_with(folder));
    paths.map(|path| parse(files, path, types)).collect()
}
