//! Opens files and standard input, and shows the progress of reading long files.

use crate::args::FileArgs;
use crate::terminal::failure::Failure;
use gdvariant_files::input::read_start;
use gdvariant_files::open::Input;
use indicatif::{ProgressBar, ProgressBarIter, ProgressDrawTarget, ProgressFinish, ProgressStyle};
use std::fs::{self, File};
use std::io::{self, IsTerminal, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Opens a file or standard input.
pub(crate) fn open(file: &FileArgs) -> Result<Input<'static>, Failure> {
    let input: Box<dyn Read> = match file.path() {
        None => Box::new(io::stdin()),
        Some(path) => {
            let opened = File::open(path).and_then(|file| {
                if file.metadata()?.is_dir() {
                    return Err(io::ErrorKind::IsADirectory.into());
                }
                with_progress(file)
            });
            let opened = opened.map_err(|error| {
                // On Windows, opening a folder returns another error.
                let is_directory = fs::metadata(path).is_ok_and(|it| it.is_dir());
                let directory = is_directory.then(|| io::ErrorKind::IsADirectory.into());
                file.unreadable(&directory.unwrap_or(error))
            });
            Box::new(opened?)
        }
    };
    Ok(gdvariant_files::input::of(input))
}

/// Reads a whole file or standard input.
pub(crate) fn bytes(file: &FileArgs) -> Result<Arc<[u8]>, Failure> {
    let bytes = read_start(&mut open(file)?, u64::MAX);
    let bytes = bytes.map_err(|error| file.unreadable(&error))?;
    Ok(bytes.into())
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

/// Wraps a file in a reader that shows progress if the file is large.
fn with_progress(file: File) -> io::Result<ProgressBarIter<File>> {
    let length = file.metadata()?.len();
    let is_shown = IS_SHOWN.load(Ordering::Relaxed) && io::stderr().is_terminal();
    let target = if is_shown && length >= MIN_LENGTH {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let style = ProgressStyle::with_template(TEMPLATE);
    let bar = ProgressBar::with_draw_target(Some(length), target)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        .with_finish(ProgressFinish::AndClear);
    if let (true, Ok(mut current)) = (length >= MIN_LENGTH, BAR.lock()) {
        *current = Some(bar.clone());
    }
    Ok(bar.wrap_read(file))
}
