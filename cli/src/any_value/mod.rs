//! How values of any layout are shown.

mod numbers;
mod shown;
mod trail;

pub(crate) use numbers::{element_json, element_text, float_bits, number_bits};
pub(crate) use shown::Shown;
pub(crate) use trail::{Step, Trail};
