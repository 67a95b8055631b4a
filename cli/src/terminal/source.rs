//! Opens files and standard input, and shows the progress of reading long files.

use crate::args::FileArgs;
use crate::terminal::failure::Failure;
use gdvariant_files::input::{StoredInput, read_start};
use gdvariant_files::open::Input;
use gdvariant_files::save::SaveError;
use indicatif::{ProgressBar, ProgressBarIter, ProgressDrawTarget, ProgressFinish, ProgressStyle};
use std::fs::{self, File};
use std::io::{self, IsTerminal, Read};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Opens a file or standard input.
pub(crate) fn open(file: &FileArgs) -> Result<Input<'static>, Failure> {
    let input: Box<dyn Read> = match file.path() {
        None => Box::new(io::stdin()),
        Some(path) => {
            let opened = match fs::metadata(path) {
                Ok(it) if it.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
                Ok(it) => File::open(path).map(|file| with_progress(file, it.len())),
                Err(error) => Err(error),
            };
            let opened = opened.map_err(|error| file.unreadable(&error));
            Box::new(opened?)
        }
    };
    Ok(gdvariant_files::input::from_reader(input))
}

/// Reads a whole file or standard input.
pub(crate) fn bytes(file: &FileArgs) -> Result<Arc<[u8]>, Failure> {
    let bytes = read_start(&mut open(file)?, u64::MAX);
    let bytes = bytes.map_err(|error| file.unreadable(&error))?;
    Ok(bytes.into())
}

/// Opens a file that is read several times. Other inputs, such as pipes, are read into memory.
pub(crate) fn stored(file: &FileArgs) -> Result<StoredInput, Failure> {
    // On some platforms, the paths of open descriptors continue where the last reader stopped.
    let is_file = |path: &&PathBuf| {
        !path.starts_with("/dev") && fs::metadata(path).is_ok_and(|it| it.is_file())
    };
    match file.path().filter(is_file) {
        Some(path) => StoredInput::of_file(path).map_err(|error| file.unreadable(&error)),
        None => Ok(bytes(file)?.into()),
    }
}

/// Reads a stored input, and shows the progress of the first reader of a long file.
pub(crate) fn read(stored: &StoredInput, file: &FileArgs) -> Result<Input<'static>, Failure> {
    let input = stored.open().map_err(|error| file.unreadable(&error))?;
    let input = with_progress(input, stored.length());
    Ok(gdvariant_files::input::from_reader(input))
}

/// Returns the failure of a command on a stored input. If another program has changed the file, the
/// command may have failed because of that.
pub(crate) fn failure(stored: &StoredInput, file: &FileArgs, failure: Failure) -> Failure {
    match file.path() {
        Some(path) if stored.has_changed().is_ok_and(|it| it) => {
            SaveError::Changed(path.clone()).into()
        }
        _ => failure,
    }
}

/// The minimum length of a file whose progress is shown, in bytes.
const MIN_LENGTH: u64 = 16 << 20;

const TEMPLATE: &str = "{bar:30} {bytes} of {total_bytes}, {eta} left";

/// Whether progress is shown. A progress bar would disturb results printed on the terminal.
static IS_SHOWN: AtomicBool = AtomicBool::new(false);

/// The hidden progress bar of a file that was opened before the output was known.
static BAR: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Enables progress bars, because no results are printed on the terminal.
pub(crate) fn show_progress() {
    IS_SHOWN.store(true, Ordering::Relaxed);
    let bar = BAR.lock().ok().and_then(|mut bar| bar.take());
    if let Some(bar) = bar.filter(|_| io::stderr().is_terminal()) {
        bar.set_draw_target(ProgressDrawTarget::stderr());
    }
}

/// Wraps a file of this length in a reader that shows progress if the file is large.
fn with_progress<R: Read>(file: R, length: u64) -> ProgressBarIter<R> {
    let style = ProgressStyle::with_template(TEMPLATE);
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::hidden())
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        .with_finish(ProgressFinish::AndClear);
    if let (true, Ok(mut current)) = (length >= MIN_LENGTH, BAR.lock()) {
        *current = Some(bar.clone());
    }
    if IS_SHOWN.load(Ordering::Relaxed) {
        show_progress();
    }
    bar.wrap_read(file)
}
