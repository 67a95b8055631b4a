//! Python's exceptions for the errors of the library.

use crate::classes::Classes;
use crate::inspection::candidates;
use gdvariant::convert::ConvertError;
use gdvariant::schema::Layout;
use gdvariant::{DecodeError, EncodeError, ParseError, ReadError};
use gdvariant_files::error::Error;
use gdvariant_files::json::JsonError;
use gdvariant_files::packages::{InvalidOption, hints, layouts};
use gdvariant_files::save::SaveError;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use std::convert::identity;
use std::fmt::Display;
use std::io;

/// Returns an exception of a class of `gdvariant._errors` with its attributes.
fn exception<'py, A>(py: Python<'py>, class: &str, arguments: A) -> PyErr
where
    A: pyo3::call::PyCallArgs<'py>,
{
    let created = Classes::get(py)
        .and_then(|classes| classes.error(py, class))
        .and_then(|class| class.call1(arguments));
    created.map_or_else(|error| error, PyErr::from_value)
}

/// Returns the exception for an invalid option.
pub(crate) fn option(error: InvalidOption) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns the exception for an error in the bytes of one value.
pub(crate) fn decode(
    py: Python<'_>,
    error: &DecodeError,
    layout: &'static Layout,
    bytes: &[u8],
) -> PyErr {
    let message = hints::message(error, layout, bytes);
    let reason = error.kind().to_string();
    let arguments = (message, error.offset(), error.path().to_string(), reason);
    exception(py, "DecodeError", arguments)
}

pub(crate) fn encode(py: Python<'_>, error: &EncodeError) -> PyErr {
    let reason = error.kind().to_string();
    exception(
        py,
        "EncodeError",
        (
            hints::with_short_path(&format!("{error:#}"), error.path()),
            error.path().to_string(),
            reason,
        ),
    )
}

pub(crate) fn convert(py: Python<'_>, error: &ConvertError) -> PyErr {
    let reason = error.kind().to_string();
    exception(
        py,
        "ConvertError",
        (
            hints::with_short_path(&error.to_string(), error.path()),
            error.path().to_string(),
            reason,
        ),
    )
}

pub(crate) fn parse(py: Python<'_>, error: &ParseError) -> PyErr {
    let arguments = (
        format!("{error:#}"),
        error.line(),
        error.column(),
        error.kind().to_string(),
    );
    exception(py, "ParseError", arguments)
}

/// Returns the exception for an invalid text of JSON.
pub(crate) fn json(py: Python<'_>, error: JsonError) -> PyErr {
    let (fault, advice) = match error {
        JsonError::Data(fault) => (fault, "json.loads parses JSON that to_json did not format"),
        JsonError::Syntax(fault) => (fault, "str_to_var parses the text of var_to_str"),
        JsonError::Io(kind) => return io::Error::from(kind).into(),
    };
    let message = format!("{fault}; {advice}");
    let arguments = (message, fault.line, fault.column, fault.reason);
    exception(py, "ParseError", arguments)
}

/// Returns the exception of the system for a file that cannot be replaced.
pub(crate) fn save(error: &SaveError) -> PyErr {
    let path = error.path().display().to_string();
    let message = error.to_string();
    let reason = message.strip_prefix(&path);
    let reason = reason.and_then(|reason| reason.strip_prefix(": "));
    let advice = error.advice().map(|advice| format!("; {advice}"));
    let reason = format!(
        "{}{}",
        reason.unwrap_or(&message),
        advice.unwrap_or_default()
    );
    // The numbers choose the subclass of OSError, on all systems.
    let number = match error {
        SaveError::BrokenLink(_) | SaveError::Missing(_) => Some(2),
        SaveError::Io(_, error) => match error.kind() {
            io::ErrorKind::NotFound => Some(2),
            io::ErrorKind::PermissionDenied => Some(13),
            io::ErrorKind::IsADirectory => Some(21),
            _ => error.raw_os_error(),
        },
        _ => None,
    };
    match number {
        Some(number) => PyOSError::new_err((number, reason, path)),
        None => PyOSError::new_err(format!("{path}: {reason}")),
    }
}

pub(crate) fn read(py: Python<'_>, error: ReadError) -> PyErr {
    match error {
        ReadError::Decode(error) => decode(py, &error, layouts::most_used(), &[]),
        ReadError::TooLong { offset, .. } | ReadError::UnexpectedEnd { offset, .. } => {
            frame(py, offset, &error)
        }
        ReadError::Io(error) => io(py, error),
        error => file(py, &error),
    }
}

fn frame(py: Python<'_>, offset: u64, error: &ReadError) -> PyErr {
    exception(py, "FrameError", (format!("{error:#}"), offset))
}

pub(crate) fn open(py: Python<'_>, error: Error) -> PyErr {
    match error {
        Error::Io(error) => io(py, error),
        Error::Key => file(py, &"the file is encrypted; pass its password or its key"),
        Error::Ambiguous(error) => {
            let candidates = candidates(py, &error.candidates);
            let message = error.to_string();
            candidates.map_or_else(identity, |it| {
                exception(py, "AmbiguousError", (message, it))
            })
        }
        Error::OtherFormat {
            is_packed: true, ..
        } => file(py, &format_args!("{error}; `unpack` returns the content")),
        Error::OtherFormat {
            advice: Some(advice),
            ..
        } => file(py, &format_args!("{error}; {advice}")),
        error => file(py, &error),
    }
}

/// Returns the exception for an error while reading: that of the system, or that of a file that is
/// damaged.
fn io(py: Python<'_>, error: io::Error) -> PyErr {
    match error.raw_os_error() {
        Some(_) => error.into(),
        None => file(py, &error),
    }
}

/// Returns the exception for a file that cannot be unpacked.
pub(crate) fn file(py: Python<'_>, error: &dyn Display) -> PyErr {
    exception(py, "FileError", (error.to_string(),))
}
