//! The text that the editor opens.
//!
//! A draft is in a folder of its own, which only its owner can open.

use crate::args::FileArgs;
use crate::terminal::failure::{Failure, note};
use crate::terminal::interrupt;
use gdvariant_files::save::create_private;
use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

pub(super) struct Draft {
    folder: TempDir,
    path: PathBuf,
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
        let name = format!("{}.{suffix}", stem(edited));
        let mut memory = in_memory().into_iter().filter(|_| is_decrypted);
        // The memory can be full.
        let written = memory.find_map(|base| write(&base, &name, &original).ok());
        let (storage, folder) = if let Some(written) = written {
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
        let path = folder.path().join(name);
        if is_decrypted {
            let (label, path) = (edited.label(), path.display());
            note(&format!(
                "{label}: while the editor is open, the decrypted values are in {path}, {storage}"
            ));
        }
        interrupt::set_edited(Some(path.clone()));
        Ok(Self {
            folder,
            path,
            original,
        })
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
                let message = format!("the text exceeds the limit of {limit} bytes");
                return Err(io::Error::other(message));
            }
            fs::read_to_string(&self.path)
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
    }
}

/// Deletes the folder, with all files that the editor has added.
impl Drop for Draft {
    fn drop(&mut self) {
        interrupt::set_edited(None);
    }
}

/// Writes a text to a new folder in `base`, and returns the folder.
fn write(base: &Path, name: &str, text: &str) -> io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("gdvariant-edit-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    let folder = builder.tempdir_in(base)?;
    create_private(&folder.path().join(name))?.write_all(text.as_bytes())?;
    Ok(folder)
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
    use rustix::process::geteuid;
    use std::os::unix::fs::MetadataExt;

    let named = env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    let named = named.filter(|path| path.is_absolute());
    let folders = named.into_iter().chain([PathBuf::from("/dev/shm")]);
    let is_suitable = |path: &PathBuf| {
        // 0x01021994 is the number of tmpfs.
        let is_in_memory = rustix::fs::statfs(path).is_ok_and(|it| it.f_type == 0x0102_1994);
        let is_private = |it: &fs::Metadata| {
            it.is_dir() && it.uid() == geteuid().as_raw() && it.mode() & 0o777 == 0o700
        };
        let is_protected = |it: fs::Metadata| it.mode() & 0o1000 != 0 || is_private(&it);
        is_in_memory && fs::metadata(path).is_ok_and(is_protected)
    };
    folders.filter(is_suitable).collect()
}

/// Returns nothing: no other platform has a folder in memory for all users.
#[cfg(not(target_os = "linux"))]
fn in_memory() -> Vec<PathBuf> {
    Vec::new()
}
