//! The inspector: every byte has one row, and it agrees with decoding about what is accepted, what
//! is rejected, and where.
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

/// The options that differ in what they accept.
const OPTIONS: [DecodeOptions; 4] = [
    DecodeOptions::new(),
    DecodeOptions::new().allow_objects(true),
    DecodeOptions::engine(),
    DecodeOptions::engine().allow_objects(true),
];
