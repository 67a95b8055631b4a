//! Handles interruption by Ctrl-C, or by the end of the login session: deletes temporary files.

use crate::terminal::failure::say;
use gdvariant_files::save::Guard;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

/// The exit status of an interrupted program, as in shells.
const INTERRUPTED: i32 = 130;

/// The files that an interruption deletes or reports.
static FILES: Mutex<Files> = Mutex::new(Files {
    temporary: Vec::new(),
    edited: None,
    is_done: false,
});

struct Files {
    /// The files that are being written; an interruption deletes these files.
    temporary: Vec<PathBuf>,
    /// The text that the user edits, in a folder of its own. An interruption keeps it and prints its
    /// path.
    edited: Option<PathBuf>,
    /// Whether the last file has been written; from then on, an interruption is not a failure.
    is_done: bool,
}

/// Whether another program on the same terminal, such as an editor, handles interrupts.
static IS_IGNORED: AtomicBool = AtomicBool::new(false);

/// Lists the temporary files of replaced files, which an interruption deletes.
pub(crate) struct Interruption;

impl Guard for Interruption {
    fn create(
        &self,
        create: &mut dyn FnMut() -> io::Result<(PathBuf, File)>,
    ) -> io::Result<(PathBuf, File)> {
        install();
        // The lock delays the end of the program until the list of files is correct.
        let mut files = files();
        let created = create()?;
        files.temporary.push(created.0.clone());
        files.is_done = false;
        Ok(created)
    }

    fn rename(&self, temporary: &Path, path: &Path) -> io::Result<()> {
        // As above.
        let mut files = files();
        fs::rename(temporary, path)?;
        files.is_done = true;
        Ok(())
    }

    fn release(&self, temporary: &Path) {
        files().temporary.retain(|other| other != temporary);
    }
}

/// Sets the edited text; `None` means that no text is edited.
pub(crate) fn set_edited(text: Option<PathBuf>) {
    install();
    files().edited = text;
}

/// Calls a function while interrupts are ignored: Ctrl-C in an editor is a command of the editor.
///
/// The signals at the end of a login session are ignored, too. These signals end the editor, and
/// the program then ends because there is no terminal to confirm changes.
pub(crate) fn ignored<T>(act: impl FnOnce() -> T) -> T {
    install();
    IS_IGNORED.store(true, Ordering::SeqCst);
    let result = act();
    IS_IGNORED.store(false, Ordering::SeqCst);
    result
}

/// Calls a function that changes the modes of the terminal. An interruption restores the modes.
pub(crate) fn hidden<T>(act: impl FnOnce() -> T) -> T {
    install();
    terminal::save();
    let result = act();
    terminal::forget();
    result
}

fn install() {
    static INSTALLED: Once = Once::new();
    // If the handler cannot be set, temporary files remain after an interruption, as after a crash.
    INSTALLED.call_once(|| drop(ctrlc::set_handler(interrupted)));
}

fn files() -> MutexGuard<'static, Files> {
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

fn interrupted() {
    if IS_IGNORED.load(Ordering::SeqCst) {
        return;
    }
    // The lock is never released, so that no further file is created.
    let files = files();
    for file in &files.temporary {
        let _ = fs::remove_file(file);
    }
    terminal::restore();
    if files.is_done {
        if let Some(edited) = &files.edited {
            let _ = edited.parent().map(fs::remove_dir_all);
        }
        process::exit(0);
    }
    if let Some(edited) = &files.edited {
        let edited = gdvariant::Escaped(edited.display());
        say(format_args!("\nnote: the edited text is in {edited}\n"));
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
            // An error is ignored, because the program is ending.
            let _ = tcsetattr(&terminal, OptionalActions::Now, modes);
        }
    }
}

/// Does nothing: on other platforms, the terminal restores its modes itself.
#[cfg(not(unix))]
mod terminal {
    pub(super) fn save() {}
    pub(super) fn forget() {}
    pub(super) fn restore() {}
}
