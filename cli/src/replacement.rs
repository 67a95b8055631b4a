//! A file that is replaced as a whole: written beside it, then renamed.

use crate::args::FileArgs;
use crate::failure::{Failure, note};
use crate::interrupt;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Arc;

/// The new content of a file. It is deleted unless it is kept.
pub(crate) struct Replacement {
    path: PathBuf,
    temporary: PathBuf,
    writer: BufWriter<File>,
    /// The locked file, for which other runs of the program wait.
    lock: Option<File>,
    /// The content that is replaced. Another one is not lost, but an error.
    expected: Option<Arc<[u8]>>,
    pub(crate) keeps_backup: bool,
    /// What the new file does not keep of the old one.
    notes: Vec<String>,
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
        let mut replacement = Self {
            path: target,
            temporary,
            writer: BufWriter::new(file),
            lock: None,
            expected: None,
            keeps_backup: false,
            notes: Vec::new(),
        };
        if let Some(old) = old {
            let file = replacement.writer.get_ref();
            replacement.notes = owner::keep(file, &old);
            // Changing the owner clears some permissions.
            let kept = file.set_permissions(old.permissions());
            kept.map_err(|error| failure(path, &error))?;
        }
        Ok(replacement)
    }

    /// Waits for other runs of the program if the input is the file that is replaced, and returns
    /// whether it is.
    pub(crate) fn lock(&mut self, input: &FileArgs) -> Result<bool, Failure> {
        let input = input.path().and_then(|path| fs::canonicalize(path).ok());
        if input.as_ref() != Some(&self.path) {
            return Ok(false);
        }
        let locked = lock::locked(&self.path);
        self.lock = Some(locked.map_err(|error| failure(&self.path, &error))?);
        Ok(true)
    }

    /// Has [`keep`](Self::keep) fail if the file has another content than this.
    pub(crate) fn expect(&mut self, content: Arc<[u8]>) {
        self.expected = Some(content);
    }

    /// Returns the failure of an error of writing.
    pub(crate) fn failure(&self, error: &io::Error) -> Failure {
        failure(&self.path, error)
    }

    /// Replaces the file once everything is on the disk.
    pub(crate) fn keep(mut self) -> Result<(), Failure> {
        let renamed = self.rename();
        renamed.map_err(|error| failure(&self.path, &error))?;
        for text in &self.notes {
            note(&format!("{}: {text}", self.path.display()));
        }
        Ok(())
    }

    fn rename(&mut self) -> io::Result<()> {
        self.writer.flush()?;
        self.writer.get_ref().sync_all()?;
        if let Some(expected) = &self.expected
            && fs::read(&self.path)? != **expected
        {
            let message = "another program changed the file after it was read";
            return Err(io::Error::other(message));
        }
        if self.keeps_backup && self.path.exists() {
            let backup = backup(&self.path)?;
            self.notes
                .push(format!("the old file is {}", backup.display()));
        }
        interrupt::rename(&self.temporary, &self.path)?;
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

/// Keeps a file under another name that is free, and returns that.
fn backup(path: &Path) -> io::Result<PathBuf> {
    for attempt in 1..=ATTEMPTS {
        let mut backup = path.as_os_str().to_owned();
        backup.push(".bak");
        if attempt > 1 {
            backup.push(attempt.to_string());
        }
        let backup = PathBuf::from(backup);
        match fs::hard_link(path, &backup) {
            Err(_) if fs::symlink_metadata(&backup).is_ok() => {}
            // Some file systems have no links.
            Err(_) => return fs::copy(path, &backup).map(|_| backup),
            Ok(()) => return Ok(backup),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// The owner of a file, and its other names.
#[cfg(unix)]
mod owner {
    use std::fs::{File, Metadata};
    use std::os::unix::fs::{MetadataExt, fchown};

    /// Gives a new file the owner and the group of an old one, and returns what it does not keep.
    pub(super) fn keep(file: &File, old: &Metadata) -> Vec<String> {
        let mut notes = Vec::new();
        // Everybody may choose among their own groups, but few may choose the owner.
        let _ = fchown(file, None, Some(old.gid()));
        let _ = fchown(file, Some(old.uid()), None);
        if let Ok(new) = file.metadata()
            && (new.uid(), new.gid()) != (old.uid(), old.gid())
        {
            notes.push(format!(
                "the owner is {}:{} now, as {}:{} cannot be kept",
                new.uid(),
                new.gid(),
                old.uid(),
                old.gid()
            ));
        }
        if old.nlink() > 1 {
            notes.push("other hard links to the file keep the old content".into());
        }
        notes
    }
}

#[cfg(not(unix))]
mod owner {
    use std::fs::{File, Metadata};

    pub(super) fn keep(_: &File, _: &Metadata) -> Vec<String> {
        Vec::new()
    }
}

#[cfg(unix)]
mod lock {
    use rustix::fs::{FlockOperation, flock};
    use std::fs::{self, File, OpenOptions};
    use std::io;
    use std::os::unix::fs::MetadataExt;
    use std::path::Path;

    /// Locks the file at a path.
    pub(super) fn locked(path: &Path) -> io::Result<File> {
        loop {
            let file = OpenOptions::new().write(true).open(path)?;
            // Some file systems have no locks.
            let _ = rustix::io::retry_on_intr(|| flock(&file, FlockOperation::LockExclusive));
            let (locked, found) = (file.metadata()?, fs::metadata(path)?);
            // Another run may have replaced the file until it released the lock.
            if (locked.dev(), locked.ino()) == (found.dev(), found.ino()) {
                return Ok(file);
            }
        }
    }
}

/// Elsewhere, a locked file could neither be read nor replaced.
#[cfg(not(unix))]
mod lock {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    pub(super) fn locked(path: &Path) -> io::Result<File> {
        File::open(path)
    }
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
