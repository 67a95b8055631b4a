//! The inspector: every byte belongs to one row, and errors are those of decoding.
#![cfg(all(
    feature = "godot3",
    feature = "pandemonium",
    feature = "pandemonium5",
    feature = "std"
))]

mod coverage;
mod limits;
mod paths;
mod rows;

use gdvariant::DecodeOptions;

/// Options that accept different inputs.
const OPTIONS: [DecodeOptions; 4] = [
    DecodeOptions::new(),
    DecodeOptions::new().allow_objects(true),
    DecodeOptions::engine(),
    DecodeOptions::engine().allow_objects(true),
];
