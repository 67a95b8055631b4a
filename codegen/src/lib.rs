//! Loads and checks the schema of the Variant format, and generates from it.
//!
//! [`load()`] reads a folder of YAML into a [`model::Schema`], or reports every mistake in it. [`rust`] writes the library's
//! generated half, [`derive()`] the expansion of `#[derive(Variant)]`; the feature `docs` adds the pages of its documentation.

mod check;
#[cfg(feature = "docs")]
pub mod docs;
mod lines;
mod load;
pub mod locale;
mod mistake;
pub mod model;
pub mod published;
mod report;
pub mod rust;
mod shape;
mod suggest;
mod yaml;

pub use load::{load, load_texts};
pub use mistake::{Mistake, Mistakes};
