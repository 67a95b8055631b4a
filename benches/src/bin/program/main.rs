//! Measures whole commands of the program `gdvariant` beside other programs that do the same work, and
//! prints their times and peak memory in Markdown.

mod args;
mod inputs;
mod measure;
mod page;
mod works;

use args::Args;
use clap::Parser;
use inputs::Inputs;
use std::error::Error;
use std::fs;

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let folder = tempfile::tempdir_in(&args.folder)?;
    let inputs = Inputs::create(folder.path(), &args)?;
    let works = works::all(&inputs);
    let results = measure::rounds(&works, args.rounds)?;
    let page = page::page(&inputs, &args, &works, &results);
    match &args.out {
        None => print!("{page}"),
        Some(path) => fs::write(path, page)?,
    }
    Ok(())
}
