//! Creates a folder for the files of each test.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

/// A new folder. Dropping the value removes it.
pub(crate) struct Folder(PathBuf);

thread_local! {
    /// The folder of the current test. Each test has its own thread; the folder is removed when the
    /// thread ends.
    static FOLDER: Folder = Folder::within(Path::new(env!("CARGO_TARGET_TMPDIR")));
}

impl Folder {
    pub(crate) fn within(parent: &Path) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{}-{number}", env!("CARGO_CRATE_NAME"), process::id());
        let path = parent.join(name);
        // A killed process with the same id may have left the folder.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).expect("the parent can be written");
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that cannot be removed remains in the target folder.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Returns the folder of the current test.
pub(crate) fn folder() -> PathBuf {
    FOLDER.with(|folder| folder.0.clone())
}

/// Creates an empty folder in the folder of the current test.
pub(crate) fn empty_folder(name: &str) -> PathBuf {
    let path = folder().join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir(&path).expect("the folder of the test is there");
    path
}
