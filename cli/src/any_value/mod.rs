//! Values of any layout as one type, so that what walks them is compiled once.

mod model;
mod numbers;
mod shown;
mod trail;
mod variants;

pub(crate) use model::{AnyValue, Content, Entry};
pub(crate) use numbers::{element_json, element_text, float_bits, number_bits};
pub(crate) use shown::Shown;
pub(crate) use trail::{Step, Trail};
