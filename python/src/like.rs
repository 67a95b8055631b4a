//! Warnings about values whose types differ from those of an original.

use crate::classes::Classes;
use crate::depth;
use crate::encode::encoded;
use crate::errors;
use crate::files::content;
use gdvariant::schema::LayoutInfo;
use gdvariant_files::packages::layouts;
use gdvariant_files::packages::like::{Original, OriginalError};
use gdvariant_files::packages::options::OpenOptions;
use gdvariant_files::packages::output::Encoding;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyMemoryView, PyString};
use std::io::Read;

/// Returns the original that an argument has: a value, or the bytes or the path of a file.
pub(crate) fn original(
    like: &Bound<'_, PyAny>,
    layout: &'static LayoutInfo,
    encoding: &Encoding,
    default: Option<&Py<PyAny>>,
    options: &OpenOptions<'_>,
) -> PyResult<Original> {
    let py = like.py();
    let result = if is_file(like)? {
        content(like).and_then(|reader| {
            let first = file(py, reader, options, 1)?.pop();
            first.ok_or_else(|| errors::file(py, &"the file has no values"))
        })
    } else {
        value(like, layout, encoding, default)
    };
    result.inspect_err(|error| name_argument(py, error))
}

/// Warns of the types of encoded values that differ from those of the originals: values in the same
/// order, or the bytes or the path of their file.
#[pyfunction]
#[pyo3(signature = (encoded, like, /, *, layout, framed, target, fallback, default, password, key, skip))]
#[allow(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn compare(
    py: Python<'_>,
    encoded: Vec<Bound<'_, PyBytes>>,
    like: &Bound<'_, PyAny>,
    layout: &str,
    framed: bool,
    target: Option<&str>,
    fallback: bool,
    default: Option<Py<PyAny>>,
    password: Option<&str>,
    key: Option<&[u8]>,
    skip: u64,
) -> PyResult<()> {
    let layout = layouts::named(layout).map_err(errors::option)?;
    let encoding = Encoding::new(framed, false, target, fallback).map_err(errors::option)?;
    let options = OpenOptions {
        layout: Some(layout.name),
        password,
        key,
        skip,
        ..OpenOptions::default()
    };
    let originals = if is_file(like)? {
        content(like).and_then(|reader| file(py, reader, &options, encoded.len()))
    } else {
        let values = like.try_iter()?.take(encoded.len());
        let original = |it: PyResult<_>| value(&it?, layout, &encoding, default.as_ref());
        values.map(original).collect()
    };
    let originals = originals.inspect_err(|error| name_argument(py, error))?;
    for (index, (bytes, original)) in encoded.iter().zip(&originals).enumerate() {
        let bytes = bytes.as_bytes().get(encoding.start()..);
        let index = (encoded.len() > 1).then_some(index);
        warn(py, original, layout, bytes.unwrap_or_default(), index, 2)?;
    }
    Ok(())
}

/// Returns whether an argument is a file, instead of a value.
fn is_file(like: &Bound<'_, PyAny>) -> PyResult<bool> {
    let py = like.py();
    Ok(like.is_exact_instance_of::<PyString>()
        || like.is_instance_of::<PyBytes>()
        || like.is_instance_of::<PyByteArray>()
        || like.is_instance_of::<PyMemoryView>()
        || like.hasattr(intern!(py, "__fspath__"))?
        || like.hasattr(intern!(py, "read"))?)
}

/// Returns the original for a value.
fn value(
    value: &Bound<'_, PyAny>,
    layout: &'static LayoutInfo,
    encoding: &Encoding,
    default: Option<&Py<PyAny>>,
) -> PyResult<Original> {
    let py = value.py();
    let bytes = encoded(py, value, layout, encoding, default, false)?;
    let bytes = bytes.as_bytes().get(encoding.start()..);
    let original = Original::encoded(layout, bytes.unwrap_or_default());
    original.map_err(|error| exception(py, error))
}

/// Adds the name of the argument to an exception about it.
fn name_argument(py: Python<'_>, error: &PyErr) {
    // The error is also complete without the note.
    let _ = error
        .value(py)
        .call_method1(intern!(py, "add_note"), ("in the argument `like`",));
}

/// Opens a file on a large stack, while other threads run, and returns at most `count` values.
fn file(
    py: Python<'_>,
    reader: impl Read + Send,
    options: &OpenOptions<'_>,
    count: usize,
) -> PyResult<Vec<Original>> {
    let originals = depth::on_large_stack(py, |py| {
        Ok(py.detach(|| Original::file(reader, options, count)))
    })?;
    originals.map_err(|error| exception(py, error))
}

fn exception(py: Python<'_>, error: OriginalError) -> PyErr {
    match error {
        OriginalError::Option(error) => errors::option(error),
        OriginalError::Open(error) => errors::open(py, error),
        OriginalError::Read(error) => errors::read(py, error),
        OriginalError::Decode(error) => errors::decode(py, &error, layouts::most_used(), &[]),
    }
}

/// Warns of the types of a value that differ from those of the original. `index` is the position of
/// the value among several, and `level` the number of Python's functions up to the one that the
/// warning is about.
pub(crate) fn warn(
    py: Python<'_>,
    original: &Original,
    layout: &'static LayoutInfo,
    bytes: &[u8],
    index: Option<usize>,
    level: usize,
) -> PyResult<()> {
    let changes =
        depth::on_large_stack(py, |py| Ok(py.detach(|| original.changes(layout, bytes))))?;
    if changes.is_empty() {
        return Ok(());
    }
    let classes = Classes::get(py)?;
    let place = index.map_or_else(String::new, |index| format!("value {}: ", index + 1));
    let message = format!("{place}{changes}; if this is intended, ignore TypeChangeWarning");
    let change = classes.error(py, "TypeChange")?;
    let listed = changes
        .listed
        .iter()
        .map(|it| change.call1((&it.path, &it.old, &it.new, it.is_key)));
    let listed = listed.collect::<PyResult<Vec<_>>>()?;
    let warning = classes.error(py, "TypeChangeWarning")?;
    let warning = warning.call1((message, listed, changes.count))?;
    let options = PyDict::new(py);
    options.set_item("stacklevel", level)?;
    py.import("warnings")?
        .call_method("warn", (warning,), Some(&options))
        .map(drop)
}
