//! Parses YAML values into the model.
//!
//! Every value gets a place in the model: what cannot be parsed is reported and replaced by a
//! stand-in, so that indexes in the model and in the file stay the same for later checks.

mod errata;
mod keys;
mod layout;
mod node;
mod script;
mod tables;
mod texts;
mod types;

pub(crate) use errata::errata;
pub(crate) use layout::layout;
pub(crate) use texts::{examples, locale};
pub(crate) use types::types;
