//! Python's exceptions for the errors of the library.

use crate::classes::Classes;
use crate::inspection::candidates;
use gdvariant::DecodeError;
use gdvariant::schema::Layout;
use gdvariant_files::json::JsonError;
use gdvariant_files::packages::failure::{Argument, Failure, Language};
use gdvariant_files::save::SaveError;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::convert::identity;
use std::fmt::Display;
use std::io;

/// Returns the exception for an error of the library.
pub(crate) fn raised(error: impl Into<Failure>) -> PyErr {
    let failure = error.into();
    match failure.io {
        Some(error) if error.raw_os_error().is_some() => error.into(),
        _ => Python::attach(|py| exception(py, &failure).unwrap_or_else(identity)),
    }
}

fn exception(py: Python<'_>, failure: &Failure) -> PyResult<PyErr> {
    if failure.class == "InvalidOption" {
        return Ok(PyValueError::new_err(Language::Python.message(failure)));
    }
    let mut arguments = vec![
        Language::Python
            .message(failure)
            .into_pyobject(py)?
            .into_any(),
    ];
    for argument in &failure.arguments {
        arguments.push(match argument {
            Argument::Number(number) => number.into_pyobject(py)?.into_any(),
            Argument::Text(text) => text.into_pyobject(py)?.into_any(),
            Argument::Candidates(found) => candidates(py, found)?.into_pyobject(py)?,
        });
    }
    let class = Classes::get(py)?.error(py, failure.class)?;
    let created = class.call1(PyTuple::new(py, arguments)?)?;
    Ok(PyErr::from_value(created))
}

pub(crate) fn decode(error: &DecodeError, layout: &'static Layout, bytes: &[u8]) -> PyErr {
    raised(Failure::decode(error, layout, bytes))
}

pub(crate) fn file(error: impl Display) -> PyErr {
    raised(Failure::file(error))
}

/// Adds the functions of Python that parse other text.
pub(crate) fn json(error: JsonError) -> PyErr {
    let advice = match &error {
        JsonError::Data(_) => Some("json.loads parses JSON that to_json did not format"),
        JsonError::Syntax(_) => Some("str_to_var parses the text of var_to_str"),
        JsonError::Io(_) => None,
    };
    let mut failure = Failure::from(error);
    failure.advice = advice.map(Into::into);
    raised(failure)
}

/// Returns the exception of the system for a file that cannot be replaced.
pub(crate) fn save(error: &SaveError) -> PyErr {
    let path = error.path().display().to_string();
    let message = format!("{error:#}");
    let reason = message.strip_prefix(&format!("{path}: "));
    let reason = reason.unwrap_or(&message).to_owned();
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
