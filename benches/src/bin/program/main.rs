//! Measures whole commands of the program `gdvariant` beside other programs that do the same work,
//! and prints their times and peak memory in Markdown.

mod args;
mod inputs;
mod measure;
mod page;
mod versions;
mod works;

use args::Args;
use clap::Parser;
use inputs::Inputs;
use std::error::Error;
use std::process::Command;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    if let Some(folder) = &args.write {
        return Ok(Inputs::of(folder, &args)?.write()?);
    }
    let folder = tempfile::tempdir_in(&args.folder)?;
    let inputs = Inputs::of(folder.path(), &args)?;
    // In a process of its own: a command starts with the memory of the one that starts it.
    let mut write = Command::new(env::current_exe()?);
    write
        .args(env::args_os().skip(1))
        .arg("--write")
        .arg(folder.path());
    if !write.status()?.success() {
        return Err("the inputs cannot be written".into());
    }
    let works = works::all(&inputs);
    let results = measure::rounds(&works, args.rounds)?;
    let page = page::page(&inputs, &args, &works, &results);
    match &args.out {
        None => print!("{page}"),
        Some(path) => fs::write(path, page)?,
    }
    Ok(())
}
