//! Loads and checks the schema of the Variant format, and generates code and documentation from it.
//!
//! [`load()`] parses a folder of YAML into a [`model::Schema`], or returns the errors in it.
//! [`rust`] generates the library's code. The feature `checks` adds the semantic checks of the
//! schema, `docs` the pages of the documentation, and `format` the formatting of code for
//! snapshots.

#![cfg_attr(
    not(feature = "checks"),
    allow(dead_code, reason = "some of the model is there for the checks")
)]

#[cfg(feature = "checks")]
mod check;
#[cfg(not(feature = "checks"))]
mod check {
    /// Accepts every schema; tests check the packaged one.
    pub(crate) fn check(_: &crate::model::Schema, _: &crate::load::Files) -> crate::Diagnostics {
        crate::Diagnostics::default()
    }
}
mod diagnostic;
mod digest;
#[cfg(feature = "docs")]
pub mod docs;
mod load;
pub mod locale;
pub mod model;
#[cfg(feature = "docs")]
pub mod packages;
mod parse;
pub mod published;
pub mod rust;
mod scripts;
mod shape;

pub use diagnostic::{Diagnostic, Diagnostics};
pub use digest::{is_checked, set_checked};
pub use load::{load, load_texts, paths};
