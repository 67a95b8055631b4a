//! The text form of values.

use crate::decode::object;
use crate::depth;
use crate::encode::variant;
use crate::errors;
use gdvariant::NodePath;
use gdvariant_files::packages::layouts;
use pyo3::prelude::*;

/// Formats a value like the engine's `var_to_str`.
#[pyfunction]
#[pyo3(signature = (value, /, *, layout="godot4", exact=false))]
pub(crate) fn var_to_str(value: &Bound<'_, PyAny>, layout: &str, exact: bool) -> PyResult<String> {
    let layout = layouts::named(layout).map_err(errors::option)?;
    let (py, value) = (value.py(), value.clone().unbind());
    depth::run(py, |py, levels| {
        let value = variant(layout, value.bind(py), levels);
        let value = value.map_err(|error| errors::encode(py, &error))?;
        Ok(if exact {
            format!("{value:#}")
        } else {
            value.to_string()
        })
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
    let layout = layouts::named(layout).map_err(errors::option)?;
    let parse = |py: Python<'_>| {
        let value = layout.parse(text);
        let value = value.map_err(|error| errors::parse(py, &error))?;
        object(py, (&value).into()).map(Bound::unbind)
    };
    // A text with few brackets, including those in strings, has few levels.
    let mut brackets = text.bytes().filter(|byte| b"[{(".contains(byte));
    let value = match brackets.nth(depth::SHALLOW as usize) {
        Some(_) => depth::on_large_stack(py, parse),
        None => parse(py),
    };
    Ok(value?.into_bound(py))
}

/// Formats a value in the first layout that has its type.
#[pyfunction]
pub(crate) fn display(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let (py, value) = (value.py(), value.clone().unbind());
    depth::run(py, |py, levels| {
        let value = value.bind(py);
        let text = layouts::first_fitting(|layout| Ok(variant(layout, value, levels)?.to_string()));
        text.map_err(|error| errors::encode(py, &error))
    })
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
