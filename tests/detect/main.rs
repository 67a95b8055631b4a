//! Detection of layouts and framings: rates on bytes that engines wrote, ties, hostile input.
#![cfg(feature = "std")]

#[path = "../common/mod.rs"]
mod common;

#[cfg(all(
    feature = "godot3",
    feature = "godot4",
    feature = "pandemonium",
    feature = "pandemonium5"
))]
mod rates;
mod samples;
