//! What the command line says.

use clap::Parser;
use std::path::PathBuf;

/// Measures every way to read and to write, in turn, and prints the figures as a page in Markdown.
#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  cargo run --release -p gdvariant-benches -- --rounds 3 snapshot rpc
  GDVARIANT_ENGINE=godot3-server GDVARIANT_ENGINE4=godot cargo run --release -p gdvariant-benches -- --out docs/benchmarks.md

The programs that GDVARIANT_ENGINE and GDVARIANT_ENGINE4 name, a Godot 3 and a Godot 4, are measured in the same rounds.")]
pub(crate) struct Args {
    /// Write the whole page into this file, and the picture in it into another one beside it
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// How many times each contestant has its turn
    #[arg(long, value_name = "COUNT", default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rounds: u32,
    /// Only these payloads, such as snapshot; all without any
    #[arg(value_name = "PAYLOAD", conflicts_with = "out")]
    pub(crate) payloads: Vec<String>,
}
