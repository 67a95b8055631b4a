//! Defines and reports the failures of the program.

use anstyle::{AnsiColor, Style};
use gdvariant::{Advice, Decoding, Escaped};
use gdvariant_files::change::{EditError, MissingPath};
use gdvariant_files::open::KEEPS_TEXT;
use std::fmt::{self, Display};
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// The reason why the program stops early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command line is invalid: exit status 2.
    Usage(String),
    /// The input is invalid, or cannot be read: exit status 1.
    Input(String),
    /// The output cannot be written: exit status 1.
    Output(String),
    /// The layout or the framing is ambiguous: exit status 3.
    Ambiguous(String),
    /// The failure has already been reported; only the exit status remains.
    Reported { status: u8 },
    /// The reader has closed the output; this is not an error.
    OutputClosed,
}

/// Writes text to standard error. If that fails, nobody can be told, and the exit status remains.
pub(crate) fn say(text: fmt::Arguments<'_>) {
    let _ = anstream::stderr().lock().write_fmt(text);
}

/// Whether notes are hidden.
static IS_QUIET: AtomicBool = AtomicBool::new(false);

/// Hides notes.
pub(crate) fn be_quiet() {
    IS_QUIET.store(true, Ordering::Relaxed);
}

pub(crate) fn is_quiet() -> bool {
    IS_QUIET.load(Ordering::Relaxed)
}

/// Writes a note to standard error.
pub(crate) fn note(message: &str) {
    if is_quiet() {
        return;
    }
    say(format_args!("note: {}\n", Escaped(message)));
}

/// Writes a warning to standard error.
pub(crate) fn warn(message: &str) {
    let yellow = Style::new().bold().fg_color(Some(AnsiColor::Yellow.into()));
    say(format_args!(
        "{yellow}warning:{yellow:#} {}\n",
        Escaped(message)
    ));
}

/// Adds advice to a message.
pub(crate) fn advised(message: impl Display, advice: Option<impl Into<Advice>>) -> String {
    match advice {
        Some(advice) => format!("{message}; {}", render(&advice.into(), "--layout")),
        None => message.to_string(),
    }
}

/// Returns the sentence of an advice, with the names of the command line. `layout_option` selects
/// the layout of the input.
pub(crate) fn render(advice: &Advice, layout_option: &str) -> String {
    advice.with_names(&|advice| {
        Some(match advice {
            // Not every command has the option.
            Advice::Lenient(KEEPS_TEXT) => "`gdvariant decode --engine`".into(),
            Advice::Lenient(_) => "--engine".into(),
            Advice::AllowObjects => "--allow-objects".into(),
            Advice::Fallback(_) => "--fallback".into(),
            Advice::Convert => "`gdvariant convert`".into(),
            Advice::Lossy => "--lossy".into(),
            Advice::Raise(limit) => format!("--{}", limit.replace('_', "-")),
            Advice::Key => "--password-file or --key".into(),
            Advice::Unpack => "`gdvariant unpack`".into(),
            Advice::Add => "--new adds it".into(),
            Advice::Replace => "--force replaces it".into(),
            Advice::Retry => "run the command again".into(),
            Advice::Reencode => {
                "`gdvariant decode` and `gdvariant encode --like` write all values anew".into()
            }
            Advice::Notation(name) => format!("--from {name}"),
            Advice::AsText { has_values: true } => {
                "`gdvariant decode --to json`, `get`, `set`, `diff` and `edit` read its values"
                    .into()
            }
            Advice::AsText { .. } => "`gdvariant edit` changes it".into(),
            Advice::Decode(decoding) => options_of(decoding, layout_option),
            _ => return None,
        })
    })
}

/// Returns the options that decode an input in this way.
pub(crate) fn options_of(decoding: &Decoding, layout_option: &str) -> String {
    let framing = decoding.framing.map(|framing| match framing {
        "framed" => "--framed",
        "framed-big-endian" => "--framed --big-endian",
        "concatenated" => "--values",
        _ => "--bare",
    });
    let layouts = alternatives(decoding.layouts.iter().copied());
    let options = [
        (!layouts.is_empty()).then(|| format!("{layout_option} {layouts}")),
        framing.map(Into::into),
        (decoding.skip > 0).then(|| format!("--skip {}", decoding.skip)),
        decoding.lenient.then(|| "--engine".into()),
    ];
    options.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Joins names, as in `a, b or c`.
pub(crate) fn alternatives<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<_> = names.collect();
    match names.as_slice() {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        names => names.concat(),
    }
}

/// Returns the message for a path that leads to no value.
pub(crate) fn no_value(missing: &MissingPath) -> String {
    let advice = missing.advice();
    advised(
        missing,
        advice.or(Some("`gdvariant keys FILE` lists the keys".into())),
    )
}

/// Returns the message of an error at a path, with advice that names options.
pub(crate) fn edit_error(error: &EditError) -> String {
    match error {
        EditError::Missing(missing) => no_value(missing),
        error => match error.advice() {
            // The layout is known.
            Some(Advice::OneOf(all)) if all.iter().any(is_lenient) => {
                advised(error, all.into_iter().find(is_lenient))
            }
            advice => advised(error, advice),
        },
    }
}

fn is_lenient(advice: &Advice) -> bool {
    matches!(advice, Advice::Lenient(_))
}

impl Failure {
    /// Returns the failure of an invalid command line.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::Usage(message.into())
    }

    /// Returns a failure of a file or its content: the path, then the message with its advice.
    pub(crate) fn at(path: impl Display, message: impl Display) -> Self {
        Self::Input(format!("{path}: {message:#}"))
    }

    /// Returns the failure for invalid values whose errors were printed to the output.
    pub(crate) fn bad_values(bad: u64, of: u64) -> Self {
        Self::Input(format!("{bad} of {of} values are invalid"))
    }

    /// Returns the failure with another message, which `map` returns. A failure without a message
    /// stays as it is.
    pub(crate) fn map(self, map: impl FnOnce(String) -> String) -> Self {
        match self {
            Self::Usage(message) => Self::Usage(map(message)),
            Self::Input(message) => Self::Input(map(message)),
            Self::Output(message) => Self::Output(map(message)),
            Self::Ambiguous(message) => Self::Ambiguous(map(message)),
            other @ (Self::Reported { .. } | Self::OutputClosed) => other,
        }
    }

    /// Prints the failure to standard error as one line, and returns the exit status.
    ///
    /// The message is escaped, because it can contain names from the input.
    pub(crate) fn report(self) -> ExitCode {
        let (message, status) = match self {
            Self::Usage(message) => (message, 2),
            Self::Input(message) | Self::Output(message) => (message, 1),
            Self::Ambiguous(message) => (message, 3),
            Self::Reported { status } => return ExitCode::from(status),
            Self::OutputClosed => return ExitCode::SUCCESS,
        };
        let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
        say(format_args!("{red}error:{red:#} {}\n", Escaped(&message)));
        ExitCode::from(status)
    }

    /// Prints the failure like [`report`](Self::report), for commands whose status 1 is a result.
    ///
    /// The exit status is 2, as in `diff` and `grep`, or 3 if the layout is ambiguous.
    pub(crate) fn report_trouble(self) -> ExitCode {
        if let Self::Ambiguous(_) = self {
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
