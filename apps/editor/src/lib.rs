//! The compiled part of the editor: a file, its tree of values or its text, and its changes.
//!
//! The worker of the page calls [`Document`]. Answers are JSON, or bytes; errors are thrown as the
//! JSON of a failure.

mod comparison;
mod content;
mod describe;
mod document;
mod failure;
mod fields;
mod form;
mod pasted;
mod search;
mod steps;
mod text;
mod tree;

pub use document::{Converted, Document};
use failure::Failure;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::wasm_bindgen;

/// Returns the JSON of an answer. Answers have only keys that are strings, so this does not fail.
fn answer(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn parsed<T: DeserializeOwned>(argument: &str) -> Result<T, Failure> {
    serde_json::from_str(argument).map_err(Failure::new)
}

/// Returns the content of a compressed or encrypted file, whatever it is.
///
/// # Errors
///
/// Returns a failure if the file cannot be decompressed or decrypted.
#[wasm_bindgen]
pub fn content(file: Vec<u8>, options: &str) -> Result<Vec<u8>, String> {
    Ok(content::unwrapped(file, &parsed(options)?)?)
}

/// Returns the names and titles of the layouts.
#[wasm_bindgen]
pub fn layouts() -> String {
    let layouts = gdvariant_files::layouts::all();
    answer(&layouts.map(|it| [it.name, it.title]).collect::<Vec<_>>())
}
