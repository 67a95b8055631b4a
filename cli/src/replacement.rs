//! Replaces a file in one step: writes the new content to a temporary file, then renames that file.

use crate::args::FileArgs;
use crate::failure::{Failure, note};
use crate::interrupt;
use crate::source;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Arc;

/// The error if another program changed the file in the meantime.
pub(crate) const CHANGED: &str =
    "another program changed the file after it was read; run the command again";

/// The new content of a file, deleted on drop unless [`keep`](Self::keep) is called.
pub(crate) struct Replacement {
    path: PathBuf,
    temporary: PathBuf,
    writer: BufWriter<File>,
    /// The locked file; other instances of the program wait for the lock.
    lock: Option<File>,
    /// The content that may be replaced; `None` for any content. Replacing other content is an
    /// error.
    expected: Option<Arc<[u8]>>,
    pub(crate) keeps_backup: bool,
    /// Notes about properties that the new file does not keep.
    notes: Vec<String>,
}

impl Replacement {
    /// Creates an empty temporary file in the same folder.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        // The target of a link is replaced, not the link.
        let target = match fs::symlink_metadata(path) {
            Ok(_) => fs::canonicalize(path).map_err(|error| unresolved(path, &error))?,
            Err(_) => path.to_owned(),
        };
        let old = old(&target).map_err(|error| failure(path, &error))?;
        let created = interrupt::guarded(|| temporary(&target, old.is_some()));
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
            let new = replacement.writer.get_ref();
            let kept = keep_properties(new, &old);
            replacement.notes = kept.map_err(|error| failure(path, &error))?;
        }
        Ok(replacement)
    }

    /// Locks the input if it is the file to replace, and returns its content. Waits for other
    /// instances of the program; [`keep`](Self::keep) returns a failure if the content changed.
    pub(crate) fn lock(&mut self, input: &FileArgs) -> Result<Option<Arc<[u8]>>, Failure> {
        let path = input.path().and_then(|path| fs::canonicalize(path).ok());
        if path.as_ref() != Some(&self.path) {
            return Ok(None);
        }
        let locked = platform::locked(&self.path);
        self.lock = locked.map_err(|error| failure(&self.path, &error))?;
        self.expected = Some(source::bytes(input)?);
        Ok(self.expected.clone())
    }

    /// Returns the failure to write the file.
    pub(crate) fn failure(&self, error: &io::Error) -> Failure {
        failure(&self.path, error)
    }

    /// Writes all content to the disk, and replaces the file.
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
            return Err(io::Error::other(CHANGED));
        }
        if self.keeps_backup && self.path.exists() {
            let backup = backup(&self.path)?;
            self.notes
                .push(format!("the old content is kept in {}", backup.display()));
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

/// Deletes the temporary file, which no longer exists if the file was replaced.
impl Drop for Replacement {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.temporary);
        interrupt::release(&self.temporary);
    }
}

/// Opens the existing file, or returns `None` if there is no file.
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
fn keep_properties(new: &File, old: &File) -> io::Result<Vec<String>> {
    let metadata = old.metadata()?;
    let mut notes = platform::keep_owner(new, &metadata);
    notes.extend(attributes::keep(new, old));
    // Permissions are set last, because changing the owner clears some of them, and an access
    // control list changes others.
    new.set_permissions(metadata.permissions())?;
    Ok(notes)
}

/// The maximum number of names that are tried for a file.
const ATTEMPTS: u32 = 100;

/// Calls `create` with increasing numbers, until the name with the number is unused.
pub(crate) fn free_name<T>(mut create: impl FnMut(u32) -> io::Result<T>) -> io::Result<T> {
    for attempt in 0..ATTEMPTS {
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
    free_name(|attempt| {
        let mut hidden = OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}-{attempt}.tmp", process::id()));
        let temporary = path.with_file_name(hidden);
        let file = platform::create_new(&temporary, is_private)?;
        Ok((temporary, file))
    })
}

/// Links or copies a file to an unused name, and returns the name.
fn backup(path: &Path) -> io::Result<PathBuf> {
    free_name(|attempt| {
        let mut backup = path.as_os_str().to_owned();
        backup.push(".bak");
        if attempt > 0 {
            backup.push((attempt + 1).to_string());
        }
        if fs::symlink_metadata(&backup).is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        // Some file systems do not support links.
        fs::hard_link(path, &backup).or_else(|_| copy(path, Path::new(&backup)))?;
        Ok(backup.into())
    })
}

/// Copies a file with its properties to an unused name.
fn copy(path: &Path, copy: &Path) -> io::Result<()> {
    let mut old = File::open(path)?;
    let mut new = platform::create_new(copy, true)?;
    let copied = io::copy(&mut old, &mut new).and_then(|_| keep_properties(&new, &old));
    if copied.is_err() {
        let _ = fs::remove_file(copy);
    }
    copied.map(drop)
}

/// Operations that the standard library does not offer.
#[cfg(unix)]
mod platform {
    use rustix::fs::{FlockOperation, flock};
    use std::fs::{self, File, Metadata, OpenOptions};
    use std::io;
    use std::os::unix::fs::{MetadataExt, OpenOptionsExt, fchown};
    use std::path::Path;

    /// Creates a file, which only its owner can open if `is_private`.
    pub(super) fn create_new(path: &Path, is_private: bool) -> io::Result<File> {
        let mode = if is_private { 0o600 } else { 0o666 };
        let mut options = OpenOptions::new();
        options.write(true).create_new(true).mode(mode).open(path)
    }

    /// Sets the owner and the group of a new file to those of the old file. Returns notes about
    /// properties that cannot be kept.
    pub(super) fn keep_owner(file: &File, old: &Metadata) -> Vec<String> {
        let mut notes = Vec::new();
        // There are two calls, because users can set the group to one of theirs, but only root can
        // set the owner.
        let _ = fchown(file, None, Some(old.gid()));
        let _ = fchown(file, Some(old.uid()), None);
        let owner = |file: &Metadata| format!("{}:{}", file.uid(), file.gid());
        let old_owner = owner(old);
        if let Some(new) = file.metadata().ok().filter(|new| owner(new) != old_owner) {
            let new = owner(&new);
            notes.push(format!(
                "the owner changed from {old_owner} to {new}, because the old owner cannot be kept"
            ));
        }
        if old.nlink() > 1 {
            notes.push("other hard links to the file keep the old content".into());
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
}

/// Does nothing on other platforms, where a locked file could neither be read nor replaced.
#[cfg(not(unix))]
mod platform {
    use std::fs::{File, Metadata};
    use std::io;
    use std::path::Path;

    pub(super) fn create_new(path: &Path, _: bool) -> io::Result<File> {
        File::create_new(path)
    }

    pub(super) fn keep_owner(_: &File, _: &Metadata) -> Vec<String> {
        Vec::new()
    }

    pub(super) fn locked(_: &Path) -> io::Result<Option<File>> {
        Ok(None)
    }
}

/// Copies extended attributes, which include POSIX access control lists.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
mod attributes {
    use rustix::fs::{
        XattrFlags, fgetxattr, fgetxattr_query, flistxattr, flistxattr_query, fremovexattr,
        fsetxattr,
    };
    use rustix::io::{Errno, Result};
    use std::ffi::{CStr, CString};
    use std::fs::File;

    /// The access control list in addition to the permissions, on Linux.
    const ACCESS: &CStr = c"system.posix_acl_access";

    /// Attributes that belong to the old content: hashes, and privileges that any writing revokes.
    const OF_CONTENT: [&CStr; 3] = [c"security.capability", c"security.evm", c"security.ima"];

    /// Sets the attributes of a new file to those of the old file. Returns notes about attributes
    /// that cannot be kept.
    pub(super) fn keep(new: &File, old: &File) -> Option<String> {
        let Ok(wanted) = names(old) else {
            return Some("the extended attributes cannot be kept".into());
        };
        // The folder can have a list that new files inherit.
        if !wanted.iter().any(|name| name.as_c_str() == ACCESS) {
            let _ = fremovexattr(new, ACCESS);
        }
        let lost = wanted.iter().filter(|name| match value(old, name) {
            // Another program removed the attribute.
            Err(error) if is_missing(error) => false,
            Err(_) => true,
            Ok(wanted) => {
                value(new, name).as_ref() != Ok(&wanted)
                    && fsetxattr(new, name.as_c_str(), &wanted, XattrFlags::empty()).is_err()
            }
        });
        let lost: Vec<_> = lost.map(|name| name.to_string_lossy()).collect();
        let plural = if lost.len() == 1 { "" } else { "s" };
        let names = lost.join(", ");
        (!lost.is_empty()).then(|| format!("the extended attribute{plural} {names} cannot be kept"))
    }

    /// Returns the names of the attributes of a file.
    fn names(file: &File) -> Result<Vec<CString>> {
        let names = read(|| flistxattr_query(file), |buffer| flistxattr(file, buffer));
        let names = match names {
            // The file system has no attributes.
            Err(Errno::NOTSUP) => return Ok(Vec::new()),
            names => names?,
        };
        let names = names.split_inclusive(|&byte| byte == 0);
        let names = names.filter_map(|name| CStr::from_bytes_with_nul(name).ok());
        let names = names.filter(|name| !OF_CONTENT.contains(name));
        Ok(names.map(CStr::to_owned).collect())
    }

    fn value(file: &File, name: &CStr) -> Result<Vec<u8>> {
        read(
            || fgetxattr_query(file, name),
            |buffer| fgetxattr(file, name, buffer),
        )
    }

    #[cfg(target_vendor = "apple")]
    fn is_missing(error: Errno) -> bool {
        error == Errno::NOATTR
    }

    #[cfg(not(target_vendor = "apple"))]
    fn is_missing(error: Errno) -> bool {
        error == Errno::NODATA
    }

    /// Fills a buffer of the needed length.
    fn read(
        length: impl Fn() -> Result<usize>,
        fill: impl Fn(&mut [u8]) -> Result<usize>,
    ) -> Result<Vec<u8>> {
        loop {
            let mut buffer = vec![0; length()?];
            match fill(&mut buffer) {
                // Another program changed the length in the meantime.
                Err(Errno::RANGE) => {}
                length => {
                    buffer.truncate(length?);
                    return Ok(buffer);
                }
            }
        }
    }
}

/// Does nothing on other platforms, whose extended attributes rustix does not offer.
#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
mod attributes {
    use std::fs::File;

    pub(super) fn keep(_: &File, _: &File) -> Option<String> {
        None
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

/// Returns the failure for a link whose target does not exist.
fn unresolved(path: &Path, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::NotFound => Failure::at(
            path.display(),
            "the target of this link does not exist; create it, or write the output to another file",
        ),
        _ => failure(path, error),
    }
}

fn failure(path: &Path, error: &io::Error) -> Failure {
    let not_found = "the folder does not exist; create it, or write the output to another folder";
    Failure::of_io(
        path.display(),
        error,
        not_found,
        "no permission to write it",
    )
}
