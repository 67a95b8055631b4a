//! The options of the program.

use clap::Parser;
use std::path::PathBuf;

/// Measure all methods to encode and decode, in turn, and print the figures as a Markdown page.
#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  cargo run --release -p gdvariant-benches -- --rounds 3 snapshot rpc
  GDVARIANT_ENGINE=godot3-server GDVARIANT_ENGINE4=godot cargo run --release -p gdvariant-benches -- --out docs/benchmarks.md

The variables GDVARIANT_ENGINE and GDVARIANT_ENGINE4 name the programs of Godot 3 and Godot 4, which are measured in the same rounds. Without them, no engine is measured.")]
pub(crate) struct Args {
    /// Write the complete page to FILE
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Run each contestant in this many rounds
    #[arg(long, value_name = "COUNT", default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rounds: u32,
    /// Measure only these payloads, such as snapshot; all payloads if omitted
    #[arg(value_name = "PAYLOAD", conflicts_with = "out")]
    pub(crate) payloads: Vec<String>,
}
