//! How many files are read at once.

use clap::Args;
use std::num::NonZeroUsize;
use std::thread;

/// How many files are read at once.
#[derive(Debug, Clone, Args)]
pub(crate) struct ThreadArgs {
    /// The number of files that are read at once [default: the number of processors]
    #[arg(long, value_name = "NUMBER")]
    threads: Option<NonZeroUsize>,
}

impl ThreadArgs {
    /// Returns the number of threads for a number of files.
    pub(crate) fn count(&self, files: usize) -> usize {
        let threads = self
            .threads
            .or_else(|| thread::available_parallelism().ok());
        threads.map_or(1, NonZeroUsize::get).min(files)
    }
}
