//! A folder for the files of one test.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

/// A new folder below Cargo's for tests; removed when dropped.
struct Folder(PathBuf);

thread_local! {
    /// Every test has a thread of its own, at whose end its folder is removed.
    static FOLDER: Folder = Folder::new();
}

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{}-{number}", env!("CARGO_CRATE_NAME"), process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        // A process that was killed may have had the same number.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).expect("Cargo made the folder above");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed stays in the target folder, which is for such things.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Returns the folder of the test that calls this.
pub(crate) fn folder() -> PathBuf {
    FOLDER.with(|folder| folder.0.clone())
}

/// Returns an empty folder with this name in the folder of the test.
pub(crate) fn empty_folder(name: &str) -> PathBuf {
    let path = folder().join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir(&path).expect("the folder of the test is there");
    path
}
