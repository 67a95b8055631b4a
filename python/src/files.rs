//! The values of any file.

use crate::decode::decoded;
use crate::errors;
use crate::layouts;
use crate::options::{self, Input};
use gdvariant::any::{AnyError, AnyOptions, AnyReader};
use gdvariant::detect::{Choice, Framing};
use gdvariant::{DecodeOptions, FrameOptions, ReadError};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::fs::File;
use std::io::{Cursor, Read};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// The number of values that are read in advance.
const AHEAD: usize = 16;

/// The bytes of a value, with their offset in the content.
type Next = Result<(u64, Vec<u8>), ReadError>;

/// An iterator over the values of a file.
#[pyclass(frozen, module = "gdvariant")]
pub(crate) struct Values {
    choice: Choice,
    options: DecodeOptions,
    /// The values, which a thread reads.
    received: Mutex<Receiver<Next>>,
}

#[pymethods]
impl Values {
    #[new]
    #[pyo3(signature = (source, /, *, layout=None, framing=None, password=None, key=None, skip=0, max_length=None, lenient=false, allow_objects=false))]
    #[allow(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn new(
        py: Python<'_>,
        source: &Bound<'_, PyAny>,
        layout: Option<&str>,
        framing: Option<&str>,
        password: Option<&str>,
        key: Option<&[u8]>,
        skip: u64,
        max_length: Option<u32>,
        lenient: bool,
        allow_objects: bool,
    ) -> PyResult<Self> {
        let reader = content(source)?;
        let decoding = options::decoding(lenient, allow_objects);
        let mut frames = FrameOptions::new().decode_options(decoding);
        if let Some(length) = max_length {
            frames = frames.max_length(length);
        }
        let mut options = any_options(layout, framing, password, key)?.skip(skip);
        options = options.frame_options(frames);
        let (to_choice, choice) = sync_channel(1);
        let (to_values, values) = sync_channel(AHEAD);
        thread::spawn(move || read(reader, &options, &to_choice, &to_values));
        let choice = py.detach(move || choice.recv());
        let choice = choice.map_err(|_| errors::file(py, &"reading the file stopped"))?;
        Ok(Self {
            choice: choice.map_err(|error| errors::any(py, error))?,
            options: decoding,
            received: Mutex::new(values),
        })
    }

    /// The name of the layout.
    #[getter]
    fn layout(&self) -> &'static str {
        self.choice.layout.name
    }

    /// The name of the framing.
    #[getter]
    fn framing(&self) -> String {
        name_of(self.choice.framing).to_owned()
    }

    /// The probability of the layout and the framing in percent.
    #[getter]
    fn confidence(&self) -> u8 {
        self.choice.confidence
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let next = py.detach(|| {
            let values = self
                .received
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            values.recv().ok()
        });
        let Some(next) = next else { return Ok(None) };
        let (start, bytes) = next.map_err(|error| errors::read(py, error))?;
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        decoded(py, self.choice.layout, &bytes, None, self.options, start).map(Some)
    }

    fn __repr__(&self) -> String {
        format!("<values of {}>", self.choice)
    }
}

/// Sends the layout of a file, then its values, until the receiver is dropped.
fn read(
    reader: Box<dyn Read + Send>,
    options: &AnyOptions,
    choice: &SyncSender<Result<Choice, AnyError>>,
    values: &SyncSender<Next>,
) {
    let mut reader = match AnyReader::open(reader, options) {
        Ok(reader) => reader,
        Err(error) => {
            // The receiver waits for this message.
            let _ = choice.send(Err(error));
            return;
        }
    };
    if choice.send(Ok(reader.choice().clone())).is_err() {
        return;
    }
    loop {
        let next = match reader.next_bytes() {
            Ok(None) => return,
            Ok(Some((start, bytes))) => Ok((start, bytes.to_vec())),
            Err(error) => Err(error),
        };
        let is_error = next.is_err();
        if values.send(next).is_err() || is_error {
            return;
        }
    }
}

/// Returns the content of an argument: bytes, a path, or a file that Python has opened.
fn content(source: &Bound<'_, PyAny>) -> PyResult<Box<dyn Read + Send>> {
    if source.hasattr("read")? {
        let bytes = source.call_method0("read")?;
        return Ok(Box::new(Cursor::new(Input::of(&bytes)?.bytes().to_vec())));
    }
    if !source.is_instance_of::<PyBytes>()
        && let Ok(path) = source.extract::<PathBuf>()
    {
        return Ok(Box::new(File::open(path)?));
    }
    Ok(Box::new(Cursor::new(Input::of(source)?.bytes().to_vec())))
}

/// Returns the options for opening a file.
pub(crate) fn any_options(
    layout: Option<&str>,
    framing: Option<&str>,
    password: Option<&str>,
    key: Option<&[u8]>,
) -> PyResult<AnyOptions> {
    let mut options = AnyOptions::new();
    if let Some(layout) = layout {
        options = options.layout(layouts::named(layout)?);
    }
    if let Some(framing) = framing {
        options = options.framing(framing_of(framing)?);
    }
    if let Some(key) = options::key(password, key)? {
        options = options.key(key);
    }
    Ok(options)
}

/// The names of framings.
const FRAMINGS: [(&str, Framing); 4] = [
    ("bare", Framing::Bare),
    ("framed", Framing::LittleEndian),
    ("framed-big-endian", Framing::BigEndian),
    ("in-a-row", Framing::InARow),
];

/// Returns the name of a framing.
pub(crate) fn name_of(framing: Framing) -> &'static str {
    let found = FRAMINGS.iter().find(|(_, known)| *known == framing);
    found.map_or("bare", |(name, _)| name)
}

fn framing_of(name: &str) -> PyResult<Framing> {
    let found = FRAMINGS.iter().find(|(known, _)| *known == name);
    found.map(|(_, framing)| *framing).ok_or_else(|| {
        let names = FRAMINGS.map(|(name, _)| format!("{name:?}")).join(", ");
        PyValueError::new_err(format!("unknown framing {name:?}, expected one of {names}"))
    })
}
