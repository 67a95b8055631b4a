//! Errors for the page, as JSON.

use gdvariant::{Advice, DecodeError};
use gdvariant_files::change::EditError;
use gdvariant_files::error::{Error, ErrorKind};
use serde::Serialize;
use std::fmt::Display;
use std::io;

/// What the page can do about an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum FailureKind {
    /// Show the message.
    Message,
    /// Ask for the password of an encrypted file.
    Password,
    /// Ask for the layout.
    Layout,
    /// Offer the content of a compressed or encrypted file.
    Content,
}

/// An error, with the position of its cause if the error has one.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Failure {
    pub(crate) kind: FailureKind,
    pub(crate) message: String,
    /// The offset in the content, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) offset: Option<usize>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) path: String,
    /// The possible layouts, for an ambiguous layout.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) candidates: Vec<Candidate>,
}

/// A layout and a framing that a file may have.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Candidate {
    pub(crate) layout: &'static str,
    pub(crate) title: &'static str,
    pub(crate) framing: &'static str,
    pub(crate) skip: u64,
    /// The probability in percent.
    pub(crate) confidence: u8,
    /// Whether all examined bytes are values of the layout.
    #[serde(skip)]
    pub(crate) fits: bool,
    pub(crate) reasons: Vec<String>,
}

impl Failure {
    pub(crate) fn new(message: impl Display) -> Self {
        Self {
            kind: FailureKind::Message,
            message: message.to_string(),
            offset: None,
            path: String::new(),
            candidates: Vec::new(),
        }
    }

    /// Returns the failure to decode a value that starts at an offset of the content.
    pub(crate) fn decode(error: &DecodeError, start: usize) -> Self {
        Self {
            offset: Some(start + error.offset()),
            path: error.path().to_string(),
            ..Self::new(error.kind())
        }
    }

    pub(crate) fn password(message: &str) -> Self {
        Self {
            kind: FailureKind::Password,
            ..Self::new(message)
        }
    }

    /// Offers the content, if it is that of a compressed or encrypted file.
    pub(crate) fn offering_content(mut self, is_wrapped: bool) -> Self {
        if is_wrapped {
            self.kind = FailureKind::Content;
        }
        self
    }

    /// Returns the failure to open a file with these candidates.
    pub(crate) fn open(error: &Error, candidates: Vec<Candidate>) -> Self {
        match error.kind() {
            ErrorKind::Key => Self::password("the file is encrypted"),
            ErrorKind::WrongKey => Self::password(&error.to_string()),
            ErrorKind::Ambiguous(_) | ErrorKind::AlsoValid(_) => Self {
                kind: FailureKind::Layout,
                candidates,
                ..Self::new(error)
            },
            ErrorKind::OtherFormat {
                advice: Some(advice),
                ..
            } if *advice != Advice::Unpack => Self::new(format_args!("{error}; {advice}")),
            error => Self::new(error),
        }
    }
}

impl From<Failure> for String {
    fn from(failure: Failure) -> Self {
        crate::answer(&failure)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::new(error)
    }
}

impl From<EditError> for Failure {
    fn from(error: EditError) -> Self {
        Self::new(format_args!("{error:#}"))
    }
}
