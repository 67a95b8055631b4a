//! Interruption by Ctrl-C, or by the end of the session: temporary files are deleted.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

/// The exit status of an interrupted program, as shells report it.
const INTERRUPTED: i32 = 130;

/// The temporary files that are being written.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Has the file deleted if the program is interrupted.
pub(crate) fn guard(path: &Path) {
    static INSTALLED: Once = Once::new();
    // Without a handler the file stays, as after a crash.
    INSTALLED.call_once(|| drop(ctrlc::set_handler(interrupted)));
    files().push(path.to_owned());
}

/// Leaves the file alone from now on.
pub(crate) fn release(path: &Path) {
    files().retain(|other| other != path);
}

fn files() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

fn interrupted() {
    // The lock is held until the end, so that no file is created after this.
    let files = files();
    for file in files.iter() {
        let _ = fs::remove_file(file);
    }
    process::exit(INTERRUPTED);
}
