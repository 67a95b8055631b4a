//! Keeps the floats of an original, and warns of other types that changed.

use crate::classes::Classes;
use crate::depth;
use crate::encode;
use crate::errors;
use crate::files::content;
use gdvariant_files::packages::like;
use gdvariant_files::packages::options::{self, opening};
use gdvariant_files::packages::output::Encoding;
use gdvariant_files::type_changes::TypeChanges;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyList, PyMemoryView, PyString};
use std::io::Cursor;

/// Returns encoded values with floats where the originals have floats, and warns of other types that
/// changed; if `keeps_floats` is not set, floats are such types. The originals are a value, a list of values, or the bytes or the path of a file. `level`
/// is the number of Python's functions up to the one that a warning is about.
#[pyfunction]
#[pyo3(signature = (encoded, like, /, *, is_list, keeps_floats, layout, framed, big_endian, target, fallback, default, password, key, skip, level))]
#[allow(
    clippy::too_many_arguments,
    clippy::fn_params_excessive_bools,
    reason = "keyword arguments of Python"
)]
pub(crate) fn restore<'py>(
    py: Python<'py>,
    encoded: Vec<Bound<'py, PyBytes>>,
    like: &Bound<'py, PyAny>,
    is_list: bool,
    keeps_floats: bool,
    layout: &str,
    framed: bool,
    big_endian: bool,
    target: Option<&str>,
    fallback: bool,
    default: Option<Py<PyAny>>,
    password: Option<&str>,
    key: Option<&[u8]>,
    skip: u64,
    level: usize,
) -> PyResult<Vec<Bound<'py, PyBytes>>> {
    let layout = options::layout(layout).map_err(errors::raised)?;
    let encoding = Encoding::new(framed, big_endian, target, fallback).map_err(errors::raised)?;
    let count = encoded.len();
    let options;
    let file = if is_file(like)? {
        options = opening(Some(layout.name), None, password, key, skip, true);
        content(like)
    } else {
        options = opening(Some(layout.name), Some("framed"), None, None, 0, true);
        let list = if is_list {
            like.clone()
        } else {
            PyList::new(py, [like])?.into_any()
        };
        let form = encoding.framed();
        let mut values = list.try_iter()?.take(count);
        let file = values.try_fold(Vec::new(), |mut file, value| {
            let bytes = encode::encoded(py, &value?, layout, &form, default.as_ref(), false)?;
            file.extend_from_slice(bytes.as_bytes());
            Ok(file)
        });
        file.map(|file| Box::new(Cursor::new(file)) as _)
    };
    let originals = file.and_then(|file| {
        let options = options.map_err(errors::raised)?;
        let originals = depth::on_large_stack(py, |py| {
            Ok(py.detach(|| like::originals(file, options, count)))
        })?;
        originals.map_err(errors::raised)
    });
    let originals = originals.inspect_err(|error| {
        // The error is also complete without the note.
        let note = ("in the argument `like`",);
        let _ = error.value(py).call_method1(intern!(py, "add_note"), note);
    })?;
    let mut originals = originals.iter();
    let restored = encoded.into_iter().enumerate().map(|(index, bytes)| {
        let Some(original) = originals.next() else {
            return Ok(bytes);
        };
        let old = bytes.as_bytes();
        let (new, changes) = depth::on_large_stack(py, |py| {
            Ok(py.detach(|| like::restore(old, original, layout, &encoding, keeps_floats)))
        })?
        .map_err(errors::raised)?;
        if !changes.is_empty() {
            warn(py, &changes, (count > 1).then_some(index), level)?;
        }
        Ok(new.map_or(bytes, |new| PyBytes::new(py, &new)))
    });
    restored.collect()
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

/// Warns of the types of a value that differ from those of the original. `index` is the position of
/// the value among several.
fn warn(py: Python<'_>, changes: &TypeChanges, index: Option<usize>, level: usize) -> PyResult<()> {
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
