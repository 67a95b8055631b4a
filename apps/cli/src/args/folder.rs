//! Lists the files in folders.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// What is listed in a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Walk {
    /// All files, and links to files.
    Everything,
    /// The files that are neither links nor in hidden folders, such as `.git`.
    Visible,
}

/// What a folder and its folders contain, in the order of their names, files before folders.
#[derive(Debug, Default)]
pub(super) struct Folder {
    pub(super) files: Vec<PathBuf>,
    /// Links that do not count as files, and special files.
    pub(super) others: Vec<PathBuf>,
    pub(super) unreadable: Vec<(PathBuf, io::Error)>,
}

impl Folder {
    pub(super) fn list(folder: &Path, walk: Walk) -> Self {
        let mut listed = Self::default();
        let mut folders = vec![folder.to_owned()];
        while let Some(folder) = folders.pop() {
            let (start, first) = (listed.files.len(), folders.len());
            let entries = match fs::read_dir(&folder) {
                Ok(entries) => entries,
                Err(error) => {
                    listed.unreadable.push((folder, error));
                    continue;
                }
            };
            for entry in entries {
                let found = entry.and_then(|entry| Ok((entry.path(), entry.file_type()?)));
                // A link can lead to a folder, and a pipe never ends.
                let is_file = |path: &Path| walk == Walk::Everything && path.is_file();
                let is_hidden = |path: &Path| {
                    let name = path.file_name().unwrap_or_default();
                    walk == Walk::Visible && name.as_encoded_bytes().starts_with(b".")
                };
                match found {
                    Ok((path, kind)) if kind.is_dir() && is_hidden(&path) => {}
                    Ok((path, kind)) if kind.is_dir() => folders.push(path),
                    Ok((path, kind)) if kind.is_file() || is_file(&path) => {
                        listed.files.push(path);
                    }
                    Ok((path, _)) => listed.others.push(path),
                    Err(error) => listed.unreadable.push((folder.clone(), error)),
                }
            }
            listed.files[start..].sort();
            folders[first..].sort_by(|a, b| b.cmp(a));
        }
        listed
    }

    /// Returns whether nothing was found.
    pub(super) fn is_empty(&self) -> bool {
        self.files.is_empty() && self.others.is_empty() && self.unreadable.is_empty()
    }
}
