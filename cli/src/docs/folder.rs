//! The folder of the pages: writes it, or says how it differs.

use crate::failure::Failure;
use crate::output::Output;
use gdvariant::Escaped;
use gdvariant_codegen::docs::File;
use similar::TextDiff;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::{fs, io};

/// Writes the files, and the folders that they are in.
pub(super) fn write(folder: &Path, files: &[File]) -> Result<(), Failure> {
    for file in files {
        let path = folder.join(&file.path);
        let parent = path.parent().unwrap_or(folder);
        let written = fs::create_dir_all(parent).and_then(|()| fs::write(&path, &file.text));
        written.map_err(|error| failed(&path, &error))?;
    }
    Ok(())
}

/// Shows how the folder differs from the files, pages that are no longer generated included.
pub(super) fn check(folder: &Path, files: &[File]) -> Result<(), Failure> {
    if !folder.is_dir() {
        return Err(Failure::at(folder.display(), "there is no such folder"));
    }
    let mut output = Output::plain();
    let is_terminal = io::stdout().is_terminal();
    let mut stale = 0;
    for file in files {
        let path = folder.join(&file.path);
        let found = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(failed(&path, &error)),
        };
        if found != file.text {
            stale += 1;
            let name = path.display().to_string();
            let diff = TextDiff::from_lines(&found, &file.text);
            let diff = diff.unified_diff().header(&name, &name).to_string();
            output.value(|out| print(out, &diff, is_terminal))?;
        }
    }
    for path in superfluous(folder, files)? {
        stale += 1;
        let line = format!("{}: no such page any more; delete it\n", Escaped(&path));
        output.value(|out| out.write_all(line.as_bytes()))?;
    }
    output.end(Ok(()))?;
    if stale == 0 {
        return Ok(());
    }
    let folder = folder.display();
    let (are, them) = if stale == 1 {
        ("file is", "it")
    } else {
        ("files are", "them")
    };
    Err(Failure::Input(format!(
        "{stale} {are} stale; bring {them} up to date with: gdvariant docs --out {folder}"
    )))
}

/// Writes a diff, for a terminal with each line escaped.
fn print(out: &mut impl Write, diff: &str, is_terminal: bool) -> io::Result<()> {
    if !is_terminal {
        return out.write_all(diff.as_bytes());
    }
    diff.lines()
        .try_for_each(|line| writeln!(out, "{}", Escaped(line)))
}

/// Returns the files in the pages' own folders that are no longer generated. The folder that
/// contains these folders may have other files as well.
fn superfluous(folder: &Path, files: &[File]) -> Result<Vec<String>, Failure> {
    let mut folders: Vec<&Path> = files
        .iter()
        .filter_map(|file| Path::new(&file.path).parent())
        .collect();
    folders.dedup();
    folders.retain(|folder| !folder.as_os_str().is_empty());
    let mut found = Vec::new();
    for parent in folders {
        let path = folder.join(parent);
        let entries = match fs::read_dir(&path) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(failed(&path, &error)),
        };
        for entry in entries {
            let entry = entry.map_err(|error| failed(&path, &error))?;
            let name = parent.join(entry.file_name());
            if entry.path().is_file() && !files.iter().any(|file| Path::new(&file.path) == name) {
                found.push(entry.path().display().to_string());
            }
        }
    }
    found.sort();
    Ok(found)
}

fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure::at(path.display(), error)
}
