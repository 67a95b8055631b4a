//! Writes the pages to a folder, or compares the folder with them.

use gdvariant_codegen::docs::File;
use similar::TextDiff;
use std::error::Error;
use std::path::Path;
use std::{fs, io};

/// Writes the files, and creates their folders.
pub(super) fn write(folder: &Path, files: &[File]) -> Result<(), Box<dyn Error>> {
    for file in files {
        let path = folder.join(&file.path);
        let parent = path.parent().unwrap_or(folder);
        let written = fs::create_dir_all(parent).and_then(|()| fs::write(&path, &file.text));
        written.map_err(|error| failed(&path, &error))?;
    }
    Ok(())
}

/// Prints the differences between the folder and the files, including obsolete files.
pub(super) fn check(folder: &Path, files: &[File]) -> Result<(), Box<dyn Error>> {
    if !folder.is_dir() {
        let folder = folder.display();
        let error = format!("{folder}: the folder does not exist; omit --check to create it");
        return Err(error.into());
    }
    let mut outdated = 0;
    for file in files {
        let path = folder.join(&file.path);
        let found = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(failed(&path, &error).into()),
        };
        if found != file.text {
            outdated += 1;
            let name = path.display().to_string();
            let diff = TextDiff::from_lines(&found, &file.text);
            print!("{}", diff.unified_diff().header(&name, &name));
        }
    }
    for path in obsolete(folder, files)? {
        outdated += 1;
        println!("{path}: not a generated page; delete it");
    }
    if outdated == 0 {
        return Ok(());
    }
    let (are, them) = if outdated == 1 {
        ("file is", "it")
    } else {
        ("files are", "them")
    };
    Err(format!("{outdated} {are} outdated; omit --check to update {them}").into())
}

/// Returns the files that are not generated pages, in the subfolders of the pages. The folder
/// itself can have other files.
fn obsolete(folder: &Path, files: &[File]) -> Result<Vec<String>, String> {
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

fn failed(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
}
