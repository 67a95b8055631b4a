//! The values of any file.

use crate::ahead::{Batch, Sender, Sent, Source};
use crate::classes::Classes;
use crate::decode::{Decoding, decoded_values};
use crate::depth;
use crate::errors;
use crate::input::Input;
use crate::inspection::candidates;
use gdvariant::framing::FrameOptions;
use gdvariant_files::detect::Choice;
use gdvariant_files::error::Error;
use gdvariant_files::layer::{Layer, add_layers, unpack as unpack_file};
use gdvariant_files::open::{self, open};
use gdvariant_files::packages::options::{frames, opening, unpacking};
use gdvariant_files::packages::output::PackOptions;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyBytes, PyTuple};
use std::collections::VecDeque;
use std::fs::{File, Metadata};
use std::io::{Cursor, Read};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

#[doc = docstring!("Values")]
#[pyclass(frozen, module = "gdvariant")]
pub(crate) struct Values {
    found: Choice,
    decoding: Decoding,
    /// The values that a thread reads.
    received: Mutex<Receiver<Sent>>,
    waiting: Mutex<Waiting>,
}

/// Values that were received: the iterator takes less time if it decodes several small ones at once.
#[derive(Default)]
struct Waiting {
    decoded: VecDeque<Py<PyAny>>,
    /// The errors of the values after them.
    failed: Option<PyErr>,
    /// The values after an invalid one.
    rest: Vec<Batch>,
}

#[pymethods]
impl Values {
    #[new]
    #[pyo3(signature = (source, *, layout=None, framing=None, password=None, key=None, skip=0, max_content=None, max_length=None, lenient=false, allow_objects=false, exact=true))]
    #[allow(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn new(
        py: Python<'_>,
        source: &Bound<'_, PyAny>,
        layout: Option<&str>,
        framing: Option<&str>,
        password: Option<&str>,
        key: Option<Input<'_>>,
        skip: u64,
        max_content: Option<u64>,
        max_length: Option<u32>,
        lenient: bool,
        allow_objects: bool,
        exact: bool,
    ) -> PyResult<Self> {
        let reader = content(source)?;
        let path = path_of(source);
        let metadata = path.as_ref().and_then(|path| path.metadata().ok());
        let length = metadata.filter(Metadata::is_file).map(|it| it.len());
        let is_pipe = path.is_some() && length.is_none();
        let bytes = source.cast::<PyBytes>().ok();
        let length = length.or_else(|| Some(bytes?.as_bytes().len() as u64));
        let decoding = Decoding::new(lenient, allow_objects, exact);
        let options = opening(layout, framing, password, key, skip, lenient);
        let options = options.map_err(errors::raised)?;
        let options = options.file_length(length).max_content(max_content);
        let frames = frames(max_length, decoding.options);
        let (to_choice, choice) = sync_channel(1);
        // One batch, because a value can be long.
        let (sender, received) = sync_channel(1);
        let sender = Sender::new(sender);
        thread::spawn(move || read((reader, is_pipe), &options, frames, &to_choice, sender));
        let opened = py.detach(move || choice.recv());
        let opened = opened.map_err(|_| errors::file("reading the file stopped"))?;
        let found = opened.map_err(errors::raised)?;
        Ok(Self {
            found,
            decoding,
            received: Mutex::new(received),
            waiting: Mutex::default(),
        })
    }

    #[doc = docstring!("Values.layout")]
    #[getter]
    fn layout(&self) -> &'static str {
        self.found.layout.name
    }

    #[doc = docstring!("Values.framing")]
    #[getter]
    fn framing(&self) -> &'static str {
        self.found.framing.name()
    }

    #[doc = docstring!("Values.confidence")]
    #[getter]
    fn confidence(&self) -> u8 {
        self.found.confidence
    }

    #[doc = docstring!("Values.also_valid")]
    #[getter]
    fn also_valid<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        candidates(py, &self.found.also_valid)
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    /// Does nothing: the file is closed once its values are read, or once nothing refers to them.
    #[pyo3(signature = (*_error))]
    #[allow(clippy::unused_self, reason = "the protocol of Python")]
    fn __exit__(&self, _error: &Bound<'_, PyTuple>) {}

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        // Nothing is locked while values are decoded: a finalizer can iterate meanwhile.
        loop {
            let mut waiting = self.waiting(py);
            if let Some(value) = waiting.decoded.pop_front() {
                return Ok(Some(value));
            }
            if let Some(error) = waiting.failed.take() {
                return Err(error);
            }
            let rest = waiting.rest.pop();
            drop(waiting);
            let received = || {
                let received = self.received.lock();
                received.unwrap_or_else(PoisonError::into_inner).recv()
            };
            let mut batch = match rest {
                Some(batch) => batch,
                None => match py.detach(received) {
                    Ok(batch) => batch.map_err(errors::raised)?,
                    Err(_) => return Ok(None),
                },
            };
            let layout = self.found.layout;
            let (decoded, failed) = decoded_values(py, layout, &mut batch, self.decoding)?;
            let mut waiting = self.waiting(py);
            waiting.decoded.extend(decoded);
            waiting.failed = failed.or(waiting.failed.take());
            if batch.len() > 0 {
                waiting.rest.push(batch);
            }
        }
    }

    fn __repr__(&self) -> String {
        let (layout, framing) = (self.layout(), self.framing());
        format!("<values of a file: {layout}, {framing}>")
    }
}

impl Values {
    fn waiting(&self, py: Python<'_>) -> MutexGuard<'_, Waiting> {
        let waiting = self.waiting.lock_py_attached(py);
        waiting.unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sends the layout of a file, then its values, until the iterator is dropped.
fn read(
    (reader, is_pipe): (Box<dyn Read + Send>, bool),
    options: &open::OpenOptions,
    frames: FrameOptions,
    choice: &SyncSender<Result<Choice, Error>>,
    sender: Sender,
) {
    let sender = Rc::new(sender);
    let reader = Source {
        reader,
        is_pipe,
        sender: Rc::clone(&sender),
    };
    let opened = open(reader, options).and_then(|opened| {
        let found = Choice::from(&opened);
        Ok((found, opened.into_reader(frames)?))
    });
    let (found, mut reader) = match opened {
        Ok(opened) => opened,
        Err(error) => {
            // The caller waits for this message.
            let _ = choice.send(Err(error));
            return;
        }
    };
    if choice.send(Ok(found)).is_err() {
        return;
    }
    loop {
        match reader.next_bytes() {
            Ok(Some((start, bytes))) => {
                if !sender.send(start, bytes) {
                    return;
                }
            }
            Ok(None) => return sender.finish(None),
            Err(error) => return sender.finish(Some(error)),
        }
    }
}

#[doc = docstring!("unpack")]
#[pyfunction]
#[pyo3(signature = (source, *, password=None, key=None, skip=0, max_content=None))]
pub(crate) fn unpack<'py>(
    py: Python<'py>,
    source: &Bound<'py, PyAny>,
    password: Option<&str>,
    key: Option<Input<'_>>,
    skip: u64,
    max_content: Option<u64>,
) -> PyResult<Bound<'py, PyAny>> {
    let reader = content(source)?;
    let options = unpacking(password, key, skip).map_err(errors::raised)?;
    let options = options.max_content(max_content);
    let (content, layers) = depth::detached(py, || unpack_file(reader, &options, &mut ()))?;
    let layers: Vec<_> = layers.iter().map(ToString::to_string).collect();
    let class = Classes::get(py)?.error(py, "Unpacked")?;
    class.call1((PyBytes::new(py, &content), layers))
}

/// Compresses and encrypts the content of a file.
#[pyfunction]
#[pyo3(signature = (content, /, *, layout=None, header=None, compression=None, password=None, key=None))]
pub(crate) fn pack<'py>(
    py: Python<'py>,
    content: Input<'_>,
    layout: Option<&str>,
    header: Option<Input<'_>>,
    compression: Option<&str>,
    password: Option<&str>,
    key: Option<Input<'_>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let options = PackOptions {
        layout,
        header: header.as_deref(),
        compression,
        password,
        key: key.as_deref(),
    };
    let layers = options.layers().map_err(errors::raised)?;
    packed(py, &layers, content.to_vec())
}

/// Packs the content of a file while other threads run. Compression needs a large stack, too.
pub(crate) fn packed<'py>(
    py: Python<'py>,
    layers: &[Layer],
    content: Vec<u8>,
) -> PyResult<Bound<'py, PyBytes>> {
    let packed = depth::detached(py, || add_layers(content, layers))?;
    Ok(PyBytes::new(py, &packed))
}

/// Returns the content of an argument: bytes, a path, or a file that Python has opened.
pub(crate) fn content(source: &Bound<'_, PyAny>) -> PyResult<Box<dyn Read + Send>> {
    if source.hasattr("read")? {
        let bytes = source.call_method0("read")?;
        return Ok(Box::new(Cursor::new(
            bytes.extract::<Input<'_>>()?.to_vec(),
        )));
    }
    if let Some(path) = path_of(source) {
        let file = File::open(&path).map_err(|error| {
            let message = error.to_string();
            // Python adds the code itself.
            let reason = message.split(" (os error ").next().map(str::to_owned);
            PyOSError::new_err((error.raw_os_error(), reason, path.display().to_string()))
        });
        return Ok(Box::new(file?));
    }
    Ok(Box::new(Cursor::new(
        source.extract::<Input<'_>>()?.to_vec(),
    )))
}

/// Returns the path, if an argument is one.
pub(crate) fn path_of(source: &Bound<'_, PyAny>) -> Option<PathBuf> {
    let path = source.extract().ok();
    path.filter(|_| !source.is_instance_of::<PyBytes>())
}
