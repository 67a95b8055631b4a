//! Reads and writes files and folders, with errors that name the path.

use std::path::Path;
use std::{fs, io};

/// Returns the message about a file or folder that cannot be read or written.
pub(crate) fn failed(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
}

/// Reads a UTF-8 file.
pub(crate) fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| failed(path, &error))
}

/// Creates an empty folder, and deletes an existing one first.
pub(crate) fn create_empty(folder: &Path) -> Result<(), String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| failed(folder, &error))?;
    }
    fs::create_dir_all(folder).map_err(|error| failed(folder, &error))
}

/// Writes a file, and creates its parent folders.
pub(crate) fn write(path: &Path, text: impl AsRef<[u8]>) -> Result<(), String> {
    let folder = path.parent().unwrap_or(path);
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, text));
    written.map_err(|error| failed(path, &error))
}
