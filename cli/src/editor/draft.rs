//! The file that the editor opens.

use crate::failure::Failure;
use crate::interrupt;
use crate::replacement;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::{env, process};

/// A temporary file, readable only by its owner: the values may be from an encrypted file.
pub(super) struct Draft {
    path: PathBuf,
    /// Its text before it is edited.
    original: String,
}

impl Draft {
    /// Creates the file with a text; its name has that of the edited file and a suffix.
    pub(super) fn create(edited: &Path, suffix: &str, text: String) -> Result<Self, Failure> {
        let (path, mut file) = free_name(edited, suffix)
            .map_err(|error| Failure::Input(format!("{}: {error}", env::temp_dir().display())))?;
        let draft = Self {
            path,
            original: text,
        };
        let written = file.write_all(draft.original.as_bytes());
        match written {
            Ok(()) => {
                interrupt::set_draft(Some(&draft.path));
                Ok(draft)
            }
            Err(error) => {
                let failure = draft.failure(&error);
                draft.remove();
                Err(failure)
            }
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the text before it was edited.
    pub(super) fn original(&self) -> &str {
        &self.original
    }

    /// Reads the edited text, up to a limit in bytes.
    pub(super) fn read(&self, limit: u64) -> Result<String, String> {
        let read = fs::metadata(&self.path).and_then(|metadata| {
            if metadata.len() > limit {
                let message = format!("a text of more than {limit} bytes, the longest allowed");
                return Err(io::Error::other(message));
            }
            fs::read_to_string(&self.path)
        });
        read.map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => "the text is not UTF-8".into(),
            io::ErrorKind::NotFound => "the editor deleted the file".into(),
            _ => error.to_string(),
        })
    }

    /// Deletes the file.
    pub(super) fn remove(self) {
        interrupt::set_draft(None);
        let _ = fs::remove_file(self.path);
    }

    fn failure(&self, error: &io::Error) -> Failure {
        Failure::Input(format!("{}: {error}", self.path.display()))
    }
}

/// Creates a file under a name that is free.
fn free_name(edited: &Path, suffix: &str) -> io::Result<(PathBuf, File)> {
    let is_kept = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    let stem = edited.file_stem().unwrap_or_default().to_string_lossy();
    let stem: String = stem.chars().filter(|&c| is_kept(c)).take(64).collect();
    replacement::free_name(|attempt| {
        let name = format!("{stem}-{}-{attempt}.{suffix}", process::id());
        let path = env::temp_dir().join(format!("gdvariant-{name}"));
        let file = private().open(&path)?;
        Ok((path, file))
    })
}

/// Returns the options for a new file that only its owner can read.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options
}
