//! The errors of the library for JavaScript: an array with the name of a class in `lib/errors.js`
//! and the arguments of its constructor.

use crate::functions::fields;
use gdvariant::convert::ConvertError;
use gdvariant::schema::Layout;
use gdvariant::{DecodeError, EncodeError, ParseError, ReadError};
use gdvariant_files::error::Error;
use gdvariant_files::json::{JsonError, LocatedError};
use gdvariant_files::packages::{InvalidOption, hints, layouts};
use js_sys::Array;
use std::fmt::Display;
use wasm_bindgen::JsValue;

/// An error for JavaScript.
#[derive(Debug)]
pub(crate) struct Failure(&'static str, Vec<JsValue>);

impl Failure {
    fn new(class: &'static str, message: &dyn Display, arguments: Vec<JsValue>) -> Self {
        let message = [JsValue::from(message.to_string())];
        Self(class, message.into_iter().chain(arguments).collect())
    }

    /// Returns the error in the bytes of one value.
    pub(crate) fn decode(error: &DecodeError, layout: &'static Layout, bytes: &[u8]) -> Self {
        let path = error.path().to_string();
        let reason = error.kind().to_string();
        let arguments = vec![error.offset().into(), path.into(), reason.into()];
        let message = hints::message(error, layout, bytes);
        // The message ends with the advice, unless `hints` knows better.
        let message = match error.advice() {
            Some(advice) => match message.strip_suffix(&advice) {
                Some(head) => format!("{head}{}", in_javascript(&advice)),
                None => message,
            },
            None => message,
        };
        Self::new("DecodeError", &message, arguments)
    }

    /// Returns the error of a file that cannot be packed or unpacked.
    pub(crate) fn file(message: &dyn Display) -> Self {
        Self::new("FileError", message, Vec::new())
    }

    /// Returns the array that `lib/core.js` throws as an error.
    pub(crate) fn to_array(&self) -> Array {
        let array = Array::of1(&self.0.into());
        for argument in &self.1 {
            array.push(argument);
        }
        array
    }
}

/// Returns a message with its advice.
fn advised(message: &dyn Display, advice: Option<String>) -> String {
    match advice {
        Some(advice) => format!("{message}; {}", in_javascript(&advice)),
        None => message.to_string(),
    }
}

/// Returns the advice of the library with the names of the package.
fn in_javascript(advice: &str) -> String {
    const NAMES: [(&str, &str); 3] = [
        ("`allow_objects`", "`allowObjects: true`"),
        ("`max_length`", "`maxLength`"),
        ("with a `Converter`", "with `convert`"),
    ];
    NAMES.iter().fold(advice.to_owned(), |advice, (own, name)| {
        advice.replace(own, name)
    })
}

impl From<Failure> for JsValue {
    fn from(failure: Failure) -> Self {
        failure.to_array().into()
    }
}

impl From<InvalidOption> for Failure {
    fn from(error: InvalidOption) -> Self {
        Self::new("RangeError", &error, Vec::new())
    }
}

impl From<EncodeError> for Failure {
    fn from(error: EncodeError) -> Self {
        let path = error.path().to_string();
        let arguments = vec![path.into(), error.kind().to_string().into()];
        let message = advised(&error, error.advice());
        let message = hints::with_short_path(&message, error.path());
        Self::new("EncodeError", &message, arguments)
    }
}

impl From<ConvertError> for Failure {
    fn from(error: ConvertError) -> Self {
        let path = error.path().to_string();
        let arguments = vec![path.into(), error.kind().to_string().into()];
        Self::new("ConvertError", &error, arguments)
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Self {
        let place = [error.line(), error.column()].map(JsValue::from);
        let arguments = place.into_iter().chain([error.kind().to_string().into()]);
        Self::new(
            "ParseError",
            &format_args!("{error:#}"),
            arguments.collect(),
        )
    }
}

impl From<JsonError> for Failure {
    fn from(error: JsonError) -> Self {
        match error {
            JsonError::Data(error) | JsonError::Syntax(error) => {
                let LocatedError { line, column, .. } = error;
                let reason = error.reason.clone();
                let arguments = vec![line.into(), column.into(), reason.into()];
                Self::new("ParseError", &error, arguments)
            }
            // A text in memory has no such error.
            JsonError::Io(kind) => Self::file(&kind),
        }
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Decode(error) => Self::decode(&error, layouts::most_used(), &[]),
            ReadError::TooLong { offset, .. } | ReadError::UnexpectedEnd { offset, .. } => {
                // An exact number up to 2^53 bytes.
                #[allow(clippy::cast_precision_loss)]
                let offset = offset as f64;
                let message = advised(&error, error.advice());
                Self::new("FrameError", &message, vec![offset.into()])
            }
            error => Self::file(&error),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Key => Self::file(&"the file is encrypted; pass its password or its key"),
            Error::Ambiguous(error) => {
                let candidates = fields(&error.candidates);
                Self::new("AmbiguousError", &error, vec![candidates.into()])
            }
            Error::OtherFormat {
                is_packed: true, ..
            } => Self::file(&format_args!("{error}; `unpack` returns the content")),
            Error::OtherFormat {
                advice: Some(advice),
                ..
            } => Self::file(&format_args!("{error}; {advice}")),
            error => Self::file(&error),
        }
    }
}
