//! Prints the errors of the command line.

use crate::args::Cli;
use crate::terminal::failure::say;
use clap::error::{ContextKind, ContextValue};
use clap::{Error, Parser};
use gdvariant::Escaped;
use std::env;
use std::process::ExitCode;

/// Prints an error of the command line to standard error and returns the exit status.
///
/// The arguments in the message are escaped, because a script can pass names that others have
/// chosen.
pub(crate) fn report(error: Error) -> ExitCode {
    let escaped = env::args_os().map(|it| Escaped(it.to_string_lossy()).to_string());
    let mut error = Cli::try_parse_from(escaped).err().unwrap_or(error);
    // A value can come from the environment.
    if let Some(ContextValue::String(value)) = error.get(ContextKind::InvalidValue) {
        let value = ContextValue::String(Escaped(value).to_string());
        error.insert(ContextKind::InvalidValue, value);
    }
    say(format_args!("{}", error.render().ansi()));
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}
