//! The progress of reading a long file, on a terminal.

use indicatif::{ProgressBar, ProgressBarIter, ProgressDrawTarget, ProgressFinish, ProgressStyle};
use std::fs::File;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};

/// The length in bytes from which reading a file takes long enough to show progress.
const LONG: u64 = 16 << 20;

const TEMPLATE: &str = "{bar:30} {bytes} of {total_bytes}, {eta} left";

/// Whether results are printed where progress would be.
static IS_PRINTING: AtomicBool = AtomicBool::new(false);

/// Hides progress from now on: results are printed on the terminal.
pub(crate) fn hide() {
    IS_PRINTING.store(true, Ordering::Relaxed);
}

/// Returns a reader of a file that shows how much of it has been read, if it is long.
pub(crate) fn shown(file: File) -> io::Result<ProgressBarIter<File>> {
    let length = file.metadata()?.len();
    let is_shown =
        length >= LONG && io::stderr().is_terminal() && !IS_PRINTING.load(Ordering::Relaxed);
    let target = if is_shown {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let style = ProgressStyle::with_template(TEMPLATE);
    let bar = ProgressBar::with_draw_target(Some(length), target)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        .with_finish(ProgressFinish::AndClear);
    Ok(bar.wrap_read(file))
}
