//! Collects the licences of the code that the program contains.

use crate::failure::Failure;
use crate::process::{cargo, output};
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The prefixes of the names of license files, in upper case.
const PREFIXES: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "UNLICENSE", "NOTICE"];

/// Returns the licences of the crates that the program contains on a platform.
pub(super) fn of_dependencies(host: &str) -> Result<String, Failure> {
    let folders = folders()?;
    let tree = crates(host)?;
    let mut text = "gdvariant contains the standard library of Rust, under MIT or Apache-2.0, and these crates.\n".to_owned();
    // The first crate with each licence text, by the words of the text.
    let mut texts: HashMap<String, String> = HashMap::new();
    for line in tree.lines() {
        let (package, licence) = line.split_once('\t').unwrap_or((line, ""));
        // Skips packages of the workspace, after whose version `cargo tree` prints a path.
        let Some(folder) = folders.get(package) else {
            continue;
        };
        let _ = write!(text, "\n{0}\n{package}: {licence}\n{0}\n", "=".repeat(80));
        let paths = files(folder, licence)?;
        if paths.is_empty() {
            text.push_str("The crate contains no text of its licence.\n");
        }
        for path in paths {
            let licence = fs::read_to_string(&path).map_err(|error| Failure::at(&path, &error))?;
            let licence = licence.replace('\r', "");
            let words = licence.split_whitespace().collect::<Vec<_>>().join(" ");
            if let Some(first) = texts.get(&words) {
                let _ = writeln!(text, "The text is that of {first}.");
            } else {
                let _ = write!(text, "\n{}\n", licence.trim_end());
                texts.insert(words, package.to_owned());
            }
        }
    }
    Ok(text)
}

/// Returns a line for each crate that the program contains on a platform, in order, such as
/// `serde v1.0.229\tMIT OR Apache-2.0`.
pub(super) fn crates(host: &str) -> Result<String, Failure> {
    let mut tree = cargo("tree --locked --package gdvariant-cli --edges normal,no-proc-macro");
    tree.args(["--target", host, "--prefix", "none", "--format", "{p}\t{l}"]);
    let tree = output(&mut tree)?;
    let lines = tree.lines().map(|line| line.trim_end_matches(" (*)"));
    let lines: BTreeSet<&str> = lines.collect();
    Ok(lines.into_iter().collect::<Vec<_>>().join("\n"))
}

/// Returns the folders of registry packages, by name and version as `cargo tree` prints them.
fn folders() -> Result<BTreeMap<String, PathBuf>, Failure> {
    let metadata = output(&mut cargo("metadata --format-version 1 --locked"))?;
    let metadata: Json = serde_json::from_str(&metadata)
        .map_err(|error| Failure::new(format!("cargo metadata: {error}")))?;
    let packages = metadata["packages"]
        .as_array()
        .map_or(&[][..], Vec::as_slice);
    let folders = packages.iter().filter_map(|package| {
        package["source"].as_str()?;
        let (name, version) = (package["name"].as_str()?, package["version"].as_str()?);
        let folder = Path::new(package["manifest_path"].as_str()?).parent()?;
        Some((format!("{name} v{version}"), folder.to_owned()))
    });
    Ok(folders.collect())
}

/// Returns the licence files of a crate; if MIT is a choice, only the text of MIT and notices.
fn files(folder: &Path, licence: &str) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(folder).map_err(|error| Failure::at(folder, &error))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let name = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default();
        name.to_string_lossy().to_uppercase()
    };
    let is_licence = |path: &PathBuf| {
        path.is_file() && PREFIXES.iter().any(|prefix| name(path).starts_with(prefix))
    };
    let mut paths: Vec<PathBuf> = paths.filter(is_licence).collect();
    paths.sort();
    let is_mit = |path: &PathBuf| name(path).contains("MIT");
    if licence.contains("MIT") && !licence.contains("AND") && paths.iter().any(is_mit) {
        paths.retain(|path| is_mit(path) || name(path).starts_with("NOTICE"));
    }
    Ok(paths)
}
