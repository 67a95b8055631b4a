//! Reads and writes files and folders, with errors that name the path.

use crate::failure::Failure;
use std::fs;
use std::path::Path;

/// Reads a UTF-8 file.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| Failure::at(path, &error))
}

/// Creates an empty folder, and deletes an existing one first.
pub(crate) fn create_empty(folder: &Path) -> Result<(), Failure> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| Failure::at(folder, &error))?;
    }
    fs::create_dir_all(folder).map_err(|error| Failure::at(folder, &error))
}

/// Writes a file, and creates its parent folders.
pub(crate) fn write(path: &Path, text: impl AsRef<[u8]>) -> Result<(), Failure> {
    let folder = path.parent().unwrap_or(path);
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, text));
    written.map_err(|error| Failure::at(path, &error))
}
