//! The progress of reading a long file, on a terminal.

use indicatif::{ProgressBar, ProgressBarIter, ProgressDrawTarget, ProgressFinish, ProgressStyle};
use std::fs::File;
use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// The length in bytes from which reading a file takes long enough to show progress.
const LONG: u64 = 16 << 20;

const TEMPLATE: &str = "{bar:30} {bytes} of {total_bytes}, {eta} left";

/// Whether progress does not disturb results that are printed on the terminal.
static IS_SHOWN: AtomicBool = AtomicBool::new(false);

/// The progress of the file that is read before the output is known.
static BAR: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Shows progress from now on: no results are printed on the terminal.
pub(crate) fn show() {
    IS_SHOWN.store(true, Ordering::Relaxed);
    let bar = BAR.lock().ok().and_then(|mut bar| bar.take());
    if let Some(bar) = bar.filter(|_| io::stderr().is_terminal()) {
        bar.set_draw_target(ProgressDrawTarget::stderr());
    }
}

/// Returns a reader of a file that shows how much of it has been read, if it is long.
pub(crate) fn shown(file: File) -> io::Result<ProgressBarIter<File>> {
    let length = file.metadata()?.len();
    let is_shown = IS_SHOWN.load(Ordering::Relaxed) && io::stderr().is_terminal();
    let target = if is_shown && length >= LONG {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let style = ProgressStyle::with_template(TEMPLATE);
    let bar = ProgressBar::with_draw_target(Some(length), target)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        .with_finish(ProgressFinish::AndClear);
    if let (true, Ok(mut current)) = (length >= LONG, BAR.lock()) {
        *current = Some(bar.clone());
    }
    Ok(bar.wrap_read(file))
}
