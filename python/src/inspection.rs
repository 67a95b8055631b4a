//! The layout of unknown bytes, and the meaning of each byte.

use crate::classes::Classes;
use crate::depth;
use crate::errors;
use crate::input::Input;
use gdvariant::inspect::InspectRow;
use gdvariant_files::detect::Candidate;
use gdvariant_files::packages::options::{self, decoding, role_name};
use pyo3::prelude::*;

/// Ranks the possible layouts and framings.
#[pyfunction]
#[pyo3(signature = (data, /, *, password=None, key=None))]
pub(crate) fn detect<'py>(
    py: Python<'py>,
    data: &Bound<'py, PyAny>,
    password: Option<&str>,
    key: Option<&[u8]>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let input = Input::of(data)?;
    let options = options::unpacking(password, key, 0).map_err(errors::raised)?;
    let bytes = input.bytes();
    let detection = depth::on_large_stack(py, |py| {
        let detection = py.detach(|| gdvariant_files::open::detect(bytes, &options));
        detection.map_err(errors::raised)
    })?;
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

/// A row: offset, length, role, path, type, field, and meaning.
type Row = (
    usize,
    usize,
    &'static str,
    String,
    &'static str,
    &'static str,
    String,
);

/// Lists the bytes of a value with their meaning, and the error at which the list ends.
#[pyfunction]
#[pyo3(signature = (data, /, *, layout="godot4", lenient=false, allow_objects=false))]
pub(crate) fn inspect(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    layout: &str,
    lenient: bool,
    allow_objects: bool,
) -> PyResult<(Vec<Row>, Option<PyErr>)> {
    let input = Input::of(data)?;
    let (layout, options) = (
        options::layout(layout).map_err(errors::raised)?,
        decoding(lenient, allow_objects),
    );
    let bytes = input.bytes();
    depth::on_large_stack(py, |py| {
        let mut rows = Vec::new();
        let ended = py.detach(|| layout.inspect(bytes, options, |row| rows.push(self::row(row))));
        let error = ended
            .err()
            .map(|error| errors::decode(&error, layout, bytes));
        Ok((rows, error))
    })
}

fn row(row: &InspectRow<'_>) -> Row {
    (
        row.offset,
        row.bytes.len(),
        role_name(row.kind),
        row.path.to_string(),
        row.ty.name,
        row.field.name,
        row.value.to_string(),
    )
}
