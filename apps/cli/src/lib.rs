//! Decodes, encodes, edits and inspects binary values of Godot 3, Godot 4 and Pandemonium.
//!
//! This is the program as a library without a stable API, so that the page of the program can be
//! generated from the definition of its command line.

mod args;
mod commands;
mod terminal;

pub use args::COMMON;
use args::{Cli, Command};
use clap::{ColorChoice, CommandFactory};
use commands::{
    audit, change, convert, decode, diff, encode, get, grep, inspect, keys, manual, pack,
};
use std::env;
use std::io::Write;
use std::process::ExitCode;
use terminal::failure::{self, Failure};
use terminal::output::Output;
use terminal::{parallel, usage};

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let cli = match usage::parse(env::args_os().collect()) {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => return usage::report(error),
        Err(help) => return print(&help),
    };
    match cli.color {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
    if cli.quiet {
        failure::be_quiet();
    }
    match parallel::builder().spawn(|| run(cli)) {
        Ok(worker) => worker
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
        Err(error) => parallel::failure(&error).report(),
    }
}

/// Returns the definition of the command line.
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
        Command::Detect(args) => commands::detect::run(&args),
        Command::Get(args) => get::run(args),
        Command::Keys(args) => keys::run(&args),
        Command::Set(args) => change::ChangeCommand::set(args).and_then(change::ChangeCommand::run),
        Command::Rm(args) => {
            change::ChangeCommand::remove(args).and_then(change::ChangeCommand::run)
        }
        Command::Mv(args) => change::transfer::run(args, true),
        Command::Cp(args) => change::transfer::run(args, false),
        Command::Edit(args) => commands::edit::run(args),
        Command::Encode(args) => encode::run(args),
        Command::Inspect(args) => inspect::run(args),
        Command::Audit(args) => return audit::run(&args),
        Command::Convert(args) => convert::run(args),
        Command::Unpack(args) => pack::unpack(&args),
        Command::Pack(args) => pack::pack(&args),
        Command::Completions(args) => manual::completions(&args),
        Command::Man(args) => manual::man(&args),
    };
    status(result)
}

fn status(result: Result<(), Failure>) -> ExitCode {
    result.map_or_else(Failure::report, |()| ExitCode::SUCCESS)
}
