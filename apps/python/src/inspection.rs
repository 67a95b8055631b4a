//! The layout of unknown bytes, and the meaning of each byte.

use crate::classes::Classes;
use crate::depth;
use crate::errors;
use crate::files::content;
use crate::input::Input;
use gdvariant_files::detect::Candidate;
use gdvariant_files::layouts::all;
use gdvariant_files::packages::options::{self, decoding, role_name};
use pyo3::prelude::*;

#[doc = docstring!("detect")]
#[pyfunction]
#[pyo3(signature = (source, *, password=None, key=None, max_content=None))]
pub(crate) fn detect<'py>(
    py: Python<'py>,
    source: &Bound<'py, PyAny>,
    password: Option<&str>,
    key: Option<Input<'_>>,
    max_content: Option<u64>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let reader = content(source)?;
    let options = options::unpacking(password, key, 0).map_err(errors::raised)?;
    let options = options.max_content(max_content);
    let detect = || gdvariant_files::open::detect(reader, &options);
    let detection = depth::detached(py, detect)?;
    candidates(py, detection.candidates())
}

/// Returns the objects of candidates.
pub(crate) fn candidates<'py>(
    py: Python<'py>,
    candidates: &[Candidate],
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let class = Classes::get(py)?.error(py, "Candidate")?;
    let objects = candidates.iter().map(|candidate| {
        class.call1((
            candidate.layout.name,
            candidate.framing.name(),
            candidate.skip,
            candidate.rank,
            candidate.confidence,
            candidate.fits(),
            candidate.reasons(),
        ))
    });
    objects.collect()
}

#[doc = docstring!("inspect")]
#[pyfunction]
#[pyo3(signature = (data, *, layout="godot4", lenient=false, allow_objects=false))]
pub(crate) fn inspect<'py>(
    py: Python<'py>,
    data: Input<'_>,
    layout: &str,
    lenient: bool,
    allow_objects: bool,
) -> PyResult<(Vec<Bound<'py, PyAny>>, Option<PyErr>)> {
    let layout = options::layout(layout).map_err(errors::raised)?;
    let options = decoding(lenient, allow_objects);
    let (rows, error) = depth::on_large_stack(py, |py| {
        let mut rows = Vec::new();
        let ended = py.detach(|| {
            layout.inspect(&data, options, |row| {
                rows.push((
                    row.offset,
                    row.bytes.len(),
                    role_name(row.kind),
                    row.path.to_string(),
                    row.ty.name,
                    row.field.name,
                    row.value.to_string(),
                ));
            })
        });
        let error = ended.err();
        Ok((
            rows,
            error.map(|error| errors::decode(&error, layout, &data)),
        ))
    })?;
    let class = Classes::get(py)?.error(py, "Row")?;
    let rows = rows.into_iter().map(|row| class.call1(row));
    Ok((rows.collect::<PyResult<_>>()?, error))
}

#[doc = docstring!("layouts")]
#[pyfunction]
pub(crate) fn layouts() -> Vec<&'static str> {
    all().map(|layout| layout.name).collect()
}
