//! The program `gdvariant`: decodes, encodes and inspects the bytes of Godot 3, Godot 4 and Pandemonium values.
#![cfg_attr(
    not(all(feature = "compressed", feature = "encrypted")),
    allow(
        dead_code,
        reason = "the program has the same options with all features"
    )
)]

mod absent;
mod any_layout;
mod any_value;
mod args;
mod audit;
mod convert;
mod decode;
mod detect;
mod diff;
mod docs;
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
mod line;
mod lines;
mod manual;
mod output;
mod pretty;
mod progress;
mod quotes;
mod replacement;
mod rewrite;
mod rows;
mod select;
mod shipped;
mod source;
mod styles;
mod terminal;
mod text;
mod types;
mod wrapper;

use args::{Cli, Command};
use clap::Parser;
use failure::Failure;
use std::process::ExitCode;
use std::thread;

/// Bytes of stack to work with. Values that are 1024 deep are up to 4096 levels of JSON, for which serde_json needs 8 to 16 MiB in a debug
/// build. Memory that is not touched costs nothing.
const STACK: usize = 64 << 20;

fn main() -> ExitCode {
    let cli = Cli::parse();
    cli.color.apply();
    match thread::Builder::new().stack_size(STACK).spawn(|| run(cli)) {
        Ok(worker) => worker
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
        Err(error) => Failure::Input(format!(
            "no thread with a stack of {} MiB: {error}",
            STACK >> 20
        ))
        .report(),
    }
}

fn run(cli: Cli) -> ExitCode {
    let result = match cli.command {
        Command::Decode(args) => layouts::dispatch(args.layout.layout, decode::Decode(args)),
        Command::Grep(args) => return grep::run(&args),
        Command::Diff(args) => return diff::run(&args),
        Command::Detect(args) => detect::run(&args),
        Command::Get(args) => layouts::dispatch(args.layout.layout, get::Get(args)),
        Command::Set(args) => {
            let layout = args.edit.layout.layout;
            edit::Edit::set(args).and_then(|edit| layouts::dispatch(layout, edit))
        }
        Command::Rm(args) => {
            let layout = args.edit.layout.layout;
            edit::Edit::remove(args).and_then(|edit| layouts::dispatch(layout, edit))
        }
        Command::Edit(args) => layouts::dispatch(args.edit.layout.layout, editor::Editor(args)),
        Command::Encode(args) => layouts::dispatch(args.layout.layout, encode::Encode(args)),
        Command::Inspect(args) => layouts::dispatch(args.layout.layout, inspect::Inspect(args)),
        Command::Audit(args) => layouts::dispatch(args.layout.layout, audit::Audit(args)),
        Command::Convert(args) => convert::run(&args),
        Command::Docs(args) => docs::run(&args),
        Command::Completions(args) => manual::completions(&args),
        Command::Man(args) => manual::man(&args),
        Command::Types(args) => layouts::dispatch(args.layout.layout, types::Types(args)),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
