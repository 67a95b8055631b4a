//! Loads and checks the schema of the Variant format, and generates from it.
//!
//! [`load()`] reads a folder of YAML into a [`model::Schema`], or reports every mistake in it. [`rust`] writes the library's
//! generated half, [`derive()`] the expansion of `#[derive(Variant)]`.

mod check;
mod derive;
mod lines;
mod load;
mod mistake;
pub mod model;
pub mod published;
mod report;
pub mod rust;
mod shape;
mod suggest;
mod yaml;

pub use derive::derive;
pub use load::load;
pub use mistake::{Mistake, Mistakes};
