//! The text form of values.

use crate::decode::object;
use crate::depth;
use crate::document;
use crate::encode::variant;
use crate::errors;
use gdvariant::NodePath;
use gdvariant_files::layouts;
use gdvariant_files::packages::{json, options};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;

#[doc = docstring!("var_to_str")]
#[pyfunction]
#[pyo3(signature = (value, /, *, layout="godot4", exact=false))]
pub(crate) fn var_to_str(value: &Bound<'_, PyAny>, layout: &str, exact: bool) -> PyResult<String> {
    let layout = options::layout(layout).map_err(errors::raised)?;
    let (py, value) = (value.py(), value.clone().unbind());
    depth::run(py, |py, levels| {
        let value = variant(layout, value.bind(py), levels, None)?;
        Ok(if exact {
            format!("{value:#}")
        } else {
            value.to_string()
        })
    })
}

#[doc = docstring!("str_to_var")]
#[pyfunction]
#[pyo3(signature = (text, /, *, layout="godot4", exact=true))]
pub(crate) fn str_to_var<'py>(
    py: Python<'py>,
    text: &str,
    layout: &str,
    exact: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let layout = options::layout(layout).map_err(errors::raised)?;
    let value = on_enough_stack(py, text, |py| {
        let value = layout.parse(text).map_err(errors::raised)?;
        object(py, (&value).into(), exact).map(Bound::unbind)
    })?;
    Ok(value.into_bound(py))
}

#[doc = docstring!("to_json")]
#[pyfunction]
#[pyo3(signature = (value, /, *, layout="godot4", plain=false, indent=None, default=None))]
pub(crate) fn to_json(
    value: &Bound<'_, PyAny>,
    layout: &str,
    plain: bool,
    indent: Option<usize>,
    default: Option<Py<PyAny>>,
) -> PyResult<String> {
    let layout = options::layout(layout).map_err(errors::raised)?;
    let (py, value) = (value.py(), value.clone().unbind());
    depth::run(py, |py, levels| {
        let value = variant(layout, value.bind(py), levels, default.as_ref())?;
        let text = json::to_json((&value).into(), plain, indent);
        text.map_err(errors::file)
    })
}

#[doc = docstring!("from_json")]
#[pyfunction]
#[pyo3(signature = (text, /, *, layout="godot4", exact=true))]
pub(crate) fn from_json<'py>(
    py: Python<'py>,
    text: &str,
    layout: &str,
    exact: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let layout = options::layout(layout).map_err(errors::raised)?;
    let (value, warning) = on_enough_stack(py, text, |py| {
        let value = json::from_json(layout, text).map_err(errors::json)?;
        let warning = json::warning((&value).into());
        Ok((object(py, (&value).into(), exact)?.unbind(), warning))
    })?;
    if let Some(warning) = warning {
        warn(py, &warning, 1)?;
    }
    Ok(value.into_bound(py))
}

/// Warns at the line of the caller, `calls` calls up.
pub(crate) fn warn(py: Python<'_>, message: &str, calls: i32) -> PyResult<()> {
    document::warn(
        py,
        PyUserWarning::new_err(message.to_owned()).value(py),
        calls,
    )
}

/// Parses a text with a stack for its nesting depth.
fn on_enough_stack<T: Send>(
    py: Python<'_>,
    text: &str,
    parse: impl FnOnce(Python<'_>) -> PyResult<T> + Send,
) -> PyResult<T> {
    // A text with few brackets, including those in strings, has few levels.
    let mut brackets = text.bytes().filter(|byte| b"[{(".contains(byte));
    match brackets.nth(depth::SHALLOW as usize) {
        Some(_) => depth::on_large_stack(py, parse),
        None => parse(py),
    }
}

/// Formats a value in the first layout that has its type.
#[pyfunction]
pub(crate) fn display(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let (py, value) = (value.py(), value.clone().unbind());
    depth::run(py, |py, levels| {
        let value = value.bind(py);
        layouts::first_fitting(|layout| Ok(variant(layout, value, levels, None)?.to_string()))
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
