//! `FromStr` parses the output of `Display`, the output of engines, and values in scripts.
#![cfg(feature = "std")]

#[cfg(all(feature = "godot3", feature = "godot4"))]
mod engines;
mod errors;
mod limits;
mod memory;
mod names;
mod round_trip;
mod scripts;
mod several;
#[cfg(all(feature = "godot3", feature = "godot4"))]
mod texts;
