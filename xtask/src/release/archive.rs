//! Folders, files and archives of a release, whose bytes depend on the commit only.

use crate::failure::Failure;
use crate::process::{output, program, run};
use std::fs;
use std::path::{Path, PathBuf};

/// Creates an empty folder.
pub(super) fn create_empty(folder: &Path) -> Result<(), Failure> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| Failure::at(folder, &error))?;
    }
    fs::create_dir_all(folder).map_err(|error| Failure::at(folder, &error))
}

/// Writes a file, and creates the folders that it is in.
pub(super) fn write(path: &Path, text: impl AsRef<[u8]>) -> Result<(), Failure> {
    let folder = path.parent().unwrap_or(path);
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, text));
    written.map_err(|error| Failure::at(path, &error))
}

/// Copies a file, and creates the folders that the copy is in.
pub(super) fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    let folder = to.parent().unwrap_or(to);
    fs::create_dir_all(folder).map_err(|error| Failure::at(folder, &error))?;
    let copied = fs::copy(from, to).map_err(|error| Failure::at(from, &error));
    copied.map(drop)
}

/// Returns the paths of the files in a folder and in those within it, in the order of their names.
pub(super) fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    let entries = fs::read_dir(folder).map_err(|error| Failure::at(folder, &error))?;
    for entry in entries {
        let path = entry.map_err(|error| Failure::at(folder, &error))?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Returns the time of the commit in seconds since 1970, which every file of a release has.
pub(super) fn commit_time() -> Result<String, Failure> {
    let time = output(program("git").args(["log", "-1", "--format=%ct"]))?;
    Ok(time.trim().to_owned())
}

/// Lets everyone read the files of a folder, whatever the umask is.
pub(super) fn publish_modes(folder: &Path) -> Result<(), Failure> {
    run(program("chmod")
        .args(["--recursive", "u=rwX,go=rX"])
        .arg(folder))
}

/// Packs a folder into a compressed archive, as `NAME/` within it.
pub(super) fn pack(folder: &Path, archive: &Path) -> Result<(), Failure> {
    publish_modes(folder)?;
    let (parent, name) = (folder.parent(), folder.file_name());
    let (parent, name) = parent.zip(name).expect("a folder within the target folder");
    let mut tar = program("tar");
    tar.args([
        "--create",
        "--gzip",
        "--sort=name",
        "--owner=0",
        "--group=0",
    ]);
    tar.args(["--numeric-owner", &format!("--mtime=@{}", commit_time()?)]);
    run(tar
        .arg("--file")
        .arg(archive)
        .arg("--directory")
        .arg(parent)
        .arg(name))
}
