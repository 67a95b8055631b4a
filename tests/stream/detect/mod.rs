//! Detection of layouts and framings: success rates with engines' bytes, ties, hostile input,
//! limits.
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
