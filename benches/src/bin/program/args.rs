//! The options of the program.

use clap::Parser;
use std::path::PathBuf;

/// Measure commands of the program, compared with xxd, hexyl, jq and cmp if they are installed.
#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  cargo build --release -p gdvariant-cli
  cargo run --release -p gdvariant-benches --bin program -- --framed 20 --array 10
  cargo run --release -p gdvariant-benches --bin program -- --out docs/benchmarks-program.md")]
pub(crate) struct Args {
    /// Measure this program
    #[arg(long, value_name = "FILE", default_value = "target/release/gdvariant")]
    pub(crate) program: PathBuf,
    /// Write temporary files to this folder, which needs space for six times the inputs
    #[arg(long, value_name = "FOLDER", default_value = "target")]
    pub(crate) folder: PathBuf,
    /// Set the length of the file of framed values, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) framed: u64,
    /// Set the length of the Array, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) array: u64,
    /// Set the number of small Dictionaries, in frames and in an Array
    #[arg(long, value_name = "COUNT", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) rows: u64,
    /// Run each command this many times
    #[arg(long, value_name = "COUNT", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rounds: u32,
    /// Only write the inputs to this folder
    #[arg(long, value_name = "FOLDER", hide = true)]
    pub(crate) write: Option<PathBuf>,
    /// Write the page to this file, instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}
