//! What the packages raise: the class of an exception, its message and its other arguments.

use super::{hints, layouts};
use crate::detect::Candidate;
use crate::error::Error;
#[cfg(feature = "edit")]
use crate::json::JsonError;
use gdvariant::convert::ConvertError;
use gdvariant::schema::Layout;
use gdvariant::{DecodeError, EncodeError, ParseError, Path, ReadError};
use std::fmt::{self, Display, Formatter};
use std::io;

/// An exception of a package. `Display` writes the message with the advice.
#[derive(Debug)]
pub struct Failure {
    /// The name of the class, or `InvalidOption`, which is a class of each language.
    pub class: &'static str,
    message: String,
    /// What to do, in the words of the library.
    pub advice: Option<String>,
    /// The arguments after the message.
    pub arguments: Vec<Argument>,
    /// The error of the system.
    pub io: Option<io::Error>,
}

/// An argument of an exception.
#[derive(Debug)]
pub enum Argument {
    /// An offset, a line or a column.
    Number(u64),
    /// A path or a reason.
    Text(String),
    /// The candidates of a detection.
    Candidates(Vec<Candidate>),
}

impl Failure {
    fn new(
        class: &'static str,
        message: impl Display,
        arguments: impl IntoIterator<Item = Argument>,
    ) -> Self {
        Self {
            class,
            message: message.to_string(),
            advice: None,
            arguments: arguments.into_iter().collect(),
            io: None,
        }
    }

    /// Creates the failure of an invalid option.
    pub(crate) fn option(message: impl Display) -> Self {
        Self::new("InvalidOption", message, [])
    }

    pub(crate) fn unknown(
        what: &str,
        name: &str,
        names: impl IntoIterator<Item = &'static str>,
    ) -> Self {
        let names = names.into_iter().map(|name| format!("{name:?}"));
        let names = names.collect::<Vec<_>>().join(", ");
        Self::option(format_args!(
            "unknown {what} {name:?}, expected one of {names}"
        ))
    }

    /// Creates the failure of a file.
    pub fn file(message: impl Display) -> Self {
        Self::new("FileError", message, [])
    }

    /// Creates the failure of decoding `bytes`.
    #[must_use]
    pub fn decode(error: &DecodeError, layout: &'static Layout, bytes: &[u8]) -> Self {
        let message = hints::message(error, layout, bytes);
        // The message ends with the advice, unless `hints` knows better.
        let advice = error.advice();
        let end = advice.as_ref().map(|advice| format!("; {advice}"));
        let head = end.and_then(|end| Some(message.strip_suffix(&end)?.to_owned()));
        let place = [number(error.offset()), text(error.path())];
        let arguments = place.into_iter().chain([text(error.kind())]);
        Self {
            advice: advice.filter(|_| head.is_some()),
            ..Self::new("DecodeError", head.unwrap_or(message), arguments)
        }
    }

    /// Creates the failure of the value at `path`.
    fn at(
        class: &'static str,
        path: &Path,
        error: &dyn Display,
        kind: &dyn Display,
        advice: Option<String>,
    ) -> Self {
        let message = hints::with_short_path(&error.to_string(), path);
        Self {
            advice,
            ..Self::new(class, message, [text(path), text(kind)])
        }
    }
}

fn number(number: usize) -> Argument {
    Argument::Number(number as u64)
}

fn text(text: impl Display) -> Argument {
    Argument::Text(text.to_string())
}

impl std::error::Error for Failure {}

impl Display for Failure {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.advice {
            Some(advice) => write!(f, "; {advice}"),
            None => Ok(()),
        }
    }
}

impl From<EncodeError> for Failure {
    fn from(error: EncodeError) -> Self {
        let (path, advice) = (error.path(), error.advice());
        Self::at("EncodeError", path, &error, error.kind(), advice)
    }
}

impl From<ConvertError> for Failure {
    fn from(error: ConvertError) -> Self {
        Self::at("ConvertError", error.path(), &error, error.kind(), None)
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Self {
        let place = [error.line(), error.column()].map(number);
        let arguments = place.into_iter().chain([text(error.kind())]);
        Self::new("ParseError", format_args!("{error:#}"), arguments)
    }
}

#[cfg(feature = "edit")]
impl From<JsonError> for Failure {
    fn from(error: JsonError) -> Self {
        match error {
            JsonError::Data(error) | JsonError::Syntax(error) => {
                let place = [error.line(), error.column()].map(number);
                let arguments = place.into_iter().chain([text(error.message())]);
                Self::new("ParseError", &error, arguments)
            }
            JsonError::Io(kind) => io::Error::from(kind).into(),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        let failure = Self::file(&error);
        Self {
            io: Some(error),
            ..failure
        }
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Decode(error) => Self::decode(&error, layouts::most_used(), &[]),
            ReadError::TooLong { offset, .. } | ReadError::UnexpectedEnd { offset, .. } => Self {
                advice: error.advice(),
                ..Self::new("FrameError", &error, [Argument::Number(offset)])
            },
            ReadError::Io(error) => error.into(),
            error => Self::file(error),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Io(error) => error.into(),
            Error::Key => Self::file("the file is encrypted; pass its password or its key"),
            Error::Ambiguous(error) => {
                let message = error.to_string();
                let candidates = Argument::Candidates(error.candidates);
                Self::new("AmbiguousError", message, [candidates])
            }
            Error::OtherFormat {
                is_packed: true, ..
            } => Self::file(format_args!("{error}; `unpack` returns the content")),
            Error::OtherFormat {
                advice: Some(advice),
                ..
            } => Self::file(format_args!("{error}; {advice}")),
            error => Self::file(error),
        }
    }
}
