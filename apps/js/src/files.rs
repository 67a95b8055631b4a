//! The values of files and connections.

use crate::border::{NOTHING, Options, answer};
use crate::errors::Result;
use crate::functions::{decoded, decoded_with, fields};
use gdvariant::DecodeOptions;
use gdvariant_files::AnyReader;
use gdvariant_files::detect::Choice;
use gdvariant_files::open::{Input, open};
use gdvariant_files::packages::frames;
use gdvariant_files::packages::options::{self, decoding};
use js_sys::Array;
use std::io::Cursor;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The values of a file.
#[wasm_bindgen]
pub struct Values {
    reader: AnyReader<Input<'static>>,
    found: Choice,
    options: DecodeOptions,
    exact: bool,
}

#[wasm_bindgen]
impl Values {
    /// Unpacks a file, and detects what it is.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::too_many_arguments, reason = "the options of JavaScript")]
    pub fn new(
        data: Vec<u8>,
        layout: Option<String>,
        framing: Option<String>,
        password: Option<String>,
        key: Option<Vec<u8>>,
        skip: u32,
        max_content: Option<u32>,
        lenient: bool,
        max_length: Option<u32>,
        allow_objects: bool,
        exact: bool,
    ) -> Result<Self> {
        let decoding = decoding(lenient, allow_objects);
        let options = options::opening(layout, framing, password, key, skip.into(), lenient)?;
        let options = options.file_length(data.len() as u64);
        let options = options.max_content(max_content.map(u64::from));
        let opened = open(Cursor::new(data), &options)?;
        Ok(Self {
            found: Choice::from(&opened),
            reader: opened.into_reader(options::frames(max_length, decoding))?,
            options: decoding,
            exact,
        })
    }

    /// Returns what was found: the layout, the framing, the confidence, and the [fields] of the other
    /// candidates.
    pub fn found(&self) -> Array {
        let found = &self.found;
        let found: [JsValue; 4] = [
            found.layout.name.into(),
            found.framing.name().into(),
            found.confidence.into(),
            fields(&found.also_valid).into(),
        ];
        found.into_iter().collect()
    }

    /// Returns the address of the tape of the next value.
    pub fn next(&mut self) -> u32 {
        answer(self.next_tape())
    }

    fn next_tape(&mut self) -> Result<u32> {
        let Some((start, bytes)) = self.reader.next_bytes()? else {
            return Ok(NOTHING);
        };
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        decoded(self.found.layout, bytes, self.options, start, self.exact)
    }
}

/// Splits the bytes of a connection into values.
#[wasm_bindgen]
pub struct Frames {
    options: Options,
    values: frames::Frames,
}

#[wasm_bindgen]
impl Frames {
    /// Creates a decoder at the start of a connection.
    #[wasm_bindgen(constructor)]
    pub fn new(options: u32, big_endian: bool, max_length: Option<u32>) -> Self {
        Self {
            options: Options(options),
            values: frames::Frames::new(big_endian, max_length),
        }
    }

    /// Adds bytes.
    pub fn feed(&mut self, data: &[u8]) {
        self.values.feed(data);
    }

    /// Returns the address of the tape of the next value.
    pub fn next(&mut self) -> u32 {
        answer(self.next_tape())
    }

    fn next_tape(&mut self) -> Result<u32> {
        let Some((start, frame)) = self.values.next().transpose()? else {
            return Ok(NOTHING);
        };
        decoded_with(&frame, self.options, start)
    }

    /// Checks that the connection ends between two values.
    pub fn finish(&self) -> Result<()> {
        Ok(self.values.finish()?)
    }
}
