//! Interruption by Ctrl-C, or by the end of the login session: temporary files are deleted.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

/// The exit status of an interrupted program, as shells report it.
const INTERRUPTED: i32 = 130;

/// The files that an interruption concerns.
static FILES: Mutex<Files> = Mutex::new(Files {
    temporary: Vec::new(),
    edited: None,
    is_done: false,
});

struct Files {
    /// Files that are being written, to be deleted.
    temporary: Vec<PathBuf>,
    /// A text that the user edited, to be kept.
    edited: Option<PathBuf>,
    /// Whether the last file was written: an interruption comes too late to be a failure.
    is_done: bool,
}

/// Whether another program on the same terminal handles interrupts.
static IS_IGNORED: AtomicBool = AtomicBool::new(false);

/// Creates a temporary file that is deleted if the program is interrupted.
pub(crate) fn guarded<T, E>(
    create: impl FnOnce() -> Result<(PathBuf, T), E>,
) -> Result<(PathBuf, T), E> {
    install();
    // While the files are locked, the program does not end.
    let mut files = files();
    let created = create()?;
    files.temporary.push(created.0.clone());
    files.is_done = false;
    Ok(created)
}

/// Moves a temporary file to its final path.
pub(crate) fn rename(temporary: &Path, path: &Path) -> io::Result<()> {
    // While the files are locked, the program does not end.
    let mut files = files();
    fs::rename(temporary, path)?;
    files.is_done = true;
    Ok(())
}

/// Leaves a temporary file alone from now on.
pub(crate) fn release(path: &Path) {
    files().temporary.retain(|other| other != path);
}

/// Has the path of an edited text printed if the program is interrupted; `None` if there is no such
/// text any more.
pub(crate) fn set_edited(path: Option<&Path>) {
    install();
    files().edited = path.map(Path::to_owned);
}

/// Does something that an interruption does not end: Ctrl-C in an editor is a command of the
/// editor.
///
/// The signals of a login session that ends are ignored meanwhile, too: the editor ends, and then
/// the program, without a terminal that could confirm changes.
pub(crate) fn ignored<T>(act: impl FnOnce() -> T) -> T {
    install();
    IS_IGNORED.store(true, Ordering::SeqCst);
    let result = act();
    IS_IGNORED.store(false, Ordering::SeqCst);
    result
}

/// Does something that changes the modes of the terminal. An interruption restores them.
pub(crate) fn hidden<T>(act: impl FnOnce() -> T) -> T {
    install();
    terminal::save();
    let result = act();
    terminal::forget();
    result
}

fn install() {
    static INSTALLED: Once = Once::new();
    // Without a handler temporary files stay, as after a crash.
    INSTALLED.call_once(|| drop(ctrlc::set_handler(interrupted)));
}

fn files() -> MutexGuard<'static, Files> {
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

fn interrupted() {
    if IS_IGNORED.load(Ordering::SeqCst) {
        return;
    }
    // The lock is held until the end, so that no file is created after this.
    let files = files();
    for file in &files.temporary {
        let _ = fs::remove_file(file);
    }
    terminal::restore();
    if files.is_done {
        if let Some(edited) = &files.edited {
            let _ = fs::remove_file(edited);
        }
        process::exit(0);
    }
    if let Some(edited) = &files.edited {
        let edited = gdvariant::Escaped(edited.display());
        anstream::eprintln!("\nnote: the edited text is in {edited}");
    }
    process::exit(INTERRUPTED);
}

#[cfg(unix)]
mod terminal {
    use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};
    use std::fs::File;
    use std::sync::{Mutex, MutexGuard, PoisonError};

    /// The modes of the terminal before they were changed.
    static SAVED: Mutex<Option<Termios>> = Mutex::new(None);

    fn saved() -> MutexGuard<'static, Option<Termios>> {
        SAVED.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn terminal() -> Option<File> {
        File::open("/dev/tty").ok()
    }

    pub(super) fn save() {
        *saved() = terminal().and_then(|terminal| tcgetattr(&terminal).ok());
    }

    pub(super) fn forget() {
        *saved() = None;
    }

    pub(super) fn restore() {
        if let (Some(modes), Some(terminal)) = (saved().as_ref(), terminal()) {
            // A terminal that cannot be set stays as it is.
            let _ = tcsetattr(&terminal, OptionalActions::Now, modes);
        }
    }
}

/// Elsewhere, the terminal restores its modes by itself.
#[cfg(not(unix))]
mod terminal {
    pub(super) fn save() {}
    pub(super) fn forget() {}
    pub(super) fn restore() {}
}
