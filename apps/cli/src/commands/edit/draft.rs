//! The text that the editor opens.
//!
//! A draft is in a folder of its own, which only its owner can open. The folder has a lock file, which
//! the program and the editor keep locked. A killed program leaves its folder behind; the next run
//! finds the lock free and deletes the folder. If the user is told to use the text, the lock file is
//! deleted, and the folder is kept.

use crate::args::FileArgs;
use crate::terminal::failure::{Failure, note};
use crate::terminal::interrupt::{self, EditedText};
use gdvariant_files::save::create_private;
use std::env;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The start of the names of folders.
const PREFIX: &str = "gdvariant-edit-";

const LOCK: &str = "lock";

pub(super) struct Draft {
    // Dropped first, so that the file is closed before it is deleted.
    _lock: File,
    folder: TempDir,
    text: EditedText,
    /// The text before it is edited.
    original: String,
}

impl Draft {
    /// Creates a draft, named after the `edited` file. Decrypted text is in memory if possible, and
    /// its path is printed.
    pub(super) fn create(
        edited: &FileArgs,
        is_decrypted: bool,
        suffix: &str,
        original: String,
    ) -> Result<Self, Failure> {
        #[cfg(unix)]
        unix::remove_abandoned();
        let name = format!("{}.{suffix}", stem(edited));
        let mut memory = in_memory().into_iter().filter(|_| is_decrypted);
        // The memory can be full.
        let written = memory.find_map(|base| write(&base, &name, &original).ok());
        let (storage, (folder, lock)) = if let Some(written) = written {
            ("in memory", written)
        } else {
            let base = env::temp_dir();
            let written = write(&base, &name, &original);
            let written = written.map_err(|error| Failure::at(base.display(), error))?;
            (
                "on a disk, from which deleted text can be recovered",
                written,
            )
        };
        let text = EditedText {
            path: folder.path().join(name),
            lock: folder.path().join(LOCK),
        };
        if is_decrypted {
            let (label, path) = (edited.label(), text.path.display());
            note(&format!(
                "{label}: while the editor is open, the decrypted values are in {path}, {storage}"
            ));
        }
        interrupt::set_edited(Some(text.clone()));
        Ok(Self {
            folder,
            text,
            original,
            _lock: lock,
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.text.path
    }

    /// Returns the text before it was edited.
    pub(super) fn original(&self) -> &str {
        &self.original
    }

    /// Reads the edited text, up to a limit in bytes.
    pub(super) fn read(&self, limit: u64) -> Result<String, String> {
        let read = fs::metadata(&self.text.path).and_then(|metadata| {
            if metadata.len() > limit {
                let message = format!("the text exceeds the limit of {limit} bytes");
                return Err(io::Error::other(message));
            }
            fs::read_to_string(&self.text.path)
        });
        read.map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => "the text is not valid UTF-8".into(),
            io::ErrorKind::NotFound => "the editor deleted the file".into(),
            _ => error.to_string(),
        })
    }

    /// Keeps the draft when the program ends.
    pub(super) fn keep(&mut self) {
        self.folder.disable_cleanup(true);
        self.text.keep();
    }
}

/// Deletes the folder, with all files that the editor has added.
impl Drop for Draft {
    fn drop(&mut self) {
        interrupt::set_edited(None);
    }
}

/// Writes a text to a new folder in `base`. Returns the folder and its lock.
fn write(base: &Path, name: &str, text: &str) -> io::Result<(TempDir, File)> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX);
    #[cfg(unix)]
    builder.permissions(unix::private());
    let folder = builder.tempdir_in(base)?;
    // Another run must not find the lock file before it is locked.
    let new_lock = folder.path().join("new");
    let lock = create_private(&new_lock)?;
    #[cfg(unix)]
    unix::lock(&lock)?;
    fs::rename(new_lock, folder.path().join(LOCK))?;
    create_private(&folder.path().join(name))?.write_all(text.as_bytes())?;
    Ok((folder, lock))
}

/// Returns the name of the edited file without characters that are unusual in names.
fn stem(edited: &FileArgs) -> String {
    let is_kept = |c: &char| c.is_alphanumeric() || "-_.".contains(*c);
    let stem = edited.path().and_then(|path| path.file_stem());
    let stem = stem.unwrap_or_default().to_string_lossy();
    stem.chars().filter(is_kept).take(64).collect()
}

/// Returns the folders of file systems in memory in which other users cannot replace files.
#[cfg(target_os = "linux")]
fn in_memory() -> Vec<PathBuf> {
    use std::os::unix::fs::MetadataExt;

    let named = env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    let named = named.filter(|path| path.is_absolute());
    let folders = named.into_iter().chain([PathBuf::from("/dev/shm")]);
    let is_suitable = |path: &PathBuf| {
        // 0x01021994 is the number of tmpfs.
        let is_in_memory = rustix::fs::statfs(path).is_ok_and(|it| it.f_type == 0x0102_1994);
        let is_protected = |it: fs::Metadata| it.mode() & 0o1000 != 0 || unix::is_private(&it);
        is_in_memory && fs::metadata(path).is_ok_and(is_protected)
    };
    folders.filter(is_suitable).collect()
}

/// Returns nothing: no other platform has a folder in memory for all users.
#[cfg(not(target_os = "linux"))]
fn in_memory() -> Vec<PathBuf> {
    Vec::new()
}

#[cfg(unix)]
mod unix {
    use super::{LOCK, PREFIX, in_memory};
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::{FdFlags, fcntl_setfd, retry_on_intr};
    use rustix::process::geteuid;
    use std::fs::{self, File, Metadata, Permissions};
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::path::Path;
    use std::{env, io};

    /// Returns the permissions of a folder that only its owner can open.
    pub(super) fn private() -> Permissions {
        Permissions::from_mode(0o700)
    }

    /// Returns whether only this user can open a folder.
    pub(super) fn is_private(folder: &Metadata) -> bool {
        folder.is_dir() && folder.uid() == geteuid().as_raw() && folder.mode() & 0o777 == 0o700
    }

    /// Locks a file. The editor inherits the descriptor, so that the lock outlives a killed program.
    pub(super) fn lock(file: &File) -> io::Result<()> {
        // Some file systems do not support locks; then no folder is ever found to be abandoned.
        let _ = retry_on_intr(|| flock(file, FlockOperation::LockExclusive));
        Ok(fcntl_setfd(file, FdFlags::empty())?)
    }

    /// Deletes the folders that killed runs of this user have left behind.
    pub(super) fn remove_abandoned() {
        for base in in_memory().into_iter().chain([env::temp_dir()]) {
            for entry in fs::read_dir(base).into_iter().flatten().flatten() {
                let is_draft = entry.file_name().to_string_lossy().starts_with(PREFIX);
                if is_draft && let Some(_lock) = free_lock(&entry.path()) {
                    // Symbolic links are deleted, not followed.
                    let _ = fs::remove_dir_all(entry.path());
                }
            }
        }
    }

    /// Locks the lock file of a private folder. Returns `None` if there is none, or if it is locked.
    fn free_lock(folder: &Path) -> Option<File> {
        // No other user can replace the files of such a folder.
        if !is_private(&fs::symlink_metadata(folder).ok()?) {
            return None;
        }
        let path = folder.join(LOCK);
        if !fs::symlink_metadata(&path).ok()?.is_file() {
            return None;
        }
        let lock = File::open(path).ok()?;
        flock(&lock, FlockOperation::NonBlockingLockExclusive).ok()?;
        Some(lock)
    }
}
