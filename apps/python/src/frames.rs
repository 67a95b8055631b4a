//! Values from a connection.

use crate::decode::{Decoding, decoded};
use crate::errors;
use crate::input::Input;
use gdvariant::schema::Layout;
use gdvariant_files::packages::frames::Frames;
use gdvariant_files::packages::options;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use std::sync::{Mutex, MutexGuard, PoisonError};

#[doc = docstring!("FrameDecoder")]
#[pyclass(frozen, module = "gdvariant")]
pub(crate) struct FrameDecoder {
    layout: &'static Layout,
    decoding: Decoding,
    frames: Mutex<Frames>,
}

#[pymethods]
impl FrameDecoder {
    #[new]
    #[pyo3(signature = (*, layout="godot4", big_endian=false, max_length=None, lenient=false, allow_objects=false, exact=true))]
    #[allow(
        clippy::fn_params_excessive_bools,
        reason = "keyword arguments of Python"
    )]
    fn new(
        layout: &str,
        big_endian: bool,
        max_length: Option<u32>,
        lenient: bool,
        allow_objects: bool,
        exact: bool,
    ) -> PyResult<Self> {
        Ok(Self {
            layout: options::layout(layout).map_err(errors::raised)?,
            decoding: Decoding::new(lenient, allow_objects, exact),
            frames: Mutex::new(Frames::new(big_endian, max_length)),
        })
    }

    #[doc = docstring!("FrameDecoder.feed")]
    fn feed<'py>(this: PyRef<'py, Self>, data: Input<'_>) -> PyRef<'py, Self> {
        this.locked(this.py()).feed(&data);
        this
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let next = self.locked(py).next().transpose();
        let Some((start, frame)) = next.map_err(errors::raised)? else {
            return Ok(None);
        };
        decoded(py, self.layout, &frame, self.decoding, start).map(Some)
    }

    #[doc = docstring!("FrameDecoder.finish")]
    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        let finished = self.locked(py).finish();
        finished.map_err(errors::raised)
    }
}

impl FrameDecoder {
    /// Waits for other threads without keeping the interpreter from them.
    fn locked(&self, py: Python<'_>) -> MutexGuard<'_, Frames> {
        let frames = self.frames.lock_py_attached(py);
        frames.unwrap_or_else(PoisonError::into_inner)
    }
}
