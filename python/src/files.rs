//! The values of any file.

use crate::ahead::{self, Ready, Received, Sender, Source};
use crate::decode::decoded_values;
use crate::depth;
use crate::errors;
use crate::input::Input;
use crate::inspection::candidates;
use gdvariant::DecodeOptions;
use gdvariant::framing::FrameOptions;
use gdvariant_files::error::Error;
use gdvariant_files::open::{self, open};
use gdvariant_files::packages::options::{decoding, frames, opening, unpacking};
use gdvariant_files::packages::output::{Form, PackOptions};
use gdvariant_files::wrapper::{Wrapper, unpack as unpack_file, wrapped};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyBytes, PyTuple};
use std::fs::File;
use std::io::{Cursor, Read};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError, TryLockError};
use std::{thread, vec};

/// An iterator over the values of a file.
#[pyclass(frozen, module = "gdvariant")]
pub(crate) struct Values {
    found: Form,
    options: DecodeOptions,
    /// The values, which a thread reads.
    received: Mutex<Received>,
    /// The values that were decoded in advance.
    decoded: Mutex<Decoded>,
}

/// The length of the values that are decoded in one call, in bytes of the file.
const DECODED: usize = 1 << 12;

/// Values that were decoded in advance: the iterator takes less time if it decodes several small
/// values at once.
#[derive(Default)]
struct Decoded {
    values: vec::IntoIter<Py<PyAny>>,
    /// The error of the value after them.
    error: Option<PyErr>,
    /// The values after the error.
    rest: Ready,
}

impl Decoded {
    fn next(&mut self) -> Option<PyResult<Py<PyAny>>> {
        let value = self.values.next().map(Ok);
        value.or_else(|| self.error.take().map(Err))
    }
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
        let decoding = decoding(lenient, allow_objects);
        let options = opening(layout, framing, password, key, skip, lenient);
        let options = options.map_err(errors::raised)?;
        let frames = frames(max_length, decoding);
        let (to_choice, choice) = sync_channel(1);
        let (sender, received) = ahead::queue();
        thread::spawn(move || read(reader, &options, frames, &to_choice, sender));
        let opened = py.detach(move || choice.recv());
        let opened = opened.map_err(|_| errors::file("reading the file stopped"))?;
        let found = opened.map_err(errors::raised)?;
        Ok(Self {
            found,
            options: decoding,
            received: Mutex::new(received),
            decoded: Mutex::default(),
        })
    }

    /// The name of the layout.
    #[getter]
    fn layout(&self) -> &'static str {
        self.found.layout.name
    }

    /// The name of the framing.
    #[getter]
    fn framing(&self) -> &'static str {
        self.found.framing.name()
    }

    /// The probability of the layout and the framing in percent.
    #[getter]
    fn confidence(&self) -> u8 {
        self.found.confidence
    }

    /// The other candidates that fit.
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
        let mut decoded = match self.decoded.try_lock() {
            Ok(decoded) => decoded,
            Err(TryLockError::Poisoned(error)) => error.into_inner(),
            // Another thread is decoding values, or decoding called a finalizer that iterates.
            Err(TryLockError::WouldBlock) => {
                let mut alone = Decoded::default();
                self.decode(py, &mut alone, 0)?;
                return alone.next().transpose();
            }
        };
        if let Some(value) = decoded.next() {
            return value.map(Some);
        }
        self.decode(py, &mut decoded, DECODED)?;
        decoded.next().transpose()
    }

    fn __repr__(&self) -> String {
        let (layout, framing) = (self.layout(), self.framing());
        format!("<values of a file: {layout}, {framing}>")
    }
}

impl Values {
    /// Waits for the next value and those that follow within `length` bytes, or for the end.
    fn ready(&self, py: Python<'_>, length: usize) -> Option<PyResult<Ready>> {
        let locked = || self.received.lock().unwrap_or_else(PoisonError::into_inner);
        let ready = self
            .received
            .lock_py_attached(py)
            .unwrap_or_else(PoisonError::into_inner)
            .ready(length);
        let next = match ready {
            Some(values) => Some(Ok(values)),
            None => py.detach(|| locked().wait(length)),
        };
        next.map(|next| next.map_err(errors::raised))
    }

    /// Decodes the next value and those that follow within `length` bytes, up to an invalid one.
    fn decode(&self, py: Python<'_>, decoded: &mut Decoded, length: usize) -> PyResult<()> {
        if decoded.rest.is_empty() {
            // The batch is reused once nothing refers to it.
            decoded.rest = Ready::default();
            decoded.rest = self.ready(py, length).transpose()?.unwrap_or_default();
        }
        let (mut values, mut failed) = (Vec::with_capacity(decoded.rest.len()), None);
        let layout = self.found.layout;
        decoded_values(py, layout, &mut decoded.rest, self.options, |value| {
            match value {
                Ok(value) => values.push(value.unbind()),
                Err(error) => failed = Some(error),
            }
            failed.is_none()
        })?;
        decoded.values = values.into_iter();
        decoded.error = failed;
        Ok(())
    }
}

/// Sends the layout of a file, then its values, until the receiver is dropped.
fn read(
    reader: Box<dyn Read + Send>,
    options: &open::OpenOptions,
    frames: FrameOptions,
    choice: &SyncSender<Result<Form, Error>>,
    sender: Sender,
) {
    let sender = Rc::new(sender);
    let reader = Source {
        reader,
        sender: Rc::clone(&sender),
    };
    let opened = open(reader, options).and_then(|opened| {
        let form = Form::from(&opened);
        Ok((form, opened.into_reader(frames)?))
    });
    let (form, mut reader) = match opened {
        Ok(opened) => opened,
        Err(error) => {
            // The receiver waits for this message.
            let _ = choice.send(Err(error));
            return;
        }
    };
    if choice.send(Ok(form)).is_err() {
        return;
    }
    loop {
        match reader.next_bytes() {
            Ok(Some((start, bytes))) => {
                if !sender.send(start, bytes) {
                    return;
                }
            }
            Ok(None) => return,
            Err(error) => return sender.fail(error),
        }
    }
}

/// Removes the compression and the encryption of a file. Returns its content and what was removed,
/// outermost first.
#[pyfunction]
#[pyo3(signature = (source, /, *, password=None, key=None, skip=0))]
pub(crate) fn unpack<'py>(
    py: Python<'py>,
    source: &Bound<'py, PyAny>,
    password: Option<&str>,
    key: Option<&[u8]>,
    skip: u64,
) -> PyResult<(Bound<'py, PyBytes>, Vec<String>)> {
    let reader = content(source)?;
    let options = unpacking(password, key, skip).map_err(errors::raised)?;
    let unpacked = depth::on_large_stack(py, |py| {
        let unpacked = py.detach(|| unpack_file(reader, &options, &mut ()));
        unpacked.map_err(errors::raised)
    });
    let (content, wrappers) = unpacked?;
    let wrappers = wrappers.iter().map(ToString::to_string).collect();
    Ok((PyBytes::new(py, &content), wrappers))
}

/// Compresses and encrypts the content of a file.
#[pyfunction]
#[pyo3(signature = (content, /, *, layout=None, header=None, compression=None, password=None, key=None))]
pub(crate) fn pack<'py>(
    py: Python<'py>,
    content: &Bound<'py, PyAny>,
    layout: Option<&str>,
    header: Option<&[u8]>,
    compression: Option<&str>,
    password: Option<&str>,
    key: Option<&[u8]>,
) -> PyResult<Bound<'py, PyBytes>> {
    let options = PackOptions {
        layout,
        header,
        compression,
        password,
        key,
    };
    let layers = options.layers().map_err(errors::raised)?;
    packed(py, &layers, Input::of(content)?.bytes())
}

/// Packs the content of a file while other threads run. Compression needs a large stack, too.
pub(crate) fn packed<'py>(
    py: Python<'py>,
    layers: &[Wrapper],
    content: &[u8],
) -> PyResult<Bound<'py, PyBytes>> {
    let packed =
        depth::on_large_stack(
            py,
            |py| Ok(py.detach(|| wrapped(content.to_vec(), layers))?),
        );
    Ok(PyBytes::new(py, &packed?))
}

/// Returns the content of an argument: bytes, a path, or a file that Python has opened.
pub(crate) fn content(source: &Bound<'_, PyAny>) -> PyResult<Box<dyn Read + Send>> {
    if source.hasattr("read")? {
        let bytes = source.call_method0("read")?;
        return Ok(Box::new(Cursor::new(Input::of(&bytes)?.bytes().to_vec())));
    }
    if !source.is_instance_of::<PyBytes>()
        && let Ok(path) = source.extract::<PathBuf>()
    {
        let file = File::open(&path).map_err(|error| {
            let code = error.raw_os_error();
            let message = error.to_string();
            // Python adds the code itself.
            let suffix = code.map(|code| format!(" (os error {code})"));
            let reason = suffix.and_then(|suffix| message.strip_suffix(&suffix));
            let reason = reason.unwrap_or(&message).to_owned();
            PyOSError::new_err((code, reason, path.display().to_string()))
        });
        return Ok(Box::new(file?));
    }
    Ok(Box::new(Cursor::new(Input::of(source)?.bytes().to_vec())))
}
