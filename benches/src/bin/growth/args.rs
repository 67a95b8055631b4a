//! The options of the program.

use clap::Parser;
use std::path::PathBuf;

/// Measure times and memory for payloads of 1 KiB to 1 GiB.
#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  cargo build --release -p gdvariant-cli
  cargo run --release -p gdvariant-benches --bin growth -- --largest 1
  cargo run --release -p gdvariant-benches --bin growth -- --out docs/benchmarks-growth.md")]
pub(crate) struct Args {
    /// Measure the commands of this program
    #[arg(long, value_name = "FILE", default_value = "target/release/gdvariant")]
    pub(crate) program: PathBuf,
    /// Write temporary files to this folder, which needs space for six times the largest length
    #[arg(long, value_name = "FOLDER", default_value = "target")]
    pub(crate) folder: PathBuf,
    /// Set the largest length, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) largest: u32,
    /// Stop measuring a command after a run of more than this time, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub(crate) limit: u64,
    /// Only write the inputs of the commands to this folder
    #[arg(long, value_name = "FOLDER", hide = true)]
    pub(crate) write: Option<PathBuf>,
    /// The approximate length of these inputs, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = 1024, hide = true)]
    pub(crate) length: u64,
    /// Write the page to this file, and its plots beside it, instead of the page to standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}
