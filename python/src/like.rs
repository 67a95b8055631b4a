//! Keeps the floats of an original, and warns of other types that changed.

use crate::classes::Classes;
use crate::depth;
use crate::encode::encoded;
use crate::errors;
use crate::files::content;
use gdvariant::any::AnyVariant;
use gdvariant::schema::LayoutInfo;
use gdvariant_files::packages::layouts;
use gdvariant_files::packages::like;
use gdvariant_files::packages::options::OpenOptions;
use gdvariant_files::packages::output::Encoding;
use gdvariant_files::type_changes::TypeChanges;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyList, PyMemoryView, PyString};
use std::io::Cursor;

/// The originals of encoded values, and the form of these values.
pub(crate) struct Like<'a, 'py> {
    /// A file of originals, the original, or a list of originals.
    pub(crate) source: &'a Bound<'py, PyAny>,
    /// Whether there is a list of originals.
    pub(crate) is_list: bool,
    pub(crate) layout: &'static LayoutInfo,
    pub(crate) encoding: &'a Encoding,
    pub(crate) default: Option<&'a Py<PyAny>>,
    /// The options for opening a file.
    pub(crate) options: OpenOptions<'a>,
}

/// Returns encoded values with floats where the originals have floats, and warns of other types that
/// changed. The originals are a value, a list of values, or the bytes or the path of a file.
#[pyfunction]
#[pyo3(signature = (encoded, like, /, *, is_list, layout, framed, big_endian, target, fallback, default, password, key, skip))]
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
    layout: &str,
    framed: bool,
    big_endian: bool,
    target: Option<&str>,
    fallback: bool,
    default: Option<Py<PyAny>>,
    password: Option<&str>,
    key: Option<&[u8]>,
    skip: u64,
) -> PyResult<Vec<Bound<'py, PyBytes>>> {
    let layout = layouts::named(layout).map_err(errors::option)?;
    let encoding = Encoding::new(framed, big_endian, target, fallback).map_err(errors::option)?;
    let like = Like {
        source: like,
        is_list,
        layout,
        encoding: &encoding,
        default: default.as_ref(),
        options: OpenOptions {
            layout: Some(layout.name),
            password,
            key,
            skip,
            ..OpenOptions::default()
        },
    };
    like.restore(py, encoded, 2)
}

impl<'py> Like<'_, 'py> {
    /// Returns encoded values with the floats of the originals. `level` is the number of Python's
    /// functions up to the one that a warning is about.
    pub(crate) fn restore(
        self,
        py: Python<'py>,
        encoded: Vec<Bound<'py, PyBytes>>,
        level: usize,
    ) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let (layout, encoding) = (self.layout, self.encoding);
        let count = encoded.len();
        let originals = self.originals(py, count).inspect_err(|error| {
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
                Ok(py.detach(|| like::restore(old, original, layout, encoding)))
            })?;
            if !changes.is_empty() {
                warn(py, &changes, (count > 1).then_some(index), level)?;
            }
            Ok(new.map_or(bytes, |new| PyBytes::new(py, &new)))
        });
        restored.collect()
    }

    /// Returns the first originals, at most `count`.
    fn originals(mut self, py: Python<'py>, count: usize) -> PyResult<Vec<AnyVariant>> {
        let reader = if is_file(self.source)? {
            content(self.source)?
        } else {
            self.options = OpenOptions {
                layout: self.options.layout,
                framing: Some("framed"),
                ..OpenOptions::default()
            };
            Box::new(Cursor::new(self.framed(py, count)?))
        };
        self.options.lenient = true;
        let options = self.options.checked().map_err(errors::option)?;
        let originals = depth::on_large_stack(py, |py| {
            Ok(py.detach(|| like::originals(reader, options, count)))
        })?;
        originals.map_err(|error| errors::open(py, error))
    }

    /// Encodes the first originals, at most `count`.
    fn framed(&self, py: Python<'py>, count: usize) -> PyResult<Vec<u8>> {
        let list = if self.is_list {
            self.source.clone()
        } else {
            PyList::new(py, [self.source])?.into_any()
        };
        let encoding = self.encoding.framed();
        let mut framed = Vec::new();
        for original in list.try_iter()?.take(count) {
            let bytes = encoded(py, &original?, self.layout, &encoding, self.default, false)?;
            framed.extend_from_slice(bytes.as_bytes());
        }
        Ok(framed)
    }
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
