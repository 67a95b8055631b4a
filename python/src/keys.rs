//! Strings of keys: most keys repeat, in a value and from value to value.

use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::{Mutex, PoisonError};

/// The number of short strings that are kept.
const COUNT: usize = 256;

/// The length up to which strings are kept, in bytes.
const SHORT: usize = 32;

/// The strings of the last value, for the next one. The decoders of several threads do not wait for
/// each other: only one of them has the strings.
static SPARE: Mutex<Option<Box<Texts>>> = Mutex::new(None);

/// Recent strings by their hashes.
type Texts = [Option<Text>; COUNT];

/// A string, whose hash Python keeps.
struct Text {
    length: usize,
    bytes: [u8; SHORT],
    object: Py<PyString>,
}

/// Creates the strings of keys, which saves a sixth of the time for a tree and half of the time for
/// small values.
#[derive(Default)]
pub(crate) struct Keys {
    texts: Option<Box<Texts>>,
}

impl Keys {
    /// Returns the string of a key.
    pub(crate) fn of<'py>(&mut self, py: Python<'py>, text: &str) -> Bound<'py, PyString> {
        let mut bytes = [0; SHORT];
        let Some(start) = bytes.get_mut(..text.len()) else {
            return PyString::new(py, text);
        };
        start.copy_from_slice(text.as_bytes());
        let hash = text.bytes().fold(text.len(), |hash, byte| {
            (hash ^ usize::from(byte)).wrapping_mul(0x0100_0193)
        });
        let spare = || SPARE.lock().unwrap_or_else(PoisonError::into_inner).take();
        let new = || spare().unwrap_or_else(|| Box::new([const { None }; COUNT]));
        let texts = self.texts.get_or_insert_with(new);
        let place = &mut texts[(hash >> 8) % COUNT];
        if let Some(known) = place
            && known.length == text.len()
            && known.bytes == bytes
        {
            return known.object.bind(py).clone();
        }
        let object = PyString::new(py, text);
        *place = Some(Text {
            length: text.len(),
            bytes,
            object: object.clone().unbind(),
        });
        object
    }
}

/// Keeps the strings for the next value.
impl Drop for Keys {
    fn drop(&mut self) {
        if let Some(texts) = self.texts.take() {
            let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
            let other = spare.replace(texts);
            drop(spare);
            drop(other);
        }
    }
}
