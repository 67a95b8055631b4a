//! Measures how the time and the memory of functions and of the program's commands grow with the
//! length of a value. Prints a page in Markdown, and draws plots.

mod args;
mod commands;
mod curve;
mod functions;
mod page;
mod plot;

use args::Args;
use clap::Parser;
use gdvariant_benches::program::inputs::Input;
use std::error::Error;
use std::fs;

/// The reason why the page could not be written.
type Failure = Box<dyn Error>;

fn main() -> Result<(), Failure> {
    let args = Args::parse();
    if let Some(folder) = &args.write {
        let inputs = commands::inputs(folder, args.length);
        let program = fs::canonicalize(&args.program)?;
        return Ok(inputs
            .iter()
            .try_for_each(|input: &Input| input.write(&program))?);
    }
    // First, because the peak memory of a command includes the memory of its parent at the start.
    let commands = commands::measure(&args)?;
    let mut figures = functions::measure(args.largest)?;
    figures.extend(commands);
    let fault = functions::time_of_fault();
    let page = page::page(&args, &figures, fault);
    let Some(path) = &args.out else {
        print!("{page}");
        return Ok(());
    };
    fs::write(path, page)?;
    for figure in &figures {
        fs::write(path.with_file_name(figure.file()), plot::draw(figure)?)?;
    }
    Ok(())
}
