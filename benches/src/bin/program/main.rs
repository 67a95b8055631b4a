//! Measures commands of the program `gdvariant`, and of other programs for similar tasks. Prints
//! their times and peak memory in Markdown.

mod args;
mod commands;
mod inputs;
mod measure;
mod page;

use args::Args;
use clap::Parser;
use gdvariant_benches::Failure;
use inputs::{Input, MEGABYTE};
use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn main() -> Result<(), Failure> {
    let args = Args::parse();
    let program = fs::canonicalize(&args.program)?;
    let inputs = |folder: &Path| {
        let [rows, table] = Input::rows(folder, args.rows);
        [
            Input::framed(folder, args.framed * MEGABYTE),
            Input::array(folder, args.array * MEGABYTE),
            rows,
            table,
        ]
    };
    if let Some(folder) = &args.write {
        return Ok(inputs(folder)
            .iter()
            .try_for_each(|input| input.write(&program))?);
    }
    let folder = tempfile::tempdir_in(&args.folder)?;
    let inputs = inputs(folder.path());
    // A separate process writes the inputs, because the peak memory of a command includes the
    // memory of its parent at the start.
    let mut write = Command::new(env::current_exe()?);
    write
        .args(env::args_os().skip(1))
        .arg("--write")
        .arg(folder.path());
    if !write.status()?.success() {
        return Err("the inputs cannot be written".into());
    }
    let commands = commands::all(&inputs, &program);
    let results = measure::rounds(&commands, args.rounds)?;
    let page = page::page(&inputs, &args, &commands, &results);
    match &args.out {
        None => print!("{page}"),
        Some(path) => fs::write(path, page)?,
    }
    Ok(())
}
