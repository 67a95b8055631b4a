//! Temporary folders for the files of tests.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A new folder in Cargo's folder for tests. Dropping the value removes the new folder.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let (process, number) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{process}-{number}"));
        std::fs::create_dir_all(&path).expect("Cargo made the folder above");
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Copies a folder recursively into a subfolder of this one.
    pub(crate) fn copy(&self, from: &Path, to: &str) {
        let target = self.0.join(to);
        std::fs::create_dir_all(&target).expect("the folder can be written");
        for entry in std::fs::read_dir(from).expect("a folder of the tests") {
            let entry = entry.expect("an entry of the folder");
            let name = entry.file_name().into_string().expect("an ASCII name");
            if entry.path().is_dir() {
                self.copy(&entry.path(), &format!("{to}/{name}"));
            } else {
                std::fs::copy(entry.path(), target.join(name)).expect("the file can be copied");
            }
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Files that cannot be removed stay in the target folder.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
