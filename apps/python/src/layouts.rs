//! The names of the layouts.

use gdvariant_files::layouts::all;
use pyo3::prelude::*;

#[doc = docstring!("layouts")]
#[pyfunction]
pub(crate) fn layouts() -> Vec<&'static str> {
    all().map(|layout| layout.name).collect()
}
