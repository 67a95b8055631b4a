//! The audit of files.

use crate::depth;
use crate::errors;
use crate::files::content;
use gdvariant_files::audit::{AuditRow, FileAudit, Severity};
use gdvariant_files::packages::audit::{audit_file, auditing};
use gdvariant_files::packages::failure::Language;
use gdvariant_files::packages::options::opening;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The fields of `gdvariant.Audit`.
type Fields<'py> = (
    Vec<Bound<'py, PyDict>>,
    u64,
    Option<String>,
    Option<&'static str>,
    usize,
);

/// Reports what to check before a game loads a file.
#[pyfunction]
#[pyo3(signature = (source, /, *, layout=None, framing=None, password=None, key=None, skip=0, max_size=None, max_rows=None, ignore=Vec::new()))]
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
    ignore: Vec<String>,
) -> PyResult<Fields<'py>> {
    let open = opening(layout, framing, password, key, skip, false);
    let options = open.and_then(|open| auditing(open, max_size, max_rows, &ignore));
    let options = options.map_err(errors::raised)?;
    let reader = content(source)?;
    let found: FileAudit = depth::on_large_stack(py, |py| {
        Ok(py.detach(|| audit_file(reader, &options, Language::Python)))
    })?;
    let rows = found.rows.iter().map(|row| self::row(py, row));
    Ok((
        rows.collect::<PyResult<_>>()?,
        found.values,
        found.not_examined,
        found.highest.map(Severity::name),
        found.omitted,
    ))
}

/// Returns a row with the names of `gdvariant audit --json`.
fn row<'py>(py: Python<'py>, row: &AuditRow) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
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
