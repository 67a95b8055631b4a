//! Decodes, encodes, edits and inspects binary values of Godot 3, Godot 4 and Pandemonium.
//!
//! This is the program as a library without a stable API, so that the page of the program can be
//! generated from the definition of its command line.

mod args;
mod audit;
mod convert;
mod decode;
mod detect;
mod diff;
mod edit;
mod editor;
mod encode;
mod failure;
mod get;
mod grep;
mod hints;
mod input;
mod inspect;
mod interrupt;
mod layouts;
mod manual;
mod output;
mod parallel;
mod reference_file;
mod replacement;
mod source;
mod styles;
mod types;
mod usage;
mod wrapper;

use args::{Cli, Command};
pub use audit::rules as audit_rules;
use clap::{CommandFactory, Parser};
use failure::Failure;
use layouts::LayoutName;
use output::Output;
use std::io::Write;
use std::process::ExitCode;

/// Runs the program with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => return usage::report(error),
        Err(help) => return print(&help),
    };
    cli.color.apply();
    match parallel::builder().spawn(|| run(cli)) {
        Ok(worker) => worker
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
        Err(error) => parallel::failure(&error).report(),
    }
}

/// Returns the definition of the command line.
#[must_use]
pub fn command() -> clap::Command {
    Cli::command()
}

/// Prints the help or the version. An error while printing is a failure.
fn print(help: &clap::Error) -> ExitCode {
    status(Output::colored(false).print(|out| write!(out, "{}", help.render().ansi())))
}

fn run(cli: Cli) -> ExitCode {
    let result = match cli.command {
        Command::Decode(args) => decode::run(args),
        Command::Grep(args) => return grep::run(&args),
        Command::Diff(args) => return diff::run(&args),
        Command::Detect(args) => detect::command::run(&args),
        Command::Get(args) => get::run(args),
        Command::Set(args) => edit::Edit::set(args).and_then(edit::Edit::run),
        Command::Rm(args) => edit::Edit::remove(args).and_then(edit::Edit::run),
        Command::Edit(args) => editor::run(args),
        Command::Encode(args) => encode::run(args),
        Command::Inspect(args) => inspect::run(args),
        Command::Audit(args) => return audit::run(&args),
        Command::Convert(args) => convert::run(args),
        Command::Completions(args) => manual::completions(&args),
        Command::Man(args) => manual::man(&args),
        Command::Types(args) => {
            let layout = args.layout.layout().unwrap_or_else(LayoutName::most_used);
            types::run(layout, &args)
        }
    };
    status(result)
}

fn status(result: Result<(), Failure>) -> ExitCode {
    result.map_or_else(Failure::report, |()| ExitCode::SUCCESS)
}
