//! The text form of values.

use crate::decode::object;
use crate::encode::variant;
use crate::errors;
use gdvariant::{EncodeError, NodePath};
use gdvariant_bindings::{for_layout, layouts};
use pyo3::prelude::*;

/// Formats a value like the engine's `var_to_str`.
#[pyfunction]
#[pyo3(signature = (value, /, *, layout="godot4", exact=false))]
pub(crate) fn var_to_str(value: &Bound<'_, PyAny>, layout: &str, exact: bool) -> PyResult<String> {
    for_layout!(layouts::named(layout).map_err(errors::option)?, L => {
        let value = variant::<L>(value).map_err(|error| errors::encode(value.py(), &error))?;
        Ok(if exact { format!("{value:#}") } else { value.to_string() })
    })
}

/// Parses the text form of a value.
#[pyfunction]
#[pyo3(signature = (text, /, *, layout="godot4"))]
pub(crate) fn str_to_var<'py>(
    py: Python<'py>,
    text: &str,
    layout: &str,
) -> PyResult<Bound<'py, PyAny>> {
    for_layout!(layouts::named(layout).map_err(errors::option)?, L => {
        let value = text.parse::<<L as gdvariant::Layout>::Variant>();
        object(py, &value.map_err(|error| errors::parse(py, &error))?)
    })
}

/// Formats a value in the first layout that has its type.
#[pyfunction]
pub(crate) fn display(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let py = value.py();
    let formatted = layouts::all()
        .map(|layout| for_layout!(layout, L => variant::<L>(value).map(|value| value.to_string())));
    let failed = |error: EncodeError| errors::encode(py, &error);
    let mut results = formatted;
    // If no layout has the value, the error is that of the engine with the most users.
    let first = results.next().transpose().map_err(failed);
    match first {
        Ok(text) => Ok(text.unwrap_or_default()),
        Err(error) => results.find_map(std::result::Result::ok).ok_or(error),
    }
}

/// Returns the names and the sub-names of a path, and whether it is absolute.
#[pyfunction]
pub(crate) fn node_path_parts(path: &str) -> (Vec<String>, Vec<String>, bool) {
    let path = NodePath::from(path);
    let names = path.names().map(str::to_owned).collect();
    (
        names,
        path.subnames().map(str::to_owned).collect(),
        path.is_absolute(),
    )
}
