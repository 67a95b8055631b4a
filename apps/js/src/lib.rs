//! The WebAssembly module of the npm package gdvariant.
//!
//! `lib/index.js` has the functions that users call. Values cross the border between JavaScript and
//! WebAssembly as a [tape]: one array of bytes for each value.

mod audit;
mod border;
mod collisions;
mod document;
mod errors;
mod files;
mod functions;
mod memory;
mod read;
mod tape;
mod write;

use wasm_bindgen::prelude::wasm_bindgen;

/// Makes a panic an error of JavaScript with its message.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|info| wasm_bindgen::throw_str(&info.to_string())));
}
