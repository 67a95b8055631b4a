//! The private folders of decrypted text.
//!
//! A folder has a lock file, which the program and the editor keep locked. A killed program leaves
//! its folder behind; the next run finds the lock free, and deletes the folder. If the user is told
//! to use the text, the lock file is deleted, and the folder is kept.

use gdvariant_files::save::{create_private, free_name};
use rustix::fs::{FileType, FlockOperation, Mode, OFlags, Stat, flock, fstat, open, openat};
use rustix::io::{FdFlags, fcntl_setfd};
use rustix::process::geteuid;
use std::ffi::OsStr;
use std::fs::{self, DirBuilder, File};
use std::io::{self, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::{env, process};

/// The start of the names of folders. The number of a process and of an attempt follow.
const PREFIX: &str = "gdvariant-edit-";

const LOCK: &str = "lock";

/// A folder that only its owner can open.
pub(crate) struct PrivateFolder {
    path: PathBuf,
    is_in_memory: bool,
    /// The editor inherits the descriptor, so that the lock outlives a killed program.
    _lock: File,
}

impl PrivateFolder {
    /// Creates a folder with a file, in memory if possible, and returns the path of the file.
    pub(super) fn with_file(name: &str, content: &[u8]) -> io::Result<(Self, PathBuf)> {
        let in_memory = in_memory().into_iter().map(|base| (base, true));
        let mut error = io::ErrorKind::NotFound.into();
        for (base, is_in_memory) in in_memory.chain([(env::temp_dir(), false)]) {
            let written = Self::create(&base, is_in_memory).and_then(|folder| {
                let path = folder.path.join(name);
                let written = create_private(&path).and_then(|mut file| file.write_all(content));
                match written {
                    Ok(()) => Ok((folder, path)),
                    Err(error) => {
                        folder.remove();
                        Err(error)
                    }
                }
            });
            match written {
                Ok(created) => return Ok(created),
                // The memory can be full.
                Err(failed) => error = failed,
            }
        }
        Err(error)
    }

    fn create(base: &Path, is_in_memory: bool) -> io::Result<Self> {
        free_name(|attempt| {
            let path = base.join(format!("{PREFIX}{}-{attempt}", process::id()));
            DirBuilder::new().mode(0o700).create(&path)?;
            Ok(Self {
                _lock: lock(&path)?,
                path,
                is_in_memory,
            })
        })
    }

    pub(super) fn is_in_memory(&self) -> bool {
        self.is_in_memory
    }

    /// Deletes the folder with all its files, such as the backups of an editor.
    pub(crate) fn remove(&self) {
        let _ = fs::remove_dir_all(&self.path);
    }

    /// Keeps the folder when the program ends.
    pub(crate) fn keep(&self) {
        let _ = fs::remove_file(self.path.join(LOCK));
    }
}

/// Creates and locks the lock file of a new folder.
fn lock(folder: &Path) -> io::Result<File> {
    let path = folder.join(LOCK);
    let lock = create_private(&path)?;
    // Some file systems do not support locks; then no folder is ever found to be abandoned.
    let _ = rustix::io::retry_on_intr(|| flock(&lock, FlockOperation::LockExclusive));
    if !path.exists() {
        // Another run has deleted the folder, because it was not locked yet.
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    fcntl_setfd(&lock, FdFlags::empty())?;
    Ok(lock)
}

/// Deletes the folders that killed runs of this user have left behind.
pub(super) fn remove_abandoned() {
    for base in in_memory().into_iter().chain([env::temp_dir()]) {
        let entries = fs::read_dir(base).into_iter().flatten().flatten();
        for entry in entries.filter(|entry| is_name(&entry.file_name())) {
            let folder = entry.path();
            if let Some(_lock) = free_lock(&folder) {
                // Symbolic links are deleted, not followed.
                let _ = fs::remove_dir_all(folder);
            }
        }
    }
}

/// Returns whether a folder has a name of this program.
fn is_name(name: &OsStr) -> bool {
    let numbers = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
    let numbers = numbers.and_then(|numbers| numbers.split_once('-'));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    numbers.is_some_and(|(process, attempt)| is_number(process) && is_number(attempt))
}

/// Locks the lock file of a private folder of this user. Returns `None` if there is no such folder,
/// or if the lock is held.
fn free_lock(folder: &Path) -> Option<File> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let is_own = |stat: &Stat, file_type, mode| {
        stat.st_uid == geteuid().as_raw()
            && FileType::from_raw_mode(stat.st_mode) == file_type
            && Mode::from_raw_mode(stat.st_mode) == Mode::from_raw_mode(mode)
    };
    let opened = open(folder, flags | OFlags::DIRECTORY, Mode::empty()).ok()?;
    if !is_own(&fstat(&opened).ok()?, FileType::Directory, 0o700) {
        return None;
    }
    let lock = openat(&opened, LOCK, flags | OFlags::NONBLOCK, Mode::empty()).ok()?;
    if !is_own(&fstat(&lock).ok()?, FileType::RegularFile, 0o600) {
        return None;
    }
    flock(&lock, FlockOperation::NonBlockingLockExclusive).ok()?;
    Some(lock.into())
}

/// Returns the folders of file systems in memory in which other users cannot replace files.
#[cfg(target_os = "linux")]
fn in_memory() -> Vec<PathBuf> {
    let named = env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    let named = named.filter(|path| path.is_absolute());
    let folders = named.into_iter().chain([PathBuf::from("/dev/shm")]);
    let is_suitable = |path: &PathBuf| {
        // 0x01021994 is the number of tmpfs.
        let is_in_memory = rustix::fs::statfs(path).is_ok_and(|it| it.f_type == 0x0102_1994);
        let is_protected = rustix::fs::stat(path).is_ok_and(|stat| {
            let mode = Mode::from_raw_mode(stat.st_mode);
            let is_private = !mode.intersects(Mode::RWXG | Mode::RWXO);
            mode.contains(Mode::SVTX) || is_private && stat.st_uid == geteuid().as_raw()
        });
        is_in_memory && is_protected
    };
    folders.filter(is_suitable).collect()
}

/// Returns nothing: no other platform has a folder in memory for all users.
#[cfg(not(target_os = "linux"))]
fn in_memory() -> Vec<PathBuf> {
    Vec::new()
}
