//! Reads the schema's folder: the offset tables, the layouts and the errata.

use std::fs;
use std::io;
use std::path::Path;

use crate::check;
use crate::lines::Lines;
use crate::mistake::Mistakes;
use crate::model::Schema;
use crate::report::{File, Place, Report};
use crate::shape;
use crate::yaml::{self, SyntaxError, Value};

/// Loads and checks the schema of a folder.
///
/// The folder holds `types.yaml`, `errata.yaml` and a `layouts/*.yaml` for each layout; layouts come in the order of their file
/// names.
///
/// # Errors
///
/// Every mistake in every file, when there is one.
pub fn load(dir: &Path) -> Result<Schema, Mistakes> {
    let mut report = Report::default();
    let types = read(dir, "types.yaml", File::Types, &mut report);
    let errata = read(dir, "errata.yaml", File::Errata, &mut report);
    let layouts = read_layouts(dir, &mut report);

    let mut schema = shape::types(types.as_ref(), &mut report);
    for (index, layout) in layouts.iter().enumerate() {
        let layout = shape::layout(layout.as_ref(), File::Layout(index), &schema.types, &mut report);
        schema.layouts.push(layout);
    }
    (schema.errata, schema.defects) = shape::errata(errata.as_ref(), &mut report);

    check::check(&schema, &mut report);
    report.finish().map(|()| schema)
}

/// Reads one file; none when it cannot be read, which is reported.
fn read(dir: &Path, name: &str, file: File, report: &mut Report) -> Option<Value> {
    let path = dir.join(name);
    let shown = path.display().to_string().replace('\\', "/");
    match fs::read_to_string(&path) {
        Ok(text) => {
            report.open(file, shown, Lines::of(&text));
            yaml::parse(&text).map_err(|error| add_syntax_error(file, &error, report)).ok()
        }
        Err(error) => {
            report.open(file, shown, Lines::default());
            report.add_at_line(&Place::file(file), 0, format!("cannot be read ({})", error.kind()), "a file of the schema");
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
        report.add_at_line(&Place::file(file), *line, found, format!("every key once: it stands in line {first}"));
    }
    if twice.is_empty() {
        report.add_at_line(&Place::file(file), error.line, format!("not YAML ({})", error.message), "a text that parses");
    }
}

/// Reads the layouts in the order of their file names.
fn read_layouts(dir: &Path, report: &mut Report) -> Vec<Option<Value>> {
    let mut names = layout_names(&dir.join("layouts")).unwrap_or_default();
    names.sort();
    if names.is_empty() {
        let place = Place::file(File::Layout(0));
        report.open(File::Layout(0), dir.join("layouts").display().to_string(), Lines::default());
        report.add_at_line(&place, 0, "no layout", "a file `*.yaml` for each layout");
    }
    let read = |(index, name): (usize, &String)| read(dir, &format!("layouts/{name}"), File::Layout(index), report);
    names.iter().enumerate().map(read).collect()
}

fn layout_names(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if let Some(name) = path.file_name().filter(|_| path.extension().is_some_and(|extension| extension == "yaml")) {
            names.push(name.to_string_lossy().into_owned());
        }
    }
    Ok(names)
}
