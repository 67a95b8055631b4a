//! Values from a connection.

use crate::decode::decoded;
use crate::layouts;
use crate::options::Input;
use crate::{errors, options};
use gdvariant::schema::LayoutInfo;
use gdvariant::{DecodeOptions, FrameOptions};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Splits the bytes of a connection into values.
#[pyclass(frozen, module = "gdvariant")]
pub(crate) struct FrameDecoder {
    layout: &'static LayoutInfo,
    options: DecodeOptions,
    frames: Mutex<gdvariant::FrameDecoder>,
}

#[pymethods]
impl FrameDecoder {
    #[new]
    #[pyo3(signature = (*, layout="godot4", big_endian=false, max_length=None, lenient=false, allow_objects=false))]
    fn new(
        layout: &str,
        big_endian: bool,
        max_length: Option<u32>,
        lenient: bool,
        allow_objects: bool,
    ) -> PyResult<Self> {
        let mut frames = FrameOptions::packets().big_endian(big_endian);
        if let Some(length) = max_length {
            frames = frames.max_length(length);
        }
        Ok(Self {
            layout: layouts::named(layout)?,
            options: options::decoding(lenient, allow_objects),
            frames: Mutex::new(gdvariant::FrameDecoder::new(frames)),
        })
    }

    /// Returns the values that the bytes complete.
    fn feed<'py>(
        &self,
        py: Python<'py>,
        data: &Bound<'py, PyAny>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let input = Input::of(data)?;
        let mut rest = input.bytes();
        let mut frames = self.locked(py);
        let mut values = Vec::new();
        loop {
            let start = frames.position();
            let Some(frame) = frames
                .next_frame(&mut rest)
                .map_err(|error| errors::read(py, error))?
            else {
                return Ok(values);
            };
            let start = usize::try_from(start)
                .unwrap_or(usize::MAX)
                .saturating_add(size_of::<u32>());
            values.push(decoded(py, self.layout, frame, None, self.options, start)?);
        }
    }

    /// Checks that the connection ends between two values.
    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        let frames = self.locked(py);
        frames.finish().map_err(|error| errors::read(py, error))
    }
}

impl FrameDecoder {
    /// Waits for other threads without keeping the interpreter from them.
    fn locked(&self, py: Python<'_>) -> MutexGuard<'_, gdvariant::FrameDecoder> {
        let frames = self.frames.lock_py_attached(py);
        frames.unwrap_or_else(PoisonError::into_inner)
    }
}
