//! Measures what types of this library add to a stripped program and to a WebAssembly module,
//! beside serde_json, and lists the largest functions. Prints a page in Markdown.

mod build;
mod page;
mod sources;

use clap::Parser;
use gdvariant_benches::Failure;
use std::fs;
use std::path::PathBuf;

/// Measure what types of this library add to programs and WebAssembly modules.
#[derive(Debug, Parser)]
#[command(after_help = "\
Example:
  cargo run --release -p gdvariant-benches --bin size -- --out docs/benchmarks-size.md

The program needs nm and strip. Modules are measured if the target wasm32-unknown-unknown is installed.")]
struct Args {
    /// Write the page to this file, instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

fn main() -> Result<(), Failure> {
    let args = Args::parse();
    let page = page::page(&build::measure()?);
    match args.out {
        None => print!("{page}"),
        Some(path) => fs::write(path, page)?,
    }
    Ok(())
}
