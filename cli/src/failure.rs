//! Why the program stops early, and how it says so.

use anstyle::{AnsiColor, Style};
use gdvariant::Escaped;
use std::fmt::Display;
use std::io;
use std::process::ExitCode;

/// Why the program stops early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command cannot be done as it was given: status 2.
    Usage(String),
    /// The input is bad, or cannot be read: status 1.
    Input(String),
    /// The output cannot be written: status 1.
    Output(String),
    /// The layout or the framing is unclear: status 3.
    Unclear(String),
    /// What happened has been reported, and only the status is left.
    Reported {
        /// The exit status.
        status: u8,
    },
    /// Nobody reads the output any more: the end, but no error.
    OutputClosed,
}

/// Writes a note to standard error.
pub(crate) fn note(message: &str) {
    anstream::eprintln!("note: {}", Escaped(message));
}

/// Writes a warning to standard error.
pub(crate) fn warn(message: &str) {
    let yellow = Style::new().bold().fg_color(Some(AnsiColor::Yellow.into()));
    anstream::eprintln!("{yellow}warning:{yellow:#} {}", Escaped(message));
}

impl Failure {
    /// Returns the failure of a command that cannot be done as it was given.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::Usage(message.into())
    }

    /// Returns the failure of a file, or of what it contains: its path, then the message.
    pub(crate) fn at(path: impl Display, message: impl Display) -> Self {
        Self::Input(format!("{path}: {message}"))
    }

    /// Returns the failure to read or to write a file, and what to do.
    pub(crate) fn of_io(
        path: impl Display,
        error: &io::Error,
        not_found: &str,
        not_permitted: &str,
    ) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::at(path, not_found),
            io::ErrorKind::IsADirectory => {
                Self::at(path, "a directory; give the path of a file in it")
            }
            io::ErrorKind::PermissionDenied => Self::at(path, not_permitted),
            _ => Self::at(path, error),
        }
    }

    /// Returns the failure of values that were printed as errors in the output.
    pub(crate) fn bad_values(bad: u64, of: u64) -> Self {
        Self::Input(format!("{bad} of {of} values bad"))
    }

    /// Writes one line to standard error, and returns the exit status.
    ///
    /// Names in the message may come from the input, so that it is escaped.
    pub(crate) fn report(self) -> ExitCode {
        let (message, status) = match self {
            Self::Usage(message) => (message, 2),
            Self::Input(message) | Self::Output(message) => (message, 1),
            Self::Unclear(message) => (message, 3),
            Self::Reported { status } => return ExitCode::from(status),
            Self::OutputClosed => return ExitCode::SUCCESS,
        };
        let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
        anstream::eprintln!("{red}error:{red:#} {}", Escaped(&message));
        ExitCode::from(status)
    }

    /// Like [`report`](Self::report), for commands with the statuses of `diff` and `grep`: 2 for
    /// trouble of any kind.
    pub(crate) fn report_trouble(self) -> ExitCode {
        if let Self::Unclear(_) = self {
            return self.report();
        }
        let _ = self.report();
        ExitCode::from(2)
    }

    /// Returns a failure to write the output.
    pub(crate) fn output(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::OutputClosed,
            _ => Self::Output(format!("standard output: {error}")),
        }
    }
}

/// The end of a walk through values before the last one.
pub(crate) enum Stop {
    /// What was found is enough.
    Enough,
    Failure(Failure),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}
