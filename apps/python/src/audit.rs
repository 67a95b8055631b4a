//! The audit of files.

use crate::classes::Classes;
use crate::depth;
use crate::errors;
use crate::files::content;
use gdvariant_files::audit::{AuditRow, FileAudit, Severity};
use gdvariant_files::packages::audit::{audit_file, auditing};
use gdvariant_files::packages::failure::Language;
use gdvariant_files::packages::options::opening;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

/// Reports what to check before a game loads a file.
#[pyfunction]
#[pyo3(signature = (source, *, layout=None, framing=None, password=None, key=None, skip=0, max_size=None, max_rows=None, ignore=None))]
#[allow(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn audit<'py>(
    py: Python<'py>,
    source: &Bound<'py, PyAny>,
    layout: Option<&str>,
    framing: Option<&str>,
    password: Option<&str>,
    key: Option<&[u8]>,
    skip: u64,
    max_size: Option<u64>,
    max_rows: Option<usize>,
    ignore: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let ignore = ignore.map_or(Ok(Vec::new()), rule_ids)?;
    let open = opening(layout, framing, password, key, skip, false);
    let options = open.and_then(|open| auditing(open, max_size, max_rows, &ignore));
    let options = options.map_err(errors::raised)?;
    let reader = content(source)?;
    let found: FileAudit = depth::on_large_stack(py, |py| {
        Ok(py.detach(|| audit_file(reader, &options, Language::Python)))
    })?;
    let is_path = source.is_instance_of::<PyString>() || source.hasattr("__fspath__")?;
    let file = is_path.then(|| py.import("os")?.call_method1("fspath", (source,)));
    let file = file.transpose()?;
    let rows = found
        .rows
        .iter()
        .map(|row| self::row(py, row, file.as_ref()));
    Classes::get(py)?.error(py, "Audit")?.call1((
        rows.collect::<PyResult<Vec<_>>>()?,
        found.values,
        found.not_examined,
        found.highest.map(Severity::name),
        found.omitted,
    ))
}

fn rule_ids(ids: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if ids.is_instance_of::<PyString>() {
        let message = format!(
            "ignore: expected rule ids, found a string; pass [{}]",
            ids.repr()?
        );
        return Err(PyTypeError::new_err(message));
    }
    ids.try_iter()?.map(|id| id?.extract()).collect()
}

/// Returns a row with the names of `gdvariant audit --json`.
fn row<'py>(
    py: Python<'py>,
    row: &AuditRow,
    file: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    if let Some(file) = file {
        dict.set_item("file", file)?;
    }
    if let Some(line) = row.line {
        dict.set_item("line", line)?;
    }
    if let Some(column) = row.column {
        dict.set_item("column", column)?;
    }
    if let Some(value) = row.value {
        dict.set_item("value", value)?;
    }
    dict.set_item("offset", row.offset)?;
    dict.set_item("path", &row.path)?;
    dict.set_item("severity", row.rule.severity.name())?;
    dict.set_item("id", row.rule.id)?;
    dict.set_item("message", &row.message)?;
    Ok(dict)
}
