//! What the packages raise: the class of an exception, its message and its other arguments.

use crate::advice;
use crate::detect::Candidate;
use crate::error::{Error, ErrorKind};
use crate::json::JsonError;
use crate::layouts;
use crate::values::Entry;
use gdvariant::convert::ConvertError;
use gdvariant::schema::Layout;
use gdvariant::{Advice, DecodeError, Decoding, EncodeError, ParseError, ReadError};
use std::fmt::{self, Display, Formatter};
use std::{io, mem};

/// An exception of a package; [`Language::message`] adds the advice.
#[derive(Debug)]
pub struct Failure {
    /// The name of the class, or `InvalidOption`, which is a class of each language.
    pub class: &'static str,
    message: String,
    /// What to do.
    pub advice: Option<Advice>,
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
    pub(crate) fn new(
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
    pub fn decode(error: &DecodeError, layout: &'static Layout, bytes: &[u8]) -> Self {
        let place = [number(error.offset()), text(error.path())];
        let arguments = place.into_iter().chain([text(error.kind())]);
        let advice = advice::for_bytes(bytes, layout, true);
        let entry = Entry {
            available: bytes,
            ..Entry::default()
        };
        Self {
            advice: advice.or_else(|| advice::for_value(error, &entry, layout)),
            ..Self::new("DecodeError", error, arguments)
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

/// Writes the message without advice.
impl Display for Failure {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// The language of a package, which determines how its options are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Options are keyword arguments, such as `allow_objects=True`.
    Python,
    /// Options are properties, such as `allowObjects: true`.
    JavaScript,
}

impl Language {
    /// Returns the message of a failure, with the advice.
    pub fn message(self, failure: &Failure) -> String {
        match &failure.advice {
            Some(advice) => format!("{failure}; {}", self.render(advice)),
            None => failure.to_string(),
        }
    }

    /// Returns the sentence of an advice, with the names of the package.
    pub fn render(self, advice: &Advice) -> String {
        advice.with_names(&|advice| {
            Some(match advice {
                Advice::Lenient(_) => self.flag("lenient"),
                Advice::AllowObjects => self.flag("allow_objects"),
                Advice::Fallback(_) => self.flag("fallback"),
                Advice::Lossy => self.flag("lossy"),
                Advice::Convert => "`convert`".into(),
                Advice::Raise(limit) => format!("`{}`", self.name(limit)),
                Advice::Key => "its password or its key".into(),
                Advice::Add => format!("{} adds it", self.flag("create")),
                Advice::Replace => format!("{} replaces it", self.flag("replace")),
                Advice::AsText { has_values: true } => "`Document` changes its values".into(),
                Advice::Decode(decoding) => match &**decoding {
                    Decoding {
                        layouts,
                        framing: None | Some("bare"),
                        skip: 0,
                        ..
                    } => {
                        let layouts = layouts
                            .iter()
                            .map(|it| self.option("layout", format_args!("{it:?}")));
                        layouts.collect::<Vec<_>>().join(" or ")
                    }
                    Decoding { skip: 0, .. } => "`open`".into(),
                    // Opening a file has failed.
                    Decoding { layouts, skip, .. } if layouts.is_empty() => {
                        self.option("skip", skip)
                    }
                    Decoding { skip, .. } => format!("`open` with {}", self.option("skip", skip)),
                },
                _ => return None,
            })
        })
    }

    /// Returns the option `name` with the value true.
    fn flag(self, name: &str) -> String {
        match self {
            Self::Python => self.option(name, "True"),
            Self::JavaScript => self.option(name, "true"),
        }
    }

    fn option(self, name: &str, value: impl Display) -> String {
        match self {
            Self::Python => format!("`{name}={value}`"),
            Self::JavaScript => format!("`{}: {value}`", self.name(name)),
        }
    }

    fn name(self, name: &str) -> String {
        let mut is_start = false;
        let camel_case = |c: char| {
            let is_start = mem::replace(&mut is_start, c == '_');
            let c = if is_start { c.to_ascii_uppercase() } else { c };
            (c != '_').then_some(c)
        };
        match self {
            Self::Python => name.into(),
            Self::JavaScript => name.chars().filter_map(camel_case).collect(),
        }
    }
}

impl From<EncodeError> for Failure {
    fn from(error: EncodeError) -> Self {
        let arguments = [text(error.path()), text(error.kind())];
        Self {
            advice: error.advice(),
            ..Self::new("EncodeError", &error, arguments)
        }
    }
}

impl From<ConvertError> for Failure {
    fn from(error: ConvertError) -> Self {
        let arguments = [text(error.path()), text(error.kind())];
        Self {
            advice: error.advice(),
            ..Self::new("ConvertError", &error, arguments)
        }
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Self {
        let place = [error.line(), error.column()].map(number);
        let arguments = place.into_iter().chain([text(error.kind())]);
        Self {
            advice: error.advice(),
            ..Self::new("ParseError", &error, arguments)
        }
    }
}

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
        let mut failure = Self {
            advice: error.advice(),
            ..Self::file(&error)
        };
        match error.into_kind() {
            ErrorKind::Io(error) => return error.into(),
            ErrorKind::Ambiguous(error) => {
                failure.class = "AmbiguousError";
                failure.arguments = [Argument::Candidates(error.candidates)].into();
            }
            _ => {}
        }
        failure
    }
}
