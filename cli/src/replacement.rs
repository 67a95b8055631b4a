//! A file that is replaced as a whole: written beside it, then renamed.

use crate::failure::Failure;
use crate::interrupt;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;

/// The new content of a file. It is deleted unless it is kept.
pub(crate) struct Replacement {
    path: PathBuf,
    temporary: PathBuf,
    writer: BufWriter<File>,
}

impl Replacement {
    /// Creates an empty temporary file in the folder of the file.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        // A link stays one: its target is replaced.
        let target = match fs::symlink_metadata(path) {
            Ok(_) => fs::canonicalize(path).map_err(|error| unresolved(path, &error))?,
            Err(_) => path.to_owned(),
        };
        let old = old(&target).map_err(|error| failure(path, &error))?;
        let created = interrupt::guarded(|| temporary(&target));
        let (temporary, file) = created.map_err(|error| failure(path, &error))?;
        let replacement = Self {
            path: target,
            temporary,
            writer: BufWriter::new(file),
        };
        if let Some(old) = old {
            let file = replacement.writer.get_ref();
            let kept = file.set_permissions(old.permissions());
            kept.map_err(|error| failure(path, &error))?;
        }
        Ok(replacement)
    }

    /// Returns the failure of an error of writing.
    pub(crate) fn failure(&self, error: &io::Error) -> Failure {
        failure(&self.path, error)
    }

    /// Replaces the file once everything is on the disk.
    pub(crate) fn keep(mut self) -> Result<(), Failure> {
        let renamed = self.rename();
        renamed.map_err(|error| failure(&self.path, &error))
    }

    fn rename(&mut self) -> io::Result<()> {
        self.writer.flush()?;
        self.writer.get_ref().sync_all()?;
        fs::rename(&self.temporary, &self.path)?;
        sync_folder(&self.path);
        Ok(())
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Deletes the temporary file, which is gone if the file was replaced.
impl Drop for Replacement {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.temporary);
        interrupt::release(&self.temporary);
    }
}

/// Returns the metadata of the file that is there, if it can be replaced.
fn old(path: &Path) -> io::Result<Option<fs::Metadata>> {
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !metadata.is_file() {
        let message = "not a regular file, so it cannot be replaced";
        return Err(io::Error::other(message));
    }
    // Renaming would replace a file that may not be written.
    OpenOptions::new().write(true).open(path)?;
    Ok(Some(metadata))
}

/// The number of names that are tried for a temporary file.
const ATTEMPTS: u32 = 100;

/// Creates a file beside another one, under a name that is free.
fn temporary(path: &Path) -> io::Result<(PathBuf, File)> {
    let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?;
    for attempt in 0..ATTEMPTS {
        let mut hidden = OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}-{attempt}.tmp", process::id()));
        let temporary = path.with_file_name(hidden);
        match OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&temporary)
        {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            opened => return opened.map(|file| (temporary, file)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Writes the new name of a file to the disk where the platform allows it.
fn sync_folder(path: &Path) {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        let _ = folder.sync_all();
    }
}

/// Returns the failure of a path that exists, but whose target does not.
fn unresolved(path: &Path, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::NotFound => Failure::Input(format!(
            "{}: a link to a file that does not exist; create the file, or write the output elsewhere",
            path.display()
        )),
        _ => failure(path, error),
    }
}

fn failure(path: &Path, error: &io::Error) -> Failure {
    let path = path.display();
    Failure::Input(match error.kind() {
        io::ErrorKind::NotFound => {
            format!("{path}: there is no such folder; create it, or write the output elsewhere")
        }
        io::ErrorKind::IsADirectory => {
            format!("{path}: a directory; give the path of a file in it")
        }
        io::ErrorKind::PermissionDenied => format!("{path}: no permission to write it"),
        _ => format!("{path}: {error}"),
    })
}
