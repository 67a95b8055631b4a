//! The input and the options of functions.

use gdvariant::files::{Compression, FileKey};
use gdvariant::{DecodeOptions, EncodeOptions, EngineVersion};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// The bytes of an argument: borrowed from `bytes`, or copied from another object.
pub(crate) enum Input<'a> {
    Borrowed(&'a [u8]),
    Copied(Vec<u8>),
}

impl<'a> Input<'a> {
    pub(crate) fn of(data: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = data.cast::<PyBytes>() {
            return Ok(Self::Borrowed(bytes.as_bytes()));
        }
        let not_bytes = |_| {
            let found = data
                .get_type()
                .name()
                .map_or_else(|_| "another type".into(), |name| name.to_string());
            PyTypeError::new_err(format!("expected bytes, found {found}"))
        };
        let buffer = PyBuffer::<u8>::get(data).map_err(not_bytes)?;
        Ok(Self::Copied(buffer.to_vec(data.py())?))
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::Borrowed(bytes) => bytes,
            Self::Copied(bytes) => bytes,
        }
    }
}

/// The length from which decoding releases the interpreter for other threads, in bytes.
pub(crate) const LONG: usize = 1 << 16;

/// Returns the options of decoding.
pub(crate) fn decoding(lenient: bool, allow_objects: bool) -> DecodeOptions {
    let options = if lenient {
        DecodeOptions::engine()
    } else {
        DecodeOptions::new()
    };
    options.allow_objects(allow_objects)
}

/// Returns the options of encoding for an engine's version.
pub(crate) fn encoding(target: Option<&str>, fallback: bool) -> PyResult<EncodeOptions> {
    let options = EncodeOptions::new().fallback(fallback);
    let Some(target) = target else {
        return Ok(options);
    };
    let version: EngineVersion = target
        .parse()
        .map_err(|error| PyValueError::new_err(format!("invalid target {target:?}: {error}")))?;
    Ok(options.target(version))
}

/// Returns the key of an encrypted file: a password, or 32 bytes.
pub(crate) fn key(password: Option<&str>, key: Option<&[u8]>) -> PyResult<Option<FileKey>> {
    match (password, key) {
        (Some(_), Some(_)) => Err(PyValueError::new_err("pass a password or a key, not both")),
        (Some(password), None) => Ok(Some(FileKey::from_password(password))),
        (None, Some(key)) => {
            let key: [u8; 32] = key.try_into().map_err(|_| {
                PyValueError::new_err(format!("a key has 32 bytes, found {}", key.len()))
            })?;
            Ok(Some(key.into()))
        }
        (None, None) => Ok(None),
    }
}

/// Returns the compression with a name, such as `fastlz`.
pub(crate) fn compression(name: &str) -> PyResult<Compression> {
    let mut all = Compression::ALL.into_iter();
    let found = all.find(|compression| compression.name().to_lowercase() == name);
    found.ok_or_else(|| {
        let names =
            Compression::ALL.map(|compression| format!("{:?}", compression.name().to_lowercase()));
        let names = names.join(", ");
        PyValueError::new_err(format!(
            "unknown compression {name:?}, expected one of {names}"
        ))
    })
}
