//! Loads and checks the schema of the Variant format, and generates code and documentation from it.
//!
//! [`load()`] parses a folder of YAML into a [`model::Schema`], or returns all mistakes in it.
//! [`rust`] generates the library's code. The feature `docs` adds the pages of the documentation,
//! and the feature `format` the formatting of code for snapshots.

mod base64;
mod check;
mod diagnostic;
#[cfg(feature = "docs")]
pub mod docs;
mod load;
pub mod locale;
pub mod model;
mod parse;
pub mod published;
pub mod rust;
mod steps;
mod suggest;

pub use diagnostic::{Diagnostic, Diagnostics};
pub use load::{load, load_texts, load_translated, paths};
