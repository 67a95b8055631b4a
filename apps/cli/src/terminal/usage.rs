//! Parses the command line, and prints its errors.

use crate::args::Cli;
use crate::terminal::failure::say;
use clap::error::{ContextKind, ContextValue};
use clap::{Error, Parser};
use gdvariant::Escaped;
use std::ffi::OsString;
use std::process::ExitCode;
use std::{env, fs};

/// Parses arguments that start with the name of the program. A file in the place of a command is
/// decoded.
pub(crate) fn parse(mut args: Vec<OsString>) -> Result<Cli, Error> {
    Cli::try_parse_from(&args).or_else(|error| {
        let is_file = |name: &String| fs::metadata(name).is_ok_and(|it| !it.is_dir());
        match error.get(ContextKind::InvalidSubcommand) {
            Some(ContextValue::String(name)) if is_file(name) => {
                args.insert(1, "decode".into());
                Cli::try_parse_from(args)
            }
            _ => Err(error),
        }
    })
}

/// Prints an error of the command line to standard error and returns the exit status.
///
/// The arguments in the message are escaped, because a script can pass names that others have
/// chosen.
pub(crate) fn report(error: Error) -> ExitCode {
    let escaped = env::args_os().map(|it| Escaped(it.to_string_lossy()).to_string().into());
    let mut error = parse(escaped.collect()).err().unwrap_or(error);
    // A value can come from the environment.
    if let Some(ContextValue::String(value)) = error.get(ContextKind::InvalidValue) {
        let value = ContextValue::String(Escaped(value).to_string());
        error.insert(ContextKind::InvalidValue, value);
    }
    say(format_args!("{}", error.render().ansi()));
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}
