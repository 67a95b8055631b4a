//! The inspector: the values, the paths and the text of rows. `agreement` compares it with decoding.

mod coverage;
mod limits;
mod paths;
mod rows;

use crate::agreement::OPTIONS;
