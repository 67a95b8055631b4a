//! The audit of files.

use crate::classes::Classes;
use crate::depth;
use crate::errors;
use crate::files::{content, path_of};
use crate::input::Input;
use gdvariant_files::audit::{FileAudit, Severity};
use gdvariant_files::packages::audit::{audit_file, auditing};
use gdvariant_files::packages::failure::Language;
use gdvariant_files::packages::options::opening;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

#[doc = docstring!("audit")]
#[pyfunction]
#[pyo3(signature = (source, *, layout=None, framing=None, password=None, key=None, skip=0, max_content=None, max_rows=None, ignore=None))]
#[allow(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn audit<'py>(
    py: Python<'py>,
    source: &Bound<'py, PyAny>,
    layout: Option<&str>,
    framing: Option<&str>,
    password: Option<&str>,
    key: Option<Input<'_>>,
    skip: u64,
    max_content: Option<u64>,
    max_rows: Option<usize>,
    ignore: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let ignore = ignore.map_or(Ok(Vec::new()), rule_ids)?;
    let open = opening(layout, framing, password, key, skip, false);
    let options = open.and_then(|it| auditing(it.max_content(max_content), max_rows, &ignore));
    let options = options.map_err(errors::raised)?;
    let reader = content(source)?;
    let found: FileAudit = depth::on_large_stack(py, |py| {
        Ok(py.detach(|| audit_file(reader, &options, Language::Python)))
    })?;
    let rows = serde_json::to_string(&found.rows).map_err(errors::file)?;
    let rows = py.import("json")?.call_method1("loads", (rows,))?;
    if let Some(path) = path_of(source) {
        let file = path.into_os_string().into_pyobject(py)?;
        for row in rows.try_iter()? {
            row?.set_item("file", &file)?;
        }
    }
    Classes::get(py)?.error(py, "Audit")?.call1((
        rows,
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
