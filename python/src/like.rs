//! Warnings about values whose types are not those of an original.

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
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

/// Returns the original that an argument has: a value, or the bytes or the path of a file.
pub(crate) fn original(
    like: &Bound<'_, PyAny>,
    layout: &'static LayoutInfo,
    encoding: &Encoding,
    default: Option<&Py<PyAny>>,
    options: &OpenOptions<'_>,
) -> PyResult<Original> {
    let py = like.py();
    let is_file = like.is_exact_instance_of::<PyString>()
        || like.is_instance_of::<PyBytes>()
        || like.is_instance_of::<PyByteArray>()
        || like.is_instance_of::<PyMemoryView>()
        || like.hasattr(intern!(py, "__fspath__"))?
        || like.hasattr(intern!(py, "read"))?;
    let result = if is_file {
        content(like).and_then(|reader| {
            let original = file(py, reader, options)?;
            original.map_err(|error| exception(py, error))
        })
    } else {
        encoded(py, like, layout, encoding, default, false).and_then(|bytes| {
            let bytes = bytes.as_bytes().get(encoding.start()..);
            let original = Original::encoded(layout, bytes.unwrap_or_default());
            original.map_err(|error| exception(py, error))
        })
    };
    result.inspect_err(|error| {
        // The error is also complete without the note.
        let _ = error
            .value(py)
            .call_method1(intern!(py, "add_note"), ("in the argument `like`",));
    })
}

/// Opens a file on a large stack, while other threads run.
fn file(
    py: Python<'_>,
    reader: impl Read + Send,
    options: &OpenOptions<'_>,
) -> PyResult<Result<Original, OriginalError>> {
    depth::on_large_stack(py, |py| Ok(py.detach(|| Original::file(reader, options))))
}

fn exception(py: Python<'_>, error: OriginalError) -> PyErr {
    match error {
        OriginalError::Option(error) => errors::option(error),
        OriginalError::Open(error) => errors::open(py, error),
        OriginalError::Read(error) => errors::read(py, error),
        OriginalError::Decode(error) => errors::decode(py, &error, layouts::most_used(), &[]),
        OriginalError::Empty => errors::file(py, &"the file has no values"),
    }
}

/// Returns the original in the file at a path, or `None` if there is no file or it cannot be opened.
pub(crate) fn original_at(
    py: Python<'_>,
    path: PathBuf,
    options: &OpenOptions<'_>,
) -> PyResult<Option<Original>> {
    match File::open(path) {
        Ok(reader) => Ok(file(py, reader, options)?.ok()),
        Err(_) => Ok(None),
    }
}

/// Warns of the types of a value that differ from those of the original. `level` is the number of
/// Python's functions up to the one that the warning is about.
pub(crate) fn warn(
    py: Python<'_>,
    original: &Original,
    layout: &'static LayoutInfo,
    bytes: &[u8],
    level: usize,
) -> PyResult<()> {
    let changes =
        depth::on_large_stack(py, |py| Ok(py.detach(|| original.changes(layout, bytes))))?;
    if changes.is_empty() {
        return Ok(());
    }
    let classes = Classes::get(py)?;
    let message = format!("{changes}; if this is intended, ignore TypeChangeWarning");
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
