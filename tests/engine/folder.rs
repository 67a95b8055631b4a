//! A folder for the files of one test.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A new folder below Cargo's for tests; removed when dropped.
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
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed stays in the target folder, which is for such things.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
