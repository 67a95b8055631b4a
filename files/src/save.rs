//! Replaces a file in one step: writes the new content beside it, then renames.
//!
//! The new file keeps the mode of the old file, on Unix its owner, and on Linux, Android and Apple's
//! systems its extended attributes; a link to the file stays a link. A crash or a full disk leaves the old file unchanged.
//!
//! ```
//! use gdvariant_files::save::Replacement;
//! use std::fs;
//! use std::io::Write;
//!
//! # let folder = std::env::temp_dir().join(format!("gdvariant-save-{}", std::process::id()));
//! # fs::create_dir_all(&folder)?;
//! # let path = folder.join("save.dat");
//! fs::write(&path, "old")?;
//! let mut file = Replacement::create(&path)?;
//! // Others that lock the file wait until this one is kept or dropped.
//! let old = file.lock()?;
//! assert_eq!(*old, *b"old");
//! file.write_all(b"new")?;
//! assert_eq!(fs::read(&path)?, b"old");
//! file.commit()?;
//! assert_eq!(fs::read(&path)?, b"new");
//! # fs::remove_dir_all(folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::input::{Digest, StoredInput};
use gdvariant::Advice;
use std::error::Error;
use std::ffi::OsString;
use std::fmt::{self, Debug, Display, Formatter};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Arc;

/// The new content of a file, deleted on drop unless [`commit`](Self::commit) is called.
///
/// The [module](self) has an example.
pub struct Replacement {
    // Dropped first, so that the file is closed before it is deleted.
    writer: BufWriter<File>,
    file: StagedFile,
}

/// The complete new content of a file, which [`Replacement::stage`] has written to the disk.
///
/// It is deleted on drop unless [`commit_all`] is called, which has an example. It needs no open
/// file, so that there can be many.
pub struct StagedFile {
    path: PathBuf,
    temporary: PathBuf,
    guard: &'static dyn Guard,
    /// The locked file; other replacements wait for the lock.
    lock: Option<File>,
    /// The digest of the content that may be replaced; `None` for any content.
    expected: Option<Digest>,
    keeps_backup: bool,
    notes: Vec<SaveNote>,
}

impl Replacement {
    /// Creates an empty temporary file in the folder of `path`.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be replaced, for example because it is a folder, because
    /// it cannot be written, or because its folder does not exist.
    pub fn create(path: &Path) -> Result<Self, SaveError> {
        Self::create_guarded(path, &Unguarded)
    }

    /// Creates an empty temporary file, as [`create`](Self::create) does, through `guard`.
    ///
    /// # Errors
    ///
    /// Returns the same errors as `create`.
    pub fn create_guarded(path: &Path, guard: &'static dyn Guard) -> Result<Self, SaveError> {
        let failed = |error| SaveError::Io(path.to_owned(), error);
        // The target of a link is replaced, not the link.
        let target = match fs::symlink_metadata(path) {
            Ok(_) => fs::canonicalize(path).map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => SaveError::BrokenLink(path.to_owned()),
                _ => failed(error),
            })?,
            Err(_) => path.to_owned(),
        };
        let old = old(&target).map_err(failed)?;
        let created = guard.create(&mut || temporary(&target, old.is_some()));
        let (temporary, writer) = created.map_err(failed)?;
        let mut file = StagedFile {
            path: target,
            temporary,
            guard,
            lock: None,
            expected: None,
            keeps_backup: false,
            notes: Vec::new(),
        };
        if let Some(old) = old {
            file.notes = keep_properties(&writer, &old).map_err(failed)?;
        }
        let writer = BufWriter::new(writer);
        Ok(Self { writer, file })
    }

    /// Returns the path of the file to replace: the target, if the path is a link.
    pub fn path(&self) -> &Path {
        &self.file.path
    }

    /// Sets whether [`commit`](Self::commit) keeps the old file under an unused name with `.bak`.
    pub fn keep_backup(&mut self, is_kept: bool) {
        self.file.keeps_backup = is_kept;
    }

    /// Sets the digest of the content that may be replaced.
    ///
    /// [`commit`](Self::commit) locks the file, and returns an error if it has other content. Unlike
    /// [`lock`](Self::lock), this does not keep others waiting until then.
    pub fn expect(&mut self, content: Digest) {
        self.file.expected = Some(content);
    }

    /// Locks the file to replace, and returns its content.
    ///
    /// Waits for other replacements of the file. [`commit`](Self::commit) returns an error if a program
    /// that uses no lock has changed the content. Only Unix has these locks.
    ///
    /// ```
    /// use gdvariant_files::save::{Replacement, SaveError};
    ///
    /// let path = std::env::temp_dir().join("gdvariant-no-such-save.dat");
    /// let mut file = Replacement::create(&path)?; // without a lock, a new file
    /// assert!(matches!(file.lock(), Err(SaveError::Missing(missing)) if missing == path));
    /// # Ok::<(), SaveError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the file does not exist or cannot be read.
    pub fn lock(&mut self) -> Result<Arc<[u8]>, SaveError> {
        let path = self.file.path.clone();
        let mut content: Arc<[u8]> = [].into();
        self.lock_with(|| match fs::read(&path) {
            Ok(bytes) => {
                content = bytes.into();
                Ok(StoredInput::from(Arc::clone(&content)))
            }
            Err(error) => Err(SaveError::from_lock(&path, error)),
        })?;
        Ok(content)
    }

    /// Locks the file as [`lock`](Self::lock) does, and reads its content with `read`, such as
    /// [`StoredInput::from_file`], which keeps no content in memory.
    ///
    /// # Errors
    ///
    /// Returns an error if the file does not exist, and those of `read`.
    pub fn lock_with<E: From<SaveError>>(
        &mut self,
        read: impl FnOnce() -> Result<StoredInput, E>,
    ) -> Result<StoredInput, E> {
        self.file.lock()?;
        let content = read()?;
        self.expect(content.digest());
        Ok(content)
    }

    /// Adds the path of the file to an error of writing it.
    pub fn error(&self, error: io::Error) -> SaveError {
        self.file.error(error)
    }

    /// Writes all content to the disk, for [`commit_all`].
    ///
    /// # Errors
    ///
    /// Returns an error if the content cannot be written.
    pub fn stage(mut self) -> Result<StagedFile, SaveError> {
        let written = self.writer.flush();
        let synced = written.and_then(|()| self.writer.get_ref().sync_all());
        synced.map_err(|error| self.error(error))?;
        Ok(self.file)
    }

    /// Writes all content to the disk, and replaces the file.
    ///
    /// Returns notes about properties that the new file does not keep.
    ///
    /// # Errors
    ///
    /// Returns an error if the content cannot be written, or if the file was locked and has
    /// changed. The old file is then unchanged.
    pub fn commit(self) -> Result<Vec<SaveNote>, SaveError> {
        self.stage()?.commit()
    }
}

impl StagedFile {
    fn error(&self, error: io::Error) -> SaveError {
        SaveError::Io(self.path.clone(), error)
    }

    fn lock(&mut self) -> Result<(), SaveError> {
        let locked = platform::locked(&self.path);
        self.lock = locked.map_err(|error| SaveError::from_lock(&self.path, error))?;
        Ok(())
    }

    /// Returns an error if the content of the file is not the expected content.
    fn check(&self) -> Result<(), SaveError> {
        let Some(expected) = self.expected else {
            return Ok(());
        };
        let found = Digest::from_file(&self.path);
        if found.map_err(|error| self.error(error))? == expected {
            return Ok(());
        }
        Err(SaveError::Changed(self.path.clone()))
    }

    fn commit(mut self) -> Result<Vec<SaveNote>, SaveError> {
        if self.expected.is_some() && self.lock.is_none() {
            self.lock()?;
        }
        self.check()?;
        self.rename().map_err(|error| self.error(error))?;
        Ok(std::mem::take(&mut self.notes))
    }

    fn rename(&mut self) -> io::Result<()> {
        if self.keeps_backup && self.path.exists() {
            self.notes.push(SaveNote::Backup(backup(&self.path)?));
        }
        self.guard.rename(&self.temporary, &self.path)?;
        sync_folder(&self.path);
        Ok(())
    }
}

/// Replaces several files, after all new files are written.
///
/// Calls `replaced` with the path and the notes of each replaced file. No file is replaced if one
/// of them cannot be.
///
/// ```
/// use gdvariant_files::save::{Replacement, commit_all};
/// use std::fs;
/// use std::io::Write;
///
/// # let folder = std::env::temp_dir().join(format!("gdvariant-all-{}", std::process::id()));
/// # fs::create_dir_all(&folder)?;
/// let mut files = Vec::new();
/// for name in ["a.dat", "b.dat"] {
///     let mut file = Replacement::create(&folder.join(name))?;
///     file.write_all(b"new")?;
///     files.push(file.stage()?);
/// }
/// assert!(!folder.join("a.dat").exists());
/// commit_all(files, |path, _| println!("replaced {}", path.display()))?;
/// assert_eq!(fs::read(folder.join("b.dat"))?, b"new");
/// # fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if a file has changed that [`Replacement::lock`] or [`Replacement::expect`]
/// protects, or cannot be replaced. If that happens after other files were replaced, the error is
/// [`SaveError::Partial`].
pub fn commit_all(
    files: Vec<StagedFile>,
    mut replaced: impl FnMut(&Path, Vec<SaveNote>),
) -> Result<(), SaveError> {
    files.iter().try_for_each(StagedFile::check)?;
    let mut paths = Vec::new();
    for file in files {
        let path = file.path.clone();
        match file.commit() {
            Ok(notes) => replaced(&path, notes),
            Err(error) if paths.is_empty() => return Err(error),
            Err(error) => return Err(SaveError::Partial(paths, Box::new(error))),
        }
        paths.push(path);
    }
    Ok(())
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Debug for Replacement {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Replacement").field(&self.file.path).finish()
    }
}

impl Debug for StagedFile {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_tuple("StagedFile").field(&self.path).finish()
    }
}

/// Deletes the temporary file, which no longer exists if the file was replaced.
impl Drop for StagedFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.temporary);
        self.guard.release(&self.temporary);
    }
}

/// Keeps a list of temporary files, which a program that is interrupted deletes.
///
/// The methods do by default what a program without a handler of interrupts needs.
///
/// ```
/// use gdvariant_files::save::{Guard, Replacement};
/// use std::fs::File;
/// use std::io;
/// use std::path::{Path, PathBuf};
/// use std::sync::{Mutex, PoisonError};
///
/// struct Listed(Mutex<Vec<PathBuf>>);
///
/// impl Guard for Listed {
///     fn create(
///         &self,
///         create: &mut dyn FnMut() -> io::Result<(PathBuf, File)>,
///     ) -> io::Result<(PathBuf, File)> {
///         // A handler that takes the lock never misses a file.
///         let mut files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
///         let created = create()?;
///         files.push(created.0.clone());
///         Ok(created)
///     }
///
///     fn release(&self, temporary: &Path) {
///         let mut files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
///         files.retain(|other| other != temporary);
///     }
/// }
///
/// static FILES: Listed = Listed(Mutex::new(Vec::new()));
///
/// let path = std::env::temp_dir().join("save.dat");
/// let replacement = Replacement::create_guarded(&path, &FILES)?;
/// assert_eq!(FILES.0.lock().unwrap().len(), 1);
/// drop(replacement);
/// assert!(FILES.0.lock().unwrap().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Guard: Sync {
    /// Calls `create`, which creates a temporary file and returns its path.
    ///
    /// # Errors
    ///
    /// Returns the error of `create`.
    fn create(
        &self,
        create: &mut dyn FnMut() -> io::Result<(PathBuf, File)>,
    ) -> io::Result<(PathBuf, File)> {
        create()
    }

    /// Moves a temporary file to the path of the replaced file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be renamed.
    fn rename(&self, temporary: &Path, path: &Path) -> io::Result<()> {
        fs::rename(temporary, path)
    }

    /// Removes a temporary file, which no longer exists, from the list.
    fn release(&self, _temporary: &Path) {}
}

/// The guard of a program that handles no interrupts.
struct Unguarded;

impl Guard for Unguarded {}

gdvariant::messages! {
    /// The reason why a file cannot be replaced.
    ///
    /// ```
    /// use gdvariant_files::save::Replacement;
    /// use std::path::Path;
    ///
    /// let error = Replacement::create(Path::new("/nowhere/save.dat")).unwrap_err();
    /// assert_eq!(error.to_string(), "/nowhere/save.dat: the folder does not exist");
    /// let advice = "create it, or write the output to another folder";
    /// assert_eq!(error.advice(), Some(advice.into()));
    /// ```
    #[non_exhaustive]
    pub enum SaveError {
        /// The path is a link whose target does not exist.
        #[error("{}: the target of this link does not exist", path.display())]
        #[advice("create it, or write the output to another file")]
        BrokenLink(path: PathBuf),
        /// The file to lock does not exist.
        #[error("{}: the file does not exist", path.display())]
        #[advice("write the file without locking it")]
        Missing(path: PathBuf),
        /// Another program changed the file after it was locked.
        #[error("{}: another program changed the file after it was read", path.display())]
        #[advice(Advice::Retry)]
        Changed(path: PathBuf),
        /// The file cannot be read, created, written or renamed.
        #[error("{}: {}", path.display(), message(error))]
        #[advice(= match error.kind() {
            io::ErrorKind::NotFound => {
                Some("create it, or write the output to another folder".into())
            }
            io::ErrorKind::IsADirectory => Some("pass a file".into()),
            _ => None,
        })]
        Io(path: PathBuf, error: io::Error),
        /// One of several files cannot be replaced, after the files with these paths were replaced.
        #[error("{error}; replaced before this error: {}", names(paths))]
        Partial(paths: Vec<PathBuf>, error: Box<SaveError>),
    }
}

fn message(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "the folder does not exist".into(),
        io::ErrorKind::IsADirectory => "this is a directory".into(),
        io::ErrorKind::PermissionDenied => "no permission to write it".into(),
        _ => error.to_string(),
    }
}

fn names(paths: &[PathBuf]) -> String {
    let names: Vec<_> = paths.iter().map(|it| it.to_string_lossy()).collect();
    names.join(", ")
}

impl SaveError {
    /// Returns the error of locking or reading the file to replace.
    fn from_lock(path: &Path, error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::Missing(path.to_owned()),
            _ => Self::Io(path.to_owned(), error),
        }
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        match self {
            Self::BrokenLink(path)
            | Self::Missing(path)
            | Self::Changed(path)
            | Self::Io(path, _) => path,
            Self::Partial(_, error) => error.path(),
        }
    }

    /// Returns what to do about the error.
    pub fn advice(&self) -> Option<Advice> {
        self.own_advice()
    }
}

crate::debug::debug!(SaveError, advice);

impl Error for SaveError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io(_, error) => Some(error),
            Self::Partial(_, error) => error.source(),
            _ => None,
        }
    }
}

/// A property that the new file does not keep, or where the old file is kept.
///
/// ```
/// use gdvariant_files::save::{Replacement, SaveNote};
/// use std::fs;
///
/// # let folder = std::env::temp_dir().join(format!("gdvariant-note-{}", std::process::id()));
/// # fs::create_dir_all(&folder)?;
/// # let path = folder.join("save.dat");
/// fs::write(&path, "old")?;
/// let mut file = Replacement::create(&path)?;
/// file.keep_backup(true);
/// let notes = file.commit()?;
/// assert!(matches!(&*notes, [SaveNote::Backup(path)] if fs::read(path)? == b"old"));
/// # fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SaveNote {
    /// The owner and the group changed; users can give a file to nobody else.
    Owner {
        /// The numbers of the old user and group, as `1000:1000`.
        old: String,
        /// The numbers of the new user and group.
        new: String,
    },
    /// Other hard links keep the old content.
    Links,
    /// The extended attributes with these names are lost; all, if the list is empty.
    Attributes(Vec<String>),
    /// The old file is kept at this path.
    Backup(PathBuf),
}

impl Display for SaveNote {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Owner { old, new } => write!(
                f,
                "the owner changed from {old} to {new}, because the old owner cannot be kept"
            ),
            Self::Links => f.write_str("other hard links to the file keep the old content"),
            Self::Attributes(names) => {
                let plural = if names.len() == 1 { "" } else { "s" };
                let names = match names.join(", ") {
                    names if names.is_empty() => names,
                    names => format!(" {names}"),
                };
                write!(f, "the extended attribute{plural}{names} cannot be kept")
            }
            Self::Backup(path) => write!(f, "the old content is kept in {}", path.display()),
        }
    }
}

/// Opens the existing file, or returns `None` if it does not exist.
///
/// Returns an error if the file cannot be replaced.
fn old(path: &Path) -> io::Result<Option<File>> {
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !metadata.is_file() {
        let message = "only a regular file can be replaced";
        return Err(io::Error::other(message));
    }
    // Opening the file checks the write permission, which renaming does not require.
    OpenOptions::new().write(true).open(path).map(Some)
}

/// Sets the owner, the extended attributes and the permissions of a new file to those of the old
/// file. Returns notes about properties that cannot be kept.
fn keep_properties(new: &File, old: &File) -> io::Result<Vec<SaveNote>> {
    let metadata = old.metadata()?;
    let mut notes = platform::keep_owner(new, &metadata);
    notes.extend(platform::keep_attributes(new, old));
    // Permissions are set last, because changing the owner clears some of them, and an access
    // control list changes others.
    new.set_permissions(metadata.permissions())?;
    Ok(notes)
}

/// Calls `create` with numbers below a maximum, until the name with the number is unused.
fn free_name<T>(attempts: u32, mut create: impl FnMut(u32) -> io::Result<T>) -> io::Result<T> {
    for attempt in 0..attempts {
        match create(attempt) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return created,
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Creates a temporary file in the folder of a file.
///
/// Only its owner can open the file if `is_private`: the permissions of an old file are set later.
fn temporary(path: &Path, is_private: bool) -> io::Result<(PathBuf, File)> {
    let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?;
    free_name(100, |attempt| {
        let mut hidden = OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}-{attempt}.tmp", process::id()));
        let temporary = path.with_file_name(hidden);
        let file = platform::create_new(&temporary, is_private)?;
        Ok((temporary, file))
    })
}

/// Creates a file, which does not exist, that only its owner can open.
///
/// # Errors
///
/// Returns an error if the file exists or cannot be created.
pub fn create_private(path: &Path) -> io::Result<File> {
    platform::create_new(path, true)
}

/// Links or copies a file to an unused name, and returns the name.
fn backup(path: &Path) -> io::Result<PathBuf> {
    free_name(u32::MAX, |attempt| {
        let mut backup = path.as_os_str().to_owned();
        backup.push(".bak");
        if attempt > 0 {
            backup.push((attempt + 1).to_string());
        }
        if fs::symlink_metadata(&backup).is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        // Some file systems do not support links.
        fs::hard_link(path, &backup).or_else(|_| fs::copy(path, &backup).map(drop))?;
        Ok(backup.into())
    })
}

/// Operations that the standard library does not offer.
#[cfg(unix)]
mod platform {
    use super::SaveNote;
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;
    use std::ffi::OsString;
    use std::fs::{self, File, Metadata, OpenOptions};
    use std::io;
    use std::os::unix::fs::{MetadataExt, OpenOptionsExt, fchown};
    use std::path::Path;
    use xattr::{FileExt, SUPPORTED_PLATFORM};

    /// Creates a file, which only its owner can open if `is_private`.
    pub(super) fn create_new(path: &Path, is_private: bool) -> io::Result<File> {
        let mode = if is_private { 0o600 } else { 0o666 };
        let mut options = OpenOptions::new();
        options.write(true).create_new(true).mode(mode).open(path)
    }

    /// Sets the owner and the group of a new file to those of the old file. Returns notes about
    /// properties that cannot be kept.
    pub(super) fn keep_owner(file: &File, old: &Metadata) -> Vec<SaveNote> {
        let mut notes = Vec::new();
        // There are two calls, because users can set the group to one of theirs, but only root can
        // set the owner.
        let _ = fchown(file, None, Some(old.gid()));
        let _ = fchown(file, Some(old.uid()), None);
        let owner = |file: &Metadata| format!("{}:{}", file.uid(), file.gid());
        let is_linked = old.nlink() > 1;
        let (old, new) = (owner(old), file.metadata());
        if let Some(new) = new.ok().map(|new| owner(&new)).filter(|new| *new != old) {
            notes.push(SaveNote::Owner { old, new });
        }
        if is_linked {
            notes.push(SaveNote::Links);
        }
        notes
    }

    /// Locks the file at a path.
    pub(super) fn locked(path: &Path) -> io::Result<Option<File>> {
        loop {
            let file = OpenOptions::new().write(true).open(path)?;
            // Some file systems do not support locks.
            let _ = rustix::io::retry_on_intr(|| flock(&file, FlockOperation::LockExclusive));
            let (locked, found) = (file.metadata()?, fs::metadata(path)?);
            // Another instance may have replaced the file before it released the lock.
            if (locked.dev(), locked.ino()) == (found.dev(), found.ino()) {
                return Ok(Some(file));
            }
        }
    }

    /// The access control list in addition to the permissions, on Linux.
    const ACCESS: &str = "system.posix_acl_access";

    /// Attributes that belong to the old content: hashes, and privileges that any writing revokes.
    const OF_CONTENT: [&str; 3] = ["security.capability", "security.evm", "security.ima"];

    /// Sets the extended attributes of a new file to those of the old file. Returns a note about
    /// attributes that cannot be kept.
    pub(super) fn keep_attributes(new: &File, old: &File) -> Option<SaveNote> {
        let wanted: Vec<_> = match old.list_xattr() {
            Ok(names) => names.collect(),
            // The file system has no attributes.
            Err(error) if Errno::from_io_error(&error) == Some(Errno::NOTSUP) => return None,
            Err(_) if !SUPPORTED_PLATFORM => return None,
            Err(_) => return Some(SaveNote::Attributes(Vec::new())),
        };
        // The folder can have a list that new files inherit.
        if !wanted.iter().any(|name| name == ACCESS) {
            let _ = new.remove_xattr(ACCESS);
        }
        let is_lost = |name: &&OsString| match old.get_xattr(name) {
            Ok(Some(value)) => {
                let is_kept = matches!(new.get_xattr(name), Ok(Some(kept)) if kept == value);
                !is_kept && new.set_xattr(name, &value).is_err()
            }
            _ => true,
        };
        let wanted = wanted.iter();
        let wanted = wanted.filter(|name| !OF_CONTENT.iter().any(|other| name == other));
        let lost = wanted.filter(is_lost);
        let lost: Vec<_> = lost.map(|name| name.to_string_lossy().into()).collect();
        (!lost.is_empty()).then_some(SaveNote::Attributes(lost))
    }
}

/// Does nothing on other platforms, where a locked file could neither be read nor replaced.
#[cfg(not(unix))]
mod platform {
    use super::SaveNote;
    use std::fs::{File, Metadata};
    use std::io;
    use std::path::Path;

    pub(super) fn create_new(path: &Path, _: bool) -> io::Result<File> {
        File::create_new(path)
    }

    pub(super) fn keep_owner(_: &File, _: &Metadata) -> Vec<SaveNote> {
        Vec::new()
    }

    pub(super) fn keep_attributes(_: &File, _: &File) -> Option<SaveNote> {
        None
    }

    pub(super) fn locked(_: &Path) -> io::Result<Option<File>> {
        Ok(None)
    }
}

/// Writes the new name of a file to the disk, if the platform supports it.
fn sync_folder(path: &Path) {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        let _ = folder.sync_all();
    }
}
