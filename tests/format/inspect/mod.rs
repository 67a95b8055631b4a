//! The inspector: the values, the paths and the text of rows. `agreement` compares it with decoding.
#![cfg(all(
    feature = "double",
    feature = "godot3",
    feature = "godot4",
    feature = "pandemonium",
    feature = "pandemonium5"
))]

mod coverage;
mod limits;
mod paths;
mod rows;

use crate::agreement::OPTIONS;
