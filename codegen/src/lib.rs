//! Loads and checks the schema of the Variant format, and generates code and documentation from it.
//!
//! [`load()`] parses a folder of YAML into a [`model::Schema`], or reports every mistake in it.
//! [`rust`] generates the library's code. The feature `docs` adds the pages of the documentation,
//! the feature `format` the formatting of code for snapshots.

mod check;
#[cfg(feature = "docs")]
pub mod docs;
mod lines;
mod load;
pub mod locale;
mod mistake;
pub mod model;
mod parse;
pub mod published;
mod report;
pub mod rust;
mod steps;
mod suggest;
mod yaml;

pub use load::{load, load_texts, load_translated, paths};
pub use mistake::{Mistake, Mistakes};
