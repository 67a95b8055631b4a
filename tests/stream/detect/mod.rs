//! Detection of layouts and framings: rates on bytes that engines wrote, ties, hostile input,
//! bounds.
#![cfg(feature = "std")]

mod bounds;
mod equals;
mod hostile;
#[cfg(all(
    feature = "godot3",
    feature = "godot4",
    feature = "pandemonium",
    feature = "pandemonium5"
))]
mod rates;
mod reasons;
pub(crate) mod samples;
