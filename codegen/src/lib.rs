//! Loads and checks the schema of the Variant format, and generates code and documentation from it.
//!
//! [`load()`] parses a folder of YAML into a [`model::Schema`] and checks it, or returns the errors
//! in it. [`rust`] generates the library's code. The feature `docs` adds the pages of the
//! documentation.

mod check;
#[cfg(feature = "docs")]
pub mod docs;
mod load;
pub mod locale;
pub mod model;
#[cfg(feature = "docs")]
pub mod packages;
mod parse;
#[cfg(feature = "docs")]
pub mod published;
pub mod rust;
mod scripts;

pub use load::{Diagnostics, load, load_texts, paths};
