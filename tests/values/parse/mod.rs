//! `FromStr` parses the output of `Display`, the output of engines, and values in scripts.

mod engines;
mod errors;
mod limits;
mod memory;
mod names;
mod round_trip;
mod scripts;
mod several;
mod texts;
