//! The border between JavaScript and WebAssembly.
//!
//! A call that passes or returns an array allocates, copies and frees it in calls of its own. So
//! JavaScript reads tapes where they are in the memory of the module, and copies the bytes of short
//! messages to a buffer, at which encoded messages return.

use crate::errors::{Failure, Result};
use gdvariant::DecodeOptions;
use gdvariant::schema::{LAYOUTS, Layout};
use gdvariant_files::layouts;
use gdvariant_files::packages::options;
use js_sys::Array;
use std::cell::RefCell;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The size of the buffer for short messages, in bytes.
const BUFFER: usize = 1 << 14;

/// The result of a call without an answer, such as after the last value of a file.
pub(crate) const NOTHING: u32 = 0;

/// The result of a call whose error [`take_failure`] returns.
const FAILED: u32 = u32::MAX;

/// The result of an encoded value that [`take_encoded`] returns.
const LONG: u32 = u32::MAX - 1;

// The bits of options, after the number of the layout.
const LENIENT: u32 = 1 << 8;
const ALLOW_OBJECTS: u32 = 1 << 9;
/// JavaScript gets the types of the engines.
pub(crate) const EXACT: u32 = 1 << 10;
pub(crate) const FRAMED: u32 = 1 << 11;
pub(crate) const BIG_ENDIAN: u32 = 1 << 12;
pub(crate) const FALLBACK: u32 = 1 << 13;

thread_local! {
    static MESSAGE: RefCell<Box<[u8]>> = RefCell::new(vec![0; BUFFER].into());
    static ENCODED: RefCell<Vec<u8>> = RefCell::default();
    static FAILURE: RefCell<Option<Failure>> = const { RefCell::new(None) };
}

/// The options of a call in one number.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Options(pub(crate) u32);

impl Options {
    pub(crate) fn has(self, bit: u32) -> bool {
        self.0 & bit != 0
    }

    pub(crate) fn layout(self) -> &'static Layout {
        let number = self.0 as usize & 0xFF;
        LAYOUTS.get(number).unwrap_or_else(layouts::most_used)
    }

    pub(crate) fn decoding(self) -> DecodeOptions {
        options::decoding(self.has(LENIENT), self.has(ALLOW_OBJECTS))
    }
}

/// Returns the bits of options, then the numbers of results that are not an address or a length.
#[wasm_bindgen]
pub fn border_numbers() -> Vec<u32> {
    let bits = [LENIENT, ALLOW_OBJECTS, EXACT, FRAMED, BIG_ENDIAN, FALLBACK];
    [&bits[..], &[NOTHING, FAILED, LONG]].concat()
}

/// Returns the number of a layout in options.
#[wasm_bindgen]
pub fn layout_number(name: &str) -> Result<u32> {
    let layout = options::layout(name)?;
    let number = LAYOUTS.iter().position(|it| it.name == layout.name);
    Ok(u32::try_from(number.unwrap_or_default()).unwrap_or_default())
}

/// Returns the memory of the module.
#[wasm_bindgen]
pub fn module_memory() -> JsValue {
    wasm_bindgen::memory()
}

/// Returns the address of the buffer for short messages.
#[wasm_bindgen]
pub fn buffer() -> u32 {
    MESSAGE.with_borrow(|buffer| address(buffer))
}

/// Returns the size of the buffer in bytes.
#[wasm_bindgen]
pub fn buffer_size() -> usize {
    BUFFER
}

/// Returns the address of bytes, for JavaScript.
pub(crate) fn address(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.as_ptr().expose_provenance()).unwrap_or_default()
}

/// Returns what a function returns for the bytes in the buffer.
pub(crate) fn with_message<T>(length: usize, function: impl FnOnce(&[u8]) -> T) -> T {
    MESSAGE.with_borrow(|buffer| function(buffer.get(..length).unwrap_or_default()))
}

/// Returns a number for JavaScript, or keeps the failure.
pub(crate) fn answer(result: Result<u32>) -> u32 {
    result.unwrap_or_else(|failure| {
        FAILURE.set(Some(failure));
        FAILED
    })
}

/// Copies an encoded message to the buffer, and returns its length.
pub(crate) fn copy_encoded(bytes: Vec<u8>) -> u32 {
    let is_copied = MESSAGE.with_borrow_mut(|buffer| {
        let place = buffer.get_mut(..bytes.len());
        place.map(|place| place.copy_from_slice(&bytes)).is_some()
    });
    if is_copied {
        return u32::try_from(bytes.len()).unwrap_or_default();
    }
    ENCODED.set(bytes);
    LONG
}

/// Returns an encoded value that is too long for the buffer.
#[wasm_bindgen]
pub fn take_encoded() -> Vec<u8> {
    ENCODED.take()
}

/// Returns the array of the last error, which JavaScript throws.
#[wasm_bindgen]
pub fn take_failure() -> Option<Array> {
    FAILURE.take().map(|failure| failure.to_array())
}
