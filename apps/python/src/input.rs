//! The input of functions.

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::ops::Deref;

/// The bytes of an argument: borrowed from `bytes`, or copied from another object.
pub(crate) enum Input<'a> {
    Borrowed(&'a [u8]),
    Copied(Vec<u8>),
}

impl<'a> FromPyObject<'a, '_> for Input<'a> {
    type Error = PyErr;

    fn extract(data: Borrowed<'a, '_, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = data.extract() {
            return Ok(Self::Borrowed(bytes));
        }
        let not_bytes = |_| {
            let found = data
                .get_type()
                .name()
                .map_or_else(|_| "another type".into(), |name| name.to_string());
            PyTypeError::new_err(format!("expected bytes, found {found}"))
        };
        let buffer = PyBuffer::<u8>::get(&data).map_err(not_bytes)?;
        Ok(Self::Copied(buffer.to_vec(data.py())?))
    }
}

impl Deref for Input<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Borrowed(bytes) => bytes,
            Self::Copied(bytes) => bytes,
        }
    }
}

/// The length from which decoding releases the interpreter for other threads, in bytes.
pub(crate) const LONG: usize = 1 << 16;
