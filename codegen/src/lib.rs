//! Loads and checks the schema of the Variant format, and generates the library's code from it.
//!
//! [`load()`] parses a folder of YAML into a [`model::Schema`] and checks it, or returns the errors
//! in it. [`rust`] generates the library's code.

mod check;
mod load;
pub mod locale;
pub mod model;
mod parse;
#[cfg(feature = "published")]
pub mod published;
pub mod rust;
pub mod scripts;

pub use load::{Diagnostics, load, load_texts, paths};
