//! Values from a connection.

use crate::decode::decoded;
use crate::errors;
use crate::input::Input;
use gdvariant::schema::LayoutInfo;
use gdvariant::{DecodeOptions, FrameOptions};
use gdvariant_bindings::{layouts, options};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Splits the bytes of a connection into values, and iterates over them.
#[pyclass(frozen, module = "gdvariant")]
pub(crate) struct FrameDecoder {
    layout: &'static LayoutInfo,
    options: DecodeOptions,
    stream: Mutex<Stream>,
}

struct Stream {
    frames: gdvariant::FrameDecoder,
    /// Bytes that were fed, of which the first `taken` are in frames.
    fed: Vec<u8>,
    taken: usize,
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
            layout: layouts::named(layout).map_err(errors::option)?,
            options: options::decoding(lenient, allow_objects),
            stream: Mutex::new(Stream {
                frames: gdvariant::FrameDecoder::new(frames),
                fed: Vec::new(),
                taken: 0,
            }),
        })
    }

    /// Adds bytes, and returns the decoder, which iterates over the values that are complete.
    fn feed<'py>(this: PyRef<'py, Self>, data: &Bound<'py, PyAny>) -> PyResult<PyRef<'py, Self>> {
        let input = Input::of(data)?;
        let mut stream = this.locked(this.py());
        let taken = std::mem::take(&mut stream.taken);
        stream.fed.drain(..taken);
        stream.fed.extend_from_slice(input.bytes());
        drop(stream);
        Ok(this)
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let mut stream = self.locked(py);
        let Stream { frames, fed, taken } = &mut *stream;
        let mut rest = &fed[*taken..];
        let frame = frames.next_frame(&mut rest);
        *taken = fed.len() - rest.len();
        let frame = frame.map_err(|error| errors::read(py, error))?;
        let Some(frame) = frame.map(<[u8]>::to_vec) else {
            return Ok(None);
        };
        let start = frames.position() - frame.len() as u64;
        drop(stream);
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        decoded(py, self.layout, &frame, None, self.options, start).map(Some)
    }

    /// Checks that the connection ends between two values.
    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        let stream = self.locked(py);
        stream
            .frames
            .finish()
            .map_err(|error| errors::read(py, error))
    }
}

impl FrameDecoder {
    /// Waits for other threads without keeping the interpreter from them.
    fn locked(&self, py: Python<'_>) -> MutexGuard<'_, Stream> {
        let stream = self.stream.lock_py_attached(py);
        stream.unwrap_or_else(PoisonError::into_inner)
    }
}
