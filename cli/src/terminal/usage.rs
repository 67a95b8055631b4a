//! Parses the command line, and prints its errors.

use crate::args::Cli;
use crate::terminal::failure::say;
use clap::error::{ContextKind, ContextValue};
use clap::{Error, Parser};
use gdvariant::Escaped;
use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

/// Parses arguments that start with the name of the program. A file in the place of a command is
/// decoded.
pub(crate) fn parse(mut args: Vec<OsString>) -> Result<Cli, Error> {
    Cli::try_parse_from(&args).or_else(|error| {
        let is_file = |arg: &OsString| {
            let path = Path::new(arg);
            let name = error.get(ContextKind::InvalidSubcommand);
            let is_named = matches!(name, Some(ContextValue::String(name)) if arg == name.as_str());
            is_named && path.exists() && !path.is_dir()
        };
        if !args.iter().any(is_file) {
            return Err(error);
        }
        args.insert(1, "decode".into());
        Cli::try_parse_from(args)
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
