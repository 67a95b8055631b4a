//! Interruption by Ctrl-C, or by the end of the session: temporary files are deleted.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

/// The exit status of an interrupted program, as shells report it.
const INTERRUPTED: i32 = 130;

/// The temporary files that are being written.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Whether another program on the same terminal handles interrupts.
static IS_IGNORED: AtomicBool = AtomicBool::new(false);

/// Whether the terminal does not show what is typed.
static IS_HIDDEN: AtomicBool = AtomicBool::new(false);

/// Has the file deleted if the program is interrupted.
pub(crate) fn guard(path: &Path) {
    install();
    files().push(path.to_owned());
}

/// Does something that interrupts do not end: Ctrl-C in an editor is a command of the editor.
pub(crate) fn ignored<T>(act: impl FnOnce() -> T) -> T {
    install();
    IS_IGNORED.store(true, Ordering::SeqCst);
    let result = act();
    IS_IGNORED.store(false, Ordering::SeqCst);
    result
}

fn install() {
    static INSTALLED: Once = Once::new();
    // Without a handler temporary files stay, as after a crash.
    INSTALLED.call_once(|| drop(ctrlc::set_handler(interrupted)));
}

/// Does something while the terminal does not show what is typed. An interruption shows it again.
pub(crate) fn hidden<T>(act: impl FnOnce() -> T) -> T {
    install();
    IS_HIDDEN.store(true, Ordering::SeqCst);
    let result = act();
    IS_HIDDEN.store(false, Ordering::SeqCst);
    result
}

/// Leaves the file alone from now on.
pub(crate) fn release(path: &Path) {
    files().retain(|other| other != path);
}

fn files() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

fn interrupted() {
    if IS_IGNORED.load(Ordering::SeqCst) {
        return;
    }
    // The lock is held until the end, so that no file is created after this.
    let files = files();
    for file in files.iter() {
        let _ = fs::remove_file(file);
    }
    if IS_HIDDEN.load(Ordering::SeqCst) {
        // A terminal that cannot be set stays as it is.
        let _ = show_typing();
    }
    process::exit(INTERRUPTED);
}

#[cfg(unix)]
fn show_typing() -> std::io::Result<()> {
    use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};

    let terminal = fs::File::open("/dev/tty")?;
    let mut modes = tcgetattr(&terminal)?;
    modes.local_modes |= LocalModes::ECHO;
    tcsetattr(&terminal, OptionalActions::Now, &modes)?;
    Ok(())
}

/// Elsewhere, the terminal shows it again by itself.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "as on Unix")]
fn show_typing() -> std::io::Result<()> {
    Ok(())
}
